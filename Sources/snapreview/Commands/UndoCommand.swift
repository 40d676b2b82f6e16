import ArgumentParser
import Catalog

struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undoes the last decision, even from an earlier run, and restores the baseline.",
    discussion: """
      A decision on many cases at once is undone as a whole. A step that cannot be undone, because \
      its baseline has changed since, is skipped and reported.

      Examples:
        snapreview undo Difference/
        snapreview undo --all
      """)

  @Argument(
    help:
      "The folder of failures, one above it, or the log of a run (default: the working folder).",
    completion: .file(), transform: FileAddress.path)
  var paths: [String] = []

  @Flag(help: "Undo every decision.")
  var all = false

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  func run() throws {
    let store = try ReviewStore(try folders())
    for sentence in store.notices { Console.complain(sentence) }
    if let reason = store.readOnlyReason { throw CommandFailure(.fileTrouble, reason) }
    let reversal = all ? try store.undoAll() : try store.undo()
    for step in reversal.steps { Console.write("undone  \(step.description)\n") }
    for failure in reversal.failures { Console.complain(failure.description) }
    let count = reversal.steps.count
    if count > 1 { Console.write("\(Wording.count(count, "step")) undone.\n") }
    guard reversal.failures.isEmpty else { throw ExitCode(ExitStatus.fileTrouble.rawValue) }
    guard count == 0 else { return }
    guard store.unsettled.isEmpty else { throw ExitCode(ExitStatus.fileTrouble.rawValue) }
    Console.write("Nothing to undo.\n")
  }

  /// The folders that decisions are kept in, even if the failures themselves have been deleted.
  private func folders() throws -> DecidedFolders {
    let references = layouts.references
    let paths = paths.isEmpty ? ["."] : paths
    do {
      let catalog = try Catalog(paths: paths, options: layouts.catalog)
      return DecidedFolders(below: paths, references: references, catalog: catalog)
    } catch {
      let found = DecidedFolders(below: paths, references: references, catalog: nil)
      if found.isEmpty { throw error }
      return found
    }
  }
}
