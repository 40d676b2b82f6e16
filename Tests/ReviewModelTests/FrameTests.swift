import Catalog
import Changes
import DiffEngine
import Foundation
import Pixels
import Review
import ReviewUI
import Testing

/// Whole screens against the frames in `Frames/`.
///
/// `SNAPREVIEW_RECORD=1 make test` writes them anew; look at what changed before committing it.
struct FrameTests {
  private static let sizes = [
    GridSize(columns: 120, rows: 34), GridSize(columns: 80, rows: 24),
    GridSize(columns: 40, rows: 12),
  ]

  @Test(arguments: ViewMode.allCases, sizes)
  func `each view at each size`(_ view: ViewMode, _ size: GridSize) throws {
    var state = review(dots: [3, 0, 1], size: size)
    state.type("\(ViewMode.allCases.firstIndex(of: view)! + 1)")
    try expectFrame(state, "view-\(view.rawValue)-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [
    ("help", "?"), ("info", "i"), ("bulk", "jmmA"), ("landscape", "|||M"), ("loupe", "x"),
    ("table", "e"), ("save", "w"), ("palette", ":clus"), ("filter", "ffailing"),
    ("region", "]"), ("zoomed", "<tab>++++++++"), ("overlay", "d"), ("no-list", "L"),
  ])
  func `each panel and mode`(_ name: String, _ keys: String) throws {
    var state = review(dots: [3, 0, 1], size: GridSize(columns: 100, rows: 30))
    answerPictures(&state)
    state.type(keys)
    try expectFrame(state, name)
  }

  @Test(arguments: [
    ("help", "?"), ("info", "i"), ("bulk", "jmmA"), ("landscape", "|||M"), ("loupe", "x"),
    ("table", "e"), ("save", "w"), ("message", "p"),
  ])
  func `each panel on the smallest screen`(_ name: String, _ keys: String) throws {
    var state = review(dots: [3, 0, 1], size: GridSize(columns: 40, rows: 12))
    state.type(keys)
    try expectFrame(state, "small-\(name)")
  }

