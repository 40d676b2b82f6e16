/// The evidence that files belong to one failure, the strongest first.
///
/// This is the only such order: the search follows it, a file goes to the case with the stronger
/// evidence (see `Resolver`), and `twoWords` cases can only be accepted one by one.
enum Evidence: CaseIterable, Comparable, Sendable {
  /// A report of the run, or its log.
  case report
  /// A library's layout, with everything that proves its failures.
  case layout
  /// Names that other tools use too, with a reference: in the library's own folder, or committed
  /// next to an actual that, according to git, the run left.
  case git
  case threeWords
  /// Words for two roles, or a name in a library's form without any proof.
  case twoWords
}
