import Demo
import DiffEngine
import Pixels
import ReviewUI
import Terminal
import TestSupport

/// Draws a screen as a picture, as a good terminal would: for the documentation.
struct GridPainter {
  static let cellWidth = ScreenFont.cellWidth
  static let cellHeight = ScreenFont.cellHeight
  /// Pixels of the terminal's own ground around the cells.
  static let margin = 10

  private let theme: Theme
  /// The colours that the theme leaves to the terminal, 0xRRGGBB.
  private let ground: UInt32
  private let ink: UInt32

  init() { self.init(theme: .dark) }

  /// The terminal is dark or light as the theme's own lines are.
  init(theme: Theme) {
    self.theme = theme
    (ink, ground) = theme.ownColours
  }

  /// True if a glyph has a drawing of its own; others become an empty frame.
  func knows(_ glyph: Glyph) -> Bool {
    guard glyph != .continuation, let character = glyph.character else { return true }
    return character == " "
      || glyph.firstMark == 0 && ScreenFont.coverage(of: character, isBold: false) != nil
  }

  func image(_ grid: CellGrid) -> PixelImage {
    var sheet = PixelSheet(
      width: max(grid.size.columns, 1) * Self.cellWidth + 2 * Self.margin,
      height: max(grid.size.rows, 1) * Self.cellHeight + 2 * Self.margin,
      ground: PixelSheet.pixel(ground))
    var drawings = Drawings()
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns {
        let cell = grid[column, row]
        guard cell.glyph != .continuation else { continue }
        let isWide = column + 1 < grid.size.columns && grid[column + 1, row].glyph == .continuation
        paint(
          cell, cells: isWide ? 2 : 1, x: Self.margin + column * Self.cellWidth,
          y: Self.margin + row * Self.cellHeight, on: &sheet, with: &drawings)
      }
    }
    return sheet.image
  }

  private func paint(
    _ cell: Cell, cells: Int, x: Int, y: Int, on sheet: inout PixelSheet,
    with drawings: inout Drawings
  ) {
    let style = cell.foreground.role.map { theme[$0] }
    var front = foreground(of: cell)
    var back = background(cell.background)
    let attributes = style?.attributes ?? []
    if attributes.contains(.reverse) { swap(&front, &back) }
    if attributes.contains(.dim) { front = PixelSheet.mixed(back, front, 150) }
    let width = cells * Self.cellWidth
    sheet.fill(x: x, y: y, width: width, height: Self.cellHeight, back)
    if attributes.contains(.underline) {
      sheet.fill(x: x, y: y + Self.cellHeight - 3, width: width, height: 1, front)
    }
    guard let character = cell.glyph.character, character != " " else { return }
    let coverage = drawings.coverage(character, cells, attributes.contains(.bold))
    sheet.lay(coverage, x: x, y: y, width: width, front, over: back)
  }

  private func foreground(of cell: Cell) -> Pixel {
    if let exact = cell.foreground.rgb { return PixelSheet.pixel(exact) }
    guard let role = cell.foreground.role else { return PixelSheet.pixel(ink) }
    let colour = cell.background.role.map { ground in
      theme.textColour(role, on: ground) { value($0, $1 ? ink : self.ground) }
    }
    return PixelSheet.pixel(value(colour ?? theme[role].foreground, ink))
  }

  private func background(_ paint: Paint) -> Pixel {
    let colour = paint.rgb.map(ThemeColour.rgb) ?? paint.role.map { theme[$0].background }
    return PixelSheet.pixel(value(colour ?? .terminal, ground))
  }

  private func value(_ colour: ThemeColour, _ own: UInt32) -> UInt32 {
    if case .rgb(let value) = colour { value } else { own }
  }
}

extension Glyph {
  fileprivate var character: Character? { Unicode.Scalar(base).map(Character.init) }
}

/// Glyphs as they were drawn, since a screen has thousands of cells and few characters.
private struct Drawings {
  private struct Key: Hashable {
    var character: Character
    var cells: Int
    var isBold: Bool
  }

  private var known: [Key: [UInt8]] = [:]

  mutating func coverage(_ character: Character, _ cells: Int, _ isBold: Bool) -> [UInt8] {
    let key = Key(character: character, cells: cells, isBold: isBold)
    if let drawing = known[key] { return drawing }
    let own = cells == 1 ? ScreenFont.coverage(of: character, isBold: isBold) : nil
    let drawing = own ?? ScreenFont.placeholder(cells: cells)
    known[key] = drawing
    return drawing
  }
}
