import Catalog
import DiffEngine

func drawList(_ state: ReviewState, in rect: Rect, on canvas: inout CellCanvas) {
  let overview = state.present
  guard overview.rowCount > 0 else {
    drawParagraph(
      state.items.isEmpty
        ? "no cases"
        : "No case matches the filter “\(printable(state.filter.text))”; "
          + "\(state.keyMap.key(.filter)) changes it.",
      .dim, in: rect.inset(by: 1), on: &canvas)
    return
  }
  let rows = (state.listTop..<state.listTop + rect.height).map(overview.row(at:))
  let names = rows.map { row in
    if case .item(let index) = row { state.listName(index) } else { "" }
  }
  // Behind the marks and before the counts.
  let shown = cutApart(names, width: rect.width - 13)
  for (line, row) in rows.enumerated() {
    switch row {
    case .heading(let section):
      drawHeading(section, state: state, overview, in: rect.line(line), on: &canvas)
    case .item(let index):
      drawItem(index, names[line], shown[line], state: state, in: rect.line(line), on: &canvas)
    case nil: break
    }
  }
  drawScrollMark(state, rows: overview.rowCount, in: rect, on: &canvas)
}

private func drawHeading(
  _ section: ListSection, state: ReviewState, _ overview: Overview, in rect: Rect,
  on canvas: inout CellCanvas
) {
  let places = overview.listed[section.cases]
  let isSelected = section.isFolded && overview.section(of: state.selection)?.key == section.key
  let role: Role? = isSelected ? .selected : nil
  let failing = places.count { overview.standings[$0].isFailing }
  let isAllFailing = failing == places.count || section.key == .passing
  let count =
    (isAllFailing ? "" : "\(Wording.grouped(failing))/") + "\(Wording.grouped(places.count)) "
  let marks = section.isFolded ? places.count { overview.standings[$0].isMarked } : 0
  let marked = marks > 0 ? "*\(marks) " : ""
  let name =
    switch section.key {
    case .suite(let suite): printable(suite)
    case .cause: "same change"
    case .passing: "pass"
    case .all: ""
    }
  let width = rect.width - displayWidth(of: marked + count) - 1
  if let role { canvas.fill(rect, Cell(.space, role)) }
  canvas.write(
    [
      TextRun(
        "\(section.isFolded ? "▸" : "▾") \(name)", role ?? (section.key == .passing ? .dim : .title)
      )
    ], in: Rect(column: rect.column, row: rect.row, width: width, height: 1), background: role)
  canvas.writeRight(
    [TextRun(marked, role ?? .marked), TextRun(count, role ?? .dim)], in: rect, background: role)
}

/// - Parameters:
///   - name: All of it, for rows with room.
///   - short: As it is shown where that is too long.
func drawItem(
  _ index: Int, _ name: String, _ short: String, state: ReviewState, in rect: Rect,
  on canvas: inout CellCanvas
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
        displayWidth(of: name) <= width - 4 ? name : short,
        isSelected ? .selected : item.decision == nil ? .plain : .dim),
    ], in: left, background: background)
  canvas.writeRight(
    [TextRun(count + " ", isSelected ? .selected : .dim)], in: rect, background: background)
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
