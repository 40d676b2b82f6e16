import Base
import Catalog
import DiffEngine
import Pixels
import Review

/// A table of cases with each one's outcome and decision.
struct ReportTable {
  private struct Row {
    var cells: [String]
    var colour: ConsoleStyle.Colour
    var decision: Decision?
    var footnotes: [String]
  }

  private let style: ConsoleStyle
  private var rows: [Row] = []

  private static let headings = [
    "VERDICT", "DIFFERENT", "MAX ΔE", "CLUSTERS", "DECISION", "CASE", "CAUSE",
  ]
  /// The case's name; if names are too long for the terminal, they get their own lines.
  private static let name = 5
  private static let cause = 6
  /// The columns of figures; a very narrow terminal drops the last ones first.
  private static let figures = [1, 2, 3]

  /// True if a heading names each column, including the cause; false if the cause is already named
  /// elsewhere.
  private let hasHeadings: Bool

  init(_ style: ConsoleStyle, hasHeadings: Bool = true) {
    (self.style, self.hasHeadings) = (style, hasHeadings)
  }

  var isEmpty: Bool { rows.isEmpty }

  mutating func add(_ report: CaseReport) {
    var cells = report.columns
    if !hasHeadings { cells[Self.cause] = "" }
    rows.append(
      Row(
        cells: cells, colour: report.verdict.colour, decision: report.decision?.decision,
        footnotes: report.footnotes))
  }

  func write(_ emit: @escaping (String) -> Void) {
    let shown = shownColumns()
    let (columns, room) = (fitted(shown), style.width.map { max($0 - width(of: shown) - 2, 0) })
    let isNameAbove = !shown.contains(Self.name)
    var pieces = Pieces(emit)
    let line = { (cells: [String], paint: (Int, String) -> String) in
      (isNameAbove ? style.wrapped(cells[Self.name], after: "/") + "\n  " : "")
        + columns.line(shown.map { cells[$0] }) { paint(shown[$0], $1) } + "\n"
    }
    if hasHeadings {
      var headings = Self.headings
      if let room, room < Self.narrowCause { headings[Self.cause] = "" }
      pieces.add(style.dim(line(headings) { $1 }))
    }
    for row in rows {
      var (cells, notes) = (row.cells, row.footnotes)
      if let room, cells[Self.cause].count > room {
        if room < Self.narrowCause { notes.insert(cells[Self.cause], at: 0) }
        cells[Self.cause] = room < Self.narrowCause ? "" : style.cut(cells[Self.cause], to: room)
      }
      pieces.add(line(cells) { paint($0, $1, row) })
      for note in notes { pieces.add(style.dim(style.wrapped("  " + note)) + "\n") }
    }
    pieces.end()
  }

  /// The minimum width of the cause column; if there is less room, causes get their own lines.
  private static let narrowCause = 24

  /// The columns that are not empty, fewer if the terminal is narrow.
  private func shownColumns() -> [Int] {
    let isEmpty = { (column: Int) in rows.allSatisfy { ["", "–"].contains($0.cells[column]) } }
    var shown = Self.headings.indices.filter { $0 == 0 || !isEmpty($0) }
    guard let limit = style.width else { return shown }
    for column in [Self.name] + Self.figures.reversed() where width(of: shown) > limit {
      shown.removeAll { $0 == column }
    }
    return shown
  }

  /// Returns the width of all columns except the cause.
  private func width(of shown: [Int]) -> Int {
    let headings = hasHeadings ? [Self.headings] : []
    return shown.filter { $0 != Self.cause }
      .map { column in ((rows.map(\.cells) + headings).map { $0[column].count }.max() ?? 0) + 2 }
      .reduce(shown.contains(Self.name) ? -2 : 0, +)
  }

  private func fitted(_ shown: [Int]) -> TextColumns {
    let right = Self.figures.compactMap { shown.firstIndex(of: $0) }
    var columns = TextColumns(flushRight: Set(right))
    if hasHeadings { columns.fit(shown.map { Self.headings[$0] }) }
    for row in rows { columns.fit(shown.map { row.cells[$0] }) }
    return columns
  }

  private func paint(_ column: Int, _ text: String, _ row: Row) -> String {
    switch column {
    case 0: style.paint(text, row.colour)
    case 4: row.decision.map { style.paint(text, $0.colour) } ?? style.dim(text)
    default: text
    }
  }
}

extension CaseReport {
  fileprivate var columns: [String] {
    [
      word, different, largestDeltaE, clusterCount, isSettled ? "" : standing,
      printable(snapshot.id), causeWords,
    ]
  }

