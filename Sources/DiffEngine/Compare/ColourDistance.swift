/// ΔE of pixel pairs as `perceptual` and `combined` see them: premultiplied, alpha ignored.
///
/// Remembers the last answer for every slot of a small table: the pairs of a real difference
/// repeat, and the formula costs a hundred times the look-up.
package struct ColourDistance {
  private static let slots = 1 << 14

  private let formula: Strategy.Formula
  private var keys: [UInt64] = []
  private var values: [Double] = []

  package init(_ formula: Strategy.Formula) { self.formula = formula }

  /// ΔE, 0 or more; exactly 0 where the premultiplied colours are equal.
  package mutating func callAsFunction(_ first: Pixel, _ second: Pixel) -> Double {
    ofPremultiplied(premultiplied(first), premultiplied(second))
  }

  /// The same of colours that are premultiplied already.
  package mutating func ofPremultiplied(_ first: Pixel, _ second: Pixel) -> Double {
    let key = code(first) << 24 | code(second)
    if key >> 24 == key & 0xFF_FFFF { return 0 }
    if keys.isEmpty {
      // No pair of different colours has the key 0.
      keys = [UInt64](repeating: 0, count: Self.slots)
      values = [Double](repeating: 0, count: Self.slots)
    }
    let slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 50)
    if keys[slot] == key { return values[slot] }
    let distance = deltaE(first, second, formula: formula)
    keys[slot] = key
    values[slot] = distance
    return distance
  }

  private func code(_ pixel: Pixel) -> UInt64 {
    UInt64(pixel.x) << 16 | UInt64(pixel.y) << 8 | UInt64(pixel.z)
  }
}

/// The ΔE above which a pixel differs, and the two about it that tell how sure that is.
package struct DeltaELimits: Sendable {
  /// What the library does not count, whatever its ΔE may be.
  package static let epsilon = 0.00001
  /// How far the library's own ΔE, in single precision, may be from ours.
  package static let doubt = 0.002

  package let low: Double
  package let limit: Double
  package let high: Double

  package init(deltaE: Double) {
    low = max(deltaE - Self.doubt, Self.epsilon)
    limit = max(deltaE, Self.epsilon)
    high = limit + Self.doubt
  }
}
