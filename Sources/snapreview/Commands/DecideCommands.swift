import ArgumentParser
import Base
import Catalog

struct AcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Copies actuals over their baselines, byte for byte; the old ones are kept for undo.",
    discussion: """
      Examples:
        snapreview accept Difference/ --filter 'LoginTests/*' --dry-run
        snapreview accept Difference/ --cause k3fd
        snapreview accept --git --all --stage
      """)

  @Flag(help: "Remove the library's difference of what is accepted; undo brings it back.")
  var clean = false

  @OptionGroup var target: DecisionTarget

  func run() throws { try target.decide(.accepted, cleans: clean) }
}

struct RejectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reject",
    abstract: "Marks cases as bugs; changes no file, except that --git puts back the old one.",
    discussion: """
      Examples:
        snapreview reject Difference/ --filter LoginTests/dark --note "title is cut"
        snapreview reject Difference/ --cause k3fd
      """)

  @OptionGroup var target: DecisionTarget

  func run() throws { try target.decide(.rejected) }
}

struct TolerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tolerate", abstract: "Marks cases as rendering noise; changes no file.",
    discussion: """
      Examples:
        snapreview tolerate Difference/ --cause k3fd
        snapreview tolerate Difference/ --filter theme:dark
      """)

  @OptionGroup var target: DecisionTarget

  func run() throws { try target.decide(.tolerated) }
}

/// The options that the three deciding commands share.
struct DecisionTarget: ParsableArguments {
  @OptionGroup(title: "Cases")
  var selection: SelectionOptions

  @OptionGroup
  var options: FolderOptions

  func decide(_ decision: Decision, cleans: Bool = false) throws {
    let folder = try Folder(options, writes: !selection.dryRun, checksFiles: false)
    let status = try BatchDecision(
      decision: decision, isBulk: selection.all, isTrial: selection.dryRun, folder: folder,
      undo: options.undoCommand(for: folder.catalog), cleans: cleans,
      isVerbose: selection.verbose, note: { _ in selection.note }
    ).make(on: selection.selected(from: folder, toClean: cleans))
    if status != .success { throw ExitCode(status.rawValue) }
  }
}
