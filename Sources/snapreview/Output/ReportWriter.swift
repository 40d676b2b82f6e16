import Base
import Review

/// Writes the report on a folder in the requested format, followed by the counts.
///
/// JSON is written case by case; a table has to know its widest cell first. Neither keeps the
/// reports.
struct ReportWriter: ~Copyable {
  private let format: ReportFormat
  private let style: ConsoleStyle
  private let onlyFailing: Bool
  private let emit: (String) -> Void
  private var table: ReportTable
  private var pieces: Pieces
  private(set) var tally = CaseCounts()
  private var notes: ReportNotes

  /// - Parameters:
  ///   - onlyFailing: True to leave other cases out of the table.
  ///   - unseen: The given files that are not cases.
  init(
    _ format: ReportFormat, _ style: ConsoleStyle, onlyFailing: Bool = false, _ unseen: Unseen,
    _ emit: @escaping (String) -> Void
  ) {
    notes = ReportNotes(unseen)
    tally.unseen = unseen.failing
    (self.format, self.style, self.onlyFailing, self.emit) = (format, style, onlyFailing, emit)
    table = ReportTable(style)
    pieces = Pieces(emit)
    if format == .json { pieces.add("{\"schema\":1,\"cases\":[") }
  }

  mutating func add(_ report: CaseReport) {
    notes.add(report)
    switch format {
    case _ where report.isStale: break
    case .json: pieces.add((tally.total == 0 ? "\n" : ",\n") + report.json.text)
    case .text: if report.failsGate || !onlyFailing { table.add(report) }
    }
    tally.add(report)
  }

  /// - Parameter nothing: The text that replaces the counts if there are no cases.
  mutating func end(nothing: String? = nil) {
    switch format {
    case .json:
      let stale = JSON.array(notes.stale.map(\.json))
      pieces.add(
        "\(tally.total == 0 ? "" : "\n")],\"stale\":\(stale.text),\"skipped\":"
          + "\(notes.unseen.json.text),\"summary\":\(tally.json(notes.unseen).text)}\n")
      pieces.end()
    case .text:
      if !table.isEmpty {
        table.write(emit)
        emit("\n")
      }
      emit(style.wrapped(nothing ?? tally.sentence(style, notes.unseen)) + "\n")
      notes.write(style, emit)
    }
  }
}
