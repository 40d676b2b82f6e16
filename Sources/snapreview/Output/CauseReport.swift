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

    /// The ID by which users name the cause.
    var name: String { reports.first?.causeID ?? "" }

    /// "text black → white, only in dark"
    var title: String { only.title(of: cause.text) }

    /// "44 cases", or "in 44 cases, and nothing else in any of them".
    var extent: String { CauseWords.extent(in: reports.count, areProven: cause.areProven) }

    /// The reasons why its cases have one cause, each reason once.
    var reasons: [String] {
      var reasons: [String] = []
      for reason in cause.reasons where reason != CaseGroup.first && !reasons.contains(reason) {
        reasons.append(reason)
      }
      return reasons
    }
  }

  /// Cases with a cause.
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
  /// The causes that look alike.
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
  private var uncompared: [CaseReport] { rest.filter { $0.verdict == .unreadable } }
  /// Cases in which nothing changed.
  private var unchanged: [CaseReport] { rest.filter { $0.verdict != .unreadable } }

  /// The cases without a cause, each list with a title.
  private var others: [Card] {
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
        (Double($0.comparison.mismatched), $0.comparison.maxDeltaE ?? 0)
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
        proof: ([section.extent] + section.reasons.suffix(1)).joined(separator: ": "),
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

extension CauseReport {
  func write(
    _ format: ReportFormat, _ style: ConsoleStyle, withBoxes: Bool = false,
    _ emit: @escaping (String) -> Void
  ) {
    switch format {
    case .json: writeJSON(withBoxes: withBoxes, emit)
    case .text:
      let (familyOf, looks) = (families.places, families.looks)
      var shown: Int?
      for section in sections {
        let family = familyOf[section.cause.id]
        if let family, family != shown { emit(style.bold(title(of: families[family])) + "\n\n") }
        shown = family
        let title = style.bold("\(section.name) \(printable(section.title))")
        emit(style.wrapped(title + "  \(section.extent)") + "\n")
        write(section.reports, style, emit)
        for reason in section.reasons {
          emit(style.dim(style.wrapped("  together: \(reason)")) + "\n")
        }
        if let look = looks[section.cause.id], look.standsOut {
          emit(style.dim(style.wrapped("  \(look.sentence)")) + "\n")
        }
        emit("\n")
      }
      for other in others {
        emit(style.bold(other.title) + "\n")
        write(other.reports, style, emit)
        emit("\n")
      }
      emit(style.wrapped(sentence(style)) + "\n")
      notes.write(style, emit)
    }
  }

  /// "Alike: the same shapes, drawn anew. 7 of 153 causes stand out."
  private func title(of family: CauseFamily) -> String {
    let standing = family.looks.count(where: \.standsOut)
    let count = Wording.count(family.causes.count, "cause")
    return "Alike: \(printable(family.reason)), \(count)"
      + (standing > 0 ? "; \(Wording.grouped(standing)) stand\(standing == 1 ? "s" : "") out" : "")
  }

  private func write(
    _ reports: [CaseReport], _ style: ConsoleStyle, _ emit: @escaping (String) -> Void
  ) {
    var table = ReportTable(style, hasHeadings: false)
    for report in reports { table.add(report) }
    table.write(emit)
  }

  /// Case by case: the text of ten thousand cases would take most of the memory.
  private func writeJSON(withBoxes: Bool, _ emit: @escaping (String) -> Void) {
    var pieces = Pieces(emit)
    var gap = "{\"schema\":1,\"causes\":["
    let (familyOf, looks) = (families.places, families.looks)
    for section in sections {
      let family = familyOf[section.cause.id].map { place in
        [
          ("family", .int(place + 1)), ("alike", .string(families[place].reason)),
          ("look", looks[section.cause.id]?.json ?? .null),
        ] as [(String, JSON)]
      }
      let head = section.head(family: family ?? [])
      pieces.add(gap + head.text.dropLast() + ",\"cases\":")
      pieces.add(section.reports.lazy.map { $0.jsonWithRegions(withBoxes: withBoxes) })
      gap = "},"
    }
    pieces.add(gap == "}," ? "}" : gap)
    pieces.add("],\"uncompared\":")
    pieces.add(uncompared.lazy.map(\.json))
    pieces.add(",\"unchanged\":")
    pieces.add(unchanged.lazy.map(\.json))
    let rest = JSON.object([
      ("stale", .array(notes.stale.map(\.json))), ("skipped", notes.unseen.json),
      ("summary", tally.json(notes.unseen)),
    ])
    pieces.add("," + rest.text.dropFirst() + "\n")
    pieces.end()
  }
}

extension CauseReport.Section {
  /// All but the cases.
  ///
  /// - Parameter family: What is said of the causes that look alike.
  fileprivate func head(family: [(String, JSON)]) -> JSON {
    .object(
      [
        ("id", .string(name)),
        ("kinds", .array((reports.first?.change?.kinds ?? []).map(JSON.string))),
        ("text", .string(cause.text)), ("noise", .bool(cause.isNoise)), ("only", only.json),
      ] + family.map { (key: $0.0, value: $0.1) })
  }
}

extension FamilyLook {
  /// "stands out at 40, 30"
  fileprivate var sentence: String {
    "stands out"
      + (place.map { " at \(Wording.grouped($0.x)), \(Wording.grouped($0.y))" } ?? "")
  }

  fileprivate var json: JSON {
    .object([
      ("score", .double((score * 1000).rounded() / 1000)), ("standsOut", .bool(standsOut)),
      ("place", place.map { .object($0.members) } ?? .null),
    ])
  }
}

extension CaseReport {
  /// Returns the JSON with the regions of the change, enough to reason about it without the
  /// pictures.
  ///
  /// - Parameter withBoxes: False leaves out what `list` says of each case, and what is empty: an
  ///   agent pays for every word that it reads.
  fileprivate func jsonWithRegions(withBoxes: Bool) -> JSON {
    guard case .object(let members) = json else { return json }
    let (reason, regions) = (JSON.optional(cause?.reason), regionsJSON)
    guard !withBoxes else {
      return .object(
        members + [
          ("reason", reason), ("regionCount", .int(regionCount)), ("regions", .array(regions)),
        ])
    }
    let brief = members.filter { Self.briefMembers.contains($0.key) } + [("reason", reason)]
    return .object(
      brief.filter { $0.value != .null && $0.value != .array([]) } + [
        ("regionCount", .int(regionCount)), ("regions", .array(Array(regions.prefix(3)))),
      ])
  }

  private static let briefMembers: Set<String> = [
    "id", "decision", "note", "obstacle", "remarks", "verdict", "mismatched", "maxDeltaE",
    "referenceSize", "actualSize", "basis", "content", "error",
  ]

  private var regionsJSON: [JSON] {
    switch change?.ofFiles {
    case .image(let signature): signature.regions.map(\.json)
    case .mask(let change): change.shownRegions.map { .object($0.box.members($0.mismatched)) }
    case .text, .flaky, nil: []
    }
  }

  /// The changed regions of a picture, the largest first; of very many, the first ones.
  var boxes: [PixelBox] {
    switch change?.ofFiles {
    case .image(let signature): signature.regions.map(\.box)
    case .mask(let change): change.shownRegions.map(\.box)
    case .text, .flaky, nil: []
    }
  }

  var regionCount: Int {
    switch change?.ofFiles {
    case .image(let signature): signature.change.regionCount
    case .mask(let change): change.regions.count
    case .text, .flaky, nil: 0
    }
  }
}

extension MaskChange {
  fileprivate var shownRegions: ArraySlice<ChangeRegion> { regions.prefix(48) }
}

extension PixelBox {
  fileprivate var members: [(key: String, value: JSON)] {
    [("x", .int(x)), ("y", .int(y)), ("width", .int(width)), ("height", .int(height))]
  }

  /// A box with the number of its pixels that changed.
  func members(_ pixels: Int) -> [(key: String, value: JSON)] {
    members + [("pixels", .int(pixels))]
  }
}

extension KindRegion {
  fileprivate var json: JSON {
    .object(
      box.members(pixels) + [
        ("kind", .string(kind.name.rawValue)), ("text", .string(kind.words)),
        ("maxDeltaE", .double((maxDeltaE * 100).rounded() / 100)),
      ])
  }
}
