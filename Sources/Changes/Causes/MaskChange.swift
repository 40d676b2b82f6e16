import Base
import DiffEngine

/// A change as far as a mask alone shows it: its place and its amount.
package struct MaskChange: Hashable, Sendable, Codable {
  /// The number of mismatches, at least 1.
  package let pixels: Int
  package let clusters: Int
  /// The regions, the largest first; `maxDeltaE` is 0 in each.
  package let regions: [ChangeRegion]
  /// A key that is the same for two masks whose clusters have the same shapes, wherever they are.
  package let key: ContentKey

  /// The number of mismatches below which shapes say little, so that their place counts, too.
  private static let tellingPixels = 16

  /// - Returns: nil if nothing is marked.
  package init?(_ mask: ChangeMask) {
    guard mask.count > 0 else { return nil }
    pixels = mask.count
    regions = mask.regions()
    let labelled = LabelledRuns(Components(mask))
    clusters = labelled.rootCount
    var shapes = [ContentKey](repeating: ContentKey(), count: clusters)
    // The first run of each cluster, relative to which the others are counted.
    var starts = [LabelledRun?](repeating: nil, count: clusters)
    for run in labelled.runs {
      let start = starts[run.label] ?? run
      starts[run.label] = start
      let (x, y) = (run.columns.lowerBound, run.row)
      let isPlaced = mask.count < Self.tellingPixels
      shapes[run.label].add(UInt64(isPlaced ? y : y - start.row))
      shapes[run.label].add(
        UInt64(bitPattern: Int64(isPlaced ? x : x - start.columns.lowerBound)))
      shapes[run.label].add(UInt64(run.columns.count))
    }
    var key = ContentKey.none
    for shape in shapes { key.add(unordered: shape) }
    self.key = key
  }

  /// The change in words: "13,160 px in 117 clusters, as the test saw it".
  package var text: String {
    "\(Wording.grouped(pixels)) px in \(Wording.grouped(clusters)) cluster\(clusters == 1 ? "" : "s"), as the test saw it"
  }

  /// The reason why two cases with the same key share a cause.
  package var reason: String {
    clusters == 1 ? "the same cluster" : "the same \(Wording.grouped(clusters)) clusters"
  }
}
