import DiffEngine
import Pixels

/// The appearance of a change, regardless of position: regions of changed pixels, before and after.
///
/// It contains no pixels and is the same on every run. Colours are compared premultiplied, as every
/// strategy does; unchanged pixels play no part.
package struct ChangeSignature: Hashable, Sendable, Codable {
  /// The number of pixels by which the actual is wider and higher than the reference.
  package let widthChange: Int
  package let heightChange: Int
  package let regionCount: Int
  /// A key of every region's size and pixels before and after, regardless of their order.
  package let content: ContentKey
  /// The statistics of the noise; nil if there is more than noise.
  package let noise: NoiseStatistics?
  package let change: ChangeKinds

  /// Looks for the changes once, and then reads only these: about five times the work of comparing
  /// bytes if a hundredth of the pixels changed, about twenty times if all did.
  ///
  /// - Parameter areas: The ignored areas.
  package init(
    _ reference: PixelImage, _ actual: PixelImage, ignoring areas: IgnoredAreas = IgnoredAreas()
  ) {
    let whole = Overlay(reference, actual, ignoring: areas)
    let mask = whole.byteMask()
    let regions = ChangeRegions(mask)
    // Whole rows also contain ignored pixels.
    let overlay = regions.areJoined ? whole : whole.withoutIgnored
    widthChange = actual.width - reference.width
    heightChange = actual.height - reference.height
    regionCount = regions.boxes.count
    var content = ContentKey.none
    for key in overlay.keys(mask, regions) { content.add(unordered: key) }
    self.content = content
    noise = overlay.sameSize ? NoiseStatistics(overlay, mask, regions) : nil
    change =
      overlay.sameSize
      ? ChangeKinds(ofOneSize: overlay, mask, regions, isScattered: noise != nil)
      : ChangeKinds(ofOtherSizes: overlay)
  }

  package var isEmpty: Bool { regionCount == 0 && widthChange == 0 && heightChange == 0 }

  /// True if the same pixels changed into the same ones, possibly at other places. One more region
  /// makes a different change.
  func isIdentical(to other: ChangeSignature) -> Bool {
    content == other.content && regionCount == other.regionCount
      && widthChange == other.widthChange && heightChange == other.heightChange
  }
}
