import Catalog
import DiffEngine

func drawList(_ state: ReviewState, in rect: GridRect, on canvas: inout CellCanvas) {
  let overview = state.present
  guard overview.list.rowCount > 0 else {
    drawParagraph(
      state.items.isEmpty
        ? "no cases"
        : "No case matches the filter “\(printable(state.filter.text))”; "
          + "\(state.keyMap.key(.filter)) changes it.",
      .dim, in: rect.inset(by: 1), on: &canvas)
    return
  }
  let rows = (state.listTop..<state.listTop + rect.height).compactMap(overview.list.row(at:))
  let names = rows.map { row in
    switch row {
    case .heading(let section): state.headingName(section.key)
    case .picture: ""
    case .item(let index): state.listName(index, in: overview.list)
    }
  }
  let shown = cutApart(
    names, widths: rows.map { nameWidth($0, state: state, overview, in: rect) })
  for (line, row) in rows.enumerated() {
    switch row {
    case .heading(let section):
      drawHeading(section, shown[line], state: state, overview, in: rect.line(line), on: &canvas)
    case .item(let index):
      drawItem(index, shown[line], state: state, in: rect.line(line), on: &canvas)
    case .picture(let section, 0):
      let place = GridRect(
        column: rect.column + 3, row: rect.row + line, width: rect.width - 4,
        height: min(state.headingPictureRows, rect.height - line))
      drawThumbnail(
        overview.list.cases[section.cases.lowerBound], state: state, in: place, words: .dim,
        on: &canvas)
    case .picture: break
    }
  }
  drawScrollMark(state, rows: overview.list.rowCount, in: rect, on: &canvas)
}

private func nameWidth(
  _ row: ListRow, state: ReviewState, _ overview: Overview, in rect: GridRect
) -> Int {
  switch row {
  case .heading(let section):
    let (marked, count) = headingCounts(section, overview)
    return rect.width - displayWidth(of: marked + count) - (section.parent == nil ? 3 : 5)
  case .picture: return 0
  case .item(let index): return nameWidth(index, state: state, in: rect)
  }
}

private func drawHeading(
  _ section: ListSection, _ name: String, state: ReviewState, _ overview: Overview,
  in rect: GridRect, on canvas: inout CellCanvas
) {
  let isSelected = section.isFolded && overview.list.row(of: state.selection) == section.row
  let role: Role? = isSelected ? .selected : nil
  let isPart = section.parent != nil
  if let role { canvas.fill(rect, Cell(.space, role)) }
  canvas.write(
    [
      TextRun(
        "\(isPart ? "  " : "")\(section.isFolded ? "▸" : "▾") \(name)",
        role ?? (section.key.isAside ? .dim : isPart ? .plain : .title))
    ], in: rect, background: role)
  let (marked, count) = headingCounts(section, overview)
  canvas.writeRight(
    [TextRun(marked, role ?? .marked), TextRun(count, role ?? .dim)], in: rect, background: role)
}

/// Returns the number of marks that a heading hides and the number of its cases that fail.
private func headingCounts(
  _ section: ListSection, _ overview: Overview
) -> (marked: String, count: String) {
  let standings = overview.list.cases[section.cases].lazy.map { overview.standings[$0] }
  let failing = standings.count(where: \.isFailing)
  let isAllFailing = failing == standings.count || section.key.isAside
  let marks = section.isFolded ? standings.count(where: \.isMarked) : 0
  return (
    marks > 0 ? "*\(marks) " : "",
    (isAllFailing ? "" : "\(Wording.grouped(failing))/") + "\(Wording.grouped(standings.count)) "
  )
}

/// The columns between a case's marks and its count.
func nameWidth(_ index: Int, state: ReviewState, in rect: GridRect) -> Int {
  rect.width - 5 - displayWidth(of: countText(state.items[index], state: state))
}

/// - Parameter name: The name of the case, cut to the room there is.
func drawItem(
  _ index: Int, _ name: String, state: ReviewState, in rect: GridRect, on canvas: inout CellCanvas
) {
  let item = state.items[index]
  let isSelected = index == state.selection
  let background: Role? = isSelected ? .selected : item.isMarked ? .marked : nil
  let count = countText(item, state: state)
  let mark = decisionMark(item) ?? verdictMark(state.verdict(of: item))
  let width = rect.width - displayWidth(of: count) - 1
  let left = GridRect(column: rect.column, row: rect.row, width: width, height: rect.height)
  if let background { canvas.fill(rect, Cell(.space, background)) }
  canvas.write(
    [
      leadingMark(index, state: state), mark, TextRun(" "),
      TextRun(name, isSelected ? .selected : item.decision == nil ? .plain : .dim),
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

/// Returns the sign of a verdict in its role. The sign differs too, for people who cannot tell the
/// colours apart.
func verdictMark(_ verdict: Verdict?) -> TextRun {
  switch verdict {
  case .match: TextRun("✓", .match)
  case .mismatch: TextRun("✗", .mismatch)
  case .sizeMismatch: TextRun("≠", .sizeMismatch)
  case .unreadable: TextRun("!", .unreadable)
  case nil: TextRun("…", .pending)
  }
}

/// Returns the mark of the decision, shown instead of the verdict; nil if there is no decision.
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
  _ state: ReviewState, rows: Int, in rect: GridRect, on canvas: inout CellCanvas
) {
  guard rows > rect.height, rect.height > 1 else { return }
  let length = max(rect.height * rect.height / rows, 1)
  let top = (rect.height - length) * state.listTop / max(rows - rect.height, 1)
  for row in top..<top + length {
    canvas.grid[rect.column + rect.width - 1, rect.row + row] = Cell(Glyph("▐"), .border)
  }
}
