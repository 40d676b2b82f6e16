import ArgumentParser
import Base
import Catalog
import Review

/// Prints the cases and the commands that decide them, because `review` cannot open a screen in a
/// pipe.
///
/// - Throws: The exit status `failing` even if all went well, because nothing was reviewed.
func reviewWithoutTerminal(_ options: FolderOptions) throws {
  let folder = try Folder(options, saysSkipped: false)
  Console.complain("no terminal for the review screen: here are the cases, and how to decide them.")
  var writer = ReportWriter(.text, .current, Unseen(skipped: folder.catalog.skipped), Console.write)
  var undecided: [CaseReport] = []
  folder.forEachReport { report in
    writer.add(report)
    if report.decision == nil && report.isFailing { undecided.append(report) }
  }
  writer.end()
  if undecided.contains(where: { $0.snapshot.isForOneLook }) {
    Console.write(
      "\n# Git removes these copies: decide by snapreview --git, in the work tree.\n")
  } else if !undecided.isEmpty {
    let place = options.words(for: folder.catalog).joined(separator: " ")
    Console.write("\n# Decide them one by one, or all at once with --all:\n")
    for report in undecided { Console.write(commands(for: report, place)) }
  }
  throw ExitCode(ExitStatus.failing.rawValue)
}

private func commands(for report: CaseReport, _ place: String) -> String {
  let filter = "--filter \(Shell.quoted(Glob.escaping(report.snapshot.id)))"
  let accept =
    report.hindrance.map { "# cannot be accepted: \(printable($0.words))" }
    ?? "snapreview accept \(place) \(filter)"
  return "\(accept)\nsnapreview reject \(place) \(filter)\n"
}
