import Pixels

/// The verdicts of `naive`, `cluster`, `perceptual` and `combined` on a pair for any setting, from
/// one pass over its pixels.
///
/// It covers every ΔE from 0 to 100 in steps of 0.1 and every cluster size from 1 to 64, in a few
/// kilobytes; it also covers larger sizes if no cluster reaches them.
package struct Landscape: Sendable, Codable {
  /// The ΔE formula for `perceptual` and `combined`.
  package let formula: Strategy.Formula
  /// The largest ΔE of the pair, in `formula`; nil if only a mask is known.
  package let maxDeltaE: Double?
  package let areas: IgnoredAreas
  private let ignored: Int
  /// The number of pixels on the canvas that holds both images, without the ignored ones.
  package let total: Int
  /// True if both images have the same size; images of different sizes never match.
  package let isSameSize: Bool
  private let bytesTable: SizeTable
  let rows: TableRows

  /// Measures a pair of images of any sizes; `compare` describes how they are overlaid.
  package init(
    _ reference: PixelImage, _ actual: PixelImage, formula: Strategy.Formula,
    ignoring areas: IgnoredAreas = IgnoredAreas()
  ) {
    let (reference, actual) = areas.common(reference, actual)
    let overlay = Overlay(reference, actual, ignoring: areas)
    self.formula = formula
    self.areas = areas
    ignored = overlay.ignored?.count ?? 0
    total = overlay.pixelCount - ignored
    isSameSize = overlay.sameSize
    let mask = overlay.byteMask()
    guard mask.count > 0 else {
      (maxDeltaE, rows, bytesTable) = (0, TableRows(), SizeTable())
      return
    }
    let ranked = RankedPixels(overlay, formula)
    maxDeltaE = ranked.maxDeltaE
    rows = TableRows(ranked)
    // If no difference is in alpha alone, the row of the lowest limit has all of them.
    bytesTable = ranked.mask == mask ? rows[0] : Components(mask).sizeTable
  }

  /// Measures a mask, whose mismatches exist at every ΔE.
  package init(
    _ difference: DifferencePicture, formula: Strategy.Formula,
    ignoring areas: IgnoredAreas = IgnoredAreas()
  ) {
    let mask = difference.mask
    let left = areas.mask(width: mask.width, height: mask.height)
    (self.formula, self.areas) = (formula, areas)
    ignored = left?.count ?? 0
    total = mask.width * mask.height - ignored
    (isSameSize, maxDeltaE) = (true, nil)
    bytesTable = Components(difference.mask(ignoring: areas)).sizeTable
    rows = TableRows(always: bytesTable)
  }

  /// Returns the same outcome as `compare`, but without boxes.
  ///
  /// - Returns: nil if the landscape does not cover the strategy: another kind or formula, a ΔE
  ///   between the steps, or a cluster size above 64 that some cluster of the pair reaches.
  package func comparison(_ strategy: Strategy) -> Comparison? {
    switch strategy.kind {
    case .naive, .cluster: return judged(bytesTable, strategy)
    case .perceptual, .combined:
      guard strategy.formula == formula, let step = DeltaESteps.step(strategy.deltaE),
        var comparison = judged(rows[3 * step + 1], strategy),
        let isBorderline = isBorderline(step, strategy)
      else { return nil }
      comparison.maxDeltaE = maxDeltaE
      comparison.isBorderline = isBorderline
      return comparison
    default: return nil
    }
  }

  /// Returns the number of pixels above a ΔE in clusters of at least a given size.
  ///
  /// - Parameters:
  ///   - step: The ΔE in tenths, 0 to 1000.
  ///   - clusterSize: The minimum size, 1 to 64.
  package func count(step: Int, clusterSize: Int) -> Int {
    rows.counts(atLeast: clusterSize, above: 3 * step + 1)?.pixels ?? 0
  }

  package var differing: Int { byteCount(clusterSize: 1) }

  /// Returns the number of differing pixels, whatever their ΔE, in clusters of at least a size, 1
  /// to 64.
  func byteCount(clusterSize: Int) -> Int { bytesTable.counts(atLeast: clusterSize)?.pixels ?? 0 }

  /// The memory size of the landscape, for caches.
  package var byteCount: Int { rows.byteCount + SizeTable.sizeLimit * 4 + 64 }

  private func judged(_ table: SizeTable, _ strategy: Strategy) -> Comparison? {
    guard let counts = table.counts(atLeast: strategy.effectiveClusterSize) else { return nil }
    return Comparison(
      verdict: verdict(counts.pixels, strategy), mismatched: counts.pixels,
      allowed: strategy.allowed(of: total), total: total, ignored: ignored,
      clusters: ClusterSummary(
        count: counts.components, largest: counts.pixels > 0 ? table.largest : 0))
  }

  private func verdict(_ mismatched: Int, _ strategy: Strategy) -> Verdict {
    if !isSameSize { return .sizeMismatch }
    return mismatched > strategy.allowed(of: total) ? .mismatch : .match
  }

  private func isBorderline(_ step: Int, _ strategy: Strategy) -> Bool? {
    let (low, high) = (3 * step, 3 * step + 2)
    if rows.areSame(low, high) { return false }
    let size = strategy.effectiveClusterSize
    guard let most = rows.counts(atLeast: size, above: low),
      let least = rows.counts(atLeast: size, above: high)
    else { return nil }
    return verdict(most.pixels, strategy) != verdict(least.pixels, strategy)
  }
}

extension Strategy.Kind {
  /// The strategies that a landscape covers.
  package static let ofLandscapes: [Strategy.Kind] = [.naive, .cluster, .perceptual, .combined]
}
