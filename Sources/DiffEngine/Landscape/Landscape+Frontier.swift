extension Landscape {
  /// Returns the smallest ΔE step at which the pair matches, for each of some cluster sizes.
  ///
  /// - Parameters:
  ///   - threshold: The number of mismatches that are still allowed.
  ///   - sizes: The cluster sizes, within 1 to 64; all of them by default.
  /// - Returns: 0 to 100 in steps of 0.1; nil if even 100 is not enough or the images differ in
  ///   size.
  package func smallestDeltaEs(threshold: Int, sizes: Range<Int> = 1..<65) -> [Double?] {
    guard isSameSize else { return Array(repeating: nil, count: sizes.count) }
    return smallestSteps(threshold: threshold, sizes: sizes).map {
      $0 < DeltaESteps.stepCount ? DeltaESteps.deltaE($0) : nil
    }
  }

  /// Returns the indices of the steps for `smallestDeltaEs`; `DeltaESteps.stepCount` if no step is
  /// enough.
  func smallestSteps(threshold: Int, sizes: Range<Int>) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(sizes.count)
    var (size, end) = (sizes.lowerBound, DeltaESteps.stepCount)
    while size < sizes.upperBound {
      // A step that matches at one size also matches at the next, so each search ends where the
      // last did.
      end = smallestStep(size, threshold, upTo: end)
      // A single look at the previous step tells up to which size that one does not match.
      let next = end > 0 ? rows.smallestSize(leaving: threshold, above: 3 * end - 2) : nil
      let following = min(next ?? sizes.upperBound, sizes.upperBound)
      result += repeatElement(end, count: following - size)
      size = following
    }
    return result
  }

  /// Returns the first step below `end` that matches, or else `end`.
  private func smallestStep(_ clusterSize: Int, _ threshold: Int, upTo end: Int) -> Int {
    // Counts never rise with ΔE, so binary search finds the first step that matches.
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
