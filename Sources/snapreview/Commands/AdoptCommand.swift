import ArgumentParser
import Catalog

struct AdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Makes decisions your own that someone else, or another machine, has recorded.",
    discussion: """
      A folder of failures can come with decisions. They are shown and count for nothing until \
      you adopt them. Look at them first, with --dry-run or `snapreview list`: afterwards they \
      are obeyed like your own, also by `check` and `undo`.
      """)

  @Argument(help: "Folders of failures.", completion: .file())
  var paths: [String] = []

  @Flag(help: "Only say what would be done.")
  var dryRun = false

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  func run() throws {
    let catalog = try Catalog(paths: try Folder.required(paths), options: layouts.catalog)
    let store = try ReviewStore.open(catalog, readOnly: dryRun)
    if !dryRun, let reason = store.readOnlyReason { throw CommandFailure(.fileTrouble, reason) }
    let report = try store.adopt(catalog.cases, isTrial: dryRun)
    for step in report.steps { Console.write("adopted  \(step.summary)\n") }
    if report.refused > 0 {
      Console.complain(
        "\(Wording.count(report.refused, "step")) left out: not on a case that is here, or not on "
          + "its baseline.")
    }
    let count = Wording.count(report.steps.count, "decision")
    Console.write(
      report.steps.isEmpty
        ? "Nothing to adopt.\n"
        : dryRun ? "Would adopt \(count). Nothing was written.\n" : "\(count) adopted.\n")
  }
}

extension Step {
  /// What was decided on which case, and why.
  fileprivate var summary: String {
    let said = note.isEmpty ? "" : ": \(printable(note))"
    return "\(decision?.rawValue ?? "undecided")  \(printable(caseID))\(said)"
  }
}
