/// The evidence that files belong to one failure, the strongest first.
///
/// This order is the only one. Failures are looked for in it, a file belongs to the case with the
/// stronger evidence (see `Resolver`), and `twoWords` is accepted one by one only.
enum Evidence: Int, CaseIterable, Comparable, Sendable {
  /// A report of the run, or its log.
  case report
  /// A library's layout, with all that proves a failure of it.
  case layout
  /// Files that a library leaves apart from its layout: attachments, actuals of another run.
  case apart
  /// A library's layout, by names that others give as well, and a reference.
  case commonNames
  /// Two words, where git says that the run has left the actual beside a committed reference.
  case git
  /// Words for all three roles.
  case threeWords
  /// Words for two roles.
  case twoWords
  /// A name in the form of a library's, without anything that proves it.
  case form

  static func < (one: Evidence, other: Evidence) -> Bool { one.rawValue < other.rawValue }

  /// False where a log names the files that are looked for, so that all others are left out.
  var readsLogs: Bool { self != .report && self != .apart }
}
