extension Landscape {
  /// The counts of every ΔE step for one cluster size.
  ///
  /// - Parameter clusterSize: Taken to the nearest of 1 to 64.
  /// - Returns: 1001 counts, for ΔE 0 to 100 in steps of 0.1; never rising.
  public func counts(clusterSize: Int) -> [Int] {
    (0..<DeltaESteps.stepCount).map {
      count(deltaE: DeltaESteps.deltaE($0), clusterSize: clusterSize)
    }
  }

  /// The smallest ΔE step at which the pair matches.
  ///
  /// - Parameters:
  ///   - clusterSize: Taken to the nearest of 1 to 64.
  ///   - threshold: Mismatches that are still allowed.
  /// - Returns: 0 to 100, or nil where not even 100 is enough, or the sizes differ.
  public func smallestDeltaE(clusterSize: Int, threshold: Int) -> Double? {
    guard isSameSize else { return nil }
    let step = smallestStep(clusterSize, threshold, upTo: DeltaESteps.stepCount)
    return step < DeltaESteps.stepCount ? DeltaESteps.deltaE(step) : nil
  }

  /// `smallestDeltaE` for each of some cluster sizes, in a fraction of the time of as many calls.
  ///
  /// - Parameter sizes: Within 1 to 64, which is all of them where none are given.
  public func smallestDeltaEs(
    threshold: Int, sizes: Range<Int> = 1..<65
  ) -> [Double?] {
    guard isSameSize else { return Array(repeating: nil, count: sizes.count) }
    var result: [Double?] = []
    result.reserveCapacity(sizes.count)
    var (size, end) = (sizes.lowerBound, DeltaESteps.stepCount)
    while size < sizes.upperBound {
      // What matches at one size matches at the next: each search ends where the last one did.
      end = smallestStep(size, threshold, upTo: end)
      // One look at the step before tells up to which size that one does not match.
      let next = end > 0 ? rows.smallestSize(leaving: threshold, above: 3 * end - 2) : nil
      let following = min(next ?? sizes.upperBound, sizes.upperBound)
      let deltaE = end < DeltaESteps.stepCount ? DeltaESteps.deltaE(end) : nil
      result += repeatElement(deltaE, count: following - size)
      size = following
    }
    return result
  }

  /// The first step below `end` that matches, or `end`.
  private func smallestStep(_ clusterSize: Int, _ threshold: Int, upTo end: Int) -> Int {
    // Counts never rise with ΔE: the first step that matches is found by halving.
    var (low, high) = (0, end)
    while low < high {
      let middle = (low + high) / 2
      let count = count(deltaE: DeltaESteps.deltaE(middle), clusterSize: clusterSize)
      if count <= threshold { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The smallest cluster size from 1 to 64 at which the pair matches.
  ///
  /// - Parameters:
  ///   - deltaE: Taken to the nearest step of 0.1, 0 to 100.
  ///   - threshold: Mismatches that are still allowed.
  /// - Returns: nil where 64 is not enough, or the sizes differ.
  public func smallestClusterSize(deltaE: Double, threshold: Int) -> Int? {
    guard isSameSize else { return nil }
    return (1...SizeTable.sizeLimit).first {
      count(deltaE: deltaE, clusterSize: $0) <= threshold
    }
  }
}

extension Landscape {
  /// How many of the pairs fail `combined` at every point.
  ///
  /// - Returns: One row for each ΔE of 0, 0.1, ... 100; in each the number of failing pairs for
  ///   cluster sizes 1 to 64.
  public static func failing(_ landscapes: [Landscape], threshold: Int) -> [[Int]] {
    let sizes = SizeTable.sizeLimit
    // A pair fails at the steps before its limit: one is added at 0 and taken away at the limit.
    var rows = [[Int]](
      repeating: [Int](repeating: 0, count: sizes), count: DeltaESteps.stepCount + 1)
    for landscape in landscapes {
      for (index, limit) in landscape.smallestDeltaEs(threshold: threshold).enumerated() {
        rows[0][index] += 1
        rows[limit.map { Int(($0 * 10).rounded()) } ?? DeltaESteps.stepCount][index] -= 1
      }
    }
    for step in 1..<DeltaESteps.stepCount {
      for index in 0..<sizes { rows[step][index] += rows[step - 1][index] }
    }
    return Array(rows.dropLast())
  }
}
