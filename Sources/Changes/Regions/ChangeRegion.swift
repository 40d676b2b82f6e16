import DiffEngine
import Pixels

/// Changes that lie together and read as one thing: a word, a button, an icon.
package struct ChangeRegion: Hashable, Sendable, Codable {
  /// The smallest box around its mismatches.
  package var box: PixelBox
  /// The part of the box with most of its mismatches; the box itself unless that is large.
  package var heart: PixelBox
  package var mismatched: Int
  /// The sum over its mismatches of ΔE, or of the change of alpha in per cent if that is larger;
  /// above 0. Accurate to 0.001 for each mismatch.
  package var deltaESum: Double
  /// The largest term of `deltaESum`; 0 if colours are not known.
  package var maxDeltaE: Double
  /// The mismatch that changed most; the first if there are several.
  package var peak: PixelPoint

  /// - Parameter peak: nil for the top left of the box.
  package init(
    box: PixelBox, mismatched: Int, deltaESum: Double, maxDeltaE: Double, peak: PixelPoint? = nil
  ) {
    (self.box, heart, self.mismatched) = (box, box, mismatched)
    (self.deltaESum, self.maxDeltaE) = (deltaESum, maxDeltaE)
    self.peak = peak ?? PixelPoint(x: box.x, y: box.y)
  }
}

/// Returns the regions of a strategy's mismatches, the largest sum of ΔE first.
///
/// - Parameters:
///   - reference: The reference, read as `compare` requires.
///   - actual: The actual, read in the same way.
package func regions(
  _ reference: PixelImage, _ actual: PixelImage, strategy: Strategy
) -> [ChangeRegion] {
  compare(reference, actual, strategy: strategy).mask
    .regions(reference, actual, formula: strategy.formula)
}

extension ChangeMask {
  /// Returns the regions of a mask of mismatches, the largest sum of ΔE first; together they
  /// contain every mismatch once.
  ///
  /// Mismatches join over gaps up to the height of a typical cluster, which is a letter if text
  /// changed, so that a label is one region and two labels are two. Pixels that changed much more
  /// than most join first: something that vanished among noise is a region of its own, with the
  /// noise that is next to it.
  ///
  /// - Parameters:
  ///   - reference: The image as shown; with `actual`, it has the size of the mask.
  ///   - actual: The image as shown. Pixels of only one image are compared with transparent black.
  ///   - formula: The formula of ΔE.
  /// - Returns: Some hundreds of regions at most; if there are more, the weaker ones are merged by
  ///   their position.
  package func regions(
    _ reference: PixelImage, _ actual: PixelImage, formula: Strategy.Formula
  ) -> [ChangeRegion] {
    guard count > 0 else { return [] }
    let overlay = Overlay(reference, actual)
    precondition(overlay.width == width && overlay.height == height, "a mask of other images")
    return regions(ChangeStrengths(self, overlay, formula))
  }

  /// Returns the regions. Those of inserted or deleted rows come first, because content below such
  /// rows differs only by having moved.
  package func regions(
    _ reference: PixelImage, _ actual: PixelImage, formula: Strategy.Formula, moves: RowMoves
  ) -> [ChangeRegion] {
    var rest = self
    let bands = moves.bands.compactMap { rows -> ChangeRegion? in
      let band = rest.keeping(rows: rows)
      rest = rest.subtracting(band)
      let parts = band.regions(reference, actual, formula: formula)
      guard let strongest = parts.first else { return nil }
      var region = parts.dropFirst().reduce(strongest) { $0.joined(with: $1) }
      region.box = PixelBox(x: 0, y: rows.lowerBound, width: width, height: rows.count)
      region.heart = strongest.heart
      return region
    }
    return bands + rest.regions(reference, actual, formula: formula)
  }

  private func keeping(rows: Range<Int>) -> ChangeMask {
    var kept = [UInt64](repeating: 0, count: words.count)
    let range = rows.lowerBound * stride..<rows.upperBound * stride
    kept.replaceSubrange(range, with: words[range])
    return ChangeMask(width: width, height: height, words: kept)
  }

