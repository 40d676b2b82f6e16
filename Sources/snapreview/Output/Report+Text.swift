import ReviewUI

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
    switch outcome {
    case .image(let comparison, _, _), .mask(let comparison, _, _): comparison.verdict.word
    case .text(let changed, _): changed == 0 ? "match" : "mismatch"
    case .stale: "stale"
    case .incomplete(.actual, _): "no actual"
    case .incomplete(.reference, _): "no reference"
    case .unreadable: "unreadable"
    }
  }

  private var different: String {
    switch outcome {
    case .image(let comparison, _, _):
      Wording.grouped(comparison.mismatched) + " \(strategy.unit.short)"
    case .mask(let comparison, _, _):
      comparison.verdict == .unreadable ? "–" : Wording.grouped(comparison.mismatched) + " px"
    case .text(let changed, _): Wording.count(changed, "line")
    case .incomplete, .unreadable, .stale: "–"
    }
  }

  private var largestDeltaE: String {
    guard case .image(let comparison, _, _) = outcome, let deltaE = comparison.maxDeltaE, deltaE > 0
    else { return "–" }
    return Wording.fixed(deltaE, 1)
  }

  private var clusterCount: String {
    switch outcome {
    case .image(let comparison, _, _): Wording.grouped(comparison.clusters.count)
    case .mask(let comparison, _, _) where comparison.verdict != .unreadable:
      Wording.grouped(comparison.clusters.count)
    case .mask, .text, .incomplete, .unreadable, .stale: "–"
    }
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
    switch outcome {
    case .image(let comparison, let reference, let actual):
      if reference != actual {
        notes.append("The reference is \(reference.text), the actual \(actual.text).")
      }
      if comparison.isBorderline {
        notes.append("Borderline: the verdict hangs on less than 0.002 ΔE.")
      }
    case .mask(let comparison, _, let undecided):
      let refusal =
        comparison.verdict == .unreadable
        ? DifferencePicture.refusal(of: strategy) : DifferencePicture.remark(on: strategy)
      notes += [refusal, undecided].compactMap(\.self)
    case .text: break
    case .incomplete(_, let sentence), .unreadable(let sentence), .stale(let sentence):
      notes.append(printable(sentence))
    }
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

extension Tally {
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
      Wording.decided({ count($0) }, undecided: undecided),
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
