import DiffEngine

/// What the reviewer decided on a case; without a decision it is undecided.
public enum Decision: String, CaseIterable, Sendable, Codable {
  /// The change is meant: the actual becomes the baseline.
  case accepted
  /// It is a bug: the code must change.
  case rejected
  /// Rendering noise: the baseline stays, and the settings should let it pass.
  case tolerated
}

/// A decision with its note, as the store keeps it.
public struct DecisionRecord: Hashable, Sendable {
  public var decision: Decision
  public var note: String

  public init(_ decision: Decision, note: String = "") {
    self.decision = decision
    self.note = note
  }
}

extension Verdict {
  /// Whether a case with this verdict counts as failing: accepted and tolerated ones do not.
  public func isFailing(after decision: Decision?) -> Bool {
    self != .match && decision != .accepted && decision != .tolerated
  }
}
