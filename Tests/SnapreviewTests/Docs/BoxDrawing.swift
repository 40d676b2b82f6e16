import Demo
import DiffEngine

/// A character made of whole rectangles: half blocks, bars and shades, exact to the pixel.
struct BlockElement {
  let coverage: [UInt8]

  init?(_ character: Character) {
    let (width, height) = (ScreenFont.cellWidth, ScreenFont.cellHeight)
    if let shade = Self.shades[character] {
      coverage = Array(repeating: shade, count: width * height)
      return
    }
    guard let (columns, rows) = Self.parts[character] else {
      guard let coverage = Self.fine(character) else { return nil }
      self.coverage = coverage
      return
    }
    func pixels(_ eighths: Range<Int>, of length: Int) -> Range<Int> {
      (eighths.lowerBound * length + 4) / 8..<(eighths.upperBound * length + 4) / 8
    }
    let filled = (pixels(columns, of: width), pixels(rows, of: height))
    coverage = (0..<width * height).map {
      filled.0.contains($0 % width) && filled.1.contains($0 / width) ? 255 : 0
    }
  }

  /// A quadrant, sextant or octant.
  private static func fine(_ character: Character) -> [UInt8]? {
    let (width, height) = (ScreenFont.cellWidth, ScreenFont.cellHeight)
    for shape in CellShape.allCases {
      guard let pattern = shape.glyphs.firstIndex(of: character) else { continue }
      return (0..<width * height).map {
        let column = $0 % width * shape.columns / width
        let row = $0 / width * shape.rows / height
        return pattern >> (row * shape.columns + column) & 1 == 1 ? 255 : 0
      }
    }
    return nil
  }

  private static let shades: [Character: UInt8] = ["░": 64, "▒": 128, "▓": 191]

  /// The filled part of a cell, in eighths across and down.
  private static let parts: [Character: (Range<Int>, Range<Int>)] = [
    "▀": (0..<8, 0..<4), "▄": (0..<8, 4..<8), "█": (0..<8, 0..<8),
    "▌": (0..<4, 0..<8), "▐": (4..<8, 0..<8), "▏": (0..<1, 0..<8), "▕": (7..<8, 0..<8),
    "▔": (0..<8, 0..<1), "▁": (0..<8, 7..<8),
  ]
}

/// A line from the middle of a cell to some of its edges, where it meets those of its neighbours.
struct BoxDrawing {
  /// 0 none, 1 light, 2 heavy: upwards, to the right, downwards, to the left.
  private let arms: [Int]
  private let isRound: Bool

  init?(_ character: Character) {
    guard let arms = Self.table[character] else { return nil }
    self.arms = arms
    isRound = "╭╮╰╯".contains(character)
  }

  var path: Path {
    let width = Float(ScreenFont.cellWidth)
    let height = Float(ScreenFont.cellHeight)
    let middle = Point(width / 2, 10.5)
    // Past the edge, so that the round end of the pen lies outside of the cell.
    let ends = [
      Point(middle.x, -3), Point(width + 3, middle.y), Point(middle.x, height + 3),
      Point(-3, middle.y),
    ]
    let drawn = arms.indices.filter { arms[$0] > 0 }
    guard isRound else {
      return Path(segments: drawn.map { Segment(middle, ends[$0], width: arms[$0] == 2 ? 3 : 1.5) })
    }
    return Path(arc(from: ends[drawn[0]], around: middle, to: ends[drawn[1]]), width: 1.5)
  }

  /// Straight but for a quarter of a circle, or nearly one, at the corner.
  private func arc(from start: Point, around corner: Point, to end: Point) -> [Point] {
    let radius: Float = 5
    func near(_ end: Point) -> Point { corner + (end - corner) / length(end - corner) * radius }
    let (first, last) = (near(start), near(end))
    let steps = 8
    let curve = (0...steps).map { step in
      let share = Float(step) / Float(steps)
      let one = first + (corner - first) * share
      let two = corner + (last - corner) * share
      return one + (two - one) * share
    }
    return [start] + curve + [end]
  }

  private static let table: [Character: [Int]] = [
    "─": [0, 1, 0, 1], "│": [1, 0, 1, 0], "━": [0, 2, 0, 2], "┃": [2, 0, 2, 0],
    "┌": [0, 1, 1, 0], "┐": [0, 0, 1, 1], "└": [1, 1, 0, 0], "┘": [1, 0, 0, 1],
    "╭": [0, 1, 1, 0], "╮": [0, 0, 1, 1], "╰": [1, 1, 0, 0], "╯": [1, 0, 0, 1],
    "├": [1, 1, 1, 0], "┤": [1, 0, 1, 1], "┬": [0, 1, 1, 1], "┴": [1, 1, 0, 1],
    "┼": [1, 1, 1, 1], "╋": [2, 2, 2, 2],
  ]
}
