import ArgumentParser
import Base
import Catalog
import Review

struct AcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Copies actuals over their baselines, byte for byte; undo brings back the old ones.",
    discussion: """
      Examples:
        snapreview accept Difference/ --filter 'LoginTests/*' --dry-run
        snapreview accept Difference/ --cause k3fd
        snapreview accept --git --all --stage
      """)

  @Flag(help: "Remove the library's difference of each accepted case; undo brings it back.")
  var clean = false

  @OptionGroup var target: DecisionTarget

  func run() throws { try target.decide(.accepted, cleans: clean) }
}

struct RejectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reject",
    abstract:
      "Marks cases as bugs. Restores a baseline that the run, or an accept of the same actual, replaced.",
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
    commandName: "tolerate",
    abstract: "Marks cases as rendering noise. Restores a baseline as reject does.",
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

  @OptionGroup
  var staging: StagingOption

  @OptionGroup
  var loudness: QuietOption

  func decide(_ decision: Decision, cleans: Bool = false) throws {
    var folder = try Folder(options, writes: !selection.dryRun, saysRemarks: !loudness.quiet)
    folder.stages = staging.stage
    if decision == .accepted, let pair = folder.catalog.cases.first, pair.looksSwapped {
      try askWhether(pair)
    }
    let status = try BatchDecision(
      decision: decision, isBulk: selection.all, isTrial: selection.dryRun, folder: folder,
      undo: options.undoCommand(for: folder.catalog), cleans: cleans,
      isVerbose: selection.verbose, isQuiet: loudness.quiet,
      note: {
        let standing = selection.note.isEmpty ? $0.decision : nil
        return standing?.decision == decision ? standing?.note ?? "" : selection.note
      }
    ).make(on: selection.selected(from: folder, for: decision, cleans: cleans))
    if status != .success { throw ExitCode(status.rawValue) }
  }

  /// Asks before the wrong one of two files is overwritten.
  private func askWhether(_ pair: SnapshotCase) throws {
    let names = [pair.reference, pair.actual].map { printable($0.map(Paths.name) ?? "") }
    let doubt = "By their names, \(names[0]) is the actual and \(names[1]) the reference."
    guard Console.canOpenScreen else {
      throw CommandFailure(
        .wrongUse, "\(doubt) Nothing was written; give the reference first, then the actual.")
    }
    guard Console.confirms("\(doubt) Overwrite \(names[0]) all the same?") else {
      throw CommandFailure(.wrongUse, "Nothing was written.")
    }
  }
}
