import PNGCodec

/// A wide change as it looks where a layout holds it: from both ends and outwards from its centre.
///
/// A button or bar follows the width of the screen: its ends and its text stay as they are, and
/// what lies between them is drawn out. Cells are squares of an eighth of the height.
package struct StretchProfile: Hashable, Sendable {
  private let width: Int
  private let height: Int
  /// 8 x 8 cells from each end inwards, column by column.
  private let ends: [SIMD4<Int8>]
  /// 8 cells of each column from the centre outwards to each side, as far as the ends.
  private let centre: [[SIMD4<Int8>]]

  private static let rows = 8
  /// In heights: what is narrower is all ends, what is wider has too many cells.
  private static let ratios = 3...8

  /// - Parameter boxes: Of all regions; the change reaches from the first to the last of them.
  /// - Returns: nil for a change that is not wide, or not in the middle of the image.
  package init?(_ boxes: [PixelBox], _ overlay: Overlay) {
    guard let box = PixelBox(around: boxes),
      abs(box.x - (overlay.width - box.x - box.width)) <= 1, box.height >= 16,
      box.width >= Self.ratios.lowerBound * box.height,
      box.width <= Self.ratios.upperBound * box.height
    else { return nil }
    (width, height) = (box.width, box.height)
    let columns = PixelColumns(box: box, rows: Self.rows, overlay)
    let side = Double(height) / Double(Self.rows)
    let (middle, end) = (Double(width) / 2, Double(width))
    func cells(_ index: Int, from start: Double, back other: Double) -> [SIMD4<Int8>] {
      let offset = Double(index) * side
      return columns.cells(start + offset, start + offset + side)
        + columns.cells(other - offset - side, other - offset)
    }
    ends = (0..<Self.rows).flatMap { cells($0, from: 0, back: end) }
    centre = (0..<Int(middle / side) - Self.rows).map { cells($0, from: middle, back: middle) }
  }

  /// Whether the wider of the two has the same ends and the same centre, and only more of what is
  /// between them.
  package func isSame(as other: StretchProfile) -> Bool {
    if width > other.width { return other.isSame(as: self) }
    guard height == other.height, width < other.width, let joint = centre.last else {
      return false
    }
    let more = max(0, other.centre.count - centre.count)
    let drawnOut = centre + Array(repeating: joint, count: more)
    var comparison = CellComparison(cellSide: Double(height) / Double(Self.rows))
    comparison.add(ends, other.ends)
    for (mine, its) in zip(drawnOut, other.centre) { comparison.add(mine, its) }
    return comparison.areAlike
  }
}

/// A box before and how it changed, each pixel column summed up in a few rows of cells.
private struct PixelColumns {
  private let rows: Int
  private let width: Int
  private let height: Int
  /// In units of which a pixel is `rows` high.
  private var before: [SIMD4<Int32>]
  private var difference: [SIMD4<Int32>]

  init(box: PixelBox, rows: Int, _ overlay: Overlay) {
    (self.rows, width, height) = (rows, box.width, box.height)
    before = [SIMD4<Int32>](repeating: SIMD4(), count: rows * box.width)
    difference = before
    for y in 0..<box.height {
      for x in 0..<box.width {
        let first = premultiplied(overlay.reference[box.x + x, box.y + y])
        let second = premultiplied(overlay.actual[box.x + x, box.y + y])
        add(SIMD4(truncatingIfNeeded: first), SIMD4(truncatingIfNeeded: second), x, y)
      }
    }
  }

  private mutating func add(_ first: SIMD4<Int32>, _ second: SIMD4<Int32>, _ x: Int, _ y: Int) {
    let (start, end) = (y * rows, (y + 1) * rows)
    for row in start / height...(end - 1) / height {
      let part = Int32(min(end, (row + 1) * height) - max(start, row * height))
      before[x * rows + row] &+= first &* part
      difference[x * rows + row] &+= (second &- first) &* part
    }
  }

  /// Each row's cell between two places: its mean colour before and its mean change, in steps of
  /// 2, of all pixels: which of a gradient's change depends on its width.
  func cells(_ from: Double, _ to: Double) -> [SIMD4<Int8>] {
    let columns = max(0, Int(from))..<min(width, Int(to.rounded(.up)))
    return (0..<rows).flatMap { row in
      var (colour, change) = (SIMD4<Double>(), SIMD4<Double>())
      for x in columns {
        let part = min(to, Double(x + 1)) - max(from, Double(x))
        colour += SIMD4<Double>(before[x * rows + row]) * part
        change += SIMD4<Double>(difference[x * rows + row]) * part
      }
      let scale = 0.5 / ((to - from) * Double(height))
      return [colour, change].map { SIMD4<Int8>(($0 * scale).rounded(.down)) }
    }
  }
}

extension PixelBox {
  /// The smallest box around all; nil around none.
  fileprivate init?(around boxes: [PixelBox]) {
    guard let first = boxes.first else { return nil }
    self = boxes.reduce(first) { $0.union($1) }
  }
}