  /// Returns the regions if colours are not known, the most mismatches first. In each, `maxDeltaE`
  /// is 0 and `deltaESum` the number of mismatches.
  package func regions() -> [ChangeRegion] {
    guard count > 0 else { return [] }
    return regions(ChangeStrengths(self, all: 1)).map {
      ChangeRegion(
        box: $0.box, mismatched: $0.mismatched, deltaESum: Double($0.mismatched), maxDeltaE: 0,
        peak: $0.peak)
    }
  }

  private func regions(_ strengths: ChangeStrengths) -> [ChangeRegion] {
    let layers = layers(strengths, above: max(5, 4 * strengths.median))
    var tally = RegionTally(self, strengths, layers)
    tally.absorb()
    let all = ChangeRegion.ordered(tally.regions)
    var regions = all.count > ChangeRegion.limit ? gathered(all) : all
    for place in regions.indices.prefix(ChangeRegion.heartLimit) {
      regions[place].heart = heart(of: regions[place].box)
    }
    return regions
  }

  /// Returns layers of the pixels that are stronger than a limit and of the rest, each joined into
  /// areas.
  private func layers(_ strengths: ChangeStrengths, above limit: Float) -> [RegionLayer] {
    let reach = reach
    guard strengths.largest > limit else { return [RegionLayer(self, reach: reach)] }
    let strong = strengths.mask(of: self, above: limit)
    let first = RegionLayer(strong, reach: max(reach, strong.reach))
    let rest = subtracting(first.area)
    return rest.count == 0 ? [first] : [first, RegionLayer(rest, reach: reach)]
  }

  /// The distance around a mismatch that its region covers: half of the typical height of the
  /// mismatches' clusters. It is at least 4 pixels, and at most 12 points of a scale that the
  /// shorter side suggests.
  private var reach: Int {
    // The clusters of so much noise say nothing, and finding them takes long.
    let letter = runCount > ChangeRegions.runLimit ? 0 : ClusterStatistics(self).typicalHeight
    let scale = min(max((min(width, height) + 200) / 400, 1), 3)
    return min(max((letter + 1) / 2, 4), 12 * scale)
  }

  /// Keeps the strongest regions, and merges the others by the squares of a grid.
  private func gathered(_ regions: [ChangeRegion]) -> [ChangeRegion] {
    let alone = regions.prefix(ChangeRegion.limit / 2)
    var squares: [Int: ChangeRegion] = [:]
    let side = ChangeRegion.gridSide
    for region in regions[alone.endIndex...] {
      let column = (region.box.x + region.box.width / 2) * side / width
      let row = (region.box.y + region.box.height / 2) * side / height
      let square = row * side + column
      squares[square] = squares[square].map { $0.joined(with: region) } ?? region
    }
    return ChangeRegion.ordered(Array(alone) + squares.values)
  }
}

/// Mismatches of one layer, joined if they are near each other.
struct RegionLayer {
  /// The mismatches and the pixels near them.
  let area: ChangeMask
  let labelled: LabelledRuns

  init(_ mask: ChangeMask, reach: Int) {
    area = mask.dilated(by: reach)
    labelled = LabelledRuns(Components(area))
  }
}

extension ChangeRegion {
  /// The maximum number of regions that anybody views one by one.
  fileprivate static let limit = 256
  /// The number of regions whose hearts are needed, because they are shown close up.
  fileprivate static let heartLimit = 24
  /// The number of squares along each side of the canvas; together about half of the limit.
  fileprivate static let gridSide = 12

  /// The minimum share of the largest ΔE that makes a region one of the strongest.
  private static let strongShare = 0.9

  /// Orders regions by falling sums of ΔE, but starts with the largest sum among the strongest
  /// changes, because a faint change everywhere would hide a mark in another colour.
  fileprivate static func ordered(_ regions: [ChangeRegion]) -> [ChangeRegion] {
    var regions = regions.sorted { $0.isOrdered(before: $1) }
    let most = regions.map(\.maxDeltaE).max() ?? 0
    if let place = regions.firstIndex(where: { $0.maxDeltaE >= strongShare * most }) {
      regions.insert(regions.remove(at: place), at: 0)
    }
    return regions
  }

  /// Orders regions by falling sums, and equal sums from the top left.
  fileprivate func isOrdered(before other: ChangeRegion) -> Bool {
    if deltaESum != other.deltaESum { return deltaESum > other.deltaESum }
    return (box.y, box.x) < (other.box.y, other.box.x)
  }
}
