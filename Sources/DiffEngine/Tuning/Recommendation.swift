/// The settings that are right about decisions most often.
package struct Recommendation: Hashable, Sendable {
  package var strategy: Strategy
  /// A second assertion beside the first: a pair fails where either does. nil where one is as good.
  package var second: Strategy?
  package var separation: Separation
  /// The accuracy on decisions that the search did not see; nil if there are too few.
  package var heldOut: HeldOut?
  /// Indices into the pairs of noise of what fails nevertheless.
  package var wronglyFailed: [Int]
  /// Indices into the pairs of change of what passes nevertheless.
  package var missed: [Int]
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
