import Catalog
import DiffEngine

/// The window over the screen, if one is open.
func drawPanel(_ state: ReviewState, on canvas: inout CellCanvas) {
  switch state.panel {
  case .help(let top, let query): drawHelp(top: top, query: query, state: state, on: &canvas)
  case .info(let top): drawInfo(top: top, state: state, on: &canvas)
  case .bulk(let bulk): drawBulk(bulk, state: state, on: &canvas)
  case .landscape: drawLandscape(state, on: &canvas)
  case .table: drawTable(state, on: &canvas)
  case .saveRule: drawSaveRule(state, on: &canvas)
  case .areas, nil: break
  }
}

private func drawSaveRule(_ state: ReviewState, on canvas: inout CellCanvas) {
  guard let snapshot = state.current?.snapshot else { return }
  let whole = GridRect.centred(width: 78, height: .max, in: state.size).inside
  let written = Array(
    wrapped(printable(state.savedSettings), width: whole.width).prefix(max(whole.height - 5, 1)))
  let rect = GridRect.centred(width: 78, height: written.count + 7, in: state.size)
  let inside = canvas.window(
    rect, title: "Write the settings to .snapreview.toml", "Save to .snapreview.toml")
  for (row, line) in written.enumerated() { canvas.write(line, .bold, in: inside.line(row)) }
  let scopes = [
    ("1", "for this case: ", snapshot.id), ("2", "for its suite: ", "\(snapshot.suite)/**"),
    ("3", "for every case: ", "[default]"), ("esc", "writes nothing", ""),
  ]
  for (row, (key, text, name)) in scopes.enumerated() {
    let room = inside.width - displayWidth(of: key + text) - 2
    canvas.write(
      [TextRun(" \(key) ", .key), TextRun(text + cutInTheMiddle(printable(name), width: room))],
      in: inside.line(written.count + 1 + row))
  }
}
