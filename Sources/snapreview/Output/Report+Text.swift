import Base
import Catalog
import DiffEngine
import Pixels
import Review

/// A table of cases for a person: what each strategy says, and what was decided.
struct ReportTable {
  private struct Row {
    var cells: [String]
    var colour: ConsoleStyle.Colour
    var decision: Decision?
    var footnotes: [String]
  }

  private let style: ConsoleStyle
  private var rows: [Row] = []
  private var columns = TextColumns(flushRight: [1, 2, 3])

  private static let headings = [
    "VERDICT", "DIFFERENT", "MAX ΔE", "CLUSTERS", "DECISION", "CASE", "CAUSE",
  ]

  /// True if a line above says what stands in each column, the cause among them; else somebody has
  /// named that already.
  private let hasHeadings: Bool

  init(_ style: ConsoleStyle, hasHeadings: Bool = true) {
    (self.style, self.hasHeadings) = (style, hasHeadings)
    if hasHeadings { columns.fit(Self.headings) }
  }

  var isEmpty: Bool { rows.isEmpty }

  mutating func add(_ report: CaseReport) {
    var cells = report.columns
    if !hasHeadings { cells[cells.count - 1] = "" }
    columns.fit(cells)
    rows.append(
      Row(
        cells: cells, colour: report.verdict.colour, decision: report.decision?.decision,
        footnotes: report.footnotes))
  }

  func write(_ emit: @escaping (String) -> Void) {
    var pieces = Pieces(emit)
    if hasHeadings { pieces.add(style.dim(columns.line(Self.headings)) + "\n") }
    for row in rows {
      pieces.add(columns.line(row.cells) { paint($0, $1, row) } + "\n")
      for note in row.footnotes { pieces.add(style.dim("  " + note) + "\n") }
    }
    pieces.end()
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
      word, different, largestDeltaE, clusterCount, standing, printable(snapshot.id), causeWords,
    ]
  }

  /// "k3fd text black → white, 37 places"
  private var causeWords: String {
    guard cause != nil, let change else { return "" }
    return "\(causeID) \(printable(change.text))"
  }

  /// The verdict in one or two words.
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

  /// "mismatch, 1,204 px, ΔE up to 12.1": the same words in every report.
  var facts: String {
    var parts = [word]
    if different != "–" { parts.append(different) }
    if largestDeltaE != "–" { parts.append("ΔE up to \(largestDeltaE)") }
    return parts.joined(separator: ", ")
  }

  /// The decision as a word.
  var standing: String { (decision?.decision).word }

  /// Further sentences about the case; the note that came with the decision is the last.
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
          notes.append("Borderline: the verdict hangs on less than 0.002 ΔE.")
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
  /// The exit status of a check.
  var status: ExitStatus {
    broken > 0 ? .fileTrouble : failing > 0 || rejected > 0 || unseen > 0 ? .failing : .success
  }

  /// "18 cases: 1 match, 15 mismatch, 1 other size, 1 without actual or reference; 16 undecided."
  ///
  /// - Parameter unseen: The given files that are no cases.
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
      part(flaky, "flaky"), Wording.decided({ count($0) }, undecided: undecided),
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
