/// The settings that agree with the most decisions.
package struct Recommendation: Hashable, Sendable {
  package var strategy: Strategy
  /// A second assertion in addition to the first: a pair fails if either fails it. nil if one
  /// suffices.
  package var second: Strategy?
  package var separation: Separation
  /// The accuracy on decisions that the search did not see; nil if there are too few.
  package var heldOut: HeldOut?
  /// The indices of noise pairs that fail by mistake.
  package var wronglyFailed: [Int]
  /// The indices of change pairs that pass by mistake.
  package var missed: [Int]

  /// True if the settings are more accurate than passing or failing everything, by more than chance
  /// explains: for contradictory decisions, the best of hundreds of settings is somewhat better by
  /// luck.
  package var separates: Bool {
    guard separation.change > 0, heldOut != nil || !separation.isPerfect else { return true }
    return (heldOut?.mean ?? separation.rightShare) > 0.5 + separation.chance
  }
}

extension Tuning {
  /// The range of one parameter, with all others as recommended, in which every pair is judged
  /// right.
  package struct Margin: Hashable, Sendable {
    package var parameter: Strategy.Parameter
    /// The strictest and the most tolerant value among those tried.
    package var strictest: ParameterValue
    package var mostTolerant: ParameterValue
  }
}
