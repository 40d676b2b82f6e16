import Pixels

/// The colours of `tint`: unchanged pixels in dim greys, changed ones in one hue by their ΔE.
///
/// The greys have L* 8 to 34, so that every ink stands out from all of them. The inks' lightness
/// rises evenly from L* 44 to 74, along with their chroma, by the square root of ΔE up to 50: a
/// barely visible change is weak, and an obvious one is as strong as possible.
package struct TintScale: Hashable, Sendable {
  /// The hue in degrees of CIELAB.
  package let hue: Double
  /// The inks by level, 0 to 255; see `ChangeMap`.
  package let inks: [Pixel]

  /// Orange, which nearly everyone can distinguish from the greys of the image below.
  package static let standard = TintScale(hue: 50)

  /// - Parameter hue: The hue in degrees of CIELAB.
  package init(hue: Double) {
    self.hue = hue
    inks = (0...255).map { TintScale.ink(Double($0) / 255, hue: hue) }
  }

  package func ink(_ deltaE: Double) -> Pixel { inks[Int(ChangeMap.level(Float(deltaE)))] }

  /// Returns the colour of a pixel, or of a sample in which some of the pixels mismatch.
  ///
  /// Ink is mixed in linear light: two thirds for a single pixel, so that it is visible at every
  /// scale and a thin line of black on white is stronger than a field of noise; all of it if every
  /// pixel mismatches.
  @inline(__always)
  package func colour(_ change: PooledChange, on ground: Pixel) -> Pixel {
    if change.density == 0 { return ground }
    let ink = inks[Int(change.level)]
    if change.density == 1 { return ink }
    let below = SRGB.light(ground)
    return Pixel(light: below + (SRGB.light(ink) - below) * (0.65 + 0.35 * change.density))
  }

  /// The colour of an unchanged opaque pixel.
  @inline(__always)
  package static func ground(_ pixel: Pixel) -> Pixel {
    // Source: luma of ITU-R BT.601, in 1/256.
    let luma = 77 * UInt32(pixel.x) + 150 * UInt32(pixel.y) + 29 * UInt32(pixel.z)
    return greys[UInt8(truncatingIfNeeded: luma >> 8)]
  }

  private static let greys = ByteTable {
    Lab(l: 8 + 0.26 * Lab(Pixel($0, $0, $0, 255)).l, chroma: 0, hue: 0).pixel
  }

  /// - Parameter level: The square root of ΔE, as a share of the maximum.
  package static func ink(_ level: Double, hue: Double) -> Pixel {
    let strength = min(level / 0.5.squareRoot(), 1)
    let lightness = 44 + 30 * strength
    // Finds the most vivid colour of that lightness in sRGB.
    var (low, high) = (0.0, 128.0)
    while high - low > 0.1 {
      let middle = (low + high) / 2
      if Lab(l: lightness, chroma: middle, hue: hue).isInGamut {
        low = middle
      } else {
        high = middle
      }
    }
    return Lab(l: lightness, chroma: low * (0.35 + 0.65 * strength), hue: hue).pixel
  }
}
