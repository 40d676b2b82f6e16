import Catalog

extension CauseReport {
  /// Workflow commands that annotate a pull request: one a cause, because GitHub shows ten a step.
  ///
  /// - Parameter workspace: The checkout, links resolved: annotations name files within it.
  func annotations(in workspace: String) -> String {
    notes.unseen.annotation
      + failing.titled.map { title, reports in
        let names = reports.prefix(Self.namesShown).map(\.snapshot.id).joined(separator: ", ")
        let more = reports.count - min(reports.count, Self.namesShown)
        let rest = more > 0 ? " and \(Wording.grouped(more)) more" : ""
        let file = reports.lazy.compactMap { Self.file($0, in: workspace) }.first
        let place = file.map { "file=\(Markup.workflowProperty($0))," } ?? ""
        let heading = "\(Wording.count(reports.count, "snapshot")): \(title)"
        return "::error \(place)title=\(Markup.workflowProperty(heading))::"
          + Markup.workflowMessage("\(names)\(rest)") + "\n"
      }.joined() + Markup.workflowMessage(sentence()) + "\n"
  }

  private static let namesShown = 8

  private static func file(_ report: CaseReport, in workspace: String) -> String? {
    let path = report.snapshot.baseline?.path ?? report.snapshot.actual
    return path.flatMap { Paths.below(workspace, $0) }
  }
}

extension Unseen {
  fileprivate var annotation: String {
    guard !skipped.isEmpty else { return "" }
    return
      "::\(fails ? "error" : "warning") title=\(Wording.grouped(skipped.count)) not looked at::"
      + Markup.workflowMessage((sentences + [advice].compactMap(\.self)).joined(separator: " "))
      + "\n"
  }
}
