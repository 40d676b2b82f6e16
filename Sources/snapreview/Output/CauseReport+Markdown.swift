import Base
import Catalog
import Review

extension CauseReport {
  /// A GitHub comment may have 65,536 characters, and every second one may be an escape.
  private static let markdownLimit = 60_000
  private static let casesShown = 20

  /// Returns the failing cases by cause, for a comment on a pull request or a job's summary.
  ///
  /// - Parameter picture: Returns the URL of a case's small image, if there is one; if nil, the
  ///   column is omitted.
  func markdown(picture: ((CaseReport) -> String?)? = nil) -> String {
    let failing = failing
    var text = "### Snapshots: \(Markup.markdown(sentence()))\n" + notes.unseen.markdown
    var cases = 0
    let cards = failing.cards
    for (index, card) in cards.enumerated() {
      let part = markdown(card, picture)
      guard text.utf8.count + part.utf8.count <= Self.markdownLimit else {
        let causes = Wording.count(cards.count - index, "more cause")
        let left = Wording.count(failing.reports.count - cases, "case")
        return text + "\nAnd \(causes), \(left). The whole list is in the report.\n"
      }
      text += part
      cases += card.reports.count
    }
    return text + notes.furtherSentences.map { "\n\(Markup.markdown($0))\n" }.joined()
  }

  private func markdown(_ card: Card, _ picture: ((CaseReport) -> String?)?) -> String {
    let members = card.members
    let folded =
      members.isEmpty
      ? ""
      : "\n<details><summary>\(card.membersTitle)</summary>\n"
        + table(members[...], picture) + "\n</details>\n"
    let name = card.name.isEmpty ? "" : " `\(card.name)`"
    return "\n#### \(Markup.markdown(card.title))\(name)\n\n\(Markup.markdown(card.proof))\n"
      + table(card.leaders, picture) + folded
  }

  private func table(
    _ reports: ArraySlice<CaseReport>, _ picture: ((CaseReport) -> String?)?
  ) -> String {
    let (heading, rule) = picture == nil ? ("", "") : (" Reference, actual, changes |", " --- |")
    let shown = reports.prefix(Self.casesShown).map { report in
      let image = picture.map { $0(report).map { " ![\(report.word)](<\($0)>) |" } ?? " |" } ?? ""
      let notes = report.footnotes.map { "<br>\(Markup.markdown($0))" }.joined()
      return "| \(Markup.markdown(report.snapshot.id))\(notes) | \(Markup.markdown(report.facts)) "
        + "| \(report.standing) |\(image)\n"
    }
    let more = reports.count - shown.count
    return "\n| Case | Found | Decision |\(heading)\n| --- | --- | --- |\(rule)\n"
      + shown.joined() + (more > 0 ? "\nAnd \(Wording.count(more, "more case")).\n" : "")
  }
}

extension Unseen {
  /// The skipped files; they come before the cases, which may be cut off if there are too many.
  fileprivate var markdown: String {
    guard !skipped.isEmpty else { return "" }
    return "\n#### \(Self.heading) (\(Wording.grouped(skipped.count)))\n\n"
      + sentences.map { "- \(Markup.markdown($0))\n" }.joined()
      + (advice.map { "\n\(Markup.markdown($0))\n" } ?? "")
  }
}
