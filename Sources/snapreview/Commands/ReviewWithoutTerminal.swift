import Catalog

/// Prints the cases and the exact commands that decide them: what `review` does in a pipe.
///
/// - Returns: The exit status, always `failing`: nothing was reviewed.
func reviewWithoutTerminal(
  _ paths: [String], layouts: LayoutOptions, rules: RulesOptions, strategies: StrategyOptions
) throws -> ExitStatus {
  let folder = try Folder(paths, layouts, rules, strategies)
  Console.complain("no terminal for the review screen: here are the cases, and how to decide them.")
  var writer = ReportWriter(.text, .current, Console.write)
  var undecided: [SnapshotCase] = []
  folder.forEachReport { report in
    writer.add(report)
    if report.decision == nil && report.isFailing { undecided.append(report.snapshot) }
  }
  writer.end()
  guard !undecided.isEmpty else { return .failing }
  let place = (paths.map(Shell.quoted) + layouts.words + rules.words).joined(separator: " ")
  Console.write("\n# Decide one by one, or all that is left by --all:\n")
  for snapshot in undecided { Console.write(commands(for: snapshot, place)) }
  return .failing
}

private func commands(for snapshot: SnapshotCase, _ place: String) -> String {
  let filter = "--filter \(Shell.quoted(Glob.escaping(snapshot.id)))"
  let accept =
    snapshot.obstacle.map { "# cannot be accepted: \(printable($0))" }
    ?? "snapreview accept \(place) \(filter)"
  return "\(accept)\nsnapreview reject \(place) \(filter)\n"
}
