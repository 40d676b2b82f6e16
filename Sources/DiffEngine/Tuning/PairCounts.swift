import Pixels

/// The mismatches of one pair under every measure of some grids, whatever is allowed of them.
package struct PairCounts: Sendable {
  /// Mismatches, and the total that they are out of.
  struct Count: Sendable {
    var mismatched: Int
    var total: Int

    fileprivate init(_ comparison: Comparison) {
      (mismatched, total) = (comparison.mismatched, comparison.total)
    }
  }

  private var byKind: [Strategy.Kind: [Count]] = [:]

  /// Reads off a landscape what it holds.
  package init(_ landscape: Landscape, _ grids: [SettingsGrid]) {
    for grid in grids {
      let counts = grid.measures.lazy.map { measure in
        landscape.comparison(measure).map(Count.init)
      }
      if counts.first! != nil { byKind[grid.base.kind] = counts.compactMap(\.self) }
    }
  }

  /// Compares two images of one size, once for each measure.
  package mutating func add(
    _ reference: PixelImage, _ actual: PixelImage, _ grid: SettingsGrid,
    ignoring areas: IgnoredAreas
  ) {
    var counts: [Count] = []
    for (place, measure) in grid.measures.enumerated() {
      // What does not differ under a stricter value does not differ.
      let equal = grid.stricterMeasures(than: place).first { counts[$0].mismatched == 0 }
      counts.append(
        equal.map { counts[$0] }
          ?? Count(
            compare(reference, actual, strategy: measure, ignoring: areas).comparison))
    }
    byKind[grid.base.kind] = counts
  }

  /// The counts of each measure; nil where the pair was not compared so.
  subscript(grid: SettingsGrid) -> [Count]? { byKind[grid.base.kind] }

  package func holds(_ grid: SettingsGrid) -> Bool { self[grid] != nil }
}
