extension Decision? {
  /// "accepted"; "undecided" where nothing was.
  package var word: String { self?.rawValue ?? "undecided" }
}

extension Decision {
  /// The imperative: "Accept".
  package var verb: String {
    switch self {
    case .accepted: "Accept"
    case .rejected: "Reject"
    case .tolerated: "Tolerate"
    }
  }

  /// "Accepted Suite/name; wrote Suite/name.png." or "Accepted 5 cases.".
  ///
  /// - Parameters:
  ///   - cases: What was decided, in words; nil leaves that out.
  ///   - snapshot: The case whose outcome is told.
  package func sentence(_ cases: String?, _ snapshot: SnapshotCase?) -> String {
    rawValue.prefix(1).uppercased() + rawValue.dropFirst() + (cases.map { " " + $0 } ?? "")
      + (snapshot.map { "; " + $0.outcome(of: self) } ?? "") + "."
  }
}
