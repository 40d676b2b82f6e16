import Pixels

/// The colours of `heat` for ΔE 0 to 100, with finer steps below 10.
///
/// Lightness L* rises evenly, so that equal steps look equal, even in grey. Steps follow the square
/// root of ΔE, because what matters is decided below 10.
package struct HeatScale: Hashable, Sendable {
  static let none = Pixel(0, 0, 0, 255)

  /// The colours of the smallest and the largest difference; nil for `standard`.
  private let ends: [Pixel]?

  /// L* rises from 25 to 97 while the hue goes from violet through red to yellow.
  package static let standard = HeatScale(ends: nil)

  private init(ends: [Pixel]?) { self.ends = ends }

  /// Creates a linear scale from one colour to another.
  package init(from smallest: Pixel, to largest: Pixel) { self.init(ends: [smallest, largest]) }

  /// The colour of a ΔE; black for 0.
  package func colour(_ deltaE: Double) -> Pixel {
    deltaE > 0 ? colour(step: Self.step(deltaE)) : Self.none
  }

  static func step(_ deltaE: Double) -> Int {
    Int((min(max(deltaE, 0), 100) / 100).squareRoot() * 255)
  }

  var colours: [Pixel] { ends == nil ? Self.standardColours : (0...255).map(colour(step:)) }

  private static let standardColours = (0...255).map(HeatScale.standard.colour(step:))

  private func colour(step: Int) -> Pixel {
    let t = Double(step) / 255
    guard let ends else {
      return Lab(l: 25 + 72 * t, chroma: 45 + 90 * t * (1 - t), hue: 300 + 155 * t).pixel
    }
    let (from, to) = (Lab(ends[0]), Lab(ends[1]))
    return Lab(
      l: from.l + (to.l - from.l) * t, a: from.a + (to.a - from.a) * t,
      b: from.b + (to.b - from.b) * t
    ).pixel
  }
}