  @Test(arguments: sizes + [GridSize(columns: 160, rows: 48)])
  func `the loupe shows as much as there is room for`(_ size: GridSize) throws {
    var state = review(dots: [3, 0, 1], size: size)
    answerPictures(&state)
    state.type("]x")
    try expectFrame(state, "loupe-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: sizes) func `the palette lists what fits`(_ size: GridSize) throws {
    var state = review(dots: [3, 0, 1], size: size)
    state.type(":clus<Down>")
    try expectFrame(state, "palette-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: sizes) func `a folded suite is its heading`(_ size: GridSize) throws {
    var state = review(dots: [3, 0, 1, 2, 1], suites: ["A", "A", "B", "B", "C"], size: size)
    state.type("jjh")
    try expectFrame(state, "folded-\(size.columns)x\(size.rows)")
  }

  @Test func `a text case shows its lines`() throws {
    var state = unmeasured([snapshot("text.txt", content: .text)], 80, 20)
    let before = (1...30).map { "line \($0)" }.joined(separator: "\n")
    let after = before.split(separator: "\n").map { $0 == "line 15" ? "line fifteen" : $0 }
      .joined(separator: "\n")
    _ = state.reduce(.measured(item: 0, revision: 0, .texts(before, after)))
    try expectFrame(state, "text")
  }

  @Test func `a changed line is broken, so that its change is in sight wherever it is`() {
    var state = unmeasured([snapshot("text.txt", content: .text)], 80, 20)
    let start = String(repeating: "the same ", count: 30)
    _ = state.reduce(
      .measured(
        item: 0, revision: 0, .texts(start + "old end\n" + start, start + "new end\n" + start)))
    let shown = text(render(state))
    #expect(shown.contains { $0.contains("old end") } && shown.contains { $0.contains("new end") })
    // A line that is equal takes one row.
    #expect(shown.count { $0.contains("the same the same") } < 15)
  }

  @Test func `a case without an actual says what to give`() throws {
    var state = unmeasured([snapshot("lonely", obstacle: "No actual. Give --actuals DIR.")], 80, 20)
    _ = state.reduce(.measured(item: 0, revision: 0, .lone(PixelSize(width: 16, height: 16))))
    try expectFrame(state, "one-sided")
  }

  @Test func `names with escapes, wide and combining characters stay in their cells`() throws {
    let names = ["\u{1B}[31mred", "two\nlines", "日本語のスナップショット", "e\u{301}tude", "🎨 paint"]
    let items = names.map { ReviewItem(snapshot: snapshot($0), rule: Strategy(.naive)) }
    let state = ReviewState(title: "F\u{7}", items: items, size: GridSize(columns: 80, rows: 16))
    let grid = render(state)
    #expect(grid.cells.allSatisfy { $0.glyph == .continuation || $0.glyph.base >= 0x20 })
    try expectFrame(state, "names")
  }

  @Test func `a terminal that draws images gets cells that stand for them`() throws {
    let graphics = TerminalGraphics(
      cell: PixelSize(width: 8, height: 16), mark: Pixel(255, 0, 255, 255))
    var state = review(
      dots: [3, 0, 1], size: GridSize(columns: 100, rows: 30),
      terminal: TerminalTraits(graphics: graphics))
    answerPictures(&state)
    answerPictures(&state)
    state.type("]")
    try expectFrame(state, "graphics")
  }

  @Test func `any size from 1 x 1 to 500 x 150 is drawn, and takes keys`() {
    for (columns, rows) in [(1, 1), (2, 200), (39, 11), (40, 12), (71, 13), (72, 12), (500, 150)] {
      for keys in ["", "?", "M", "e", "x", "A", "i", "]", "L", "8", "c"] {
        var state = review(dots: [3, 1], size: GridSize(columns: columns, rows: rows))
        state.type(keys)
        let grid = render(state)
        #expect(grid.size == GridSize(columns: columns, rows: rows))
        let isShown = columns >= 40 && rows >= 12
        #expect(isShown || !state.hasPictures && state.thumbnailRequests.isEmpty)
        state.type("<Down><Up><PageDown>jk")
      }
    }
  }

  @Test func `on a screen that is too small keys do nothing but leave`() {
    var state = review(dots: [3, 1], size: GridSize(columns: 1, rows: 1))
    #expect(state.decisions(typing: "rtaAy<Enter>").isEmpty && state.panel == nil)
    #expect(state.type("q").contains { if case .leave = $0 { true } else { false } })
    // A question that was asked before is not answered either.
    _ = state.reduce(.input(.resized(GridSize(columns: 100, rows: 30))))
    state.type("R")
    _ = state.reduce(.input(.resized(GridSize(columns: 39, rows: 30))))
    #expect(state.decisions(typing: "y").isEmpty)
    _ = state.reduce(.input(.resized(GridSize(columns: 100, rows: 30))))
    #expect(state.decisions(typing: "y").map(\.1) == [[0, 1]])
  }

  private func expectFrame(_ state: ReviewState, _ name: String) throws {
    var state = state
    answerPictures(&state)
    let frame = describe(render(state))
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Frames/\(name).txt")
    if ProcessInfo.processInfo.environment["SNAPREVIEW_RECORD"] != nil {
      try frame.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(frame == expected, "\(name) differs from Frames/\(name).txt")
  }

  /// Answers what the screen wants, as the pool would, from the pair that `images` makes.
  private func answerPictures(_ state: inout ReviewState) {
    _ = state.reduce(.input(.resized(state.size)))
    if let request = state.comparisonRequest,
      case .images(let facts) = state.items[request.item].reading
    {
      let actual = dotted((0..<facts.dots).map { (x: 1 + 3 * $0, y: 2) })
      let comparison = compare(dotted([]), actual, strategy: request.strategy).comparison
      _ = state.reduce(.compared(request, comparison))
      let regions = regions(dotted([]), actual, strategy: request.strategy)
      _ = state.reduce(.located(request, regions, movedRows: nil))
    }
    if let request = state.inspectionRequest {
      let actual = dotted((0..<3).map { (x: 1 + 3 * $0, y: 2) })
      _ = state.reduce(.inspected(request, Inspection(dotted([]), actual, request)))
    }
    for request in state.thumbnailRequests {
      guard case .images(let facts) = state.items[request.item].reading else { continue }
      let actual = dotted((0..<facts.dots).map { (x: 1 + 3 * $0, y: 2) })
      let (columns, rows) = ((request.samples.width - 1) / 2, request.samples.height)
      let region = PixelRegion(x: 0, y: 0, width: 16, height: 16)
      let pictures = [dotted([]), actual].map { image in
        (
          PictureRequest(
            item: request.item, revision: 0, source: .side(.actual), region: region,
            samples: PixelSize(width: columns, height: rows), marks: request.strategy),
          Picture(
            grid: image.sampled(region, columns: columns, rows: rows, ground: .white), changed: [])
        )
      }
      _ = state.reduce(.sketched(request, Thumbnail(pictures)))
    }
    for request in state.pictureRequests {
      guard case .images(let facts) = state.items[request.item].reading else { continue }
      let columns = request.samples.width
      let rows = request.samples.height
      let blank = dotted([])
      let actual = dotted((0..<facts.dots).map { (x: 1 + 3 * $0, y: 2) })
      let image: PixelImage =
        switch request.source {
        case .side(.reference): blank
        case .difference(let style, let strategy):
          differenceImage(style, blank, actual, strategy: strategy)
        default: actual
        }
      let changed = compare(blank, actual, strategy: request.marks).mask.pooled(
        request.region, columns: columns, rows: rows)
      let grid = image.sampled(request.region, columns: columns, rows: rows, ground: .white)
      let png = request.detail.map { _ in [UInt8]() }
      _ = state.reduce(.drawn(request, Picture(grid: grid, changed: changed, png: png)))
    }
  }
}

extension ImageFacts {
  /// The number of dots the pair of a test has.
  fileprivate var dots: Int { landscape!.comparison(Strategy(.naive))!.mismatched }
}

/// A frame as text: exact colours as shades, then a number for all that text cannot show.
private func describe(_ grid: CellGrid) -> String {
  var lines: [String] = []
  for row in 0..<grid.size.rows {
    var line = ""
    for column in 0..<grid.size.columns {
      let cell = grid[column, row]
      guard cell.glyph != .continuation else { continue }
      if cell.glyph == .space, let colour = cell.background.rgb {
        line += colour == 0xFFFFFF ? "▒" : "█"
      } else {
        line.unicodeScalars.append(Unicode.Scalar(cell.glyph.base)!)
      }
    }
    while line.last == " " { line.removeLast() }
    lines.append(line)
  }
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for cell in grid.cells {
    for value in [cell.glyph.base, cell.foreground.raw, cell.background.raw] {
      hash = (hash ^ UInt64(value)) &* 0x100_0000_01B3
    }
  }
  return lines.joined(separator: "\n") + "\n#" + String(hash, radix: 16) + "\n"
}
