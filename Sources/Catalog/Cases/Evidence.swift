/// The evidence that files belong to one failure, the strongest first.
///
/// This order is the only one. Failures are looked for in it, a file belongs to the case with the
/// stronger evidence (see `Resolver`), and `twoWords` is accepted one by one only.
enum Evidence: Int, CaseIterable, Comparable, Sendable {
  /// A report of the run, or its log.
  case report
  /// A library's layout, with all that proves a failure of it.
  case layout
  /// Names that others give as well, and a reference: where a library keeps its own, or committed
  /// beside an actual of which git says that the run has left it.
  case git
  /// Words for all three roles.
  case threeWords
  /// Words for two roles, or a name in the form of a library's without anything that proves it.
  case twoWords

  static func < (one: Evidence, other: Evidence) -> Bool { one.rawValue < other.rawValue }
}
