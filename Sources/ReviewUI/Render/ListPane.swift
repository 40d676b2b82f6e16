import Catalog
import DiffEngine

func drawList(_ state: ReviewState, in rect: Rect, on canvas: inout CellCanvas) {
  let overview = state.present
  let rows = overview.rows
  if rows.isEmpty {
    drawParagraph(
      state.items.isEmpty
        ? "no cases"
        : "No case matches the filter “\(printable(state.filter.text))”; "
          + "\(state.keyMap.key(.filter)) changes it.",
      .dim, in: rect.inset(by: 1), on: &canvas)
    return
  }
  for (line, row) in rows.dropFirst(state.listTop).prefix(rect.height).enumerated() {
    switch row {
    case .suite(let suite):
      drawSuite(
        "▾ \(printable(suite))", overview.count(ofSuite: suite, state.items), in: rect.line(line),
        on: &canvas)
    case .folded(let suite, _):
      let role: Role? = row.holds(state.selection) ? .selected : nil
      let count = overview.count(ofSuite: suite, state.items)
      let marked = count.marked > 0 ? "*\(count.marked) " : ""
      drawSuite(
        "▸ \(printable(suite))", count, marked, role, in: rect.line(line), on: &canvas)
    case .item(let index): drawItem(index, state: state, in: rect.line(line), on: &canvas)
    }
  }
  drawScrollMark(state, rows: rows.count, in: rect, on: &canvas)
}

/// - Parameters:
///   - marked: "*2 " for marks that the heading hides.
///   - role: The row's own, where it stands for the case on screen.
private func drawSuite(
  _ heading: String, _ count: Overview.Suite, _ marked: String = "", _ role: Role? = nil,
  in rect: Rect, on canvas: inout CellCanvas
) {
  let share = "\(count.failing)/\(count.cases) "
  let name = Rect(
    column: rect.column, row: rect.row, width: rect.width - displayWidth(of: marked + share) - 1,
    height: rect.height)
  if let role { canvas.fill(rect, Cell(.space, role)) }
  canvas.write([TextRun(heading, role ?? .title)], in: name, background: role)
  canvas.writeRight(
    [TextRun(marked, role ?? .marked), TextRun(share, role ?? .dim)], in: rect, background: role)
}

private func drawItem(
  _ index: Int, state: ReviewState, in rect: Rect, on canvas: inout CellCanvas
) {
  let item = state.items[index]
  let isSelected = index == state.selection
  let background: Role? = isSelected ? .selected : item.isMarked ? .marked : nil
  let count = countText(item, state: state)
  let mark = decisionMark(item) ?? verdictMark(state.verdict(of: item))
  let width = rect.width - displayWidth(of: count) - 1
  let left = Rect(column: rect.column, row: rect.row, width: width, height: rect.height)
  if let background { canvas.fill(rect, Cell(.space, background)) }
  canvas.write(
    [
      leadingMark(index, state: state), mark, TextRun(" "),
      TextRun(
        listName(index, state: state, width: width - 4),
        isSelected ? .selected : item.decision == nil ? .plain : .dim),
    ], in: left, background: background)
  canvas.writeRight(
    [TextRun(count + " ", isSelected ? .selected : .dim)], in: rect, background: background)
}

private func listName(_ index: Int, state: ReviewState, width: Int) -> String {
  let name = printable(state.items[index].snapshot.name)
  guard displayWidth(of: name) > width else { return name }
  return cutInTheMiddle(printable(state.items.names.short[index]), width: width)
}

/// A star for a mark; a bar for the cases that change as the selected one does.
private func leadingMark(_ index: Int, state: ReviewState) -> TextRun {
  if state.items[index].isMarked { return TextRun("*", .marked) }
  let isInGroup = state.grouping.areTogether(state.selection, index)
  return isInGroup ? TextRun("┃", .group) : TextRun(" ")
}

private func countText(_ item: ReviewItem, state: ReviewState) -> String {
  guard let comparison = state.comparison(of: item) else { return "" }
  switch comparison.verdict {
  case .match, .mismatch:
    return comparison.mismatched == 0 ? "" : Wording.grouped(comparison.mismatched)
  case .sizeMismatch: return "size"
  case .unreadable: return ""
  }
}

/// The sign and role of a verdict; a sign as well as a colour, for eyes that need it.
func verdictMark(_ verdict: Verdict?) -> TextRun {
  switch verdict {
  case .match: TextRun("✓", .match)
  case .mismatch: TextRun("✗", .mismatch)
  case .sizeMismatch: TextRun("≠", .sizeMismatch)
  case .unreadable: TextRun("!", .unreadable)
  case nil: TextRun("…", .pending)
  }
}

/// What was decided, in place of the verdict; nil where nothing was.
func decisionMark(_ item: ReviewItem) -> TextRun? {
  if item.pending != nil { return TextRun("…", .pending) }
  switch item.decision {
  case .accepted: return TextRun("A", .accepted)
  case .rejected: return TextRun("R", .rejected)
  case .tolerated: return TextRun("T", .tolerated)
  case nil: return nil
  }
}

/// A scroll bar at the right edge, where not all of the list is shown.
private func drawScrollMark(
  _ state: ReviewState, rows: Int, in rect: Rect, on canvas: inout CellCanvas
) {
  guard rows > rect.height, rect.height > 1 else { return }
  let length = max(rect.height * rect.height / rows, 1)
  let top = (rect.height - length) * state.listTop / max(rows - rect.height, 1)
  for row in top..<top + length {
    canvas.grid[rect.column + rect.width - 1, rect.row + row] = Cell(Glyph("▐"), .border)
  }
}
