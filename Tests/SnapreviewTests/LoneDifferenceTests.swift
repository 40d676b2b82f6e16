import DiffEngine
import Host
import Pixels
import ReviewUI
import Terminal
import TestSupport
import Testing
import snapreview

/// One pixel of a million, from the files to what the terminal is told.
struct LoneDifferenceTests {
  private static let side = 1000
  /// Drawn once: the tests only look.
  private static let scratch: TestFolder = {
    let colours = [
      0xFFFFFF, 0xFF00FF, 0x00FF00, 0x00FFFF, 0xFF8000, 0x808080, 0x2040FF, 0x101010, 0xFFFF00,
    ].map { Pixel(rgb: $0) }
    // Stripes of every hue, grey and white among them.
    let row = (0..<side).map { colours[$0 / 40 % colours.count] }
    var pixels = Array(repeatElement(row, count: side).joined())
    let scratch = TestFolder()
    scratch.write("a.png", PixelImage(width: side, height: side, pixels: pixels))
    // The changed pixel lies in the most colourful part of the picture.
    pixels[437 * side + 613] = Pixel(255, 255, 255, 255)
    scratch.write("b.png", PixelImage(width: side, height: side, pixels: pixels))
    return scratch
  }()

  private static let levels: [(ColourLevel, ColourDepth)] = [
    (.trueColour, .full), (.indexed256, .full), (.ansi16, .few), (.ansi8, .few), (.mono, .none),
  ]

  @Test(arguments: Theme.builtInNames, levels.indices)
  func `a lone pixel is seen in the triple and in the difference`(
    _ name: String, _ place: Int
  ) throws {
    let (theme, state) = (try Theme.named(name), TestFolder())
    let (level, depth) = Self.levels[place]
    let review = try OfflineReview(
      paths: [Self.scratch["a.png"], Self.scratch["b.png"]], size: GridSize(columns: 120, rows: 40),
      terminal: TerminalTraits(depth: depth, evidence: theme.evidence),
      stateFolder: UserFolder(path: state["state"]))
    defer { review.close() }
    for view in ["1", "6"] {
      review.type(KeyMap.parse(view))
      for _ in DifferenceStyle.allCases {
        review.type(KeyMap.parse("D"))
        expectSeen(review.screen, level, theme, "view \(view)")
      }
    }
  }

  /// Expects evidence, in colours that nothing around it has.
  private func expectSeen(_ grid: CellGrid, _ level: ColourLevel, _ theme: Theme, _ view: Comment) {
    let painted = Painted(grid, level, theme)
    let places = grid.cells.indices.filter {
      grid.cells[$0].foreground.isEvidence || grid.cells[$0].background.isEvidence
    }
    let isSeen = places.contains { place in
      let around = [-1, 0, 1].flatMap { row in
        [-1, 0, 1].flatMap { painted.halves(at: place + row * grid.size.columns + $0) }
      }
      let (evidence, image) = (around.filter(\.isEvidence), around.filter { !$0.isEvidence })
      if level == .mono {
        return evidence.contains { $0.glyph == Glyph("#") }
          && around.contains { $0.glyph != Glyph("#") }
      }
      return evidence.contains { mark in
        image.allSatisfy { deltaE(mark.pixel, $0.pixel, formula: .ciede2000) > 12 }
      }
    }
    #expect(isSeen, view)
  }
}

/// A frame as the terminal is told to draw it.
private struct Painted {
  struct Half {
    var isEvidence: Bool
    var pixel: Pixel
    var glyph: Glyph
  }

  private let grid: CellGrid
  private var cells: [PaintedCell] = []
  private var colours: [Int32: [UInt32]] = [:]

  init(_ grid: CellGrid, _ level: ColourLevel, _ theme: Theme) {
    self.grid = grid
    var pairs: [Int32: [UInt32]] = [:]
    func shown(_ colour: Int32, _ own: UInt32) -> UInt32 {
      colour < 0 ? own : level == .trueColour ? UInt32(colour) : Quantiser.colour(of: colour)
    }
    var painter = Painter(
      .init(level: level, pairs: 1 << 16, hasDefaults: true), theme: theme, isUTF8: true
    ) {
      pairs[$0] = [shown($1, theme.ownColours.foreground), shown($2, theme.ownColours.background)]
    }
    cells = grid.cells.enumerated().map { index, cell in
      painter.paint(cell, column: index % grid.size.columns, row: index / grid.size.columns)
    }
    colours = pairs
  }

  /// The two halves of a cell of a picture.
  func halves(at place: Int) -> [Half] {
    let (cell, painted) = (grid.cells[place], cells[place])
    let pair = colours[painted.pair] ?? [0, 0]
    let lower = Half(
      isEvidence: cell.background.isEvidence, pixel: Pixel(rgb: pair[1]), glyph: painted.glyph)
    guard cell.glyph == .upperHalf else { return [lower] }
    return [
      Half(
        isEvidence: cell.foreground.isEvidence, pixel: Pixel(rgb: pair[0]), glyph: painted.glyph),
      lower,
    ]
  }
}
