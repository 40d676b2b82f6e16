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
  package init?(_ measured: RegionMeasurement, count: Int, regions: ChangeRegions) {
    guard measured.largest <= Self.channelLimit, regions.largestCluster <= Self.clusterLimit,
      regions.clusterCount >= Self.fewestClusters,
      5 * measured.brighter >= count, 5 * measured.brighter <= 4 * count
    else { return nil }
    largest = measured.largest
    mean = measured.sum * 16 / count
    cluster = regions.largestCluster
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
