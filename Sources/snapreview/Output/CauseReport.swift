import Base
import Catalog
import Changes
import DiffEngine
import Review

/// The cases of a folder grouped by cause, the basis of `list --by cause` and of every report that
/// is not a plain list.
struct CauseReport: Sendable {
  struct Section {
    let cause: CaseGroup
    let reports: [CaseReport]
    /// The axis values shared by all its cases and by no others; left-out cases count too.
    let only: [AxisValue]

    var name: String { reports.first?.causeID ?? "" }

    /// "text black → white, only in dark"
    var title: String { only.title(of: cause.text) }

    /// "44 cases", or "in 44 cases, and nothing else in any of them".
    var extent: String { CauseWords.extent(in: reports.count, rest: cause.rest) }
  }

  private var changed: [CaseReport] = []
  /// The causes of the cases; a filter leaves out some numbers.
  private var causes = CaseGroups()
  private var census = AxisCensus()
  /// Cases without a cause.
  private var rest: [CaseReport] = []
  /// True to leave out cases that pass the gate.
  private var isOfFailing = false
  private(set) var tally = CaseCounts()
  private(set) var notes: ReportNotes
  /// The text that replaces the counts if there are no cases.
  var nothing: String?
  var families: [CauseFamily] = []

  init(_ unseen: Unseen) {
    notes = ReportNotes(unseen)
    tally.unseen = unseen.failing
  }

  mutating func add(_ report: CaseReport) {
    tally.add(report)
    notes.add(report)
    guard !report.isStale else { return }
    census.add(report.snapshot)
    guard let cause = report.cause, let change = report.change else { return rest.append(report) }
    causes.add(changed.count, change, cause)
    changed.append(report)
  }

  var sections: [Section] {
    let groups = causes.inWords
    let only = Dictionary(
      uniqueKeysWithValues: groups.map { group in
        (group.id, census.only(group.items.map { changed[$0].snapshot.axes }))
      })
    let passing = isOfFailing ? Set(changed.indices.filter { !changed[$0].failsGate }) : []
    return groups.compactMap { $0.without(passing) }.inCauseOrder(families).map { group in
      Section(cause: group, reports: group.items.map { changed[$0] }, only: only[group.id] ?? [])
    }
  }

  /// Failing cases with nothing to compare.
  var uncompared: [CaseReport] { rest.filter { $0.verdict == .unreadable } }
  var unchanged: [CaseReport] { rest.filter { $0.verdict != .unreadable } }

  /// The cases without a cause, as titled lists.
  var others: [Card] {
    let lists = [("Nothing to compare", uncompared), ("No change", unchanged)]
    return lists.filter { !$0.1.isEmpty }
      .map { Card(title: $0.0, proof: Wording.count($0.1.count, "case"), reports: $0.1) }
  }

  /// Cases below a title: those of one cause, which share a decision, or some without a cause.
  struct Card: Sendable {
    var title: String
    /// The number of cases, and why they have the same cause.
    var proof: String
    var reports: [CaseReport]
    var isDecision = false
    var isNoise = false
    /// The ID of the cause; empty without one.
    var name = ""
    /// The index of its family, if other causes look alike.
    var family: Int?

    /// The first case if all share one decision; otherwise all cases.
    var leaders: ArraySlice<CaseReport> { isDecision ? reports.prefix(1) : reports[...] }

    /// The other cases, least alike first.
    var members: [CaseReport] {
      guard isDecision, let first = reports.first else { return [] }
      return leastAlikeFirst(reports) {
        (Double($0.comparison.mismatched), $0.comparison.maxDeltaE ?? 0, $0.change?.place)
      }
      .filter { $0.snapshot.id != first.snapshot.id }
    }

    /// The line under which the members are folded.
    var membersTitle: String {
      reports.count == 2
        ? "The other case" : "The other \(Wording.grouped(reports.count - 1)), least alike first"
    }
  }

  /// A card for each cause, and the cards of cases without one.
  var cards: [Card] {
    let familyOf = families.places
    return sections.map { section in
      Card(
        title: section.title,
        proof: [section.extent, section.cause.reason].compactMap(\.self).joined(separator: ": "),
        reports: section.reports, isDecision: true, isNoise: section.cause.isNoise,
        name: section.name, family: familyOf[section.cause.id])
    } + others
  }

  /// Every case, ordered by cause.
  var reports: [CaseReport] { cards.flatMap(\.reports) }

  /// The report without cases that pass the gate; the counts still cover all cases.
  var failing: CauseReport {
    var failing = self
    failing.rest.removeAll { !$0.failsGate }
    failing.isOfFailing = true
    return failing
  }

  /// "3 cases: 3 mismatch; …", or the reason why there are none.
  func sentence(_ style: ConsoleStyle = .plain) -> String {
    nothing ?? tally.sentence(style, notes.unseen)
  }
}
