import Pixels

/// Computes ΔE of pixel pairs the way `perceptual` and `combined` do: premultiplied, alpha ignored.
///
/// It caches results in a small table, because the pairs of a real difference repeat and the
/// formula costs a hundred times as much as a look-up.
package struct ColourDistance {
  private static let slots = 1 << 14

  private let formula: Strategy.Formula
  private let light: Light
  private var keys: [UInt64] = []
  private var values: [Double] = []

  package init(_ formula: Strategy.Formula, _ light: Light = .decoded) {
    self.formula = formula
    self.light = light
  }

  /// Returns ΔE, 0 or more; exactly 0 if the premultiplied colours are equal.
  package mutating func callAsFunction(_ first: Pixel, _ second: Pixel) -> Double {
    ofPremultiplied(premultiplied(first), premultiplied(second))
  }

  /// Returns the same ΔE for colours that are already premultiplied.
  package mutating func ofPremultiplied(_ first: Pixel, _ second: Pixel) -> Double {
    let key = code(first) << 24 | code(second)
    if key >> 24 == key & 0xFF_FFFF { return 0 }
    if keys.isEmpty {
      // No pair of different colours has key 0.
      keys = [UInt64](repeating: 0, count: Self.slots)
      values = [Double](repeating: 0, count: Self.slots)
    }
    let slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 50)
    if keys[slot] == key { return values[slot] }
    let distance = measured(first, second)
    keys[slot] = key
    values[slot] = distance
    return distance
  }

  private func measured(_ first: Pixel, _ second: Pixel) -> Double {
    switch light {
    case .decoded: deltaE(first, second, formula: formula)
    case .encoded:
      min(100, deltaE(Lab(encoded: first), Lab(encoded: second), formula: formula))
    }
  }

  private func code(_ pixel: Pixel) -> UInt64 {
    UInt64(pixel.x) << 16 | UInt64(pixel.y) << 8 | UInt64(pixel.z)
  }
}

/// The interpretation of 8-bit values on the way to CIELAB.
package enum Light: Sendable {
  /// Values with sRGB encoding.
  case decoded
  /// Values treated as linear light, with ΔE up to 100, like swift-snapshot-testing's filter.
  case encoded

  /// The linear light of each 8-bit value.
  package var table: [Float] {
    switch self {
    case .decoded: SRGB.linearFloat
    case .encoded: (0...255).map { Float(Double($0) / 255) }
    }
  }

  /// The maximum ΔE.
  package var limit: Double { self == .encoded ? 100 : .infinity }
}

extension Lab {
  /// Converts a colour by treating its gamma-encoded values as linear light.
  fileprivate init(encoded pixel: Pixel) {
    self.init(red: Double(pixel.x) / 255, green: Double(pixel.y) / 255, blue: Double(pixel.z) / 255)
  }
}

/// The ΔE above which a pixel differs, with a lower and an upper bound for borderline pixels.
package struct DeltaELimits: Sendable {
  /// The ΔE up to which AFSnapshotTesting counts no pixel, however low the limit is.
  package static let epsilon = 0.00001
  /// The maximum deviation of the library's single-precision ΔE from ours.
  package static let doubt = 0.002

  package let low: Double
  package let limit: Double
  package let high: Double

  package init(deltaE: Double) {
    low = max(deltaE - Self.doubt, Self.epsilon)
    limit = max(deltaE, Self.epsilon)
    high = limit + Self.doubt
  }

  /// Creates a limit without the epsilon, which only AFSnapshotTesting has.
  package init(above limit: Double) {
    low = max(limit - Self.doubt, 0)
    self.limit = limit
    high = limit + Self.doubt
  }
}
