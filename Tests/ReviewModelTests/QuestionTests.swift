import Base
import Catalog
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// A question about many cases is true of exactly those, whenever it is asked.
struct QuestionTests {
  private static let dots = [2, 3, 2, 4, 2, 3, 2]

  private func results(_ place: Int, _ count: Int? = nil) -> [ReviewAction] {
    let dots = (0..<(count ?? Self.dots[place])).map { (x: 1 + 3 * $0, y: 2) }
    return [
      .measured(item: place, revision: 0, images(dots)),
      .signed(item: place, revision: 0, signature(of: dots)),
    ]
  }

  /// Asks, and checks that every case of the question changed as it says.
  private func expectTrueQuestion(_ state: ReviewState, _ stage: String) {
    var state = state
    state.type("A")
    guard case .bulk(let bulk) = state.panel else {
      #expect(state.message?.kind == .warning || state.says("Still finding causes"), "\(stage)")
      return
    }
    #expect(state.areCausesFound, "\(stage)")
    guard bulk.scope.name == "of this cause" else { return }
    let changes = bulk.scope.items.compactMap { state.items[$0].change }
    #expect(changes.count == bulk.scope.items.count)
    for change in changes {
      #expect(changes[0].sharedCause(with: change) != nil, "\(stage): \(bulk.scope.items)")
    }
    let frame = text(render(state))
    #expect(frame.contains { $0.contains(bulk.question) }, "\(stage)")
    // What becomes known later changes nothing of it.
    let late = results(0).flatMap { state.reduce($0) }
    for case .group(let request) in late {
      _ = state.reduce(.grouped(number: request.number, request.groups()))
    }
    _ = state.reduce(.reloaded(CaseList([])))
    guard case .bulk(let now) = state.panel else {
      Issue.record("\(stage): the question is gone")
      return
    }
    #expect(now.scope == bulk.scope && now.question == bulk.question)
    state.type("<esc>")
    #expect(state.panel == nil && state.items.isEmpty)
  }

  @Test func `it is asked of finished causes alone, at whatever stage of measuring`() {
    for order in [Array(0..<7), Array((0..<7).reversed()), [3, 0, 6, 1, 5, 2, 4]] {
      var state = unmeasured((0..<7).map { snapshot("case\($0)") }, 120, 40, order: .cause)
      _ = state.reduce(.started)
      for place in order {
        for action in results(place) {
          for case .group(let request) in state.reduce(action) {
            expectTrueQuestion(state, "before the causes of \(order)")
            _ = state.reduce(.grouped(number: request.number, request.groups()))
          }
          expectTrueQuestion(state, "\(place) of \(order)")
        }
      }
      #expect(state.areCausesFound)
      #expect(state.decisions(typing: "ggAy").map(\.1) == [[0, 2, 4, 6]])
    }
  }

  @Test func `causes of the first cases are there while others are measured, and only grow`() {
    let dots = (0..<120).map { $0 % 3 + 2 }
    var state = unmeasured(dots.indices.map { snapshot("case\($0)") }, 120, 40, order: .cause)
    _ = state.reduce(.started)
    state.type("j")
    let selected = state.selection
    var (members, stages): ([Int: [Int]], [Int]) = ([:], [])
    // As the pool answers: the first fifty are signed once they are measured.
    let order =
      (0..<50).map { (0, $0) } + (0..<50).map { (1, $0) } + (50..<120).map { (0, $0) }
      + (50..<120).map { (1, $0) }
    for (stage, place) in order {
      for case .group(let request) in state.reduce(results(place, dots[place])[stage]) {
        _ = state.reduce(.grouped(number: request.number, request.groups()))
        stages.append(state.items.count { $0.isMeasured })
      }
      for group in state.groups {
        let known = members.updateValue(group.items, forKey: group.items[0]) ?? []
        #expect(Set(known).isSubset(of: group.items))
      }
      #expect(state.selection == selected)
      guard !state.areCausesFound else { continue }
      let header = text(render(state))[0]
      #expect(header.contains("so far") && header.contains(" of 120"), "\(header)")
      // Until the end each decision stands where its first case does.
      #expect(state.listed.filter { members[$0] != nil } == members.keys.sorted())
    }
    #expect(stages == [50, 120, 120] && members.count == 3)
    #expect(members.values.allSatisfy { $0.count == 40 })
    #expect(state.says("120 cases are 3 decisions."), "\(state.message?.text ?? "")")
  }

  @Test func `until then a key decides case by case, and says how far the causes are`() {
    var state = unmeasured((0..<7).map { snapshot("case\($0)") }, 120, 40, order: .cause)
    _ = state.reduce(.started)
    for action in results(0) { state.hear(action) }
    #expect(state.decisions(typing: "A").isEmpty && state.panel == nil)
    #expect(state.says("Still finding causes, 1 of 7: until then a goes case by case."))
    #expect(state.decisions(typing: "a").map(\.1) == [[0]])
    // What is marked needs no cause, but has to be measured.
    state.type("ggjm")
    #expect(state.decisions(typing: "A").isEmpty && state.panel == nil)
    #expect(state.says("still being measured"))
  }

  private func bulk(_ state: ReviewState) -> Bulk? {
    if case .bulk(let bulk) = state.panel { bulk } else { nil }
  }

  private func asked(_ size: GridSize = GridSize(columns: 160, rows: 48)) -> ReviewState {
    var state = review(dots: Self.dots, size: size, order: .cause)
    state.type("ggA")
    return state
  }

