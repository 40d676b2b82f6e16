import Store

/// Identifies a case regardless of the path that was opened and of its position in a list.
package struct CaseIdentity: Hashable, Sendable {
  package let failures: String
  package let key: String
}

extension SnapshotCase {
  package var identity: CaseIdentity { CaseIdentity(failures: failures, key: key) }
}

extension Step {
  /// The case that was decided.
  package var identity: CaseIdentity { CaseIdentity(failures: failures, key: caseKey) }
}
