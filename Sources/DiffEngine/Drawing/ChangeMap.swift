import Pixels

/// The pixels that count as different, each with its strength, for `tint` to draw at any scale.
package struct ChangeMap: Sendable {
  package var width: Int { mask.width }
  package var height: Int { mask.height }
  package let mask: ChangeMask
  /// Row-major; see `level`. 0 for pixels that the mask does not mark.
  package let levels: [UInt8]

  /// - Parameters:
  ///   - mask: The mask of mismatches, as returned by `compare`.
  ///   - formula: The ΔE formula. If a pixel's alpha changed by more per cent than its ΔE, that
  ///     percentage is its strength.
  package init(
    _ reference: PixelImage, _ actual: PixelImage, mask: ChangeMask, formula: Strategy.Formula
  ) {
    self.init(mask, ChangeStrengths(mask, Overlay(reference, actual), formula))
  }

  /// Creates the map of a mask alone, with the same strength everywhere.
  package init(_ mask: ChangeMask, deltaE: Float) {
    self.init(mask, ChangeStrengths(mask, all: deltaE))
  }

  private init(_ mask: ChangeMask, _ strengths: ChangeStrengths) {
    self.mask = mask
    levels = ByteRows.bytes(mask.width, mask.height) { rows in
      strengths.forEachStretch(of: mask) { columns, y, strength in
        rows.fill(columns, y, with: ChangeMap.level(strength))
      }
    }
  }

  /// Maps ΔE 0 to 100 to its square root, in 255 steps.
  @inline(__always)
  package static func level(_ deltaE: Float) -> UInt8 {
    UInt8((min(max(deltaE, 0), 100) / 100).squareRoot() * 255)
  }
}

/// The mismatches that a sample covers.
package struct PooledChange: Hashable, Sendable {
  /// The share of its pixels that mismatch, 0 to 1.
  package var density: Float
  /// The highest of their levels.
  package var level: UInt8

  package init(density: Float, level: UInt8 = 0) {
    (self.density, self.level) = (density, level)
  }

  package init() { self.init(density: 0) }

  /// Returns the higher density and the higher level of the two.
  package func joined(with other: PooledChange) -> PooledChange {
    PooledChange(density: max(density, other.density), level: max(level, other.level))
  }
}

extension ChangeMap {
  /// Returns the mismatches covered by each sample of a view.
  ///
  /// - Returns: The samples, row-major, `columns` x `rows`.
  package func pooled(_ region: PixelRegion, columns: Int, rows: Int) -> [PooledChange] {
    let across = AxisSpan.spans(
      origin: region.x, length: region.width, count: max(columns, 0), size: mask.width)
    let down = AxisSpan.spans(
      origin: region.y, length: region.height, count: max(rows, 0), size: mask.height)
    return forEachBand(of: down.count, pixels: mask.count) { band in
      band.flatMap { row in pooled(across, down[row]) }
    }.flatMap { $0 }
  }

  /// Returns one row of samples.
  private func pooled(_ across: [AxisSpan], _ down: AxisSpan) -> [PooledChange] {
    var counts = [Int](repeating: 0, count: across.count)
    var most = [UInt8](repeating: 0, count: width)
    for y in down.start..<down.end where mask.count(row: y, in: 0..<width) > 0 {
      most.raise(to: levels, from: y * width)
      for (column, span) in across.enumerated() {
        counts[column] += mask.count(row: y, in: span.start..<span.end)
      }
    }
    return zip(across, counts).map { span, count in
      guard count > 0 else { return PooledChange() }
      let area = (span.end - span.start) * (down.end - down.start)
      return PooledChange(
        density: Float(count) / Float(area), level: most[span.start..<span.end].max()!)
    }
  }
}
