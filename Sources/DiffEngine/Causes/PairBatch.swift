import PNGCodec

/// Pairs of premultiplied colours that are measured at once, by the vectorised kernel.
struct PairBatch: ~Copyable {
  private let first: Scratch<Pixel>
  private let second: Scratch<Pixel>
  private let distances: Scratch<Float>
  private var exact = ColourDistance(.ciede2000)
  private(set) var count = 0
  let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    first = Scratch(count: capacity)
    second = Scratch(count: capacity)
    distances = Scratch(count: capacity)
  }

  /// - Returns: Where the pair's distance will stand; the same as before for the same pair again.
  @inline(__always)
  mutating func add(_ before: Pixel, _ after: Pixel) -> Int {
    if count > 0, first[count &- 1] == before, second[count &- 1] == after { return count &- 1 }
    first[count] = before
    second[count] = after
    count &+= 1
    return count &- 1
  }

  mutating func removeAll() { count = 0 }

  /// ΔE 2000 of each pair, or the change of alpha in per cent where that is more.
  mutating func measureAll() {
    measure(first, second, count: count, .ciede2000, light: SRGB.linearFloat, into: distances)
    for index in 0..<count {
      let (before, after) = (first[index], second[index])
      var distance = distances[index]
      if distance < 0 { distance = Float(exact.ofPremultiplied(before, after)) }
      let alpha = Float(max(before.w, after.w) - min(before.w, after.w)) / 2.55
      distances[index] = max(distance, alpha)
    }
  }

  subscript(index: Int) -> Float { distances[index] }

  var largest: Float {
    var largest: Float = 0
    for index in 0..<count { largest = max(largest, distances[index]) }
    return largest
  }
}

/// No pair of colours of which no channel differs by more than a level is further apart than this,
/// and as many times that for as many levels.
package let mostDeltaEPerLevel: Float = 3
