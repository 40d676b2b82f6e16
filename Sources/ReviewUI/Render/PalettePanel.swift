import Base

/// Draws the palette: the typed text and the matching rows below it.
func drawPalette(_ prompt: Prompt, state: ReviewState, on canvas: inout CellCanvas) {
  let rows = state.paletteRows(prompt.text)
  let chosen = state.chosenRow(prompt)
  let whole = GridRect.centred(width: 120, height: .max, in: state.size)
  let columns = PaletteColumns(state.paletteRows(""), width: whole.inside.width)
  let most = min(whole.inside.height - 1, 20)
  let rect = GridRect(
    column: whole.column, row: whole.row, width: whole.width,
    height: min(max(most, 1), max(rows.count, 1) + (columns.hasHelp ? 0 : 1)) + 3)
  let inside = canvas.window(rect, title: "Commands")
  canvas.fill(inside.line(0), Cell(.space, .prompt))
  canvas.write(
    [
      TextRun(":", .key), TextRun(shownEnd(of: prompt.text, width: inside.width - 2), .prompt),
      TextRun("▏", .key),
    ],
    in: inside.line(0), background: .prompt)
  let room = inside.height - (columns.hasHelp ? 1 : 2)
  let top = max((chosen ?? 0) - room + 1, 0)
  if rows.isEmpty { canvas.write("no such command", .dim, in: inside.line(1)) }
  for (line, index) in rows.indices.dropFirst(top).prefix(room).enumerated() {
    canvas.write(
      columns.line(rows[index]), in: inside.line(line + 1),
      background: index == chosen ? .selected : nil)
  }
  if !columns.hasHelp, let chosen {
    canvas.write(rows[chosen].help, .hint, in: inside.line(inside.height - 1))
  }
  let hints = [
    " tab completes, Up Down choose, enter runs, esc cancels ", " tab completes, enter runs ", "",
  ]
  canvas.writeRight([TextRun(fitting(hints, width: rect.foot.width), .hint)], in: rect.foot)
}

/// Cuts off the beginning of a text that is too long, because the cursor is at the end.
func shownEnd(of text: String, width: Int) -> String {
  let text = printable(text)
  guard displayWidth(of: text) > width else { return text }
  return "…" + String(prefix(of: text.reversed(), width: max(width, 2) - 1).reversed())
}

/// The columns for name, keys and help. A narrow screen shows help only for the chosen row.
private struct PaletteColumns {
  private let name: Int
  private let keys: Int
  let hasHelp: Bool

  init(_ rows: [PaletteRow], width: Int) {
    name = min((rows.map { displayWidth(of: $0.name) }.max() ?? 0) + 2, width * 3 / 5)
    keys = (rows.map { displayWidth(of: $0.keys) }.max() ?? 0) + 2
    hasHelp = width - name - keys >= 20
  }

  func line(_ row: PaletteRow) -> [TextRun] {
    [
      TextRun(padded(row.name, name, least: 1), .title),
      TextRun(padded(row.keys, keys, least: 1), .key),
      TextRun(hasHelp ? row.help : "", .hint),
    ]
  }
}
