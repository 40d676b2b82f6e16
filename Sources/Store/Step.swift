import Base

/// One decision in the journal, the unit of undo.
package struct Step: Hashable, Sendable {
  /// Counts up across all runs, separately for each home.
  package let id: Int
  /// The time of the decision, in seconds since 1970.
  package let at: Double
  /// The case's `home`, `failures`, `source` and `key`; see `StoredCase`.
  package let home: String
  package let failures: String
  package let source: String?
  package let caseKey: String
  /// The case's name when it was decided.
  package let caseID: String
  package let decision: Decision
  package let note: String
  /// The ID of the bulk decision, the same for all of its steps.
  package let batch: String?
  /// The absolute path of the case's baseline, or of the difference image that the step removed.
  package let baseline: String?
  /// SHA-256 of the baseline before and after, nil if absent; equal if the step did not touch it.
  package let before: String?
  package let after: String?
  package internal(set) var isUndone = false

  /// True if the step wrote the baseline.
  package var changesBaseline: Bool { before != after }
}

extension Step: CustomStringConvertible {
  /// "Accepted Suite/name, writing name.png."
  package var description: String { act.prefix(1).uppercased() + act.dropFirst() + "." }

  /// "accepted Suite/name, writing name.png"
  package var act: String {
    let act = "\(decision.rawValue) \(printable(caseID))"
    let file = printable(baseline.map(Paths.name) ?? "the baseline")
    guard changesBaseline else { return act }
    let verb = after == nil ? "removing" : decision == .accepted ? "writing" : "restoring"
    return "\(act), \(verb) \(file)"
  }
}

/// The result of an undo or a redo.
package struct Reversal: Sendable {
  /// The steps, in the order in which they were undone or redone.
  package internal(set) var steps: [Step] = []
  /// The reasons why steps were skipped; their baselines are unchanged.
  package internal(set) var failures: [StoreError] = []
  /// Folders that were made for baselines that are gone again, but that could not be removed.
  package internal(set) var emptyFolders: [String] = []

  /// Sentences about everything that was not done.
  package var troubles: [String] {
    StoreError.lines(failures)
      + emptyFolders.map {
        "\(printable($0)): this folder was made for a baseline. It is empty now and could not be "
          + "removed; remove it by hand."
      }
  }
}
