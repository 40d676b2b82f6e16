/// The file that accepting a case writes.
package struct Baseline: Hashable, Sendable {
  /// Absolute path of the file; it may not exist yet.
  package let path: String
  /// Absolute path of the folder that `path` must stay in, links resolved.
  package let root: String
  /// True if a report that came with the failures chose this baseline; see `Claim`.
  var isChosenByReport = false

  package init(path: String, root: String) { (self.path, self.root) = (path, root) }
}

/// A change that the library makes to another file when it accepts a case.
struct FollowUp: Hashable, Sendable {
  let target: Baseline
  /// The file whose bytes the target gets; nil if the target is removed.
  var source: String?
}
