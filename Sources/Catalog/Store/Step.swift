/// One decision as the journal keeps it: what undo reverts.
public struct Step: Hashable, Sendable {
  /// Counts up across all runs, separately for each failures' root.
  public let id: Int
  /// The case: `SnapshotCase.failures` and `.key`.
  public let failures: String
  public let caseKey: String
  /// What the case was called when it was decided.
  public let caseID: SnapshotCase.ID
  /// nil where only a note was left, or a decision withdrawn.
  public let decision: Decision?
  public let note: String
  /// What belongs together: all steps of one bulk decision carry the same.
  public let batch: String?
  /// Absolute path of the case's baseline.
  public let baseline: String?
  /// SHA-256 of the baseline before and after, nil for absence; equal where it was not touched.
  public let before: String?
  public let after: String?
  public internal(set) var isUndone = false

  /// Whether the step wrote the baseline.
  public var changesBaseline: Bool { before != after }

  public func isOn(_ snapshot: SnapshotCase) -> Bool {
    caseKey == snapshot.key && failures == snapshot.failures
  }
}

extension Step: CustomStringConvertible {
  /// "Accepted Suite/name, writing name.png."
  public var description: String {
    let subject = printable(caseID)
    let file = printable(baseline.map(Paths.name) ?? "the baseline")
    let act =
      switch decision {
      case .accepted: "Accepted \(subject)"
      case .rejected: "Rejected \(subject)"
      case .tolerated: "Tolerated \(subject)"
      case nil: note.isEmpty ? "Withdrew the decision on \(subject)" : "Noted on \(subject)"
      }
    guard changesBaseline else { return act + "." }
    let verb = after == nil ? "removing" : decision == .accepted ? "writing" : "restoring"
    return "\(act), \(verb) \(file)."
  }
}

/// What an undo or a redo did.
public struct Reversal: Sendable {
  /// The steps, in the order in which they were undone or redone.
  public internal(set) var steps: [Step] = []
  /// Why steps were passed over; their baselines are as they were.
  public internal(set) var failures: [StoreError] = []
}
