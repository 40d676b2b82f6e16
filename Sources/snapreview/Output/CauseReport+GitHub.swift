import Base
import Catalog
import Review

extension CauseReport {
  /// Returns workflow commands that annotate a pull request, one for each cause; if there are more
  /// than GitHub shows, the last one counts the rest.
  ///
  /// - Parameter workspace: The checkout, with links resolved; annotations name files inside it.
  func annotations(in workspace: String) -> String {
    let causes = failing.cards
    let room = Self.annotationsShown - (notes.unseen.annotation.isEmpty ? 0 : 1)
    let shown = causes.count > room ? room - 1 : causes.count
    let left = causes[shown...]
    let last =
      left.isEmpty
      ? ""
      : "::error title=\(Wording.count(left.count, "more cause"))::"
        + "\(Wording.count(left.reduce(0) { $0 + $1.reports.count }, "snapshot")): see the summary.\n"
    let annotations = causes[..<shown].map { card in
      let names = Wording.names(card.reports.map(\.snapshot.id), atMost: Self.namesShown)
      let file = card.reports.lazy.compactMap { Self.file($0, in: workspace) }.first
      let place = file.map { "file=\(Markup.workflowProperty($0))," } ?? ""
      let heading = "\(Wording.count(card.reports.count, "snapshot")): \(card.title)"
      return "::error \(place)title=\(Markup.workflowProperty(heading))::"
        + Markup.workflowMessage(names) + "\n"
    }.joined()
    return notes.unseen.annotation + annotations + last
      + [sentence(), notes.staleSentence].compactMap(\.self)
      .map { Markup.workflowMessage($0) + "\n" }.joined()
  }

  /// The maximum number of annotations that GitHub shows for a step.
  private static let annotationsShown = 10
  private static let namesShown = 8

  private static func file(_ report: CaseReport, in workspace: String) -> String? {
    let path = report.snapshot.baseline?.path ?? report.snapshot.place ?? report.snapshot.actual
    return path.flatMap { Paths.below(workspace, $0) }
  }
}

extension Unseen {
  fileprivate var annotation: String {
    guard !skipped.isEmpty else { return "" }
    return
      "::\(failing > 0 ? "error" : "warning") title=\(Wording.grouped(skipped.count)) not looked at::"
      + Markup.workflowMessage((sentences + [advice].compactMap(\.self)).joined(separator: " "))
      + "\n"
  }
}
