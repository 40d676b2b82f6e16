import Base
import Changes
import DiffEngine
import ReviewUI
import Testing

/// The essentials are on screen at 80 columns, and the verdict with its count at 40 too.
struct NarrowTests {
  static let sizes = [
    GridSize(columns: 80, rows: 24), GridSize(columns: 60, rows: 18),
    GridSize(columns: 40, rows: 12),
  ]

  /// A case of a long name with a large count, as real ones are.
  private func large(_ size: GridSize, badge: String? = nil) -> ReviewState {
    var state = ReviewState(
      title: "MyApplicationSnapshotFailures",
      items: (0..<120).map {
        ReviewItem(
          snapshot: snapshot(
            "testConversation_with_attachments_\($0)@2x", suite: "ChatTests.Screens"),
          rule: Strategy(.naive))
      }, size: size, terminal: TerminalTraits(badge: badge))
    _ = state.reduce(.started)
    for index in 0..<120 {
      _ = state.reduce(
        .measured(item: index, revision: 0, images([(x: 1 + index % 9, y: 2), (x: 12, y: 4)])))
    }
    let signatures = (0..<9).map { signature(of: [(x: 1 + $0, y: 2), (x: 12, y: 4)]) }
    for index in 0..<120 {
      state.hear(.signed(item: index, revision: 0, signatures[index % 9]))
    }
    let clusters = ClusterSummary(
      count: 1_748, largest: 12_265,
      boxes: [Cluster(box: PixelBox(x: 1, y: 2, width: 1, height: 1), pixels: 12_265)])
    let outcome = Comparison(
      verdict: .mismatch, mismatched: 314_984, allowed: 0, total: 329_160, maxDeltaE: 44.9,
      clusters: clusters)
    let region = ChangeRegion(
      box: PixelBox(x: 1, y: 2, width: 1, height: 1), mismatched: 12_265, deltaESum: 9, maxDeltaE: 9
    )
    if let request = state.comparisonRequest {
      _ = state.reduce(.compared(request, outcome))
      _ = state.reduce(.located(request, Array(repeating: region, count: 1_748), movedRows: nil))
    }
    return state
  }

  @Test(arguments: [GridSize(columns: 100, rows: 30)] + sizes)
  func `the first sentence never takes the place of how to get help and how to leave`(
    _ size: GridSize
  ) {
    for words in [3, 14, 40] {
      var message = Message(
        .news, String(repeating: "advice ", count: words), hint: "? shows every key, q quits.")
      message.needsHint = true
      let state = ReviewState(
        title: "Failures", items: [ReviewItem(snapshot: snapshot("a"), rule: Strategy(.naive))],
        size: size, message: message)
      let frame = text(render(state))
      #expect(frame.last?.contains("? shows every key, q quits.") == true, "\(frame)")
      #expect(frame.contains { $0.contains("advice") })
    }
  }

  /// The lines of the case, the settings and the keys.
  private func status(_ state: ReviewState) -> [String] { text(render(state)).suffix(3) }

  @Test(arguments: sizes)
  func `verdict and count are never cut`(_ size: GridSize) {
    let opened = large(size)
    let outcome = Comparison(
      verdict: .mismatch, mismatched: 314_984, allowed: 0, total: 329_160, maxDeltaE: 44.9,
      clusters: ClusterSummary(count: 1_748, largest: 12_265, boxes: []))
    for kind in Strategy.Kind.allCases {
      var state = opened
      state.type(":strategy \(kind.rawValue)<enter>")
      if let request = state.comparisonRequest { _ = state.reduce(.compared(request, outcome)) }
      let line = status(state)[1]
      #expect(line.contains("✗ 314,984"), "\(line)")
      #expect(!line.contains("…"), "\(line)")
      #expect(line.contains(kind.rawValue), "\(line)")
      if size.columns == 80 {
        #expect(line.contains(" fail") || line.contains("antialias"), "\(line)")
      }
    }
  }

