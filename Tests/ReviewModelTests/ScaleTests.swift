import Base
import Catalog
import Changes
import DiffEngine
import Review
import ReviewUI
import TestSupport
import Testing

/// The cost of looking around must not grow with the folder: twenty thousand cases respond as fast as
/// two thousand.
@Suite(.serialized) struct ScaleTests {
  private static let reading = images([(x: 3, y: 3)])
  private static let signature = ChangeSignature(dotted([]), dotted([(x: 3, y: 3)]))

  private static func review(_ count: Int) -> ReviewState {
    var state = unmeasured(
      (0..<count).map { snapshot("testCase\($0)", suite: "Suite\($0 / 25)") }, 120, 40)
    _ = state.reduce(.started)
    _ = state.reduce((0..<count / 2).flatMap(result))
    return state
  }

  private static func result(_ place: Int) -> [ReviewAction] {
    [
      .measured(item: place, revision: 0, reading),
      .signed(item: place, revision: 0, signature),
    ]
  }

  /// Two folders, of which each test takes its own copies.
  private static let folders = [review(2_000), review(20_000)]

  /// Returns the large folder's time for the same work over the small one's, the best of several
  /// rounds each.
  private func ratio(_ work: (inout ReviewState, _ round: Int) -> Void) -> Double {
    var folders = Self.folders
    var best = [Duration](repeating: .seconds(1000), count: 2)
    for round in 0..<9 {
      for place in folders.indices {
        let time = ContinuousClock().measure { work(&folders[place], round) }
        // The first one warms up.
        if round > 0 { best[place] = min(best[place], time) }
      }
    }
    return best[1] / best[0]
  }

  /// All that comes in between two frames is counted once.
  @Test func `a hundred results that come together cost little more than one`() {
    var state = Self.folders[1]
    func time(_ places: Range<Int>) -> Duration {
      let results = places.flatMap(Self.result)
      return ContinuousClock().measure { _ = state.reduce(results) }
    }
    let first = state.items.count / 2
    let one = (0..<5).map { time(first + $0..<first + $0 + 1) }.min()!
    let hundred = (1..<6).map { time(first + 100 * $0..<first + 100 * $0 + 100) }.min()!
    #expect(hundred < one * 4)
  }

  @Test func `counting what has changed gives the same as counting all`() {
    var state = Self.review(60)
    for place in 30..<40 { _ = state.reduce(Self.result(place)) }
    state.type("jm")
    let tally = state.tally
    #expect(tally.failing == 40)
    // Other settings count all cases.
    state.type("|\\")
    #expect(state.tally == tally)
  }

  /// Keys that change no case: those that do count the folder, which takes some milliseconds.
  @Test(arguments: ["J", "K", "j", "k", "gg", "n", "N", "]", "d", "2"])
  func `a key costs the same`(_ key: String) {
    let ratio = ratio { state, _ in
      for _ in 0..<20 { state.type(key) }
    }
    #expect(ratio < 4)
  }

  @Test func `a frame costs the same`() {
    let ratio = ratio { state, _ in
      for _ in 0..<5 { _ = render(state) }
    }
    #expect(ratio < 4)
  }

  @Test func `groups are found once, when the last change is known`() {
    var state = Self.review(100)
    var requests = 0
    for place in 50..<100 {
      for action in Self.result(place) {
        requests += state.reduce(action).count(where: \.isGroup)
      }
    }
    #expect(requests == 1)
  }
}

extension ReviewEffect {
  fileprivate var isGroup: Bool { if case .group = self { true } else { false } }
}

struct OverviewTests {
  @Test func `the counts and the list are always those of the cases as they are`() {
    var state = review(
      dots: (0..<40).map { $0 % 5 }, suites: (0..<40).map { "Suite\($0 / 6)" })
    var dice = SplitMix(seed: 20)
    let keys = ["j", "k", "m", "V", "h", "l", "(", ")", "|", "n", "X", "u", "U", "t", "r"]
    for _ in 0..<400 {
      switch Int.random(in: 0..<6, using: &dice) {
      case 0:
        let item = Int.random(in: 0..<40, using: &dice)
        let record = Bool.random(using: &dice) ? DecisionRecord(.accepted) : nil
        let change = DecisionChange(id: state.items[item].snapshot.identity, record: record)
        _ = state.reduce(.recorded([change], sentence: ""))
      case 1:
        let item = Int.random(in: 0..<40, using: &dice)
        _ = state.reduce(
          .changedOnDisk(cases: [state.items[item].snapshot.identity], reason: ""))
      case 2:
        let item = Int.random(in: 0..<40, using: &dice)
        let reading = images([(x: Int.random(in: 0..<16, using: &dice), y: 5)])
        state.hear(
          .measured(item: item, revision: state.items[item].revision, reading))
      case 3:
        let words = ["f", "failing", "undecided", "case1", "marked", "suite2 matching"]
        state.type("f<ctrl-u>\(words.randomElement(using: &dice)!)<enter>")
      default: state.type(keys.randomElement(using: &dice)!)
      }
      #expect(state.tally == counted(state))
      #expect(state.listed.sorted() == listed(state))
      let others = state.listed.filter { $0 != state.selection }
      let isAside = { (place: Int) in
        state.items[place].decision == nil && state.verdict(of: state.items[place]) == .match
      }
      #expect(others == others.filter { !isAside($0) }.sorted() + others.filter(isAside).sorted())
      #expect(state.unmeasured == state.items.filter { state.verdict(of: $0) == nil }.count)
    }
  }

  private func counted(_ state: ReviewState) -> CaseCounts {
    var tally = CaseCounts()
    for item in state.items {
      let verdict = state.verdict(of: item)
      tally.add(
        verdict, after: item.decision, isStale: false, isFailing: isFailing(item, verdict))
    }
    return tally
  }

  private func isFailing(_ item: ReviewItem, _ verdict: Verdict?) -> Bool {
    guard let verdict, verdict != .match else { return false }
    return [nil, .rejected].contains(item.decision)
  }

  /// The filter as a sentence would put it.
  private func listed(_ state: ReviewState) -> [Int] {
    state.items.indices.filter { place in
      let item = state.items[place]
      let verdict = state.verdict(of: item)
      return state.filter.text.split(separator: " ").allSatisfy { word in
        switch word {
        case "f", "failing": isFailing(item, verdict)
        case "matching": verdict == .match
        case "undecided": item.decision == nil
        case "marked": item.isMarked
        default: item.snapshot.id.lowercased().contains(word)
        }
      }
    }
  }
}

struct SearchTests {
  @Test func `names are found whatever their case and however an accent is encoded`() {
    let names = ["testLogin", "TESTLOGOUT", "Cafe\u{301}Screen", "Caf\u{E9}Menu", "日本語"]
    var state = unmeasured(names.map { snapshot($0) })
    func hits(_ word: String) -> [Int] {
      state.type("f<ctrl-u>\(word)<enter>")
      return state.listed
    }
    #expect(hits("testlog") == [0, 1])
    #expect(hits("LOGOUT") == [1])
    #expect(hits("caf\u{E9}") == [2, 3])
    #expect(hits("cafe\u{301}") == [2, 3])
    #expect(hits("cafes") == [])
    #expect(hits("本") == [4])
    #expect(hits("suite/") == [0, 1, 2, 3, 4])
  }
}
