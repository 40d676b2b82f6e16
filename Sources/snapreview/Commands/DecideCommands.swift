import ArgumentParser
import Catalog

struct AcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Makes actuals the new baselines, byte for byte; the old ones are kept for undo.")

  @OptionGroup var target: DecisionTarget

  func run() throws { try target.decide(.accepted) }
}

struct RejectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reject", abstract: "Notes that cases are bugs; no file changes.")

  @OptionGroup var target: DecisionTarget

  func run() throws { try target.decide(.rejected) }
}

struct TolerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tolerate", abstract: "Notes that cases are rendering noise; no file changes.")

  @OptionGroup var target: DecisionTarget

  func run() throws { try target.decide(.tolerated) }
}

/// What the three deciding commands share.
struct DecisionTarget: ParsableArguments {
  @Argument(help: "Folders of failures, or two files.", completion: .file())
  var paths: [String] = []

  @OptionGroup(title: "Cases")
  var selection: SelectionOptions

  @OptionGroup(title: "Strategy: what --all takes as failing")
  var strategies: StrategyOptions

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  @OptionGroup(title: "Rules")
  var rules: RulesOptions

  func decide(_ decision: Decision) throws {
    let folder = try Folder(paths, layouts, rules, strategies, writes: !selection.dryRun)
    try Deciding(decision: decision, selection: selection, folder: folder).run()
  }
}
