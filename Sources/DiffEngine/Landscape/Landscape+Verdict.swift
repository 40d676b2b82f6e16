extension Landscape {
  /// The verdict of `comparison(_:)` and nothing else, without unpacking a row: a knob asks it of
  /// tens of thousands of cases within one frame.
  ///
  /// - Returns: nil where `comparison(_:)` is nil.
  package func verdict(_ strategy: Strategy) -> Verdict? {
    // Whether a larger size is kept depends on the rows beside this one as well.
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
