import CKernels
import PNGCodec

/// ΔE2000 from one colour to each of some others, in order; alpha is ignored.
///
/// - Returns: Within `paletteDistanceError` of the reference implementation.
package func deltaE2000(from colour: Pixel, to others: [Pixel]) -> [Float] {
  let repeated = [UInt32](repeating: colour.bits, count: others.count)
  var distances = [Float](repeating: 0, count: others.count)
  snap_delta_e(repeated, others.map(\.bits), others.count, SRGB.linearFloat, 2000, 0, &distances)
  // Where single precision cannot tell.
  for index in distances.indices where distances[index] < 0 {
    distances[index] = Float(deltaE(colour, others[index], formula: .ciede2000))
  }
  return distances
}

/// The largest distance of the kernel from the reference implementation, at any ΔE.
package let paletteDistanceError: Float = 0.01
