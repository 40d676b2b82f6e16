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
    // Counts never rise with ΔE: the first step that matches is found by halving.
    var (low, high) = (0, DeltaESteps.stepCount)
    while low < high {
      let middle = (low + high) / 2
      let count = count(deltaE: DeltaESteps.deltaE(middle), clusterSize: clusterSize)
      if count <= threshold { high = middle } else { low = middle + 1 }
    }
    return low < DeltaESteps.stepCount ? DeltaESteps.deltaE(low) : nil
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