  @Test func `x leaves out the case that is shown, and decides the others`() {
    var state = asked()
    #expect(state.decisions(typing: "<Right>x").map(\.1) == [[0, 4, 6]])
    // The one that is left is looked at next.
    #expect(state.selection == 2 && state.panel == nil)
    state = asked()
    #expect(state.decisions(typing: "xy").map(\.1) == [[2, 4, 6]])
  }

  @Test func `another decision instead is asked of the same cases`() throws {
    var state = asked()
    state.type("<tab>")
    let suite = try #require(bulk(state)).scope
    #expect(suite.name == "in Suite" && suite.items.count == 7)
    state.type("R")
    #expect(try #require(bulk(state)).question == "Reject 7 cases in Suite?")
    #expect(try #require(bulk(state)).scope.items == suite.items)
    // Of a folded suite, whose first case has a cause of its own.
    state = review(dots: Self.dots, size: GridSize(columns: 100, rows: 30))
    state.type("gghaR")
    #expect(try #require(bulk(state)).question == "Reject 7 cases in Suite?")
  }

  @Test func `enter looks, esc comes back, and nothing is decided meanwhile`() {
    var state = asked()
    #expect(state.decisions(typing: "<enter>x3+]<space>aArRyx").isEmpty)
    guard case .bulk(let bulk) = state.panel else {
      Issue.record("no question")
      return
    }
    #expect(bulk.isLooking && state.loupe == nil)
    state.type("<esc>")
    #expect(state.view == .triple && state.loupe == nil)
    #expect(state.decisions(typing: "y").map(\.1) == [[0, 2, 4, 6]])
  }

  @Test(arguments: [(160, 48), (120, 40), (100, 30), (80, 24), (60, 20), (40, 12)])
  func `it covers no picture, and its keys are in sight`(_ columns: Int, _ rows: Int) {
    let state = asked(GridSize(columns: columns, rows: rows))
    let question = state.layout.status
    #expect(state.imageParts.members.row + state.imageParts.members.height <= question.row)
    let images = state.layout.images
    #expect(images.row + images.height == question.row && question.row + question.height == rows)
    let frame = text(render(state)).suffix(question.height).joined(separator: "\n")
    for words in ["Accept 4 cases", " y ", " x ", "esc cancel"] {
      #expect(frame.contains(words), "\(frame)")
    }
  }

  @Test func `pages and the mouse show the other cases`() {
    var state = review(
      dots: Array(repeating: 2, count: 90), size: GridSize(columns: 80, rows: 24), order: .cause)
    state.type("A")
    #expect(text(render(state)).contains { $0.contains("1 to 3 of 90") })
    state.type("<PgDn>")
    #expect(text(render(state)).contains { $0.contains("4 to 6 of 90") })
    let strip = state.imageParts.members
    #expect(state.mouse(.press, strip.column + 2, strip.row + 2).isEmpty || state.selection == 3)
    #expect(state.selection == 3)
    let key = text(render(state)).lastIndex { $0.contains("enter full size") }!
    state.mouse(.press, text(render(state))[key].distance(of: "enter") + 1, key)
    guard case .bulk(let bulk) = state.panel else {
      Issue.record("no question")
      return
    }
    #expect(bulk.isLooking)
  }

  @Test func `no case of a page is called what another one is called`() {
    let names = ["extra-small", "extra-large", "small", "large"]
    var state = review(
      dots: [2, 2, 2, 2], names: names, size: GridSize(columns: 60, rows: 20), order: .cause)
    state.type("ggA")
    let frame = text(render(state))
    #expect(frame.contains { $0.contains("1 to 2 of 4") })
    #expect(frame.contains { $0.contains("✗ extra-small ") && $0.contains("✗ extra-large ") })
  }

  @Test(arguments: [60, 80, 120])
  func `the case is named by what sets it apart, and x by the same name`(_ columns: Int) {
    let names = ["DefaultValues", "HideLeftAxis", "HideRightAxis"].map {
      "test\($0)-iOS_390-0_844-0.1"
    }
    var state = review(
      dots: [2, 2, 2], suites: Array(repeating: "BarChartSnapshotTests", count: 3), names: names,
      size: GridSize(columns: columns, rows: 20), order: .cause)
    state.type("gg")
    let status = state.layout.status.row
    #expect(text(render(state))[status].contains("DefaultValues"))
    state.type("A")
    let title = state.imageParts.case.row - 1
    #expect(text(render(state))[title].contains("DefaultValues"))
    if columns > 80 {
      let frame = text(render(state))
      #expect(frame.contains { $0.contains("leave out") && $0.contains("DefaultValues") })
    }
  }

  @Test func `another decision on the same cases is one key on`() {
    var state = asked()
    #expect(state.decisions(typing: "Ry").map(\.0) == [.rejected])
  }

  @Test func `what is marked is asked about by what it holds`() {
    var state = review(dots: [2, 3], size: GridSize(columns: 120, rows: 40), order: .cause)
    state.type("ggmmA")
    #expect(text(render(state)).contains { $0.contains("different changes: 2 causes") })
  }
}

extension String {
  /// The column at which some words begin.
  fileprivate func distance(of words: String) -> Int {
    guard let range = range(of: words) else { return 0 }
    return distance(from: startIndex, to: range.lowerBound)
  }

  private func range(of words: String) -> Range<String.Index>? {
    indices.first { self[$0...].hasPrefix(words) }.map { $0..<index($0, offsetBy: words.count) }
  }
}
