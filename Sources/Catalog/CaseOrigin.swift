/// What all cases of one folder have in common.
final class CaseOrigin: Sendable {
  let layout: Layout
  let failures: String
  let suite: String
  /// What the keys of its cases begin with.
  let keyStart: String
  /// The folders in which the cases' files are known by their numbers; nil where all are known by
  /// their paths.
  let folders: CaseFolders?
  /// Whether suite and name tell its cases' identifiers from others.
  let hasPlainSuite: Bool

  init(
    _ layout: Layout, failures: String, suite: String, keyStart: String,
    folders: CaseFolders? = nil
  ) {
    (self.layout, self.failures, self.suite) = (layout, failures, suite)
    (self.keyStart, self.folders) = (keyStart, folders)
    hasPlainSuite = suite.utf8.allSatisfy { $0 < 0x80 } && !suite.hasSuffix("/")
  }
}

/// The folders that hold the files of the usual case.
///
/// An object of its own: of a structure each look at a part would copy the whole.
final class CaseFolders: Sendable {
  /// What the run left.
  let run: ListedFolder
  let differences: ListedFolder
  let baselines: ListedFolder
  /// What a baseline must stay in.
  let baselineRoot: String

  init(
    run: ListedFolder, differences: ListedFolder, baselines: ListedFolder, baselineRoot: String
  ) {
    (self.run, self.differences, self.baselines) = (run, differences, baselines)
    self.baselineRoot = baselineRoot
  }
}

/// The files of a case by their numbers in the folders of its origin.
struct CaseNumbers: Hashable, Sendable {
  /// In place of a number: there is none.
  static let none = UInt32.max

  /// The file that is called as the snapshot, in the run's folder.
  let named: UInt32
  /// How many bytes that file's name has before the snapshot's.
  var start: UInt32 = 0
  let baseline: UInt32
  var actual = none
  /// The run's own copy of the reference; without one the baseline is what is shown.
  var copy = none
  var difference = none
}
