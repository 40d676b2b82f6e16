import DiffEngine
import Pixels

/// Pairs of premultiplied colours that the vectorised kernel measures together.
struct PairBatch: ~Copyable {
  private let first: Scratch<Pixel>
  private let second: Scratch<Pixel>
  private let distances: Scratch<Float>
  private var exact = ColourDistance(.ciede2000)
  private(set) var count = 0
  let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    first = Scratch(repeating: Pixel(), count: capacity)
    second = Scratch(repeating: Pixel(), count: capacity)
    distances = Scratch(repeating: 0, count: capacity)
  }

  /// - Returns: The index of the pair's distance; the last index if the pair is the same again.
  @inline(__always)
  mutating func add(_ before: Pixel, _ after: Pixel) -> Int {
    if count > 0, first[count &- 1] == before, second[count &- 1] == after { return count &- 1 }
    first[count] = before
    second[count] = after
    count &+= 1
    return count &- 1
  }

  mutating func removeAll() { count = 0 }

  /// Computes ΔE 2000 of each pair, or the change of alpha in per cent if that is larger.
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

  mutating func largest(of pairs: some Sequence<(before: Pixel, after: Pixel)>) -> Float {
    removeAll()
    var result: Float = 0
    for pair in pairs {
      let bound = Float(distance(pair.before, pair.after)) * mostDeltaEPerLevel
      if bound > result, add(pair.before, pair.after) == capacity - 1 {
        measureAll()
        result = max(result, largest)
        removeAll()
      }
    }
    measureAll()
    return max(result, largest)
  }

  private var largest: Float {
    var largest: Float = 0
    for index in 0..<count { largest = max(largest, distances[index]) }
    return largest
  }
}

/// An upper bound of ΔE for each level of difference in the most different channel.
package let mostDeltaEPerLevel: Float = 3
