import Catalog
import DiffEngine
import ReviewUI

/// The cases of a folder below what happened to them: what `list --by cause` prints, and every
/// report that is not a plain list.
struct CauseReport: Sendable {
  struct Section: Sendable {
    var id: Int
    /// The change of the first case.
    let change: CaseChange
    /// The words for the change of all cases, including those that a report leaves out.
    fileprivate var words: CaseCauseWords
    var reports: [CaseReport] = []
    /// The axis values that all its cases, and no others, share; left-out cases count too.
    var only: [AxisValue] = []

    init(id: Int, _ change: CaseChange) {
      (self.id, self.change, words) = (id, change, CaseCauseWords(change))
    }

    /// "text black → white, only in dark"
    var title: String { only.title(of: words.text) }

    /// "44 cases", or "in 44 cases, and nothing else in any of them".
    var extent: String { CauseWords.extent(in: reports.count, areProven: words.areProven) }

    /// The reasons why its cases have one cause, each reason once.
    var reasons: [String] {
      var reasons: [String] = []
      for reason in reports.compactMap({ $0.cause?.reason }) where !reasons.contains(reason) {
        reasons.append(reason)
      }
      return reasons
    }
  }

  /// The sections by their numbers; a filter leaves some numbers out.
  private var byNumber: [Int: Section] = [:]
  private var census = AxisCensus()
  /// The axis values in the names of each cause's cases.
  private var axes: [Int: [[AxisValue]]] = [:]
  /// Cases without a cause.
  private var rest: [CaseReport] = []
  private(set) var tally = Tally()
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
    axes[cause.id, default: []].append(report.snapshot.axes)
    var section = byNumber.removeValue(forKey: cause.id) ?? Section(id: cause.id, change)
    if !section.reports.isEmpty { section.words.add(change, variant: cause.variant) }
    section.reports.append(report)
    byNumber[cause.id] = section
  }

  /// The sections as the screen orders them.
  var sections: [Section] {
    byNumber.values.filter { !$0.reports.isEmpty }.map { section in
      var section = section
      section.only = census.only(axes[section.id] ?? [])
      return section
    }.sorted { $0.id < $1.id }.inCauseOrder(families) {
      CauseTraits(id: $0.id, cases: $0.reports.count, isNoise: $0.change.isNoise)
    }
  }

  /// Cases of which there is nothing to compare: they fail.
  private var uncompared: [CaseReport] { rest.filter { $0.verdict == .unreadable } }
  /// Cases that differ in a way that is not known.
  private var unknown: [CaseReport] { rest.filter(\.differsSomehow) }
  /// Cases in which nothing changed.
  private var unchanged: [CaseReport] {
    rest.filter { $0.verdict != .unreadable && !$0.differsSomehow }
  }

  /// The cases without a cause, each list with a title.
  private var others: [Card] {
    let lists = [
      ("Nothing to compare", uncompared), ("Too large to tell what changed", unknown),
      ("No change", unchanged),
    ]
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

    /// The case that stands for a decision; otherwise every case stands for itself.
    var leaders: ArraySlice<CaseReport> { isDecision ? reports.prefix(1) : reports[...] }

    /// The other cases, least alike first.
    var members: [CaseReport] {
      guard isDecision, let first = reports.first else { return [] }
      return leastAlikeFirst(reports) { $0.outcome.traits }
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
    sections.map { section in
      Card(
        title: section.title,
        proof: ([section.extent] + section.reasons.suffix(1)).joined(separator: ": "),
        reports: section.reports, isDecision: true)
    } + others
  }

  /// Every case, those of one cause after each other.
  var reports: [CaseReport] { cards.flatMap(\.reports) }

  /// The report without the cases that pass the gate; the counts stay those of all cases.
  var failing: CauseReport {
    var failing = self
    failing.rest.removeAll { !$0.failsGate }
    for id in byNumber.keys { failing.byNumber[id]?.reports.removeAll { !$0.failsGate } }
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
      for section in sections {
        emit(style.bold("\(section.id) \(printable(section.title))") + "  \(section.extent)\n")
        write(section.reports, style, emit)
        for reason in section.reasons { emit(style.dim("  together: \(reason)") + "\n") }
        emit("\n")
      }
      for other in others {
        emit(style.bold(other.title) + "\n")
        write(other.reports, style, emit)
        emit("\n")
      }
      emit(sentence(style) + "\n")
      for sentence in notes.sentences { emit("\n" + sentence + "\n") }
    }
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
    for section in sections {
      let head = section.head(family: families.firstIndex { $0.causes.contains(section.id) })
      pieces.add(gap + head.text.dropLast() + ",\"cases\":")
      pieces.add(section.reports.lazy.map { $0.jsonWithRegions(withBoxes: withBoxes) })
      gap = "},"
    }
    pieces.add(gap == "}," ? "}" : gap)
    pieces.add("],\"uncompared\":")
    pieces.add(uncompared.lazy.map(\.json))
    if !unknown.isEmpty {
      pieces.add(",\"tooLarge\":")
      pieces.add(unknown.lazy.map(\.json))
    }
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
  /// - Parameter family: The index of the family of causes that look alike.
  fileprivate func head(family: Int?) -> JSON {
    .object(
      [
        ("id", .int(id)), ("kinds", .array(change.kinds.map(JSON.string))),
        ("text", .string(words.text)), ("noise", .bool(change.isNoise)), ("only", only.json),
      ] + (family.map { [("family", .int($0 + 1))] } ?? []))
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
  /// A box with the number of its pixels that changed.
  func members(_ pixels: Int) -> [(key: String, value: JSON)] {
    [
      ("x", .int(x)), ("y", .int(y)), ("width", .int(width)), ("height", .int(height)),
      ("pixels", .int(pixels)),
    ]
  }
}

extension KindRegion {
  fileprivate var json: JSON {
    .object(
      box.members(pixels) + [
        ("kind", .string(kind.name)), ("text", .string(kind.words)),
        ("maxDeltaE", .double((maxDeltaE * 100).rounded() / 100)),
      ])
  }
}

extension Outcome {
  /// The number and the strength of the changed pixels.
  fileprivate var traits: (pixels: Double, deltaE: Double) {
    switch self {
    case .image(let comparison, _, _), .mask(let comparison, _, _):
      (Double(comparison.mismatched), comparison.maxDeltaE ?? 0)
    case .text(let changed, _): (Double(changed), 0)
    case .stale, .incomplete, .unreadable: (0, 0)
    }
  }
}
