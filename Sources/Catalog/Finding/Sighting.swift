/// What a search has seen, as a value: a failure, or what it knows of other files. `Finder` alone
/// takes it in, and `Resolver` decides between two that have one file.
enum Sighting: Sendable {
  case failure(Failure)
  /// A failure by the form of its name alone, which the library lists if something else speaks for it.
  case unproven(Failure)
  /// A file that a failure accounts for.
  case claim(String, by: Evidence)
  /// A folder in which a library keeps its actuals: those that are no failures have passed.
  ///
  /// - Parameter isAnswered: True if a report says all that failed in it.
  case folder(String, isAnswered: Bool = false)
  /// The name of an actual that a report knows to be left from an earlier run.
  case left(name: String)
  /// The actuals of tests' earlier tries, by those of the last ones.
  case retried([String: [String]])
  /// An actual that another one replaces.
  case overtaken(String)
  /// An actual that passed, by what its library says, below the path that was given.
  case passed(file: String, below: String)
  /// A run that passed, unless a failure was found in it.
  case passedRun(below: String)
  case skipped(Skipped)
  /// Something that is skipped where another thing that was opened is a failure.
  case passedOver(Skipped)
  /// A promise that is skipped unless a case keeps it.
  case refused(Ledger.Kind, String, Skipped)
  /// The reason why a file that is named as some library's is no failure.
  case nearMiss(String, file: String? = nil)
  /// A file that is no failure because its folder says that it holds baselines.
  case baseline
  case remark(String)
  /// The places of cases that words explain better.
  case replaced(Set<Int>)

  /// A failure that a report names, but whose files are missing.
  static func lost(_ name: String, in layout: Layout) -> Sighting {
    .refused(
      .test, name,
      Skipped(
        name,
        "\(layout.title)'s report says that it failed, but its files are missing. Run the test again."
      ))
  }
}

/// A failure as a search has seen it.
struct Failure: Sendable {
  enum Sharing: Sendable {
    /// Its files are its own.
    case own
    /// A report lists it. Another entry may have the same files.
    case entry
    /// A report lists it, and calls files by their content, so that others may have the same.
    case content
    /// The case is shown even if its files belong to another case, too.
    case shared
  }

  var snapshot: SnapshotCase
  let source: Source
  let evidence: Evidence
  /// The folder that holds the folders of failures.
  var root: String?
  /// The run's own copy of the reference.
  var copy: String?
  var sharing = Sharing.own
  /// True if its actual is only a part of its difference.
  let isStrip: Bool

  init(
    _ snapshot: SnapshotCase, from source: Source, by evidence: Evidence, root: String? = nil,
    copy: String? = nil, isStrip: Bool = false, sharing: Sharing = .own
  ) {
    (self.snapshot, self.source, self.evidence) = (snapshot, source, evidence)
    (self.root, self.copy, self.isStrip, self.sharing) = (root, copy, isStrip, sharing)
  }
}
