import Base
import Catalog
import Changes
import DiffEngine
import Review

/// The cases of a folder below what happened to them: what `list --by cause` prints, and every
/// report that is not a plain list.
struct CauseReport: Sendable {
  /// The cases of a cause.
  struct Section {
    let cause: CaseGroup
    let reports: [CaseReport]
    /// The axis values that all its cases, and no others, share; left-out cases count too.
    let only: [AxisValue]

    var name: String { reports.first?.causeID ?? "" }

    /// "text black → white, only in dark"
    var title: String { only.title(of: cause.text) }

    /// "44 cases", or "in 44 cases, and nothing else in any of them".
    var extent: String { CauseWords.extent(in: reports.count, areProven: cause.areProven) }
  }

  private var changed: [CaseReport] = []
  /// Their causes; a filter leaves some numbers out.
  private var causes = CaseGroups()
  private var census = AxisCensus()
  /// Cases without a cause.
  private var rest: [CaseReport] = []
  /// True if cases that pass the gate are left out.
  private var isOfFailing = false
  private(set) var tally = CaseCounts()
  private(set) var notes: ReportNotes
  /// The text that replaces the counts if there is no case.
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

  /// The sections as the screen orders them.
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
  /// Cases in which nothing changed.
  var unchanged: [CaseReport] { rest.filter { $0.verdict != .unreadable } }

  /// The cases without a cause, each list with a title.
  var others: [Card] {
    let lists = [("Nothing to compare", uncompared), ("No change", unchanged)]
    return lists.filter { !$0.1.isEmpty }
      .map { Card(title: $0.0, proof: Wording.count($0.1.count, "case"), reports: $0.1) }
  }

  /// Cases below a title: those of one cause, which take one decision, or some that have none.
  struct Card: Sendable {
    var title: String
    /// How many cases it is about, and why they have one cause.
    var proof: String
    var reports: [CaseReport]
    var isDecision = false
    var isNoise = false
    /// The ID of the cause; empty without one.
    var name = ""
    /// The place of its family among all, where other causes look alike.
    var family: Int?

    /// The case that stands for a decision; otherwise every case stands for itself.
    var leaders: ArraySlice<CaseReport> { isDecision ? reports.prefix(1) : reports[...] }

    /// The other cases, least alike first.
    var members: [CaseReport] {
      guard isDecision, let first = reports.first else { return [] }
      return leastAlikeFirst(reports) {
        (Double($0.comparison.mismatched), $0.comparison.maxDeltaE ?? 0, $0.change?.place)
      }
      .filter { $0.snapshot.id != first.snapshot.id }
    }

    /// The line behind which the members are folded.
    var membersTitle: String {
      reports.count == 2
        ? "The other case" : "The other \(Wording.grouped(reports.count - 1)), least alike first"
    }
  }

  /// The causes and what has none.
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

  /// Every case, those of one cause after each other.
  var reports: [CaseReport] { cards.flatMap(\.reports) }

  /// The report without the cases that pass the gate; the counts stay those of all cases.
  var failing: CauseReport {
    var failing = self
    failing.rest.removeAll { !$0.failsGate }
    failing.isOfFailing = true
    return failing
  }

  /// "3 cases: 3 mismatch; …", or why there is none.
  func sentence(_ style: ConsoleStyle = .plain) -> String {
    nothing ?? tally.sentence(style, notes.unseen)
  }
}
