import Pixels

package struct EvidenceColours: Hashable, Sendable {
  /// The hue of `tint` in degrees of CIELAB.
  package var tint: Double
  package var highlight: Pixel
  package var boxes: Pixel
  package var heat: HeatScale

  /// AFSnapshotTesting's own green, and scales that every image leaves distinct.
  package static let standard = EvidenceColours()

  package init(
    tint: Double = TintScale.standard.hue, highlight: Pixel = Pixel(0, 255, 0, 255),
    boxes: Pixel = Pixel(0, 255, 0, 255), heat: HeatScale = .standard
  ) {
    (self.tint, self.highlight, self.boxes, self.heat) = (tint, highlight, boxes, heat)
  }

  /// The scale of `tint`, one for all cases: their greys leave every hue to it.
  package var tintScale: TintScale {
    tint == TintScale.standard.hue ? .standard : TintScale(hue: tint)
  }

  /// The colour of marks beside a picture: that of the largest change.
  package var mark: Pixel { TintScale.ink(1, hue: tint) }
}
