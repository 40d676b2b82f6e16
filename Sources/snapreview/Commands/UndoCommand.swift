import ArgumentParser
import Catalog

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Takes back the last decision, in whatever run it was made; restores the baseline.",
    discussion: "A decision on many cases at once is taken back as a whole.")

  @Argument(help: "The folder of failures.")
  var path = "."

  @Flag(help: "Take back every decision.")
  var all = false

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  func run() throws {
    let store = try ReviewStore.open(root: try root())
    for sentence in store.recovery { Console.complain(sentence) }
    if let reason = store.readOnlyReason { throw CommandFailure(.fileTrouble, reason) }
    let steps = all ? try store.undoAll() : try store.undoBatch()
    guard !steps.isEmpty else {
      Console.write("Nothing to undo.\n")
      return
    }
    for step in steps { Console.write("undone  \(step.description)\n") }
    if steps.count > 1 { Console.write("\(Wording.count(steps.count, "step")) undone.\n") }
  }

  /// Where the decisions are kept; also when the failures themselves have been cleared away.
  private func root() throws -> String {
    do {
      return try Catalog(paths: [path], options: layouts.catalog).root
    } catch {
      let folder = path + "/" + ReviewStore.folderName
      guard FileManager.default.fileExists(atPath: folder) else { throw error }
      return path
    }
  }
}
