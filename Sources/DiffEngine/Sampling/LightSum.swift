import PNGCodec

/// Sums of linear light in whole numbers, 2^24 for full light, of up to 255 pixels of a column.
///
/// Whole numbers add in a cycle where floating point waits four for its own last result, and a
/// sample is nothing but such sums. Red and green share one word.
private struct LightSum {
  var redGreen: UInt64 = 0
  var blue: UInt64 = 0

  var wide: SIMD4<UInt64> { SIMD4(redGreen & 0xFFFF_FFFF, redGreen >> 32, blue, 0) }

  /// The light, full light being 1, weighted.
  func light(_ weight: Float) -> SIMD4<Float> { SIMD4<Float>(wide) * (weight / 16_777_216) }
}

/// What every 8-bit value adds to a `LightSum`.
private enum LightTable {
  static let red: [UInt64] = SRGB.linear.map { UInt64(($0 * 16_777_216).rounded()) }
  static let green: [UInt64] = red.map { $0 << 32 }
}

extension SampleView {
  /// The most pixels of a column whose sum fits in 32 bits.
  private static let sumLimit = 255

  /// Fills a row of samples with the mean light of their pixels, where all are opaque and any
  /// sample covers more than one.
  ///
  /// - Returns: Whether it did; what it wrote means nothing where not.
  func averageOpaqueRow(
    _ pixels: UnsafeBufferPointer<Pixel>, _ row: Int, into samples: UnsafeMutablePointer<Pixel>
  ) -> Bool {
    let used = across.filter { !$0.isEmpty }
    guard let start = used.first?.start, let end = used.last?.end else { return true }
    let down = down[row]
    let height = down.end - down.start
    let isShrunk = height > 1 || used.contains { $0.end - $0.start > 1 }
    guard isShrunk, height <= Self.sumLimit else { return false }
    return withUnsafeTemporaryAllocation(of: LightSum.self, capacity: 3 * (end - start)) { sums in
      sums.initialize(repeating: LightSum())
      let rows = (0..<3).map { sums.baseAddress! + $0 * (end - start) }
      for y in down.start..<down.end {
        // Outer rows count in part, and so are kept apart from those between.
        let part = y == down.start ? 0 : y == down.end - 1 ? 2 : 1
        let source = bits(pixels.baseAddress!) + y * image.width + start
        guard addRow(source, end - start, to: rows[part]) else { return false }
      }
      for column in across.indices where !across[column].isEmpty {
        let span = across[column]
        var light = mean(rows[1], span, start) + mean(rows[0], span, start) * down.firstWeight
        light += mean(rows[2], span, start) * down.lastWeight
        light /= span.coverage * down.coverage
        samples[column] = Pixel(
          SRGB.encode(light.x), SRGB.encode(light.y), SRGB.encode(light.z), 255)
      }
      return true
    }
  }

  /// Adds a row of pixels to the sums of their columns; false where not all are opaque.
  private func addRow(
    _ source: UnsafePointer<UInt32>, _ count: Int, to sums: UnsafeMutablePointer<LightSum>
  ) -> Bool {
    LightTable.red.withUnsafeBufferPointer { red in
      LightTable.green.withUnsafeBufferPointer { green in
        var common = UInt32.max
        for x in 0..<count {
          let pixel = source[x]
          common &= pixel
          sums[x].redGreen &+= red[Int(pixel & 255)] &+ green[Int(pixel >> 8 & 255)]
          sums[x].blue &+= red[Int(pixel >> 16 & 255)]
        }
        return common >> 24 == 255
      }
    }
  }

  /// The light of a span of columns, the outer ones in part.
  private func mean(
    _ sums: UnsafeMutablePointer<LightSum>, _ span: AxisSpan, _ start: Int
  ) -> SIMD4<Float> {
    let (first, last) = (span.start - start, span.end - 1 - start)
    var light = sums[first].light(span.firstWeight)
    if first == last { return light }
    var inner = SIMD4<UInt64>()
    for x in (first + 1)..<last { inner &+= sums[x].wide }
    light += SIMD4<Float>(inner) / 16_777_216
    return light + sums[last].light(span.lastWeight)
  }
}
