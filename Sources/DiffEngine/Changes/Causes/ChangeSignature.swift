import Pixels

/// The appearance of a change wherever it stands: regions of changed pixels, before and after.
///
/// Holds up to 20 kB, no pixels, and is the same on every run. Colours are compared as every
/// strategy does, premultiplied; pixels that did not change play no part.
package struct ChangeSignature: Hashable, Sendable, Codable {
  /// The pixels by which the actual is wider and higher than the reference.
  package let widthChange: Int
  package let heightChange: Int
  /// The number of changed regions.
  package let regionCount: Int
  /// Every region's size and pixels before and after, in no order.
  package let content: ContentKey
  /// The shapes of the regions, the largest first; nil if they are too many or too large for this.
  package let shapes: [RegionShape]?
  /// The statistics of the noise; nil if there is more than noise.
  package let noise: NoiseStatistics?
  /// The kinds of the changes.
  package let change: ChangeKinds

  /// Looks for the changes once, and then reads only them: some five times the work of comparing
  /// bytes where a hundredth of the pixels changed, some twenty times where all did.
  ///
  /// - Parameter areas: The areas that are ignored.
  package init(
    _ reference: PixelImage, _ actual: PixelImage, ignoring areas: IgnoredAreas = IgnoredAreas()
  ) {
    let whole = Overlay(reference, actual, ignoring: areas)
    let mask = whole.byteMask()
    let regions = ChangeRegions(mask)
    // Whole rows hold what is ignored, too.
    let overlay = regions.areJoined ? whole : whole.withoutIgnored
    let measured = RegionMeasurement(overlay, mask, regions)
    widthChange = actual.width - reference.width
    heightChange = actual.height - reference.height
    regionCount = regions.boxes.count
    var content = ContentKey.none
    for key in measured.keys { content.add(unordered: key) }
    self.content = content
    let noise =
      overlay.sameSize && mask.count > 0
      ? NoiseStatistics(measured, count: mask.count, regions: regions) : nil
    self.noise = noise
    shapes =
      noise == nil && regions.areJoined
      ? measured.shapes?.sorted { $0.isOrdered(before: $1) } : nil
    change =
      overlay.sameSize
      ? ChangeKinds(ofOneSize: overlay, mask, regions, isScattered: noise != nil)
      : ChangeKinds(ofOtherSizes: overlay)
  }

  /// True if nothing changed at all.
  package var isEmpty: Bool { regionCount == 0 && widthChange == 0 && heightChange == 0 }

  /// Returns the reason the other change is the same as this one; nil if it is not, or if either is
  /// empty.
  ///
  /// Every region must have its counterpart: one more is another kind of change. Symmetric.
  package func relation(to other: ChangeSignature) -> Sameness? {
    guard !isEmpty, !other.isEmpty, regionCount == other.regionCount || noise != nil else {
      return nil
    }
    if let noise {
      guard let theirs = other.noise else { return nil }
      return content == other.content ? .identical : noise.isLike(theirs) ? .noise : nil
    }
    guard other.noise == nil, widthChange == other.widthChange, heightChange == other.heightChange
    else { return nil }
    if content == other.content { return .identical }
    guard let shapes, let others = other.shapes, change.isProven, other.change.isProven
    else { return nil }
    guard !change.hasOrigin(of: other.change) else { return nil }
    return isPaired(shapes, others) ? .recoloured : nil
  }

  /// True if every shape finds another one in other colours for itself, and none is left.
  private func isPaired(_ shapes: [RegionShape], _ others: [RegionShape]) -> Bool {
    var free = others
    for shape in shapes {
      guard let place = free.firstIndex(where: shape.isRecoloured) else { return false }
      free.remove(at: place)
    }
    return free.isEmpty
  }
}

extension ChangeKinds {
  /// True if some colour became another one here and there: the same shapes in other colours have no
  /// such colour, and the kinds tell whether it became the same one.
  fileprivate func hasOrigin(of other: ChangeKinds) -> Bool {
    let others = other.tallies.compactMap(\.kind.colours)
    return tallies.compactMap(\.kind.colours).contains { own in
      others.contains { own.hasOrigin(of: $0) }
    }
  }
}

extension RegionShape {
  /// A total order, as far as anything but the cells tells shapes apart.
  fileprivate func isOrdered(before other: RegionShape) -> Bool {
    let (mine, its) = (width * height, other.width * other.height)
    if mine != its { return mine > its }
    if count != other.count { return count > other.count }
    return outline < other.outline
  }
}
