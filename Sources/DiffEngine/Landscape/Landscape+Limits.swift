extension Landscape {
  /// The least ΔE, of the steps of 0.1, at which the pair matches.
  ///
  /// Raising ΔE only takes pixels away, so the count never grows: a search by halves is exact.
  ///
  /// - Parameters:
  ///   - clusterSize: The smallest cluster that counts, 1 to 64.
  ///   - threshold: Mismatches that are allowed, 0 or more.
  /// - Returns: 0 to 100; nil where not even 100 passes.
  public func smallestDeltaE(clusterSize: Int, threshold: Int) -> Double? {
    func passes(_ step: Int) -> Bool {
      count(deltaE: DeltaESteps.deltaE(step), clusterSize: clusterSize) <= threshold
    }
    guard passes(DeltaESteps.stepCount - 1) else { return nil }
    var (low, high) = (0, DeltaESteps.stepCount - 1)
    while low < high {
      let middle = (low + high) / 2
      if passes(middle) { high = middle } else { low = middle + 1 }
    }
    return DeltaESteps.deltaE(low)
  }
}
