import Pixels

/// The number of changes of each level, -512 to 511, with fractions cut off.
struct LevelCounts {
  private var counts = [Int32](repeating: 0, count: 1024)
  private var total = 0
  /// The lowest index with a change.
  private var least = 1023

  mutating func add(_ level: Float, count: Int) {
    let index = min(max(Int(level) + 512, 0), 1023)
    counts[index] &+= Int32(truncatingIfNeeded: count)
    total &+= count
    least = min(least, index)
  }

  /// Returns the level that this share of the changes does not exceed; 0 if there are none.
  func quantile(_ share: Double) -> Float {
    guard total > 0 else { return 0 }
    var left = Int((Double(total) * share).rounded(.up))
    for index in least..<1024 {
      left -= Int(counts[index])
      if left <= 0 { return Float(index - 512) }
    }
    return 511
  }
}

/// The number of colours with each level of each channel.
struct ColourCounts {
  private var counts = [Int32](repeating: 0, count: 4 * 256)
  private var total = 0
  /// The lowest level of each channel.
  private var least = Pixel(repeating: 255)

  mutating func add(_ colour: Pixel, count: Int) {
    least = pointwiseMin(least, colour)
    let more = Int32(truncatingIfNeeded: count)
    counts[Int(colour.x)] &+= more
    counts[256 &+ Int(colour.y)] &+= more
    counts[512 &+ Int(colour.z)] &+= more
    counts[768 &+ Int(colour.w)] &+= more
    total &+= count
  }

  /// The median of each channel; transparent black if there are no colours.
  var median: Pixel {
    var result = Pixel()
    for channel in 0..<4 where total > 0 {
      var level = Int(least[channel])
      var seen = Int(counts[256 * channel + level])
      while 2 * seen < total {
        level += 1
        seen += Int(counts[256 * channel + level])
      }
      result[channel] = UInt8(level)
    }
    return result
  }
}
