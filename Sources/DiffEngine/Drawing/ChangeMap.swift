import Pixels

/// The pixels that count as different, and how much they do, for `tint` to draw at any scale.
package struct ChangeMap: Sendable {
  package var width: Int { mask.width }
  package var height: Int { mask.height }
  package let mask: ChangeMask
  /// Row-major; see `level`. 0 where the mask is not marked.
  package let levels: [UInt8]

  /// - Parameters:
  ///   - mask: The mask of mismatches, as `compare` returns it.
  ///   - formula: The formula of ΔE. Pixels whose alpha changed by more per cent than that count by
  ///     their alpha.
  package init(
    _ reference: PixelImage, _ actual: PixelImage, mask: ChangeMask, formula: Strategy.Formula
  ) {
    self.init(mask, ChangeStrengths(mask, Overlay(reference, actual), formula))
  }

  /// The map of a mask alone, at one strength.
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

  /// The square root of ΔE 0 to 100, in 255 steps.
  @inline(__always)
  package static func level(_ deltaE: Float) -> UInt8 {
    UInt8((min(max(deltaE, 0), 100) / 100).squareRoot() * 255)
  }
}

/// The mismatches that a sample covers.
package struct PooledChange: Hashable, Sendable {
  /// The share of its pixels that mismatch, 0 to 1.
  package var density: Float
  /// The largest of their levels.
  package var level: UInt8

  package init(density: Float, level: UInt8 = 0) {
    (self.density, self.level) = (density, level)
  }

  package init() { self.init(density: 0) }

  /// Returns the larger density and the larger level of both.
  package func joined(with other: PooledChange) -> PooledChange {
    PooledChange(density: max(density, other.density), level: max(level, other.level))
  }
}

extension ChangeMap {
  /// Returns the mismatches that each sample of a view covers.
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

  /// A row of samples.
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
