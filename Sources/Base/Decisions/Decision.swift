/// The reviewer's decision on a case; a case without one is undecided.
package enum Decision: String, CaseIterable, Sendable, Codable {
  /// The change is intended: the actual becomes the baseline.
  case accepted
  /// The change is a bug: the code must change.
  case rejected
  /// Rendering noise: the baseline stays, and the settings should let it pass.
  case tolerated
}

extension Decision? {
  /// The word for a decision, such as "accepted"; "undecided" if there is none.
  package var word: String { self?.rawValue ?? "undecided" }
}

package struct DecisionRecord: Hashable, Sendable {
  package var decision: Decision
  package var note: String

  package init(_ decision: Decision, note: String = "") {
    self.decision = decision
    self.note = note
  }
}

/// A decision and the hashes of its case's files; a hash is nil if the file is absent.
package struct DecidedCase: Sendable {
  package let record: DecisionRecord
  package let reference: String?
  package let actual: String?

  package init(record: DecisionRecord, reference: String?, actual: String?) {
    (self.record, self.reference, self.actual) = (record, reference, actual)
  }
}
