import Pixels

/// Integer sums of linear light for up to 255 pixels of a column; full light is 2^24.
///
/// An integer addition takes one cycle, while a floating-point one takes four until its result can
/// be used, and a sample consists only of sums. Red and green share one word.
private struct LightSum {
  var redGreen: UInt64 = 0
  var blue: UInt64 = 0

  var wide: SIMD4<UInt64> { SIMD4(redGreen & 0xFFFF_FFFF, redGreen >> 32, blue, 0) }

  /// Returns the weighted light; full light is 1.
  func light(_ weight: Float) -> SIMD4<Float> { SIMD4<Float>(wide) * (weight / 16_777_216) }
}

private enum LightTable {
  static let red = ByteTable { UInt64((SRGB.linear[Int($0)] * 16_777_216).rounded()) }
  static let green = ByteTable { red[$0] << 32 }
}

extension SampleView {
  /// The maximum number of pixels in a column whose sum fits in 32 bits.
  private static let sumLimit = 255

  /// Fills a row of samples with the mean light of their pixels, if all are opaque and any sample
  /// covers more than one.
  ///
  /// - Returns: True if it succeeded; otherwise the contents of `samples` are undefined.
  func averageOpaqueRow(_ pixels: PixelRows, _ row: Int, into samples: MutablePixelRow) -> Bool {
    let used = across.filter { !$0.isEmpty }
    guard let start = used.first?.start, let end = used.last?.end else { return true }
    let down = down[row]
    let height = down.end - down.start
    let isShrunk = height > 1 || used.contains { $0.end - $0.start > 1 }
    guard isShrunk, height <= Self.sumLimit else { return false }
    // The first and last row have their own weights, so their sums are kept apart from the others.
    let count = end - start
    let sums = Scratch(repeating: LightSum(), count: 3 * count)
    for y in down.start..<down.end {
      let part = y == down.start ? 0 : y == down.end - 1 ? 2 : 1
      guard addRow(pixels[y], start, count, to: sums, at: part * count) else { return false }
    }
    for column in across.indices where !across[column].isEmpty {
      let span = across[column]
      var light = mean(sums, count - start, span) + mean(sums, -start, span) * down.firstWeight
      light += mean(sums, 2 * count - start, span) * down.lastWeight
      light /= span.coverage * down.coverage
      samples[column] = Pixel(SRGB.encode(light.x), SRGB.encode(light.y), SRGB.encode(light.z), 255)
    }
    return true
  }

  /// Adds `count` pixels of a row from `start` on to the sums of their columns, which begin at
  /// `offset`; returns false if any pixel is translucent.
  private func addRow(
    _ row: PixelRow, _ start: Int, _ count: Int, to sums: borrowing Scratch<LightSum>,
    at offset: Int
  ) -> Bool {
    let (red, green) = (LightTable.red, LightTable.green)
    var common: UInt32 = .max
    for x in 0..<count {
      let pixel = row[start &+ x].bits
      common &= pixel
      var sum = sums[offset &+ x]
      sum.redGreen &+= red[UInt8(truncatingIfNeeded: pixel)]
      sum.redGreen &+= green[UInt8(truncatingIfNeeded: pixel >> 8)]
      sum.blue &+= red[UInt8(truncatingIfNeeded: pixel >> 16)]
      sums[offset &+ x] = sum
    }
    return common >> 24 == 255
  }

  /// Returns the light of a span of columns, the outer ones by their weights.
  ///
  /// - Parameter offset: The index at which the sums of column 0 would be.
  private func mean(
    _ sums: borrowing Scratch<LightSum>, _ offset: Int, _ span: AxisSpan
  ) -> SIMD4<Float> {
    let (first, last) = (offset + span.start, offset + span.end - 1)
    var light = sums[first].light(span.firstWeight)
    if first == last { return light }
    var inner = SIMD4<UInt64>()
    for x in (first + 1)..<last { inner &+= sums[x].wide }
    light += SIMD4<Float>(inner) / 16_777_216
    return light + sums[last].light(span.lastWeight)
  }
}
