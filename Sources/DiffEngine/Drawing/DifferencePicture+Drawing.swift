import Pixels

/// Stripes of two alternating colours for the unknown parts of an actual.
package struct UnknownStripes: Sendable {
  private let ink: Pixel
  private static let dark = Pixel(24, 24, 24, 255)

  /// - Parameter scale: The scale whose hue the stripes have.
  package init(_ scale: TintScale) { ink = scale.ink(50) }

  /// The colour at a column and a row: stripes two pixels wide, rising to the right.
  package subscript(x: Int, y: Int) -> Pixel { (x &+ y) & 3 < 2 ? ink : Self.dark }
}

extension DifferenceStyle {
  /// The style to draw: a mask alone only has the styles that need no colours, otherwise `tint`.
  package func shown(isMasked: Bool) -> DifferenceStyle {
    switch self {
    case .tint, .highlight, .boxes: self
    case .difference, .dodge, .amplify, .heat: isMasked ? .tint : self
    }
  }
}

extension DifferencePicture {
  /// The actual as far as it is known, with stripes where the library has painted over it.
  package func knownActual(_ colours: EvidenceColours = .standard) -> PixelImage {
    let stripes = UnknownStripes(colours.tintScale)
    var image = picture
    image.paint { $0.stripe(mask, stripes) }
    return image
  }

  /// Draws `tint` for the mismatches that count, all at one strength.
  package func tinted(_ counted: ChangeMask, _ colours: EvidenceColours = .standard) -> PixelImage {
    DiffEngine.tinted(picture, map(of: counted), colours.tintScale)
  }

  /// Returns the map of the mismatches that count, for `tint` to draw.
  package func map(of counted: ChangeMask) -> ChangeMap { ChangeMap(counted, deltaE: 50) }
}
