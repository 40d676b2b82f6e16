import Base
import Catalog

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
  ///   - cases: The cases that were decided, in words; nil omits them.
  ///   - snapshot: The case whose outcome is described; nil describes none.
  ///   - count: The number of baselines that were written.
  package func sentence(_ cases: String?, _ snapshot: SnapshotCase?, count: Int) -> String {
    rawValue.prefix(1).uppercased() + rawValue.dropFirst() + (cases.map { " " + $0 } ?? "")
      + (snapshot.map { "; " + $0.outcome(of: self, count: count) } ?? "") + "."
  }
}
