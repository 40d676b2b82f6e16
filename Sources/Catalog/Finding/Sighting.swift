/// The finding of a search, as a value: a failure, or a fact about other files. Only `Finder` takes
/// it in, and `Resolver` decides between two failures that have one file.
enum Sighting: Sendable {
  case failure(Failure)
  /// A failure whose only evidence is its name's form; it is listed if something else supports it.
  case unproven(Failure)
  /// A file that a failure accounts for.
  case claim(String, by: Evidence)
  /// A folder where a library keeps its actuals; any actual there that is not a failure has passed.
  ///
  /// - Parameter isAnswered: True if a report lists all failures in it.
  case folder(String, isAnswered: Bool = false)
  /// The name of an actual that, according to a report, is left from an earlier run.
  case left(name: String)
  /// The actuals of tests' earlier tries, by the last try's actual.
  case retried([String: [String]])
  /// An actual that another one replaces.
  case overtaken(String)
  /// An actual that passed according to its library, below the given path.
  case passed(file: String, below: String)
  /// A run that passed, unless a failure was found in it.
  case passedRun(below: String)
  case skipped(Skipped)
  /// Something that is skipped if a failure was found elsewhere in the input.
  case passedOver(Skipped)
  /// An item that is skipped unless a case shows it.
  case refused(Ledger.Kind, String, Skipped)
  /// The reason why a file that is named like a library's is not a failure.
  case nearMiss(String, file: String? = nil)
  /// A file that is not a failure because its folder's name says that it holds baselines.
  case baseline
  case remark(String)
  /// The positions of cases that words explain better.
  case replaced(Set<Int>)

  /// A file that is skipped unless a case shows it.
  static func refused(_ file: String, _ why: String) -> Sighting {
    .refused(.file, file, Skipped(file, why))
  }

  /// A failure that a report names, but whose files are missing.
  static func lost(_ name: String, in layout: Layout) -> Sighting {
    let why = "report says that it failed, but its files are missing. Run the test again."
    return .refused(.test, name, Skipped(name, "\(layout.title)'s \(why)"))
  }
}

/// A failure found by a search.
struct Failure: Sendable {
  enum Sharing: Sendable {
    /// Its files belong to it alone.
    case own
    /// A report lists it. Another entry may have the same files.
    case entry
    /// A report lists it and names files by content, so another entry may have the same files.
    case content
    /// The case is shown even if its files belong to another case, too.
    case shared
  }

  var snapshot: SnapshotCase
  let source: Source
  let evidence: Evidence
  /// The folder that holds the folders of failures.
  var root: String?
  /// The run's own copies of the reference.
  var copies: [String] = []
  var sharing = Sharing.own
  /// True if its actual is only a part of its difference.
  let isStrip: Bool

  init(
    _ snapshot: SnapshotCase, from source: Source, by evidence: Evidence, root: String? = nil,
    copies: [String] = [], isStrip: Bool = false, sharing: Sharing = .own
  ) {
    (self.snapshot, self.source, self.evidence) = (snapshot, source, evidence)
    (self.root, self.copies, self.isStrip, self.sharing) = (root, copies, isStrip, sharing)
  }
}
