/// The settings that are right about decisions most often.
package struct Recommendation: Hashable, Sendable {
  package var strategy: Strategy
  /// A second assertion beside the first: a pair fails if either fails it. nil if one is as good.
  package var second: Strategy?
  package var separation: Separation
  /// The accuracy on decisions that the search did not see; nil if there are too few.
  package var heldOut: HeldOut?
  /// Indices into the pairs of noise of what fails nevertheless.
  package var wronglyFailed: [Int]
  /// Indices of the pairs of change that pass by mistake.
  package var missed: [Int]

  /// True if it is right more often than to pass everything, or to fail everything, by more than
  /// chance gives: of decisions that contradict each other the best of hundreds of settings is.
  package var separates: Bool {
    guard separation.change > 0, heldOut != nil || !separation.isPerfect else { return true }
    return (heldOut?.mean ?? separation.rightShare) > 0.5 + separation.chance
  }
}

extension Tuning {
  /// The values of a parameter, all others as recommended, with which every pair is judged right.
  package struct Margin: Hashable, Sendable {
    package var parameter: Strategy.Parameter
    /// The strictest and the most tolerant of the values that were tried.
    package var strictest: ParameterValue
    package var mostTolerant: ParameterValue
  }
}
