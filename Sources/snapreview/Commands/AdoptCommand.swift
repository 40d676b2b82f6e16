import ArgumentParser
import Base
import Catalog
import Host
import Store

struct AdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Adopts decisions that someone else recorded, or that you made on another machine.",
    discussion: """
      A folder of failures can come with decisions. They are shown, but have no effect until you \
      adopt them. Look at them first, with --dry-run or `snapreview list`: once adopted they count \
      as your own, for `check` and `undo` too. Decisions are adopted, never files: no baseline changes, \
      now or when they are undone.

      Examples:
        snapreview adopt Difference/ --dry-run
        snapreview adopt Difference/
      """)

  @Argument(help: "Folders of failures.", completion: .file(), transform: FileAddress.path)
  var paths: [String] = []

  @Flag(help: "Only print what would be done.")
  var dryRun = false

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  func run() throws {
    let catalog = try Catalog(paths: try FolderOptions.required(paths), options: layouts.catalog)
    let store = try ReviewStore(catalog, readOnly: dryRun)
    if !dryRun, let reason = store.readOnlyReason { throw CommandFailure(.fileTrouble, reason) }
    let report = try store.adopt(catalog.cases, isTrial: dryRun)
    for step in report.steps { Console.write("adopted  \(step.summary)\n") }
    if report.refused > 0 {
      Console.complain(
        "\(Wording.count(report.refused, "decision")) skipped: not about a case in this folder, or not "
          + "about its baseline.")
    }
    let count = Wording.count(report.steps.count, "decision")
    Console.write(
      report.steps.isEmpty
        ? "Nothing to adopt.\n"
        : dryRun ? "Would adopt \(count). Nothing was written.\n" : "\(count) adopted.\n")
  }
}

extension Step {
  /// The decision, its case and its note.
  fileprivate var summary: String {
    let said = note.isEmpty ? "" : ": \(printable(note))"
    return "\(decision.rawValue)  \(printable(caseID))\(said)"
  }
}
