import ArgumentParser
import Base
import Catalog
import Host
import Review

struct AdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Applies a file of decisions to the cases with the same bytes.",
    discussion: """
      Shows what it would do; with --all or --filter it does so, as `accept`, `reject` and `tolerate` \
      would, with all their checks. A case whose reference or actual has other bytes is left alone.

      Examples:
        snapreview adopt review.json Difference/
        snapreview adopt review.json Difference/ --all
      """)

  @Argument(
    help: """
      The file, as `snapreview decisions` or a page of `check` writes it; - for standard input.
      """,
    completion: .file(), transform: FileAddress.path)
  var file: String

  @Flag(help: "Apply every decision that can be applied.")
  var all = false

  @Flag(help: "Only show what would be done, as without --all and --filter.")
  var dryRun = false

  @OptionGroup(title: "Cases")
  var filters: FilterOptions

  @OptionGroup
  var options: FolderOptions

  @OptionGroup
  var staging: StagingOption

  private var shownFile: String {
    file == StandardInput.name ? "standard input" : printable(file)
  }

  private typealias Fitting = (report: CaseReport, entry: DecisionsFile.Entry)

  func validate() throws {
    if all && !filters.filter.isEmpty { throw ValidationError("Give --filter GLOB or --all.") }
  }

  func run() throws {
    let decisions = try StandardInput.withFile(file) {
      try DecisionsFile(contentsOf: $0, shownAs: shownFile)
    }
    let options = try options.found(for: "adopt")
    let applies = !dryRun && (all || !filters.filter.isEmpty)
    var folder = try Folder(options, writes: applies)
    folder.stages = staging.stage
    let entries = decisions.entries(for: folder.catalog.cases)
    let named = try filters.matching(folder.catalog.cases).filter { entries[$0.id] != nil }
    guard !named.isEmpty else {
      throw CommandFailure(
        .wrongUse,
        "\(shownFile): no decision in it is about a case here. Are these the failures that it was "
          + "made on? Nothing was written.")
    }
    let reports = folder.reports(on: named)
    let fitting: [Fitting] = reports.compactMap { report in
      guard let entry = entries[report.snapshot.id], report.decision == nil,
        let shown = report.fingerprint, shown.reference == entry.reference,
        shown.actual == entry.actual
      else { return nil }
      return (report, entry)
    }
    let decided = reports.count { $0.decision != nil }
    let applicable = Set(fitting.map(\.report.snapshot.id))
    let changed = reports.filter { $0.decision == nil }.map(\.snapshot.id)
      .filter { !applicable.contains($0) }
    let strange = decisions.decisions.count - entries.count
    tellOthers(changed: changed, decided: decided, strange: strange)
    guard applies else { return show(fitting) }
    var status = changed.isEmpty && strange == 0 ? ExitStatus.success : .failing
    for decision in Decision.allCases {
      let own = fitting.filter { $0.entry.decision == decision }
      guard !own.isEmpty else { continue }
      status = max(status, try apply(decision, own, folder, options))
    }
    if status != .success { throw ExitCode(status.rawValue) }
  }

  private func apply(
    _ decision: Decision, _ cases: [Fitting], _ folder: Folder, _ options: FolderOptions
  ) throws -> ExitStatus {
    let notes = Dictionary(
      cases.map { ($0.report.snapshot.id, $0.entry.note ?? "") },
      uniquingKeysWith: { one, _ in one })
    return try BatchDecision(
      decision: decision, isBulk: true, isTrial: false, folder: folder,
      undo: options.undoCommand(for: folder.catalog), note: { notes[$0.snapshot.id] ?? "" }
    ).make(on: cases.map(\.report))
  }

  private func show(_ cases: [Fitting]) {
    for (report, entry) in cases {
      let note = entry.note.map { ": \(printable($0))" } ?? ""
      let user = entry.by.map { " (\(printable($0)))" } ?? ""
      let verb = entry.decision.verb.lowercased()
      Console.write("would \(verb)  \(printable(report.snapshot.id))\(note)\(user)\n")
    }
    Console.write(
      cases.isEmpty
        ? "Nothing to apply.\n"
        : "\(Wording.count(cases.count, "decision")) can be applied, by --all or --filter GLOB. "
          + "Nothing was written.\n")
  }

  private func tellOthers(changed: [SnapshotCase.ID], decided: Int, strange: Int) {
    if strange > 0 {
      Console.complain(
        "\(Wording.count(strange, "decision")) of \(shownFile) \(strange == 1 ? "is" : "are") about no "
          + "case here; left alone.")
    }
    if decided > 0 {
      Console.complain("\(Wording.count(decided, "case")) left alone: decided here already.")
    }
    if !changed.isEmpty {
      Console.complain(
        "\(Wording.count(changed.count, "case")) changed since the decision; left alone: "
          + Wording.names(changed.map(printable), atMost: 3) + ".")
    }
  }
}
