import Pixels
import ReviewUI

/// Draws without colours: images as dark and bright halves, marks as `#`.
struct MonoPainter {
  let theme: Theme
  let isUTF8: Bool

  func paint(_ cell: Cell, _ column: Int, _ row: Int) -> PaintedCell {
    let isPicture = cell.glyph == .space || cell.glyph.isHalfBlock
    if isPicture, isMark(cell.foreground) || isMark(cell.background) {
      return PaintedCell(Glyph("#"), .bold)
    }
    // Reversed, because a difference is drawn on a dark image.
    if isPicture, cell.foreground.isEvidence || cell.background.isEvidence {
      return PaintedCell(Glyph("#"), .reverse)
    }
    if isPicture, cell.background.rgb != nil || cell.foreground.rgb != nil {
      return picture(cell, column, row)
    }
    return text(cell)
  }

  private func text(_ cell: Cell) -> PaintedCell {
    var attributes: TextAttributes = []
    if let role = cell.foreground.role { attributes = theme[role].attributes }
    if isBright(cell.background) { attributes.formUnion(.reverse) }
    let glyph = isUTF8 ? cell.glyph : cell.glyph.ascii
    return PaintedCell(glyph, attributes)
  }

  /// True if a background is drawn bright; a role with its own background is shown in reverse.
  private func isBright(_ ground: Paint) -> Bool {
    if let role = ground.role { return theme[role].background != theme[.plain].background }
    return lightness(ground.rgb ?? 0) > 50
  }

  private func isMark(_ paint: Paint) -> Bool {
    guard let role = paint.role else { return false }
    let style = theme[role]
    return style.background != .terminal && style.foreground == style.background
  }

  // MARK: - Pictures

  private func picture(_ cell: Cell, _ column: Int, _ row: Int) -> PaintedCell {
    let isLower = cell.glyph.base == 0x2584
    let (top, bottom) =
      isLower ? (cell.background, cell.foreground) : (cell.foreground, cell.background)
    let upper = isLit(cell.glyph == .space ? bottom : top, column, row * 2)
    let lower = isLit(bottom, column, row * 2 + 1)
    switch (upper, lower) {
    case (true, true): return PaintedCell(.space, .reverse)
    case (false, false): return PaintedCell(.space)
    case (true, false): return PaintedCell(isUTF8 ? .upperHalf : Glyph("\""))
    case (false, true): return PaintedCell(isUTF8 ? .lowerHalf : Glyph("_"))
    }
  }

  private func isLit(_ paint: Paint, _ column: Int, _ line: Int) -> Bool {
    paint.rgb.map { Dither.isLit(Pixel(rgb: $0), column, line) } ?? false
  }
}
