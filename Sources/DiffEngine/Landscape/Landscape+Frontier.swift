extension Landscape {
  /// The smallest ΔE step at which the pair matches, for each of some cluster sizes.
  ///
  /// - Parameters:
  ///   - threshold: Mismatches that are still allowed.
  ///   - sizes: Within 1 to 64, which is all of them where none are given.
  /// - Returns: 0 to 100 in steps of 0.1; nil where not even 100 is enough, or the sizes of the
  ///   images differ.
  package func smallestDeltaEs(threshold: Int, sizes: Range<Int> = 1..<65) -> [Double?] {
    guard isSameSize else { return Array(repeating: nil, count: sizes.count) }
    return smallestSteps(threshold: threshold, sizes: sizes).map {
      $0 < DeltaESteps.stepCount ? DeltaESteps.deltaE($0) : nil
    }
  }

  /// Returns the number of each step of `smallestDeltaEs`; `DeltaESteps.stepCount` if no step is
  /// enough.
  func smallestSteps(threshold: Int, sizes: Range<Int>) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(sizes.count)
    var (size, end) = (sizes.lowerBound, DeltaESteps.stepCount)
    while size < sizes.upperBound {
      // What matches at one size matches at the next: each search ends where the last one did.
      end = smallestStep(size, threshold, upTo: end)
      // One look at the step before tells up to which size that one does not match.
      let next = end > 0 ? rows.smallestSize(leaving: threshold, above: 3 * end - 2) : nil
      let following = min(next ?? sizes.upperBound, sizes.upperBound)
      result += repeatElement(end, count: following - size)
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
      if count(step: middle, clusterSize: clusterSize) <= threshold {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }
}
