import Pixels

/// Returns ΔE2000 from one colour to each of several others, in order; alpha is ignored.
///
/// - Returns: Values within `paletteDistanceError` of the reference implementation.
package func deltaE2000(from colour: Pixel, to others: [Pixel]) -> [Float] {
  let first = Scratch(repeating: colour, count: others.count)
  let second = Scratch(repeating: Pixel(), count: others.count)
  let distances = Scratch<Float>(repeating: 0, count: others.count)
  for index in others.indices { second[index] = others[index] }
  measure(first, second, count: others.count, .ciede2000, light: SRGB.linearFloat, into: distances)
  return others.indices.map { index in
    guard distances[index] < 0 else { return distances[index] }
    // Single precision is not enough here.
    return Float(deltaE(colour, others[index], formula: .ciede2000))
  }
}

/// The maximum deviation of the kernel from the reference implementation, at any ΔE.
package let paletteDistanceError: Float = 0.01
