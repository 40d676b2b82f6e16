import Base
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
  let firstRows = (state.listTop..<state.listTop + rect.height).filter { row in
    overview.list.row(at: row).map { $0.line == 0 } ?? false
  }
  let entries = firstRows.map { overview.list.row(at: $0)!.entry }
  let decisions = decisionEntries(entries, state, overview, in: rect)
  let names = zip(entries, decisions).map { $1?.title ?? listName($0, state, overview) }
  let widths = entries.indices.map { place in
    guard let decision = decisions[place], decision.section == nil else {
      return nameWidth(entries[place], state: state, overview, in: rect)
    }
    let isPictured = overview.list.height(at: firstRows[place]) > 1
    return decision.nameWidth(state, in: rect, isPictured: isPictured)
  }
  let shown = cutApart(names, widths: widths)
  for (place, row) in firstRows.enumerated() {
    let line = row - state.listTop
    let height = overview.list.height(at: row)
    if height > 1, let decision = decisions[place] {
      let room = GridRect(
        column: rect.column, row: rect.row + line, width: rect.width,
        height: min(overview.list.heights.wordRows, rect.height - line))
      decision.draw(shown[place], state, overview, in: room, on: &canvas)
      continue
    }
    switch entries[place] {
    case .heading(let section):
      // A sentence begins with the important part, so cut it at the end.
      let name =
        section.key.isDecision ? wholeWords(names[place], width: widths[place]) : shown[place]
      drawHeading(section, name, state: state, overview, in: rect.line(line), on: &canvas)
    case .item(let index):
      if let decision = decisions[place] {
        decision.drawLine(shown[place], state, in: rect.line(line), on: &canvas)
      } else {
        let count = state.mismatchCount(state.items[index])
        drawItem(index, shown[place], count: count, state: state, in: rect.line(line), on: &canvas)
      }
    }
  }
  drawScrollMark(state, rows: overview.list.rowCount, in: rect, on: &canvas)
}

/// Returns the name of a heading or case in the list.
private func listName(
  _ entry: ListRow.Entry, _ state: ReviewState, _ overview: Overview
) -> String {
  switch entry {
  case .heading(let section): state.headingName(section.key)
  case .item(let index): state.listName(index, in: overview.list)
  }
}

private func nameWidth(
  _ entry: ListRow.Entry, state: ReviewState, _ overview: Overview, in rect: GridRect
) -> Int {
  switch entry {
  case .heading(let section):
    let (marked, count) = headingCounts(section, overview)
    return rect.width - displayWidth(of: marked + count) - (section.parent == nil ? 3 : 5)
  case .item(let index):
    return rect.width - 5 - displayWidth(of: state.mismatchCount(state.items[index]))
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

/// Returns the number of marks that a heading hides, and its number of cases with how many of them
/// fail, or that none does.
private func headingCounts(
  _ section: ListSection, _ overview: Overview
) -> (marked: String, count: String) {
  let standings = overview.list.cases[section.cases].lazy.map { overview.standings[$0] }
  let failing = standings.count(where: \.isFailing)
  let isAllFailing = failing == standings.count || section.key.isAside
  let isKnown = standings.allSatisfy { $0.verdict != nil }
  let part = failing > 0 ? "✗ \(Wording.grouped(failing))/" : isKnown ? "✓ " : ""
  let marks = section.isFolded ? standings.count(where: \.isMarked) : 0
  return (
    marks > 0 ? "*\(marks) " : "",
    (isAllFailing ? "" : part) + "\(Wording.grouped(standings.count)) "
  )
}

/// - Parameter name: The name of the case, cut to the available width.
func drawItem(
  _ index: Int, _ name: String, count: String, state: ReviewState, in rect: GridRect,
  on canvas: inout CellCanvas
) {
  let item = state.items[index]
  let isSelected = index == state.selection
  let background: Role? = isSelected ? .selected : item.isMarked ? .marked : nil
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

/// Returns a star for a mark, or a bar for a case with the same change as the selected one.
private func leadingMark(_ index: Int, state: ReviewState) -> TextRun {
  if state.items[index].isMarked { return TextRun("*", .marked) }
  let isInGroup = state.grouping.areTogether(state.selection, index)
  return isInGroup ? TextRun("┃", .group) : TextRun(" ")
}

/// Returns the sign of a verdict in its role. The signs differ too, for people who cannot
/// distinguish the colours.
func verdictMark(_ verdict: Verdict?) -> TextRun {
  switch verdict {
  case .match: TextRun("✓", .match)
  case .mismatch: TextRun("✗", .mismatch)
  case .sizeMismatch: TextRun("≠", .sizeMismatch)
  case .unreadable: TextRun("!", .unreadable)
  case nil: TextRun("…", .pending)
  }
}

/// Returns the mark of the decision, which replaces the verdict; nil if there is no decision.
func decisionMark(_ item: ReviewItem) -> TextRun? {
  if item.pending != nil { return TextRun("…", .pending) }
  switch item.decision {
  case .accepted: return TextRun("A", .accepted)
  case .rejected: return TextRun("R", .rejected)
  case .tolerated: return TextRun("T", .tolerated)
  case nil: return nil
  }
}

/// Draws a scroll bar at the right edge if only part of the list is shown.
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
