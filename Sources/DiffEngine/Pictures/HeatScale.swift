import Libc
import PNGCodec

/// The colour that `heat` gives to a ΔE, 0 to 100; the steps are finer below 10.
public func heatColour(_ deltaE: Double) -> Pixel {
  deltaE > 0 ? HeatScale.colour(deltaE) : HeatScale.none
}

/// The colours of ΔE 0 to 100.
///
/// Lightness L* rises evenly from 25 to 97 while the hue turns from violet by red to yellow, so
/// that equal steps look equal, also in grey. The steps are those of the square root of ΔE: what
/// matters is decided below 10.
enum HeatScale {
  /// No difference at all.
  static let none = Pixel(0, 0, 0, 255)

  static func colour(_ deltaE: Double) -> Pixel {
    colours[Int((min(max(deltaE, 0), 100) / 100).squareRoot() * 255)]
  }

  private static let colours: [Pixel] = (0...255).map { step in
    let t = Double(step) / 255
    let hue = (300 + 155 * t) * .pi / 180
    let chroma = 45 + 90 * t * (1 - t)
    return pixel(l: 25 + 72 * t, a: chroma * cos(hue), b: chroma * sin(hue))
  }

  /// The sRGB pixel of a CIELAB colour (D65), clamped to what sRGB can show.
  private static func pixel(l: Double, a: Double, b: Double) -> Pixel {
    let fy = (l + 16) / 116
    let x = 0.95047 * uncurved(fy + a / 500)
    let y = uncurved(fy)
    let z = 1.08883 * uncurved(fy - b / 200)
    // Source: the inverse of the IEC 61966-2-1 matrix.
    let red = 3.2404542 * x - 1.5371385 * y - 0.4985314 * z
    let green = -0.9692660 * x + 1.8760108 * y + 0.0415560 * z
    let blue = 0.0556434 * x - 0.2040259 * y + 1.0572252 * z
    return Pixel(
      SRGB.encode(Float(red)), SRGB.encode(Float(green)), SRGB.encode(Float(blue)), 255)
  }

  private static func uncurved(_ f: Double) -> Double {
    f > 6.0 / 29 ? f * f * f : (f - 4.0 / 29) * (108.0 / 841)
  }
}
