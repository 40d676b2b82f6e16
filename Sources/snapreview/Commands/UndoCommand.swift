import ArgumentParser
import Base
import Catalog
import Host
import Store

struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undoes the last decision, even from an earlier run, and restores the baseline.",
    discussion: """
      A decision on many cases at once is undone as a whole. A step that cannot be undone, because \
      its baseline has changed since, is skipped and reported.

      Examples:
        snapreview undo Difference/
        snapreview undo --git
        snapreview undo --all
      """)

  @Argument(
    help: ArgumentHelp(
      "Folders, archives, a log or two files, as they were decided on (default: the working folder)."
    ),
    completion: .file(), transform: FileAddress.path)
  var paths: [String] = []

  @Flag(help: "Undo every decision.")
  var all = false

  @Option(
    help: ArgumentHelp("The rules file that describes a layout of your own.", valueName: "FILE"),
    completion: .file(extensions: ["toml"]), transform: FileAddress.path)
  var rules: String?

  @OptionGroup(title: "Git")
  var git: GitOptions

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  func run() throws {
    let store = try ReviewStore(try folders())
    for sentence in store.notices { Console.complain(sentence) }
    if let reason = store.readOnlyReason { throw CommandFailure(.fileTrouble, reason) }
    let reversal = all ? try store.undoAll() : try store.undo()
    for step in reversal.steps { Console.write("undone  \(step.description)\n") }
    for sentence in reversal.troubles { Console.complain(sentence) }
    let count = reversal.steps.count
    if count > 1 { Console.write("\(Wording.count(count, "step")) undone.\n") }
    guard reversal.troubles.isEmpty, store.unsettled.isEmpty else {
      throw ExitCode(ExitStatus.fileTrouble.rawValue)
    }
    if count == 0 { Console.write("Nothing to undo.\n") }
  }

  /// The folders that decisions are kept in, even if the failures themselves have been deleted.
  private func folders() throws -> DecidedFolders {
    if let revision = git.git {
      // As with the other commands, a path may stand where a revision could.
      let named = paths + (FileStatus.exists(revision) ? [revision] : [])
      return try DecidedFolders(around: named.first ?? ".")
    }
    let references = layouts.references
    let paths = paths.isEmpty ? ["."] : paths
    do {
      let catalog = try Catalog(paths: paths, options: wanted)
      return DecidedFolders(below: paths, references: references, catalog: catalog)
    } catch {
      // The two sides of a merge go away with it.
      if let merged = git.merged { return try DecidedFolders(around: Paths.parent(merged)) }
      let found = DecidedFolders(below: paths, references: references, catalog: nil)
      if found.isEmpty { throw error }
      return found
    }
  }

  private var wanted: CatalogOptions {
    var options = layouts.catalog
    (options.rulesFile, options.merged) = (rules, git.merged)
    return options
  }
}