  /// True if the case matches and there is nothing to decide.
  private var isSettled: Bool { decision == nil && verdict == .match && !isFailing }

  /// "k3fd text black → white, 37 places"
  private var causeWords: String {
    guard cause != nil, let change else { return "" }
    return "\(causeID) \(printable(change.text))"
  }

  var word: String {
    isStale ? "stale" : missing.map { "no \($0.rawValue)" } ?? verdict.word
  }

  private var different: String {
    switch reading {
    case .images where !isMasked: "\(Wording.grouped(comparison.mismatched)) \(strategy.unit.short)"
    case .images where verdict != .unreadable: Wording.grouped(comparison.mismatched) + " px"
    case .texts(let facts):
      facts.difference.sizes?.short ?? Wording.count(comparison.mismatched, "line")
    case .images, .pending, .oneSided, .failed: "–"
    }
  }

  private var largestDeltaE: String {
    guard case .images = reading, !isMasked, let deltaE = comparison.maxDeltaE, deltaE > 0 else {
      return "–"
    }
    return Wording.fixed(Wording.tenthsUp(deltaE), 1)
  }

  private var clusterCount: String {
    guard case .images = reading, !isMasked || verdict != .unreadable else { return "–" }
    return Wording.grouped(comparison.clusters.count)
  }

  /// "mismatch, 1,204 px, ΔE ≤ 12.1", with the same wording in every report.
  var facts: String {
    var parts = [word]
    if different != "–" { parts.append(different) }
    if largestDeltaE != "–" { parts.append("ΔE ≤ \(largestDeltaE)") }
    return parts.joined(separator: ", ")
  }

  var standing: String { (decision?.decision).word }

  /// Further sentences about the case, ending with the note of its decision.
  var footnotes: [String] {
    var notes = remarks.map(printable)
    if case .images(let facts) = reading {
      if let mask = facts.mask {
        let refusal =
          verdict == .unreadable
          ? DifferencePicture.refusal(of: strategy) : DifferencePicture.remark(on: strategy)
        notes += [refusal, mask.undecided].compactMap(\.self)
      } else {
        if facts.reference != facts.actual {
          notes.append(
            "The reference is \(facts.reference.text), the actual \(facts.actual.text).")
        }
        if comparison.isBorderline {
          notes.append("Borderline: the verdict depends on less than 0.002 ΔE.")
        }
      }
    }
    if let sentence { notes.append(printable(sentence)) }
    if let note = decision?.note, !note.isEmpty { notes.append("Note: \(printable(note))") }
    return notes
  }
}

extension Verdict {
  var word: String {
    switch self {
    case .match: "match"
    case .mismatch: "mismatch"
    case .sizeMismatch: "other size"
    case .unreadable: "unreadable"
    }
  }

  var colour: ConsoleStyle.Colour {
    switch self {
    case .match: .green
    case .mismatch: .red
    case .sizeMismatch: .yellow
    case .unreadable: .magenta
    }
  }
}

extension Decision {
  var colour: ConsoleStyle.Colour {
    switch self {
    case .accepted: .green
    case .rejected: .red
    case .tolerated: .cyan
    }
  }
}

extension CaseCounts {
  var status: ExitStatus {
    broken > 0
      ? .fileTrouble
      : failing > 0 || count(.rejected) > 0 || unseen > 0 ? .failing : .success
  }

  /// "18 cases: 1 match, 15 mismatch, 1 other size, 1 without actual or reference; 16 undecided."
  ///
  /// - Parameter unseen: The given files that are not cases.
  func sentence(_ style: ConsoleStyle, _ unseen: Unseen) -> String {
    var verdicts = [Verdict.match, .mismatch, .sizeMismatch].compactMap { verdict in
      part(count(verdict), verdict.word)
    }
    verdicts += [
      part(count(.unreadable) - incomplete, "unreadable"), part(incomplete, "incomplete"),
    ]
    .compactMap { $0 }
    let parts: [String?] = [
      verdicts.isEmpty ? nil : verdicts.joined(separator: ", "),
      part(flaky, "flaky"), Wording.decided({ count($0) }, undecided: toDecide),
      style.paint(Wording.failing(failing), failing == 0 ? .green : .red),
      unseen.words.map { style.paint($0, .red) },
    ]
    return style.bold(Wording.count(total, "case")) + ": "
      + parts.compactMap(\.self).joined(separator: "; ") + "."
  }

  private func part(_ count: Int, _ word: String) -> String? {
    count > 0 ? "\(Wording.grouped(count)) \(word)" : nil
  }
}
