import ArgumentParser
import Catalog
import DiffEngine

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks whether a folder passes under its rules and decisions, for CI.",
    discussion: """
      A case passes when it matches, was accepted or was tolerated. The rules come from the \
      project's .snapreview.toml, or from --rules; flags override them.
      """)

  @Option(help: "How to print the result.")
  var format = ReportFormat.text

  @Option(
    help: ArgumentHelp("Write the result to a file instead.", valueName: "F"), completion: .file())
  var output: String?

  @Flag(help: "Pass if there are no cases: a green run writes none.")
  var allowEmpty = false

  @OptionGroup
  var options: FolderOptions

  func run() throws {
    let folder: Folder
    do {
      folder = try Folder(try options.found(for: "check"))
    } catch let error as CatalogError
      where error.reason == .unchanged
      || allowEmpty && [.empty, .noCase].contains(error.reason)
    {
      _ = try write(nil, nothing: "Nothing to check. \(error)")
      return
    }
    let tally = try write(folder)
    throw ExitCode(tally.status.rawValue)
  }

  /// Writes the report to where it was asked for.
  ///
  /// - Parameter nothing: What to say where there is no folder.
  private func write(_ folder: Folder?, nothing: String? = nil) throws -> Tally {
    guard let output else { return report(folder, .current, nothing, Console.write) }
    var bytes: [UInt8] = []
    let tally = report(folder, .plain, nothing) { bytes += $0.utf8 }
    let inputs = folder?.catalog.cases.flatMap(\.files) ?? []
    try OutputFile.write([bytes], to: output, sparing: inputs)
    return tally
  }

  private func report(
    _ folder: Folder?, _ style: ConsoleStyle, _ nothing: String?, _ emit: @escaping (String) -> Void
  ) -> Tally {
    var writer = ReportWriter(format, style, onlyFailing: true, emit)
    var recorded = RecordedMatches()
    folder?.forEachReport { report in
      writer.add(report)
      recorded.add(report)
    }
    recorded.sentence.map(Console.complain)
    writer.end(nothing: nothing)
    return writer.tally
  }
}

/// Cases that may match only because the failing run wrote the reference.
private struct RecordedMatches {
  private var names: [String] = []
  private var count = 0

  private static let namesShown = 4

  mutating func add(_ report: CaseReport) {
    guard report.isRecorded, report.verdict == .match, report.decision?.decision != .accepted
    else { return }
    count += 1
    if count <= Self.namesShown { names.append(printable(report.snapshot.id)) }
  }

  var sentence: String? {
    guard count > 0 else { return nil }
    let more = count > names.count ? " and \(count - names.count) more" : ""
    return
      "\(Wording.count(count, "case")) \(count == 1 ? "matches" : "match") because the baseline "
      + "equals the failure's actual byte for byte: it was written after the comparison failed, "
      + "perhaps by the failing run itself (record: .failed): "
      + "\(names.joined(separator: ", "))\(more). Compare with what is in Git."
  }
}
