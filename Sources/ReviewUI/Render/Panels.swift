import Base
import Catalog
import Review

/// Draws the window over the screen, if one is open.
func drawPanel(_ state: ReviewState, on canvas: inout CellCanvas) {
  switch state.panel {
  case .help(let top, let query): drawHelp(top: top, query: query, state: state, on: &canvas)
  case .end(let top): drawEnd(top: top, state: state, on: &canvas)
  case .info(let top): drawInfo(top: top, state: state, on: &canvas)
  case .landscape: drawLandscape(state, on: &canvas)
  case .table(let chosen): drawTable(state, chosen: chosen, on: &canvas)
  case .saveRule(nil): drawSaveRule(state, on: &canvas)
  case .saveRule(let preview?): drawPreview(preview, state, on: &canvas)
  case .bulk, .areas, nil: break
  }
}

/// Draws the full path of the rules file and the lines that change in it.
private func drawPreview(
  _ preview: RulePreview, _ state: ReviewState, on canvas: inout CellCanvas
) {
  let whole = GridRect.centred(width: 110, height: .max, in: state.size).inside
  let path = wrapped(printable(preview.path), width: whole.width)
  let lines = preview.edit.lines.flatMap { line in
    wrapped(printable(line), width: whole.width).map {
      ($0, line.hasPrefix("+") ? Role.accepted : .rejected)
    }
  }
  let shown = lines.prefix(max(whole.height - path.count - 4, 1))
  let rest = lines.count - shown.count
  let rect = GridRect.centred(
    width: 110, height: path.count + max(shown.count, 1) + (rest > 0 ? 1 : 0) + 5, in: state.size)
  let inside = canvas.window(rect, title: "Write these lines?")
  var row = 0
  func put(_ text: String, _ role: Role) {
    canvas.write(text, role, in: inside.line(row))
    row += 1
  }
  for line in path { put(line, .bold) }
  for (line, role) in shown { put(line, role) }
  if lines.isEmpty { put("No line changes: the rules say so already.", .dim) }
  if rest > 0 { put("… and \(rest) more lines", .dim) }
  let key = state.keyMap.confirmation
  canvas.write(
    [TextRun(" \(key) ", .key), TextRun(" writes; \(state.keyMap.undoHint)", .hint)],
    in: inside.line(row + 1))
  canvas.write(
    [TextRun(" esc ", .key), TextRun(" writes nothing", .hint)], in: inside.line(row + 2))
}

private func drawSaveRule(_ state: ReviewState, on canvas: inout CellCanvas) {
  guard let snapshot = state.current?.snapshot else { return }
  let whole = GridRect.centred(width: 78, height: .max, in: state.size).inside
  let written = Array(
    wrapped(printable(state.savedSettings), width: whole.width).prefix(max(whole.height - 5, 1)))
  let rect = GridRect.centred(width: 78, height: written.count + 7, in: state.size)
  let inside = canvas.window(
    rect, title: "Settings for .snapreview.toml", "Save to .snapreview.toml")
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
