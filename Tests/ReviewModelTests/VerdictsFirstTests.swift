import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// What the screen knows and asks for while no landscape is there yet.
struct VerdictsFirstTests {
  private let loose = Strategy(.naive).with(\.threshold, .count(2))

  /// A screen of which the first case alone has been compared, none surveyed.
  private func review() -> ReviewState {
    let items = (0..<3).map {
      ReviewItem(snapshot: snapshot("case\($0)"), rule: Strategy(.naive))
    }
    var state = ReviewState(
      title: "Failures", items: items, size: GridSize(columns: 100, rows: 30))
    _ = state.reduce(.started)
    _ = state.reduce(.measured(item: 0, revision: 0, compared(Strategy(.naive), 3)))
    return state
  }

  private func compared(_ strategy: Strategy, _ count: Int) -> Reading {
    let pair = (dotted([]), dotted((0..<count).map { (x: 1 + 3 * $0, y: 2) }))
    let size = PixelSize(width: 16, height: 16)
    let comparison = compare(pair.0, pair.1, strategy: strategy).comparison
    return .images(
      ImageFacts(
        reference: size, actual: size, fingerprint: fingerprint,
        compared: PairOutcome(strategy, comparison, differing: count)))
  }

  @Test func `a case has its verdict before its landscape`() {
    let state = review()
    #expect(state.items.map { state.verdict(of: $0) } == [.mismatch, nil, nil])
    #expect(state.items[0].comparison(Strategy(.naive))?.clusters.boxes.isEmpty == true)
    #expect(text(render(state)).joined().contains("measuring 1 of 3"))
  }

  @Test func `who quits early is told that the count of failing cases is not final`() {
    var state = review()
    #expect(state.end.count == "3 cases: 3 undecided; 1 failing so far.")
    for item in 1...2 {
      _ = state.reduce(.measured(item: item, revision: 0, compared(Strategy(.naive), 3)))
    }
    #expect(state.end.count == "3 cases: 3 undecided; 3 failing.")
  }

  @Test func `a knob compares what was read and reads the rest with the new settings`() {
    var state = review()
    let effects = state.type(":threshold 2<enter>")
    var (read, outcomes): ([ComparisonRequest], [ComparisonRequest]) = ([], [])
    for effect in effects {
      if case .measure(let requests) = effect { read += requests }
      if case .compare(let requests) = effect { outcomes += requests }
    }
    #expect(read == [1, 2].map { ComparisonRequest(item: $0, revision: 0, strategy: loose) })
    #expect(outcomes == [ComparisonRequest(item: 0, revision: 0, strategy: loose)])
    #expect(text(render(state)).joined().contains("measuring 0 of 3"))
    // What was under way arrives with the old settings, and is compared again.
    let late = state.reduce(.measured(item: 1, revision: 0, compared(Strategy(.naive), 1)))
    #expect(
      late.contains(.compare([ComparisonRequest(item: 1, revision: 0, strategy: loose)])))
    _ = state.reduce(.measured(item: 2, revision: 0, compared(loose, 1)))
    #expect(state.items.map { state.verdict(of: $0) } == [nil, nil, .match])
  }

  @Test func `a landscape answers every knob from then on`() {
    var state = review()
    let landscape = Landscape(
      dotted([]), dotted([(x: 1, y: 2), (x: 4, y: 2), (x: 7, y: 2)]), formula: .ciede2000)
    _ = state.reduce(.surveyed(item: 0, revision: 0, landscape))
    let effects = state.type(":threshold 3<enter>")
    #expect(state.verdict(of: state.items[0]) == .match)
    #expect(!effects.contains { if case .compare = $0 { true } else { false } })
  }
}
