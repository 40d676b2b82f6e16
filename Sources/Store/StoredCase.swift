import Base

/// A case as the store knows it: the key of its steps, its files, and the places it may write to.
///
/// The store never finds cases itself. The catalogue creates them with places that it has verified;
/// a journal or report, which may have come with the failures, cannot create one.
package struct StoredCase: Sendable {
  /// The new content of the baseline after a decision; a nil path means that the baseline is
  /// removed.
  package typealias Replacement = (path: String?, isReference: Bool)
  /// Another file that accepting changes: `target` gets the bytes of `source`, or is removed if
  /// `source` is nil.
  package typealias FollowUp = (target: WritableBaseline, source: String?)

  /// `StoreHome.folder` of the store that keeps the case's decisions.
  package let home: String
  package let failures: String
  /// Identifies the case below `failures`, the same in every run.
  package let key: String
  /// The display name of the case.
  package let id: String
  package var reference: String?
  package var actual: String?
  /// The library's difference image.
  package var difference: String?
  package var baseline: WritableBaseline?
  /// The content that accepting or rejecting writes; nil if the baseline is not changed.
  package var accepting: Replacement?
  package var rejecting: Replacement?
  package var followUps: [FollowUp] = []
  /// The reason why the case cannot be accepted; nil if it can.
  package var obstacle: String?
  /// True if the run dropped the snapshot: accepting removes the baseline.
  package var isDeletion = false
  package var isImage = true
  /// True if the library's difference is the actual with the differing pixels painted over.
  package var paintsDifferences = false
  /// Returns true if the actual has another size than that difference, which is then another run's.
  /// It reads both files, and only some decisions depend on it.
  package var isOfOtherSize: @Sendable () -> Bool = { false }

  /// The archive, log or address that the failures came from.
  package var source: String?

  package init(home: String, failures: String, key: String, id: String) {
    (self.home, self.failures, self.key, self.id) = (home, failures, key, id)
  }

  /// The names by which its decisions are found: its baseline, however the failure was named, and
  /// its path among the failures, since not every run identifies the baseline.
  var subjects: [String] {
    Self.subjects(
      baseline: baseline.map { Paths.relative($0.path, from: home) },
      failures: Paths.relative(failures, from: home), key: key)
  }

  static func subjects(baseline: String?, failures: String, key: String) -> [String] {
    (baseline.map { ["=" + $0] } ?? []) + [failures + "\n" + key]
  }

  func replacement(by decision: Decision) -> Replacement? {
    switch decision {
    case .accepted: accepting
    case .rejected: rejecting
    case .tolerated: nil
    }
  }

  /// True for the two sides of a merge, where either decision writes the baseline.
  var isEither: Bool { accepting != nil && rejecting != nil }
}

/// A file that a decision may write, as verified by the catalogue.
package struct WritableBaseline: Hashable, Sendable {
  package let path: String
  /// The folder that it must not leave.
  package let root: String

  package init(path: String, root: String) { (self.path, self.root) = (path, root) }
}
