import Catalog
import DiffEngine

/// The window over the screen, if one is open.
func drawPanel(_ state: ReviewState, on canvas: inout Canvas) {
  switch state.panel {
  case .help(let top, let query): drawHelp(top: top, query: query, state: state, on: &canvas)
  case .info(let top): drawInfo(top: top, state: state, on: &canvas)
  case .bulk(let bulk): drawBulk(bulk, state: state, on: &canvas)
  case .landscape: drawLandscape(state, on: &canvas)
  case .table: drawTable(state, on: &canvas)
  case .saveRule: drawSaveRule(state, on: &canvas)
  case nil: break
  }
}

extension Rect {
  /// A window of at most this size in the middle of the screen; a small screen gives it all it has.
  static func centred(width: Int, height: Int, in size: Size) -> Rect {
    let width = min(width, size.columns < 60 ? size.columns : size.columns - 2)
    let height = min(height, size.rows < 16 ? size.rows : size.rows - 2)
    return Rect(
      column: (size.columns - width) / 2, row: (size.rows - height) / 2, width: width,
      height: height)
  }

  /// The line of the lower frame, for what the keys do.
  var foot: Rect { Rect(column: column + 2, row: row + height - 1, width: width - 4, height: 1) }
}

/// A window of lines that may be more than there is room for.
struct ReadingPanel {
  var rect: Rect
  /// Columns of lines, side by side.
  var columns: [[[Run]]]
  var columnWidth: Int

  /// The first line when the last one is in sight.
  var lastTop: Int { max((columns.map(\.count).max() ?? 0) - rect.inside.height, 0) }

  func draw(top: Int, on canvas: inout Canvas) {
    let inside = rect.inside
    for (index, lines) in columns.enumerated() {
      for (row, spans) in lines.dropFirst(min(top, lastTop)).prefix(inside.height).enumerated() {
        let line = inside.line(row)
        let column = Rect(
          column: line.column + index * columnWidth, row: line.row,
          width: min(columnWidth - 1, line.width - index * columnWidth), height: line.height)
        canvas.write(spans, in: column)
      }
    }
  }
}

private func drawSaveRule(_ state: ReviewState, on canvas: inout Canvas) {
  guard let snapshot = state.current?.snapshot else { return }
  let rect = Rect.centred(width: 78, height: 8, in: state.size)
  let inside = canvas.window(
    rect, title: "Write the settings to .snapreview.toml", "Save to .snapreview.toml")
  canvas.write(state.strategy.summary, .bold, in: inside.line(0))
  let scopes = [
    ("1", "for this case: ", snapshot.id), ("2", "for its suite: ", "\(snapshot.suite)/**"),
    ("3", "for every case: ", "[default]"), ("esc", "writes nothing", ""),
  ]
  for (row, (key, text, name)) in scopes.enumerated() {
    let room = inside.width - displayWidth(of: key + text) - 2
    canvas.write(
      [Run(" \(key) ", .key), Run(text + cutInTheMiddle(printable(name), width: room))],
      in: inside.line(row + 2))
  }
}
