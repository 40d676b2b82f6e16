import DiffEngine
import Pixels

/// The statistics of changes that are only noise: scattered, faint, in both directions.
package struct NoiseStatistics: Hashable, Sendable, Codable {
  /// The largest and the mean change of a pixel's channels, 0 to 255; the mean in 16ths.
  package let largest: Int
  package let mean: Int
  /// The number of pixels in the largest cluster.
  package let cluster: Int

  /// The limits of noise. A real bug has a larger cluster, or a pixel that is clearly off.
  package static let channelLimit = 32
  package static let clusterLimit = 12
  private static let fewestClusters = 16

  /// - Returns: nil if anything hints at more than noise.
  init?(_ overlay: Overlay, _ mask: ChangeMask, _ regions: ChangeRegions) {
    // Few changes have no larger cluster, so this comes first.
    guard regions.largestCluster <= Self.clusterLimit, regions.clusterCount >= Self.fewestClusters
    else { return nil }
    var (largest, sum, brighter) = (0, 0, 0)
    overlay.forEachChange(in: mask) { before, after in
      let change = distance(before, after)
      (largest, sum) = (max(largest, change), sum + change)
      brighter += after.sum > before.sum ? 1 : 0
    }
    guard largest <= Self.channelLimit, 5 * brighter >= mask.count, 5 * brighter <= 4 * mask.count
    else { return nil }
    (self.largest, mean, cluster) = (largest, sum * 16 / mask.count, regions.largestCluster)
  }

  /// True if both deviate by about the same amount, in clusters of about the same size.
  package func isLike(_ other: NoiseStatistics) -> Bool {
    isNear(largest, other.largest, slack: 1) && isNear(mean, other.mean, slack: 8)
      && isNear(cluster, other.cluster, slack: 2)
  }

  /// True if the numbers differ by at most a quarter of the larger, or by the slack.
  private func isNear(_ first: Int, _ second: Int, slack: Int) -> Bool {
    abs(first - second) <= max(slack, max(first, second) / 4)
  }
}

extension Overlay {
  /// Calls `body` with the premultiplied colours of each marked pixel, before and after.
  package func forEachChange(in mask: ChangeMask, _ body: (Pixel, Pixel) -> Void) {
    withRows { before, after in
      mask.forEachMarked { x, y in body(premultiplied(before[y][x]), premultiplied(after[y][x])) }
    }
  }
}
