import PNGCodec

/// How many changes there are of each level, -512 to 511, fractions cut off.
struct LevelCounts {
  private var counts = [Int](repeating: 0, count: 1024)
  private var total = 0

  mutating func add(_ level: Float) {
    counts[min(max(Int(level) + 512, 0), 1023)] += 1
    total += 1
  }

  /// The level that this share of them have at most.
  func quantile(_ share: Double) -> Float {
    var left = Int((Double(total) * share).rounded(.up))
    for (index, count) in counts.enumerated() {
      left -= count
      if left <= 0 { return Float(index - 512) }
    }
    return 511
  }
}

/// The median of each channel; transparent black of none.
func medianColour(_ colours: some Sequence<Pixel>) -> Pixel {
  var counts = [SIMD4<UInt32>](repeating: SIMD4(), count: 256)
  var total: UInt32 = 0
  for colour in colours {
    for channel in 0..<4 { counts[Int(colour[channel])][channel] += 1 }
    total += 1
  }
  var result = Pixel()
  for channel in 0..<4 {
    var seen: UInt32 = 0
    for level in 0..<256 {
      seen += counts[level][channel]
      if 2 * seen >= total {
        result[channel] = UInt8(level)
        break
      }
    }
  }
  return result
}
