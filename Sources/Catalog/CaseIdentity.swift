/// Which case is meant, however its folder was named and wherever the case stands in a list.
public struct CaseIdentity: Hashable, Sendable {
  public let failures: String
  public let key: String
}

extension SnapshotCase {
  public var identity: CaseIdentity { CaseIdentity(failures: failures, key: key) }
}

extension Step {
  /// The case that was decided.
  public var identity: CaseIdentity { CaseIdentity(failures: failures, key: caseKey) }
}
