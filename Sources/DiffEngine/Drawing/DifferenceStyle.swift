import Pixels

package enum DifferenceStyle: String, CaseIterable, Sendable {
  /// The actual in dim greys, and what counts under the strategy in one hue, the lighter the larger
  /// its ΔE; see `TintScale`.
  case tint
  /// The mismatches that count under the strategy, in one colour over the actual.
  case highlight
  /// |a - b| per channel of the premultiplied colours; the alpha's, in grey, where they are equal.
  case difference
  /// `difference` with red laid over it at half strength by colour dodge, where there is any.
  case dodge
  /// Lighter or darker than middle grey, stretched so that one level is seen; see
  /// `Overlay.amplified`.
  case amplify
  /// ΔE on a scale whose lightness rises evenly: black for none, pale yellow for 100.
  case heat
  /// A frame round each of the largest clusters, over the actual.
  case boxes
}

/// Draws the difference of two images on the canvas that holds both, aligned top left.
///
/// - Parameter strategy: Decides what counts for `tint`, `highlight` and `boxes`, and the ΔE of
///   `tint` and `heat`; `difference`, `dodge`, `amplify` and `heat` show every difference, counted
///   or not.
/// - Parameter areas: Hatched, whatever the style.
/// - Returns: Opaque but for `highlight` and `boxes`, which keep the actual's alpha. What only one
///   image has shows that image in `highlight` and `boxes` (under the mark), and is compared with
///   transparent black otherwise.
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

/// Draws as `differenceImage(_:_:_:strategy:)` does, for callers that have compared the two already
/// and no longer need `actual`: the picture takes over its pixels.
///
/// - Parameter outcome: The result of `compare` for the pair; called if it is needed.
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

/// Makes the actual as large as the canvas that holds both, with the reference where only that
/// has pixels.
private func extend(_ actual: inout PixelImage, for reference: PixelImage) {
  guard actual.width < reference.width || actual.height < reference.height else { return }
  actual = Overlay(reference, actual).actualOnCanvas()
}

/// Colour dodge of red at half strength: half of what there is, and half of full red.
private func dodged(_ difference: Pixel) -> Pixel {
  let strongest = max(difference.x, difference.y, difference.z)
  if strongest == 0 { return difference }
  var result = difference
  result.x = UInt8((UInt16(difference.x) + 256) / 2)
  return result
}
