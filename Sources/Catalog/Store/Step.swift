#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One decision as the journal keeps it: what undo takes back.
public struct Step: Hashable, Sendable, Identifiable, CustomStringConvertible {
  /// Counted upwards through all runs.
  public let id: Int
  public let caseID: SnapshotCase.ID
  /// nil where only a note was left, or a decision withdrawn.
  public let decision: Decision?
  public let note: String
  /// What belongs together: all steps of one bulk decision carry the same.
  public let batch: String?
  public let date: Date
  /// Absolute path of the case's baseline.
  public let baseline: String?
  /// SHA-256 of the baseline before and after, nil for absence; equal where it was not touched.
  public let before: String?
  public let after: String?
  public internal(set) var isUndone = false

  /// Whether the step wrote the baseline.
  public var changesBaseline: Bool { before != after }

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
    return decision == .accepted ? "\(act), writing \(file)." : "\(act), restoring \(file)."
  }
}
