extension Landscape {
  /// Returns the verdict of `comparison(_:)` alone, without unpacking a row; a change of a setting
  /// asks it for tens of thousands of cases within one frame.
  ///
  /// - Returns: nil if `comparison(_:)` is nil.
  package func verdict(_ strategy: Strategy) -> Verdict? {
    // Whether a larger size is available also depends on the neighbouring rows.
    guard strategy.effectiveClusterSize <= SizeTable.sizeLimit,
      strategy.kind == .perceptual || strategy.kind == .combined
    else { return comparison(strategy)?.verdict }
    guard strategy.formula == formula,
      let step = DeltaESteps.step(strategy.deltaE),
      let counts = rows.counts(atLeast: strategy.effectiveClusterSize, above: 3 * step + 1)
    else { return nil }
    if !isSameSize { return .sizeMismatch }
    return counts.pixels > strategy.allowed(of: total) ? .mismatch : .match
  }
}
