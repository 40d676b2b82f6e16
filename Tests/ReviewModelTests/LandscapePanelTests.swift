import Base
import Catalog
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// The panel of `M`.
struct LandscapePanelTests {
  /// Cases with so many lone dots each, and one more of every kind that no setting lets pass.
  private func mixed(_ dots: [Int], columns: Int = 200, rule: Strategy = Strategy(.combined))
    -> ReviewState
  {
    let snapshots = (0..<dots.count + 3).map { snapshot("case\($0)") }
    var state = unmeasured(snapshots, columns, 60, rule: rule)
    var readings = dots.map { count in images((0..<count).map { (x: 1 + 3 * $0, y: 2) }) }
    var facts = ImageFacts(
      reference: PixelSize(width: 16, height: 16), actual: PixelSize(width: 17, height: 16),
      fingerprint: fingerprint, landscape: nil)
    facts.landscape = Landscape(dotted([]), dotted([], side: 17), formula: .ciede2000)
    readings += [.images(facts), .texts("a", "b"), .lone(nil)]
    for (item, reading) in readings.enumerated() {
      _ = state.reduce(.measured(item: item, revision: 0, reading))
    }
    return state
  }

  private func decide(_ state: inout ReviewState, _ decisions: [Int: Decision]) {
    for (item, decision) in decisions { state.recorded(decision, item) }
  }

  private func answer(_ state: ReviewState) throws -> ChartAnswer {
    var state = state
    return try #require(state.reduce(.command(.landscape)).charts.first).answer()
  }

  private func shown(_ state: ReviewState) -> [String] {
    var state = state
    state.type("M")
    return text(render(state))
  }

