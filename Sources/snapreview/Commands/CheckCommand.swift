import ArgumentParser
import Catalog
import DiffEngine

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says whether a folder passes, by its rules and decisions: a gate for CI.",
    discussion: """
      A case passes when it matches, was accepted or tolerated. The rules come from the project's \
      .snapreview.toml: see --rules. Flags win over them.
      """)

  @Argument(help: "Folders of failures, or two files.", completion: .file())
  var paths: [String] = []

  @Option(help: "How to print the result.")
  var format = ReportFormat.text

  @Option(
    help: ArgumentHelp("Write the result to a file instead.", valueName: "F"), completion: .file())
  var output: String?

  @Flag(help: "Pass where a folder holds no failure: a run without any writes none.")
  var allowEmpty = false

  @OptionGroup(title: "Strategy")
  var strategies: StrategyOptions

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  @OptionGroup(title: "Rules")
  var rules: RulesOptions

  func run() throws {
    let folder: Folder
    do {
      folder = try Folder(paths, layouts, rules, strategies)
    } catch let error as CatalogError
      where allowEmpty && [.empty, .noCase].contains(error.reason)
    {
      return try report([], inputs: [], nothing: "Nothing to check. \(error)\n")
    }
    let reports = folder.reports()
    for sentence in reports.recordedSentences { Console.complain(sentence) }
    try report(reports, inputs: folder.catalog.cases.flatMap(\.files))
    throw ExitCode(Tally(reports).status.rawValue)
  }

  /// - Parameter nothing: What to say where there is no case.
  private func report(_ reports: [CaseReport], inputs: [String], nothing: String? = nil) throws {
    guard let output else { return write(reports, Style.current, nothing, Console.write) }
    var bytes: [UInt8] = []
    write(reports, .plain, nothing) { bytes += $0.utf8 }
    try OutputFile.write(bytes, to: output, sparing: inputs)
  }

  private func write(
    _ reports: [CaseReport], _ style: Style, _ nothing: String?,
    _ emit: @escaping (String) -> Void
  ) {
    guard format == .text else { return reports.writeJSON(emit) }
    let failing = reports.filter(\.isFailing)
    if !failing.isEmpty {
      ReportTable(reports: failing, style: style).write(emit)
      emit("\n")
    }
    emit(nothing ?? Tally(reports).sentence(style) + "\n")
  }
}

extension [CaseReport] {
  /// A word on matches that may match only because the failing run wrote the reference.
  var recordedSentences: [String] {
    let recorded = filter {
      $0.isRecorded && $0.verdict == .match && $0.decision?.decision != .accepted
    }
    guard !recorded.isEmpty else { return [] }
    let shown = recorded.prefix(4).map { printable($0.snapshot.id) }.joined(separator: ", ")
    let more = recorded.count > 4 ? " and \(recorded.count - 4) more" : ""
    return [
      "\(Wording.count(recorded.count, "case")) \(recorded.count == 1 ? "matches" : "match") "
        + "because the baseline equals the failure's actual byte for byte: it was written after "
        + "the comparison failed, perhaps by the failing run itself (record: .failed): "
        + "\(shown)\(more). Compare with what is in Git."
    ]
  }
}
