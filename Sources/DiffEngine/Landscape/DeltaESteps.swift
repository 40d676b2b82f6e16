/// The limits that a landscape is kept for: for each step of 0.1 from ΔE 0 to 100, the limit itself
/// and the two around it that mark a borderline verdict.
package enum DeltaESteps {
  package static let stepCount = 1001

  /// The limits in rising order, three for every step.
  package static let limits: [Double] = (0..<stepCount).flatMap { step in
    let limits = DeltaELimits(deltaE: deltaE(step))
    return [limits.low, limits.limit, limits.high]
  }

  package static func deltaE(_ step: Int) -> Double { Double(step) / 10 }

  /// Returns the step of a ΔE, tolerating the rounding of summed tenths; nil if it is not a step.
  package static func step(_ deltaE: Double) -> Int? {
    guard (0...100).contains(deltaE) else { return nil }
    let step = Int((deltaE * 10).rounded())
    return abs(self.deltaE(step) - deltaE) < 1e-9 ? step : nil
  }

  /// Returns the number of `limits` that a ΔE exceeds.
  package static func rank(_ deltaE: Double) -> Int {
    let limits = limits
    var rank = 3 * min(max(Int(deltaE * 10), 0), stepCount - 1)
    while rank > 0 && limits[rank - 1] >= deltaE { rank -= 1 }
    while rank < limits.count && limits[rank] < deltaE { rank += 1 }
    return rank
  }

  /// Returns the rank of a ΔE that `DistanceScan` estimates; nil if a limit is so close that the
  /// exact value could be on its other side.
  @inline(__always)
  package static func clearRank(_ deltaE: Double) -> Int? {
    let steps = deltaE * 10
    let whole = Int(steps)
    let rest = (steps - Double(whole)) / 10
    let margin = DeltaELimits.doubt + DistanceScan.error
    guard rest > margin, rest < 0.1 - margin, whole < stepCount else { return nil }
    return 3 * (whole + 1)
  }
}
