import PNGCodec

/// What a change looks like wherever it stands: regions of changed pixels, before and after.
///
/// Holds up to 20 kB, no pixels, and is the same on every run. Colours are compared as every
/// strategy does, premultiplied; pixels that did not change play no part.
package struct ChangeSignature: Hashable, Sendable {
  /// What the actual is wider and higher than the reference.
  package let widthChange: Int
  package let heightChange: Int
  /// How many regions changed.
  package let regionCount: Int
  /// Every region's size and pixels before and after, in no order.
  package let content: ContentKey
  /// The largest first; nil where there are too many or too large ones for this.
  package let shapes: [RegionShape]?
  /// nil unless the whole change is wide and in the middle.
  package let stretch: StretchProfile?
  /// nil where there is more than noise.
  package let noise: NoiseStatistics?
  /// What happened, by kinds.
  package let change: ChangeKinds

  /// Looks for the changes once, and then reads only them: some five times the work of comparing
  /// bytes where a hundredth of the pixels changed, some fifteen times where all did.
  ///
  /// - Parameter areas: What plays no part in it.
  package init(
    _ reference: PixelImage, _ actual: PixelImage, ignoring areas: IgnoredAreas = IgnoredAreas()
  ) {
    let whole = Overlay(reference, actual, ignoring: areas)
    let mask = whole.byteMask()
    let regions = ChangeRegions(mask)
    // Whole rows hold what is ignored, too.
    let overlay = regions.areJoined ? whole : whole.withoutIgnored
    let measure = { @Sendable in RegionMeasurement(overlay, mask, regions) }
    let (measured, findings) =
      overlay.sameSize
      ? RegionFinding.findings(overlay, mask, regions, alongside: measure) : (measure(), [])
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
    let hasForm = noise == nil && regions.areJoined
    shapes = hasForm ? measured.shapes?.sorted { $0.isOrdered(before: $1) } : nil
    stretch =
      hasForm && overlay.sameSize ? StretchProfile(regions.boxes, overlay) : nil
    change =
      overlay.sameSize
      ? ChangeKinds(ofOneSize: overlay, findings, isScattered: noise != nil)
      : ChangeKinds(ofOtherSizes: overlay)
  }

  /// Whether nothing changed at all.
  package var isEmpty: Bool { regionCount == 0 && widthChange == 0 && heightChange == 0 }

  /// Why the other change is the same as this one; nil when it is not, or when either is empty.
  ///
  /// Every region must have its counterpart: one more is another kind of change. Symmetric, but
  /// that a factor of scale is the inverse from the other side.
  package func relation(to other: ChangeSignature) -> Sameness? {
    guard !isEmpty, !other.isEmpty, regionCount == other.regionCount || noise != nil else {
      return nil
    }
    if let noise {
      guard let theirs = other.noise else { return nil }
      return content == other.content ? .identical : noise.isLike(theirs) ? .noise : nil
    }
    guard other.noise == nil else { return nil }
    if hasSameSizeChange(as: other), content == other.content { return .identical }
    if let stretch, let theirs = other.stretch, stretch.isSame(as: theirs) { return .stretched }
    guard let shapes, let others = other.shapes else { return nil }
    return relation(of: shapes, to: others, other)
  }

  private func hasSameSizeChange(as other: ChangeSignature) -> Bool {
    widthChange == other.widthChange && heightChange == other.heightChange
  }

  private func relation(
    of shapes: [RegionShape], to others: [RegionShape], _ other: ChangeSignature
  ) -> Sameness? {
    let factor = factor(shapes, others)
    if factor < 1 { return other.relation(of: others, to: shapes, self)?.inverse }
    // At one scale what is the same is the same to the pixel.
    if factor > 1.2, hasScaledSizeChange(other, factor),
      pairs(shapes, others, { $0.isScaled(to: $1, by: factor) })
    {
      return .scaled(factor)
    }
    guard hasSameSizeChange(as: other) else { return nil }
    return pairs(shapes, others) { $0.isRecoloured($1) } ? .recoloured : nil
  }

  private func hasScaledSizeChange(_ larger: ChangeSignature, _ factor: Double) -> Bool {
    [(widthChange, larger.widthChange), (heightChange, larger.heightChange)].allSatisfy {
      abs(Double($0) * factor - Double($1)) <= factor / 2
    }
  }

  /// How much larger the others are; to the nearest half or third where that is near.
  private func factor(_ shapes: [RegionShape], _ others: [RegionShape]) -> Double {
    let mine = shapes.reduce(0) { $0 + $1.width + $1.height }
    let theirs = others.reduce(0) { $0 + $1.width + $1.height }
    if theirs < mine { return 0.5 }
    let factor = Double(theirs) / Double(mine)
    let usual = [1, 4 / 3.0, 1.5, 2, 3].min { abs($0 - factor) < abs($1 - factor) }!
    return abs(usual - factor) < 0.04 * usual ? usual : factor
  }

  /// Whether every shape finds one of the others for itself, and none is left.
  private func pairs(
    _ shapes: [RegionShape], _ others: [RegionShape],
    _ areSame: (RegionShape, RegionShape) -> Bool
  ) -> Bool {
    var free = Array(others.indices)
    for index in shapes.indices {
      guard let place = free.firstIndex(where: { areSame(shapes[index], others[$0]) }) else {
        return false
      }
      free.remove(at: place)
    }
    return free.isEmpty
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
