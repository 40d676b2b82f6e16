/// The report on a folder in the form that was asked for, and the counts.
///
/// JSON goes out as it comes; a table waits for its widest cell. Neither holds the reports.
struct ReportWriter: ~Copyable {
  private let format: ReportFormat
  private let style: ConsoleStyle
  private let onlyFailing: Bool
  private let emit: (String) -> Void
  private var table: ReportTable
  private var pieces: Pieces
  private(set) var tally = Tally()
  private var notes = ReportNotes()

  /// - Parameter onlyFailing: Whether the table leaves the others out.
  init(
    _ format: ReportFormat, _ style: ConsoleStyle, onlyFailing: Bool = false,
    _ emit: @escaping (String) -> Void
  ) {
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

  /// - Parameter nothing: What to say instead of the counts where there is no case.
  mutating func end(nothing: String? = nil) {
    switch format {
    case .json:
      let stale = JSON.array(notes.stale.map(\.json))
      pieces.add(
        "\(tally.total == 0 ? "" : "\n")],\"stale\":\(stale.text),\"summary\":\(tally.json.text)}\n"
      )
      pieces.end()
    case .text:
      if !table.isEmpty {
        table.write(emit)
        emit("\n")
      }
      emit((nothing ?? tally.sentence(style)) + "\n")
      for sentence in notes.sentences { emit("\n" + sentence + "\n") }
    }
  }
}
