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
    return Lab(l: 25 + 72 * t, chroma: 45 + 90 * t * (1 - t), hue: 300 + 155 * t).pixel
  }
}
