import Demo
import Pixels
import ReviewUI

/// The demo's typeface on the grid of a terminal: every character in a cell of one size.
///
/// Widths are rounded to whole pixels and straight strokes fall into the middle of one, so that
/// small text is as sharp as that of a real terminal.
enum ScreenFont {
  static let cellWidth = 11
  static let cellHeight = 22

  /// Returns the coverage of each pixel of a cell, row-major, 0 to 255; nil for characters without
  /// a drawing of their own.
  static func coverage(of character: Character, isBold: Bool) -> [UInt8]? {
    if let block = BlockElement(character) { return block.coverage }
    guard let shapes = shapes(of: character, isBold: isBold) else { return nil }
    return coverage(of: shapes, width: cellWidth)
  }

  /// An empty frame, for what has no drawing.
  static func placeholder(cells: Int) -> [UInt8] {
    let width = cells * cellWidth
    let frame = Frame(2.5, 4.5, Float(width) - 5, 12)
    let corners = [
      Point(frame.x, frame.y), Point(frame.maxX, frame.y), Point(frame.maxX, frame.maxY),
      Point(frame.x, frame.maxY), Point(frame.x, frame.y),
    ]
    return coverage(of: [Path(corners, width: 1)], width: width)
  }

  private static func coverage(of shapes: [any Shape], width: Int) -> [UInt8] {
    var canvas = Canvas(width: width, height: cellHeight, ground: .black)
    for shape in shapes { canvas.fill(shape, .white) }
    return canvas.image().pixels.map(\.x)
  }

  private static func shapes(of character: Character, isBold: Bool) -> [any Shape]? {
    if let line = BoxDrawing(character) { return [line.path] }
    if let symbol = symbol(character) { return [symbol] }
    if let glyph = ownGlyphs[character] { return [path(glyph, character, isBold)] }
    guard StrokeFont.has(character) else { return nil }
    return [path(StrokeFont.glyph(for: character), character, isBold)]
  }

  /// Filled signs.
  private static func symbol(_ character: Character) -> (any Shape)? {
    switch character {
    case "•": Circle(5.5, 10.5, radius: 3)
    case "◆": Polygon([Point(5.5, 5), Point(10.5, 10.5), Point(5.5, 16), Point(0.5, 10.5)])
    case "▾": Polygon([Point(1.5, 7.5), Point(9.5, 7.5), Point(5.5, 14)])
    case "▸": Polygon([Point(2.5, 5.5), Point(9, 10.5), Point(2.5, 15.5)])
    default: nil
    }
  }
}

// MARK: - Letters

extension ScreenFont {
  /// Pixels in a unit of the typeface: capitals are 12 pixels high.
  private static let unit: Float = 1.2
  private static let top: Float = 4.5
  private static let xHeight: Float = 3.6

  private static func path(
    _ glyph: StrokeFont.Glyph, _ character: Character, _ isBold: Bool
  ) -> Path {
    let pen: Float = isBold ? 2.1 : 1.5
    let natural = glyph.width * unit
    // An even width in an odd cell: both outer stems and the one between them hit a pixel.
    let width = natural < 1.5 ? natural : min((natural / 2).rounded() * 2, 8)
    let scale = glyph.width > 0 ? width / glyph.width : 1
    let left = (Float(cellWidth) - width) / 2
    let isSmall = character.isLowercase
    func place(_ point: Point) -> Point {
      Point(left + point.x * scale, isSmall ? smallHeight(point.y) : top + point.y * unit)
    }
    return Path(
      segments: glyph.lines.map { line in
        let (start, end) = hinted(place(line.start), place(line.end))
        let isDot = length(line.end - line.start) < 0.2
        return Segment(start, end, width: isDot ? pen + 0.8 : pen)
      })
  }

  /// Small letters are stretched a little, so that their top falls on a pixel too.
  private static func smallHeight(_ y: Float) -> Float {
    if y <= 0 { return top + y * unit }
    if y <= xHeight { return top + y * 4 / xHeight }
    if y <= 10 { return top + 4 + (y - xHeight) * 8 / (10 - xHeight) }
    return top + 12 + (y - 10) * unit
  }

  /// Level and upright strokes move to the middle of the nearest pixel.
  private static func hinted(_ start: Point, _ end: Point) -> (Point, Point) {
    var (start, end) = (start, end)
    if start.y == end.y {
      start.y = start.y.rounded(.down) + 0.5
      end.y = start.y
    } else if start.x == end.x, abs(end.y - start.y) > 2 {
      start.x = start.x.rounded(.down) + 0.5
      end.x = start.x
    }
    return (start, end)
  }

  /// Letters that are too narrow for a cell of their own in a proportional typeface.
  private static let ownGlyphs: [Character: StrokeFont.Glyph] = {
    let table: [(Character, Float, String)] = [
      ("I", 5, "M 0.2 0 L 4.8 0 M 2.5 0 L 2.5 10 M 0.2 10 L 4.8 10"),
      ("J", 5, "M 1.6 0 L 5 0 L 5 7 Q 5 10 2.5 10 Q 0.4 10 0 7.6"),
      ("f", 5, "M 5 0 Q 2 -0.9 2 2.4 L 2 10 M 0 3.6 L 4.8 3.6"),
      ("i", 5, "M 0.4 3.6 L 2.5 3.6 L 2.5 10 M 0 10 L 5 10 M 2.5 0.4 L 2.5 0.5"),
      ("j", 5, "M 1 3.6 L 3.6 3.6 L 3.6 10.6 Q 3.6 13 1.6 13 Q 0.6 13 0 12.6 M 3.6 0.4 L 3.6 0.5"),
      ("l", 5, "M 0 -0.4 L 2.2 -0.4 L 2.2 7.6 Q 2.2 10 4 10 L 5 10"),
      ("r", 5, "M 1 3.6 L 1 10 M 1 6.8 Q 1.2 3.6 3.6 3.6 Q 4.6 3.6 5 4.4"),
      ("t", 5, "M 1.8 0.8 L 1.8 7.8 Q 1.8 10 3.8 10 Q 4.6 10 5 9.7 M 0 3.6 L 4.8 3.6"),
      ("1", 5, "M 0.2 2.2 L 2.5 0 L 2.5 10 M 0 10 L 5 10"),
    ]
    return Dictionary(
      uniqueKeysWithValues: table.map { ($0.0, StrokeFont.Glyph(width: $0.1, strokes: $0.2)) })
  }()
}
