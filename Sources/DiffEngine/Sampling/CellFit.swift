import Pixels

package struct FittedCell: Hashable, Sendable {
  /// Bit `i` is set if sample `i`, in reading order, has the foreground colour.
  package var pattern: UInt8
  /// The foreground colour; alpha is 0 outside the image, as in `SampleGrid`.
  package var foreground: Pixel
  package var background: Pixel

  package init(pattern: UInt8, foreground: Pixel, background: Pixel) {
    (self.pattern, self.foreground, self.background) = (pattern, foreground, background)
  }
}

/// Returns the two colours, and which sample has which, with the least squared error in linear
/// light.
///
/// Tries every way to divide the samples into two sets, 127 for eight samples, in an order in which
/// each differs from the previous one by a single sample. The first of several equally good ones
/// wins; if all samples are equal, all are background.
///
/// - Parameter samples: 1 to 8 colours in linear light.
/// - Returns: The mean of each set. Sample 0 is always background.
package func fitTwoColours(
  _ samples: [SIMD3<Float>]
) -> (pattern: UInt8, foreground: SIMD3<Float>, background: SIMD3<Float>) {
  precondition((1...8).contains(samples.count), "a cell has 1 to 8 samples")
  let total = samples.reduce(SIMD3<Float>(), +)
  let count = Float(samples.count)
  var (sum, part) = (SIMD3<Float>(), Float(0))
  var pattern: UInt8 = 0
  var best = (pattern: UInt8(0), gain: Float(0), sum: SIMD3<Float>(), part: Float(0))
  // The squared error is the error of a single colour minus the part that the distance of the two
  // means explains.
  for step in UInt8(1)..<max(1 << UInt8(samples.count - 1), 1) {
    // Gray code: bit 0 of the pattern stays clear, as a pattern and its inverse divide the samples
    // alike.
    let index = step.trailingZeroBitCount + 1
    pattern ^= 1 << UInt8(index)
    if pattern >> UInt8(index) & 1 == 1 {
      (sum, part) = (sum + samples[index], part + 1)
    } else {
      (sum, part) = (sum - samples[index], part - 1)
    }
    let off = sum * count - total * part
    let gain = (off * off).sum() / (part * (count - part))
    if gain > best.gain * 1.000_01 + 1e-9 { best = (pattern, gain, sum, part) }
  }
  let foreground = best.part > 0 ? best.sum / best.part : total / count
  return (best.pattern, foreground, (total - best.sum) / (count - best.part))
}

extension SampleGrid {
  /// Returns the grid as cells of a shape, row-major: two colours each, with the least squared
  /// error in linear light. If part of a cell lies outside the image, that part is its background,
  /// and the rest has one colour.
  ///
  /// - Precondition: `columns` and `rows` are multiples of the shape's.
  package func cells(_ shape: CellShape) -> [FittedCell] {
    precondition(columns % shape.columns == 0 && rows % shape.rows == 0, "whole cells")
    let cellRows = rows / shape.rows
    return forEachBand(of: cellRows, pixels: 16 * samples.count) { band in
      var block = [Pixel](repeating: Pixel(), count: shape.sampleCount)
      return band.flatMap { row in
        (0..<columns / shape.columns).map { column in
          for y in 0..<shape.rows {
            for x in 0..<shape.columns {
              let place = (row * shape.rows + y) * columns + column * shape.columns + x
              block[y * shape.columns + x] = samples[place]
            }
          }
          return SampleGrid.fit(block)
        }
      }
    }.flatMap { $0 }
  }

  private static func fit(_ block: [Pixel]) -> FittedCell {
    let first = block[0]
    if block.allSatisfy({ $0 == first }) {
      return FittedCell(pattern: 0, foreground: first, background: first)
    }
    let light = block.map { SRGB.light($0) }
    let inside = block.indices.filter { block[$0].w > 0 }
    guard inside.count == block.count else {
      let mean = inside.reduce(SIMD3<Float>()) { $0 + light[$1] } / Float(inside.count)
      let pattern = inside.reduce(UInt8(0)) { $0 | 1 << UInt8($1) }
      return FittedCell(pattern: pattern, foreground: Pixel(light: mean), background: Pixel())
    }
    let fit = fitTwoColours(light)
    return FittedCell(
      pattern: fit.pattern, foreground: Pixel(light: fit.foreground),
      background: Pixel(light: fit.background))
  }
}

extension Pixel {
  /// The opaque pixel for a colour in linear light.
  init(light: SIMD3<Float>) {
    self.init(SRGB.encode(light.x), SRGB.encode(light.y), SRGB.encode(light.z), 255)
  }
}