  @Test func `every case that the list counts is counted`() throws {
    let state = mixed([1, 0, 2])
    let chart = try answer(state).chart
    #expect(chart.failing(deltaE: 0, size: 1) == 5)
    #expect(chart.failing(deltaE: 0, size: 1) == state.tally.failing)
    #expect(chart.failing(deltaE: 100, size: 64) == 3)
    let screen = shown(state).joined(separator: "\n")
    #expect(
      screen.contains(
        "3 fail at every setting: 1 case of different sizes, 1 text, 1 case that cannot be compared"
      ))
    #expect(screen.contains("5 of 6 fail"))
  }

  @Test func `accepted and tolerated cases count as in the header`() throws {
    var state = mixed([1, 0, 2, 3])
    decide(&state, [0: .accepted, 2: .tolerated, 3: .rejected, 4: .tolerated])
    let chart = try answer(state).chart
    #expect(chart.failing(deltaE: 0, size: 1) == state.tally.failing)
    #expect(state.tally.failing == 3)
    let screen = shown(state).joined(separator: "\n")
    #expect(screen.contains("3 accepted or tolerated, not counted as failing"))
    #expect(screen.contains("2 fail at every setting"))
    // The one of different sizes passes nowhere.
    #expect(screen.contains("from here: 1 of 2 tolerated pass"))
    #expect(screen.contains("up to here: the rejected one fails"))
  }

  @Test func `both frontiers are drawn, and none without a decision`() {
    var state = mixed([1, 4])
    #expect(!shown(state).joined().contains("from here"))
    #expect(!shown(state).joined().contains("up to here"))
    decide(&state, [0: .tolerated, 1: .rejected])
    // Lone dots of ΔE 100: at cluster size 1 nothing below 100 passes either, above it everything.
    let rows = shown(state).filter { $0.contains(" 2 ") || $0.contains(" 1 ") }
    #expect(rows.contains { $0.contains(">") })
    #expect(rows.contains { $0.contains("<") || $0.contains("=") })
  }

  @Test(arguments: [200, 120, 80]) func `where people tune has most of the room`(_ columns: Int) {
    let screen = shown(mixed([1, 2], columns: columns))
    let axis = screen.first { $0.contains("ΔE") && $0.contains(" 0.5 ") } ?? ""
    func column(_ label: String) -> Int? {
      (axis + " ").firstRange(of: " \(label) ").map {
        axis.distance(from: axis.startIndex, to: $0.lowerBound)
      }
    }
    guard let zero = column("0"), let two = column("2"), let ten = column("10"),
      let end = column("100")
    else {
      Issue.record("the axis is \(axis)")
      return
    }
    #expect(ten - zero > end - ten)
    #expect(two - zero >= 20)
  }

  @Test func `a setting of another plane is not marked, and is said to be one`() {
    let screen = shown(mixed([1, 2], rule: Strategy(.naive)))
    #expect(!screen.joined().contains("◆"))
    #expect(
      screen.contains { $0.contains("naive  threshold 0  5 of 5 fail; chart for \"combined\"") })
  }

  @Test func `where each case has a rule of its own, both counts are said`() {
    var state = mixed([1, 2])
    let other = Strategy(.combined)
    var lax = other
    lax.deltaE = 100
    let rules = Dictionary(
      uniqueKeysWithValues: state.items.enumerated().map {
        ($1.snapshot.identity, ($0 == 1 ? lax : other, IgnoredAreas()))
      })
    _ = state.reduce(.ruled(rules, sentence: ""))
    let screen = shown(state).joined(separator: "\n")
    #expect(screen.contains("4 of 5 fail by their own rules, 5 if all had these settings"))
  }

  @Test(arguments: [200, 80]) func `a long proposal is read over the plane`(_ columns: Int) {
    var state = mixed([2, 2], columns: columns)
    decide(&state, [0: .tolerated, 1: .rejected])
    state.type("Mp")
    let screen = text(render(state)).map { $0.trimmingPrefix(" ") }.joined(separator: " ")
    #expect(screen.contains("No setting of combined separates noise from bugs"))
    #expect(screen.contains("(tolerated) fails."))
  }

  @Test func `the counts stand on the contours`() {
    let rows = shown(mixed([1, 2, 3, 4]))
    // All seven fail below ΔE 100 at cluster size 1, and three everywhere else.
    #expect(rows.contains { $0.contains("7#") })
    #expect(rows.contains { $0.contains("#3") })
  }

  @Test func `the landscape is walked by its own keys and closes on esc`() {
    var state = review()
    state.type("Mllk")
    #expect(state.panel == .landscape)
    #expect(state.strategy.kind == .combined)
    #expect(abs(state.strategy.deltaE - 0.2) < 1e-9)
    #expect(state.strategy.clusterSize == 2)
    state.type("<esc>")
    #expect(state.panel == nil)
  }

  @Test func `the point of a large cluster size is in sight`() {
    var state = review()
    state.type(":strategy combined<enter>:clusterSize 40<enter>M")
    #expect(state.strategy.clusterSize == 40)
    let rows = text(render(state))
    let row = rows.firstIndex { $0.contains("◆") && !$0.contains("combined") }
    #expect(row != nil)
    #expect(rows[row ?? 0].contains("40"))
  }

  @Test func `the chart counts what the look-up counts`() throws {
    var state = review(dots: [1, 0, 3, 2, 4])
    let chart = try #require(state.type("M").charts.first).answer().chart
    for size in [1, 2, 3] {
      for deltaE in [0.0, 0.1, 50, 99.9, 100] {
        var strategy = Strategy(.combined)
        strategy.deltaE = deltaE
        strategy.clusterSize = size
        let failing = state.items.count { $0.comparison(strategy)?.verdict == .mismatch }
        #expect(chart.failing(deltaE: deltaE, size: size) == failing)
      }
    }
  }

  @Test func `a chart is counted anew when a threshold turns, one request at a time`() {
    var state = review(dots: [1, 0, 3, 2, 4])
    let first = state.reduce(.command(.landscape)).charts
    #expect(first.count == 1)
    #expect(state.reduce(.command(.thresholdUp)).charts == [])
    #expect(text(render(state)).contains { $0.contains("counting …") })
    let second = state.reduce(.charted(number: first[0].number, first[0].answer())).charts
    #expect(second.count == 1)
    #expect(state.reduce(.charted(number: second[0].number, second[0].answer())).charts == [])
    #expect(!text(render(state)).contains { $0.contains("counting …") })
  }
}
