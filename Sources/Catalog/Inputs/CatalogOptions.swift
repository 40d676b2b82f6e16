import Base
import Host

/// The settings that a catalogue cannot guess and the user specifies.
package struct CatalogOptions: Sendable {
  /// The layouts to look for; an empty list means all of them.
  package var layouts: [Layout]
  /// Folders to search first for references.
  package var references: [String]
  /// Folders to search first for actuals.
  package var actuals: [String]
  /// The rules file that the user named, which may describe a layout.
  package var rulesFile: String?
  /// True if the named rules file does not exist yet; then no rules are read at all.
  package var makesRules = false
  /// A log of xcodebuild, which names the references that Xcode's export leaves out.
  package var log: String?
  /// A revision, or two as `A..B`, whose changes are reviewed instead of folders of failures.
  package var git: String?
  /// The file that receives the result of merging two files.
  package var merged: String?
  /// The folder for decisions on archives, parts of pictures kept as files, and unpacked archives.
  package var stateFolder = UserFolder.state
  /// The tool that exports the attachments of Xcode's result bundles; without it, bundles are not
  /// opened.
  package var resultTool = ResultBundle.tool
  /// The user's working folder, links resolved.
  package var workingFolder = Paths.workingFolder
  /// Returns the value of an environment variable.
  package var environment: @Sendable (String) -> String? = { Environment.value($0) }
  /// Tells the user what the program is waiting for.
  package var tell: @Sendable (String) -> Void = { _ in }
  /// States how many test runs the paths hold.
  package var runs = Runs.one
  /// True if the user named what to open. In an unnamed folder, words in names count only if
  /// reference, actual and difference all exist, and dependencies are left out.
  package var isNamed = true

  package enum Runs: Sendable {
    case one
    /// Each path is a run, the newest last.
    case several
    /// The path is one of several runs.
    case oneOfSeveral
  }

  package init(
    layouts: [Layout] = [], references: [String] = [], actuals: [String] = [], git: String? = nil,
    merged: String? = nil
  ) {
    (self.layouts, self.references, self.actuals) = (layouts, references, actuals)
    (self.git, self.merged) = (git, merged)
  }
}
