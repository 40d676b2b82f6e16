import Pixels

package struct EvidenceColours: Hashable, Sendable {
  /// The hue of `tint` in degrees of CIELAB.
  package var tint: Double
  package var highlight: Pixel
  package var boxes: Pixel
  package var heat: HeatScale

  /// AFSnapshotTesting's own green, and scales that are distinct from any image.
  package static let standard = EvidenceColours()

  package init(
    tint: Double = TintScale.standard.hue, highlight: Pixel = Pixel(0, 255, 0, 255),
    boxes: Pixel = Pixel(0, 255, 0, 255), heat: HeatScale = .standard
  ) {
    (self.tint, self.highlight, self.boxes, self.heat) = (tint, highlight, boxes, heat)
  }

  /// The scale of `tint`, the same for all cases; since it shows images in greys, any hue stands
  /// out.
  package var tintScale: TintScale {
    tint == TintScale.standard.hue ? .standard : TintScale(hue: tint)
  }

  /// The colour for marks next to an image: the ink of the largest change.
  package var mark: Pixel { TintScale.ink(1, hue: tint) }
}
