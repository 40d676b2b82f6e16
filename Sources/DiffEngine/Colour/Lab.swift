import Libc
import Pixels

/// A colour in CIELAB, D65, 2° observer: L* 0 to 100, a* and b* roughly -128 to 127.
package struct Lab: Hashable, Sendable {
  package var l: Double
  package var a: Double
  package var b: Double

  package init(l: Double, a: Double, b: Double) {
    self.l = l
    self.a = a
    self.b = b
  }

  /// Converts linear sRGB, 0 to 1 per channel.
  ///
  /// Source: IEC 61966-2-1 primaries, white 95.047 / 100 / 108.883, CIE 15:2004 for CIELAB.
  package init(red: Double, green: Double, blue: Double) {
    let x = 0.4124564390896922 * red + 0.357576077643909 * green + 0.18043748326639894 * blue
    let y = 0.21267285140562253 * red + 0.715152155287818 * green + 0.07217499330655958 * blue
    let z = 0.019333895582329317 * red + 0.11919202588130297 * green + 0.9503040785363679 * blue
    let fx = Lab.curve(x / 0.95047)
    let fy = Lab.curve(y)
    let fz = Lab.curve(z / 1.08883)
    self.init(l: 116 * fy - 16, a: 500 * (fx - fy), b: 200 * (fy - fz))
  }

  /// Converts an 8-bit sRGB pixel; alpha is ignored. Greys have a* and b* of exactly 0.
  package init(_ pixel: Pixel) {
    let linear = SRGB.linear
    self.init(red: linear[Int(pixel.x)], green: linear[Int(pixel.y)], blue: linear[Int(pixel.z)])
    // Otherwise rounding leaves a grey with a* and b* of about 1e-14, and therefore a hue.
    if pixel.x == pixel.y && pixel.y == pixel.z { (a, b) = (0, 0) }
  }

  private static func curve(_ t: Double) -> Double {
    t > 216.0 / 24389 ? cbrt(t) : t * (841.0 / 108) + 4.0 / 29
  }
}

extension Lab {
  /// - Parameters:
  ///   - chroma: 0 for grey.
  ///   - hue: The hue in degrees.
  init(l: Double, chroma: Double, hue: Double) {
    self.init(l: l, a: chroma * cos(hue * .pi / 180), b: chroma * sin(hue * .pi / 180))
  }

  /// The colour as an opaque sRGB pixel, clamped to the gamut.
  package var pixel: Pixel {
    let light = linearLight
    return Pixel(
      SRGB.encode(Float(light.x)), SRGB.encode(Float(light.y)), SRGB.encode(Float(light.z)), 255)
  }

  /// The hue in degrees; nil if the colour is nearly grey.
  package var vividHue: Double? { a * a + b * b < 100 ? nil : atan2(b, a) * 180 / .pi }

  /// True if the colour is in the gamut of sRGB.
  var isInGamut: Bool {
    let light = linearLight
    return light.min() >= 0 && light.max() <= 1
  }

  /// Linear sRGB; each channel is 0 to 1 if the colour is in gamut.
  private var linearLight: SIMD3<Double> {
    let fy = (l + 16) / 116
    let x = 0.95047 * Lab.uncurved(fy + a / 500)
    let y = Lab.uncurved(fy)
    let z = 1.08883 * Lab.uncurved(fy - b / 200)
    // Source: the inverse of the IEC 61966-2-1 matrix.
    return SIMD3(
      3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
      -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
      0.0556434 * x - 0.2040259 * y + 1.0572252 * z)
  }

  private static func uncurved(_ f: Double) -> Double {
    f > 6.0 / 29 ? f * f * f : (f - 4.0 / 29) * (108.0 / 841)
  }
}
