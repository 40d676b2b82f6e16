import PNGCodec

/// The colours in which a difference is drawn.
package struct EvidenceColours: Hashable, Sendable {
  /// The hue of `tint` in degrees of CIELAB; nil chooses one that the image does not have.
  package var tint: Double?
  package var highlight: Pixel
  package var boxes: Pixel
  package var heat: HeatScale

  /// AFSnapshotTesting's own green, and scales that every image leaves distinct.
  package static let standard = EvidenceColours()

  package init(
    tint: Double? = nil, highlight: Pixel = Pixel(0, 255, 0, 255),
    boxes: Pixel = Pixel(0, 255, 0, 255), heat: HeatScale = .standard
  ) {
    (self.tint, self.highlight, self.boxes, self.heat) = (tint, highlight, boxes, heat)
  }

  /// The scale of `tint` for an actual.
  package func tintScale(on image: PixelImage) -> TintScale {
    tint.map(TintScale.init(hue:)) ?? .clearest(on: image)
  }
}
