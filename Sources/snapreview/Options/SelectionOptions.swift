import ArgumentParser
import Catalog

/// The flags that select the cases of a decision.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Cases whose Suite/name, suite or name matches; may be repeated.", valueName: "GLOB"))
  var filter: [String] = []

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
    if [!filter.isEmpty, !cause.isEmpty, all].count(where: \.self) > 1 {
      throw ValidationError("Give one of --filter GLOB, --cause ID and --all.")
    }
  }

  /// The selected cases, measured, in the catalogue's order.
  func selected(from folder: Folder) throws -> [CaseReport] {
    let cases = folder.catalog.cases
    guard !all else {
      return folder.reports(on: cases).filter { $0.decision == nil && $0.isFailing }
    }
    guard cause.isEmpty else { return try ofCauses(folder.reports(on: cases)) }
    guard !filter.isEmpty || cases.count == 1 else {
      throw CommandFailure(
        .wrongUse,
        "\(Wording.count(cases.count, "case")): give --filter GLOB, --cause ID or --all to select some. "
          + "`snapreview list` shows them.")
    }
    return folder.reports(on: filter.isEmpty ? cases : try matching(cases))
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

  private func matching(_ cases: [SnapshotCase]) throws -> [SnapshotCase] {
    let globs = filter.map { Glob($0) }
    for glob in globs where !cases.contains(where: { Self.matches(glob, $0) }) {
      throw CommandFailure(
        .wrongUse,
        "No case matches \(printable(glob.pattern)). `snapreview list` shows the cases.")
    }
    return cases.filter { snapshot in globs.contains { Self.matches($0, snapshot) } }
  }

  /// A pattern without a slash may mean the suite or the name alone.
  static func matches(_ glob: Glob, _ snapshot: SnapshotCase) -> Bool {
    [snapshot.id, snapshot.suite, snapshot.name].contains(where: glob.matches)
  }
}
