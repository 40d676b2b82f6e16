import PNGCodec

/// A region at low resolution: how each cell of a grid over its box changed.
package struct RegionShape: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// Changed pixels.
  package let count: Int
  package let columns: Int
  package let rows: Int
  /// Row-major, the mean change of each cell: red, green, blue, alpha of premultiplied colours in
  /// steps of 2, so that -255 to 255 fit. Pixels that did not change count as 0, which makes
  /// the means alike at every scale.
  package let cells: [SIMD4<Int8>]
  /// Mean colour before and after, each pixel weighing as much as it changed.
  package let before: Pixel
  package let after: Pixel
  package let edge: RegionEdge
  /// Which pixels of the box changed.
  package let outline: ContentKey

  /// Cells in all shapes of a signature together.
  package static let cellLimit = 2048

  /// The grid of a box: 8 cells along its shorter side and, along the other, as many times that as
  /// leave cells nearly square; a power of two, which is the same at all scales but few.
  package static func grid(width: Int, height: Int) -> (columns: Int, rows: Int) {
    var (columns, rows) = (8, 8)
    // Doubles while the ratio is above the square root of 2.
    while columns < 256, width * width * 64 > 2 * height * height * columns * columns {
      columns *= 2
    }
    while rows < 256, height * height * 64 > 2 * width * width * rows * rows { rows *= 2 }
    return (columns, rows)
  }
}

/// How a region stands against what is next to it: distinguishes what appeared from what vanished.
package enum RegionEdge: UInt8, Hashable, Sendable {
  case appeared, vanished, changed

  /// - Parameters:
  ///   - before: How much the region stood out from its neighbours, summed up.
  ///   - after: As `before`, in the actual.
  package init(before: Int, after: Int) {
    if 2 * after < before {
      self = .vanished
    } else if 2 * before < after {
      self = .appeared
    } else {
      self = .changed
    }
  }
}

extension RegionShape {
  /// Whether `larger` is this shape, `factor` times as large, in the same colours.
  package func isScaled(to larger: RegionShape, by factor: Double) -> Bool {
    guard columns == larger.columns, rows == larger.rows, edge == larger.edge,
      fits(width, larger.width, factor), fits(height, larger.height, factor)
    else { return false }
    // Too small a cell tells letters apart badly, too large a one hides them.
    guard cellSide >= 1.25, cellSide <= 16 else { return false }
    return isNear(before, larger.before) && isNear(after, larger.after)
      && hasCells(like: larger)
  }

  /// Both sides are rounded to whole pixels and smoothed at both ends.
  private func fits(_ length: Int, _ larger: Int, _ factor: Double) -> Bool {
    abs(Double(length) * factor - Double(larger)) <= 1 + factor
  }

  private func isNear(_ first: Pixel, _ second: Pixel) -> Bool {
    let distance = pointwiseMax(first, second) &- pointwiseMin(first, second)
    return distance.max() <= 12
  }

  private func hasCells(like other: RegionShape) -> Bool {
    var comparison = CellComparison(cellSide: cellSide)
    comparison.add(cells, other.cells)
    return comparison.areAlike
  }

  /// Whether the very same pixels changed, every cell in proportion, to other colours.
  package func isRecoloured(_ other: RegionShape) -> Bool {
    guard width == other.width, height == other.height, count == other.count,
      outline == other.outline, edge == other.edge
    else { return false }
    // A sliver looks like any other, and a large cell hides too much.
    guard count >= 24, min(width, height) >= 4, cellSide <= 12 else { return false }
    return isProportional(to: other)
  }

  /// Whether each channel's cells are a multiple of the other's, all of them.
  ///
  /// Neither may have changed three times as much as the other: a shade is not a new colour.
  private func isProportional(to other: RegionShape) -> Bool {
    var (mine, its, common) = (SIMD4<Int32>(), SIMD4<Int32>(), SIMD4<Int32>())
    for (own, other) in zip(cells, other.cells) {
      let first = SIMD4<Int32>(truncatingIfNeeded: own)
      let second = SIMD4<Int32>(truncatingIfNeeded: other)
      mine &+= first &* first
      its &+= second &* second
      common &+= first &* second
    }
    // The squares of thrice as much.
    guard all(its .<= 9 &* mine), all(mine .<= 9 &* its) else { return false }
    return (0..<4).allSatisfy { channel in
      guard mine[channel] > 0 else { return true }
      let ratio = (Double(its[channel]) / Double(mine[channel])).squareRoot()
      let factor = common[channel] < 0 ? -ratio : ratio
      // Four steps of 2 levels, at the scale of what changed more: what rounding leaves, tripled,
      // and no more.
      let limit = ratio > 1 ? 4 : 4 * ratio
      return zip(cells, other.cells).allSatisfy {
        abs(Double($0[channel]) * factor - Double($1[channel])) <= limit
      }
    }
  }

  /// Pixels along the shorter side of a cell.
  private var cellSide: Double {
    min(Double(width) / Double(columns), Double(height) / Double(rows))
  }
}
