import Pixels

package enum DifferenceStyle: String, CaseIterable, Sendable {
  /// The actual in dim greys, with the counted mismatches in one hue, lighter for a larger ΔE; see
  /// `TintScale`.
  case tint
  /// The counted mismatches, in one colour over the actual.
  case highlight
  /// a - b| per channel of the premultiplied colours; if the colours are equal, the difference in
  /// alpha, in grey.
  case difference
  /// `difference`, with red over every difference by colour dodge at half strength.
  case dodge
  /// Lighter or darker than middle grey, stretched so that even one level is visible; see
  /// `Overlay.amplified`.
  case amplify
  /// ΔE on a scale of evenly rising lightness: black for none, pale yellow for 100.
  case heat
  /// A frame around each of the largest clusters, over the actual.
  case boxes
}

/// Draws the difference of two images on the canvas that holds both, aligned top left.
///
/// - Parameter strategy: Determines what counts for `tint`, `highlight` and `boxes`, and the ΔE of
///   `tint` and `heat`; `difference`, `dodge`, `amplify` and `heat` show every difference, counted
///   or not.
/// - Parameter areas: The ignored areas, which are hatched in every style.
/// - Returns: An opaque image, except for `highlight` and `boxes`, which keep the actual's alpha. A
///   pixel that only one image has is shown as it is (under the mark) in `highlight` and `boxes`,
///   and compared with transparent black otherwise.
package func differenceImage(
  _ style: DifferenceStyle, _ reference: PixelImage, _ actual: PixelImage, strategy: Strategy,
  ignoring areas: IgnoredAreas = IgnoredAreas(), colours: EvidenceColours = .standard
) -> PixelImage {
  var picture = actual
  drawDifference(style, reference, over: &picture, strategy, ignoring: areas, colours) {
    compare(reference, actual, strategy: strategy, ignoring: areas)
  }
  return picture
}

/// Draws like `differenceImage(_:_:_:strategy:)`, for callers that have already compared the two
/// and no longer need `actual`, whose memory is reused.
///
/// - Parameter outcome: Returns the result of `compare` for the pair; called only if needed.
package func drawDifference(
  _ style: DifferenceStyle, _ reference: PixelImage, over actual: inout PixelImage,
  _ strategy: Strategy, ignoring areas: IgnoredAreas = IgnoredAreas(),
  _ colours: EvidenceColours = .standard,
  outcome: () -> (comparison: Comparison, mask: ChangeMask)
) {
  switch style {
  case .tint:
    let map = ChangeMap(reference, actual, mask: outcome().mask, formula: strategy.formula)
    let scale = colours.tintScale
    extend(&actual, for: reference)
    actual = tinted(actual, map, scale)
  case .highlight:
    let mask = outcome().mask
    extend(&actual, for: reference)
    actual.paint { $0.paint(mask, with: colours.highlight) }
  case .boxes:
    let clusters = outcome().comparison.clusters.boxes
    extend(&actual, for: reference)
    actual.paint { for cluster in clusters { $0.frame(cluster.box, in: colours.boxes) } }
  case .difference: actual = Overlay(reference, actual).difference { $0 }
  case .dodge: actual = Overlay(reference, actual).difference(then: dodged)
  case .amplify: actual = Overlay(reference, actual).amplified()
  case .heat: actual = Overlay(reference, actual).heat(strategy.formula, colours.heat)
  }
  if let ignored = areas.mask(width: actual.width, height: actual.height) {
    actual.paint { $0.hatch(ignored) }
  }
}

/// Extends the actual to the canvas that holds both; pixels that only the reference has are taken
/// from it.
private func extend(_ actual: inout PixelImage, for reference: PixelImage) {
  guard actual.width < reference.width || actual.height < reference.height else { return }
  actual = Overlay(reference, actual).actualOnCanvas()
}

/// Applies colour dodge with red at half strength: the mean of the difference and full red.
private func dodged(_ difference: Pixel) -> Pixel {
  let strongest = max(difference.x, difference.y, difference.z)
  if strongest == 0 { return difference }
  var result = difference
  result.x = UInt8((UInt16(difference.x) + 256) / 2)
  return result
}
