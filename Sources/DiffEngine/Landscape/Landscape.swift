import Pixels

/// The verdicts of `naive`, `cluster`, `perceptual` and `combined` on a pair under any setting,
/// from one pass over its pixels.
///
/// They are kept for every ΔE from 0 to 100 in steps of 0.1 and every cluster size from 1 to 64, in
/// kilobytes; for larger sizes if no cluster reaches them.
package struct Landscape: Sendable, Codable {
  /// The ΔE that `perceptual` and `combined` are kept for.
  package let formula: Strategy.Formula
  /// The largest ΔE of the pair, in `formula`; nil where only a mask is known.
  package let maxDeltaE: Double?
  package let areas: IgnoredAreas
  private let ignored: Int
  /// The pixels of the canvas that holds both images, but for those that are ignored.
  package let total: Int
  /// True if both images have the same size; no setting lets two sizes match.
  package let isSameSize: Bool
  private let bytesTable: SizeTable
  let rows: TableRows

  /// Measures a pair, of any two sizes; see `compare` on how those are laid over each other.
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
    // Where no difference is one of alpha alone, the row of the lowest limit has all of them.
    bytesTable = ranked.mask == mask ? rows[0] : Components(mask).sizeTable
  }

  /// Measures a mask, whose mismatches are there at every ΔE.
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

  /// The outcome as `compare` gives it, but without boxes.
  ///
  /// - Returns: nil where it is not kept: another kind or formula, a ΔE between the steps, a
  ///   cluster size above 64 that a cluster of the pair reaches.
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

  /// Pixels above a ΔE in clusters of at least a size.
  ///
  /// - Parameters:
  ///   - step: The ΔE in tenths, 0 to 1000.
  ///   - clusterSize: 1 to 64.
  package func count(step: Int, clusterSize: Int) -> Int {
    rows.counts(atLeast: clusterSize, above: 3 * step + 1)?.pixels ?? 0
  }

  package var differing: Int { byteCount(clusterSize: 1) }

  /// Differing pixels, whatever their ΔE, in clusters of at least a size, 1 to 64.
  func byteCount(clusterSize: Int) -> Int { bytesTable.counts(atLeast: clusterSize)?.pixels ?? 0 }

  /// The memory that the landscape takes, for caches.
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
  /// The strategies whose settings a landscape holds.
  package static let ofLandscapes: [Strategy.Kind] = [.naive, .cluster, .perceptual, .combined]
}
