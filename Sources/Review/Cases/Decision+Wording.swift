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

extension SnapshotCase {
  /// Describes what a decision did to one or more baselines.
  ///
  /// - Parameter count: The number of baselines that were written or removed.
  fileprivate func outcome(of decision: Decision, count: Int) -> String {
    let isOne = count <= 1
    return switch (writing, decision) {
    case (.either, .accepted): "theirs \(isOne ? "is" : "are") written"
    // Git has left ours in place.
    case (.either, .rejected): "ours \(isOne ? "is" : "are") written"
    case _ where count == 0: "no file changed"
    case (_, .accepted):
      isOne ? "the baseline is written" : "\(Wording.grouped(count)) baselines are written"
    case (_, .rejected), (_, .tolerated):
      isOne
        ? "the old baseline is restored" : "\(Wording.grouped(count)) old baselines are restored"
    }
  }
}