  @Test(arguments: sizes)
  func `the top line keeps its numbers`(_ size: GridSize) {
    var state = large(size, badge: "256 colours, approximate")
    for (index, decision) in [Decision.accepted, .rejected, .tolerated].enumerated() {
      state.recorded(decision, index)
    }
    let line = text(render(state))[0]
    #expect(!line.contains(" …"), "\(line)")
    // Accepted and tolerated cases no longer fail.
    for number in ["118", "256 colours"] { #expect(line.contains(number), "\(line)") }
  }

  @Test(arguments: sizes)
  func `the key for help is always named, and no hint is cut`(_ size: GridSize) {
    var state = large(size)
    for keys in ["", "<tab>"] {
      state.type(keys)
      let line = status(state)[2]
      #expect(line.hasSuffix("? help"), "\(line)")
      #expect(!line.contains("…"))
    }
  }

  @Test(arguments: sizes)
  func `the region and its place stand before the rest of the case`(_ size: GridSize) {
    var state = large(size)
    state.type("]")
    let line = status(state)[0]
    #expect(line.contains("1 of 1,748: 12,265 px"), "\(line)")
    #expect(line.contains("@2x"), "\(line)")
  }

  @Test(arguments: sizes)
  func `a long message is shown to its end, above the status`(_ size: GridSize) {
    var state = large(size)
    let words = (1...24).map { "word\($0)" }
    _ = state.reduce(.notRecorded(items: [], reason: words.joined(separator: " ")))
    let screen = text(render(state)).joined(separator: "\n")
    for word in words { #expect(screen.contains(word), "\(word)") }
    #expect(status(state)[1].contains("✗ 314,984"))
    state.type("j")
    #expect(!text(render(state)).joined().contains("word1 "))
  }

  @Test(arguments: sizes)
  func `what a bulk does is in sight, however many cases there are`(_ size: GridSize) {
    var state = large(size)
    state.type("A")
    let screen = text(render(state)).joined(separator: "\n")
    #expect(screen.contains(" y "))
    #expect(screen.contains(" x ") && screen.contains("esc cancel"))
    #expect(screen.contains("Accept 120 cases"))
  }

  @Test func `the info is read to its end, and back`() {
    var state = large(GridSize(columns: 40, rows: 12))
    state.type("i")
    #expect(!text(render(state)).joined().contains("undecided"))
    for _ in 0..<30 { state.type("j") }
    #expect(text(render(state)).joined().contains("undecided"))
    let bottom = text(render(state))
    state.type("k")
    #expect(text(render(state)) != bottom)
    state.type("<esc>")
    #expect(state.panel == nil)
  }

  @Test func `every strategy is in the table at 40 x 12, with its count`() {
    var state = large(GridSize(columns: 40, rows: 12))
    let requests = state.type("e").comparisons
    let counts = [999, 1_748, 12_265, 314_984, 2_500_000]
    for (index, request) in requests.enumerated() {
      let comparison = Comparison(
        verdict: .mismatch, mismatched: counts[index % counts.count], total: 9)
      _ = state.reduce(.compared(request, comparison))
    }
    let screen = text(render(state)).joined(separator: "\n")
    for kind in Strategy.Kind.allCases { #expect(screen.contains(kind.rawValue)) }
    for count in ["  999", " 1,748", " 12k ", " 314k ", " 2.5M", " 12,265 "] {
      #expect(screen.contains(count), "\(count) \(screen)")
    }
  }

  @Test func `the landscape has room for its plane at 40 x 12`() {
    var state = large(GridSize(columns: 40, rows: 12))
    state.type("M")
    let screen = text(render(state))
    #expect(screen.contains { $0.contains("naive threshold 0") })
    #expect(screen.contains { $0.contains("esc close") })
    state.mouse(.press, 10, 3)
    #expect(state.strategy.kind == .combined)
  }

  @Test func `no line is broken within a size`() {
    let lines = ["icon smaller,", "1,096 × 96 →", "48 × 48", "at 62, 20"]
    #expect(wrapped("icon smaller, 1,096 × 96 → 48 × 48 at 62, 20", width: 13) == lines)
  }

  @Test func `a long line that is typed shows its end`() {
    var state = large(GridSize(columns: 40, rows: 12))
    state.type("/" + String(repeating: "abcdefghij", count: 9) + "XYZ")
    #expect(status(state)[2].contains("XYZ▏"))
  }
}
