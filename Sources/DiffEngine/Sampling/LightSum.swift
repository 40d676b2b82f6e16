/// Sums of linear light in whole numbers, 2^24 for full light.
///
/// Whole numbers add in a cycle where floating point waits four for its own last result, and a
/// sample is nothing but such sums.
package struct LightSum {
  private var red: UInt64 = 0
  private var green: UInt64 = 0
  private var blue: UInt64 = 0
  /// All pixels' bits in common, the alphas' among them.
  private var common: UInt32 = .max

  package init() {}

  /// Whether every pixel was opaque; the sums mean nothing where not.
  package var isOpaque: Bool { common >> 24 == 255 }

  @inline(__always)
  package mutating func add(_ pixel: UInt32, _ table: UnsafePointer<UInt32>) {
    // Shifts of a whole word: taking bytes out of a vector is several times slower.
    red &+= UInt64(table[Int(pixel & 255)])
    green &+= UInt64(table[Int(pixel >> 8 & 255)])
    blue &+= UInt64(table[Int(pixel >> 16 & 255)])
    common &= pixel
  }

  /// The light, full light being 1, weighted.
  package func light(_ weight: Float) -> SIMD4<Float> {
    SIMD4(Float(red), Float(green), Float(blue), 0) * (weight / 16_777_216)
  }

  package static let table: [UInt32] = SRGB.linear.map { UInt32(($0 * 16_777_216).rounded()) }
}

/// A rectangle of pixels whose outer columns count in part.
private struct LightBlock {
  private var inner = LightSum()
  private var first = LightSum()
  private var last = LightSum()

  @inline(__always)
  mutating func add(
    _ row: UnsafePointer<UInt32>, _ span: AxisSpan, _ table: UnsafePointer<UInt32>
  ) {
    first.add(row[span.start], table)
    if span.end &- span.start == 1 { return }
    last.add(row[span.end &- 1], table)
    for x in (span.start &+ 1)..<(span.end &- 1) { inner.add(row[x], table) }
  }

  var isOpaque: Bool { inner.isOpaque && first.isOpaque && last.isOpaque }

  func light(_ span: AxisSpan, _ weight: Float) -> SIMD4<Float> {
    inner.light(weight) + first.light(weight * span.firstWeight)
      + last.light(weight * span.lastWeight)
  }
}

extension PixelImage {
  /// The mean light of a sample, with alpha 1; nil where any of its pixels is not opaque.
  @inline(__always)
  func opaqueAverage(
    _ pixels: UnsafeBufferPointer<Pixel>, _ across: AxisSpan, _ down: AxisSpan
  ) -> SIMD4<Float>? {
    LightSum.table.withUnsafeBufferPointer { table in
      let (start, table) = (bits(pixels.baseAddress!), table.baseAddress!)
      var sum = SIMD4<Float>()
      var inner = LightBlock()
      for y in down.start..<down.end {
        let isOuter = y == down.start || y == down.end &- 1
        if isOuter {
          var outer = LightBlock()
          outer.add(start + y &* width, across, table)
          guard outer.isOpaque else { return nil }
          sum += outer.light(across, down.weight(y))
        } else {
          inner.add(start + y &* width, across, table)
        }
      }
      guard inner.isOpaque else { return nil }
      sum = (sum + inner.light(across, 1)) / (across.coverage * down.coverage)
      sum.w = 1
      return sum
    }
  }
}
