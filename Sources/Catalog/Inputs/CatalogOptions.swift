import Base
import Host
import Store

/// The settings that a catalogue cannot guess, so that the user specifies them.
package struct CatalogOptions: Sendable {
  /// The layouts that are looked for; an empty list means all of them.
  package var layouts: [Layout]
  /// Folders in which references are looked for first.
  package var references: [String]
  /// Folders in which actuals are looked for first.
  package var actuals: [String]
  /// The rules file that the user named: it can describe a layout.
  package var rulesFile: String?
  /// True if the named rules file is yet to be made: nothing is read, from it or from another.
  package var makesRules = false
  /// A log of xcodebuild, which names the references that Xcode's export leaves out.
  package var log: String?
  /// A revision, or two as `A..B`: the changes against it instead of folders of failures.
  package var git: String?
  /// The file that a merge of two files goes to.
  package var merged: String?
  /// True if the status of every file is asked for at once; see `Catalog.checked`.
  package var checksFiles = true
  /// The folder for decisions on archives, parts of pictures kept as files, and unpacked archives.
  package var stateFolder = UserFolder.state
  /// The tool that exports the attachments of Xcode's result bundles; without it they are not
  /// opened.
  package var resultTool = ResultBundle.tool
  /// The folder that the user works in, links resolved.
  package var workingFolder = Paths.workingFolder
  /// The value of an environment variable, by its name.
  package var environment: @Sendable (String) -> String? = { Environment.value($0) }
  /// Tells the user what is waited for.
  package var tell: @Sendable (String) -> Void = { _ in }
  /// The runs of the tests that the paths hold.
  package var runs = Runs.one
  /// True if the user said what to open. In a folder that was not named, words in names count only
  /// where reference, actual and difference are there, and dependencies are left out.
  package var isNamed = true

  package enum Runs: Sendable {
    case one
    /// A run each, the newest last.
    case several
    /// One of those.
    case oneOfSeveral
  }

  package init(
    layouts: [Layout] = [], references: [String] = [], actuals: [String] = [], git: String? = nil,
    merged: String? = nil
  ) {
    self.layouts = layouts
    self.references = references
    self.actuals = actuals
    self.git = git
    self.merged = merged
  }
}
