import Pixels

/// The number of mismatches of one pair for each measure of some grids, whatever is allowed.
package struct PairCounts: Sendable {
  /// A number of mismatches, and the total on which its share is based.
  struct Count: Sendable {
    var mismatched: Int
    var total: Int

    fileprivate init(_ comparison: Comparison) {
      (mismatched, total) = (comparison.mismatched, comparison.total)
    }
  }

  private var byKind: [Strategy.Kind: [Count]] = [:]

  /// Takes the counts that a landscape covers.
  package init(_ landscape: Landscape, _ grids: [SettingsGrid]) {
    for grid in grids {
      let counts = grid.measures.lazy.map { measure in
        landscape.comparison(measure).map(Count.init)
      }
      if counts.first! != nil { byKind[grid.base.kind] = counts.compactMap(\.self) }
    }
  }

  /// Compares two images of the same size, once for each measure.
  package mutating func add(
    _ reference: PixelImage, _ actual: PixelImage, _ grid: SettingsGrid,
    ignoring areas: IgnoredAreas
  ) {
    var counts: [Count] = []
    for (place, measure) in grid.measures.enumerated() {
      // A pair without differences under a stricter value has none here.
      let equal = grid.stricterMeasures(than: place).first { counts[$0].mismatched == 0 }
      counts.append(
        equal.map { counts[$0] }
          ?? Count(
            compare(reference, actual, strategy: measure, ignoring: areas).comparison))
    }
    byKind[grid.base.kind] = counts
  }

  /// The counts for each measure of a grid; nil if the pair was not compared with it.
  subscript(grid: SettingsGrid) -> [Count]? { byKind[grid.base.kind] }

  package func holds(_ grid: SettingsGrid) -> Bool { self[grid] != nil }
}
