import ArgumentParser
import Base
import Catalog
import Review

/// The flags that select the cases of a decision.
struct SelectionOptions: ParsableArguments {
  @OptionGroup
  var filters: FilterOptions

  @Option(
    help: ArgumentHelp(
      "The undecided cases of one cause, by the ID that `list` prints; may be repeated.",
      valueName: "ID"),
    completion: .custom(CauseCompletion.candidates))
  var cause: [String] = []

  @Flag(help: "Every undecided case that fails.")
  var all = false

  @Flag(help: "Print what would be done, and do nothing.")
  var dryRun = false

  @Flag(help: "Name every case, however many there are.")
  var verbose = false

  @Option(help: "A note to keep with the decision.")
  var note: String = ""

  func validate() throws {
    if [!filters.filter.isEmpty, !cause.isEmpty, all].count(where: \.self) > 1 {
      throw ValidationError("Give only one of --filter GLOB, --cause ID and --all.")
    }
  }

  /// Returns the selected cases, measured, in the catalogue's order.
  ///
  /// - Parameter cleans: True to include accepted cases that still have a difference.
  func selected(from folder: Folder, for decision: Decision, cleans: Bool) throws -> [CaseReport] {
    let cases = folder.catalog.cases
    let isOpen = { (report: CaseReport) in
      report.decision == nil
        || report.decision?.decision == decision
          && (decision != .accepted || cleans && report.snapshot.difference != nil)
    }
    guard !all else {
      return folder.reports(on: cases).filter {
        isOpen($0) && ($0.isFailing || $0.decision != nil)
      }
    }
    guard cause.isEmpty else {
      return try folder.reports(ofCauses: cause).filter(isOpen)
    }
    guard !filters.filter.isEmpty || cases.count == 1 else {
      throw CommandFailure(
        .wrongUse,
        "\(Wording.count(cases.count, "case")): give --filter GLOB, --cause ID or --all to select some. "
          + "`snapreview list` shows them.")
    }
    return folder.reports(on: try filters.matching(cases))
  }
}
