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
      "The undecided cases of one cause, by the number that `list --by cause` prints; may be repeated.",
      valueName: "ID"))
  var cause: [Int] = []

  @Flag(help: "Every undecided case that fails.")
  var all = false

  @Flag(help: "Only print what would be done.")
  var dryRun = false

  @Option(help: "A note to keep with the decision.")
  var note: String = ""

  func validate() throws {
    if [!filters.filter.isEmpty, !cause.isEmpty, all].count(where: \.self) > 1 {
      throw ValidationError("Give one of --filter GLOB, --cause ID and --all.")
    }
  }

  /// The selected cases, measured, in the catalogue's order.
  func selected(from folder: Folder) throws -> [CaseReport] {
    let cases = folder.catalog.cases
    guard !all else {
      return folder.reports(on: cases).filter { $0.decision == nil && $0.isFailing }
    }
    guard cause.isEmpty else { return try ofCauses(folder.reports(on: cases, withCauses: true)) }
    guard !filters.filter.isEmpty || cases.count == 1 else {
      throw CommandFailure(
        .wrongUse,
        "\(Wording.count(cases.count, "case")): give --filter GLOB, --cause ID or --all to select some. "
          + "`snapreview list` shows them.")
    }
    return folder.reports(on: try filters.matching(cases))
  }

  private func ofCauses(_ reports: [CaseReport]) throws -> [CaseReport] {
    for id in cause where !reports.contains(where: { $0.cause?.id == id }) {
      throw CommandFailure(
        .wrongUse, "No cause has the number \(id). `snapreview list --by cause` shows them.")
    }
    return reports.filter { report in
      report.decision == nil && report.cause.map { cause.contains($0.id) } == true
    }
  }
}
