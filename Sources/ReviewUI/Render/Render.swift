import Base
import Catalog
import DiffEngine
import Review

/// Draws the whole screen from the state alone.
package func render(_ state: ReviewState) -> CellGrid {
  var canvas = CellCanvas(state.terminalSize)
  guard !state.isTooSmall else {
    let (least, have) = (ScreenLayout.smallest, state.terminalSize)
    canvas.write(
      "need \(least.text), have \(have.text)",
      .warning, in: GridRect(column: 0, row: 0, width: have.columns, height: have.rows))
    return canvas.grid
  }
  let layout = state.layout
  drawHeader(state, in: layout.header, on: &canvas)
  canvas.write(
    " " + state.introduction(width: layout.introduction.width - 2), .dim, in: layout.introduction)
  if let list = layout.list { drawList(state, in: list, on: &canvas) }
  if let divider = layout.divider { drawDivider(divider, on: &canvas) }
  drawCase(state, on: &canvas)
  drawLoupe(state, on: &canvas)
  drawStatus(state, in: layout.status, on: &canvas)
  drawPanel(state, on: &canvas)
  if let prompt = state.prompt, prompt.kind == .palette {
    drawPalette(prompt, state: state, on: &canvas)
  }
  drawLongMessage(state, on: &canvas)
  return canvas.grid
}

private func drawDivider(_ rect: GridRect, on canvas: inout CellCanvas) {
  canvas.fill(rect, Cell(Glyph(rect.width == 1 ? "│" : "─"), .border))
}

private func drawCase(_ state: ReviewState, on canvas: inout CellCanvas) {
  let area = state.imageParts.case
  guard let item = state.current else {
    canvas.write("Nothing to review.", .dim, in: area.inset(by: 1))
    return
  }
  if state.view == .all { return drawContactSheet(state, on: &canvas) }
  drawDecisionTitle(state, on: &canvas)
  drawMembers(state, on: &canvas)
  switch item.reading {
  case .pending:
    canvas.write("reading …", .dim, in: area.inset(by: 1))
  case .failed(let reason):
    drawParagraph(printable(reason), .error, in: area.inset(by: 1), on: &canvas)
  case .images:
    drawImages(state, on: &canvas)
  case .texts(let facts):
    drawTextDifference(facts.difference, state: state, in: area, on: &canvas)
  case .oneSided(let facts):
    drawOneSided(facts, item: item, state: state, on: &canvas)
  }
}

/// Draws the only side of a case, the library's difference file if there is one, and the reason why
/// the other side is missing.
private func drawOneSided(
  _ facts: OneSidedFacts, item: ReviewItem, state: ReviewState, on canvas: inout CellCanvas
) {
  let missing = facts.side.other.rawValue
  let reason = facts.reason ?? item.snapshot.obstacle ?? "There is no \(missing) yet."
  let area = state.imageParts.case
  let lines = wrapped(printable(reason), width: area.width - 2).count
  let height = min(max(lines, 1), max(area.height - 2, 1))
  let note = GridRect(
    column: area.column + 1, row: area.row + area.height - height, width: area.width - 2,
    height: height)
  if facts.size != nil {
    drawImages(state, on: &canvas)
  } else if let text = facts.text {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (row, line) in lines.dropFirst(state.textTop).prefix(max(area.height - height - 1, 0))
      .enumerated()
    {
      canvas.write(printable(String(line)), in: area.line(row))
    }
  }
  canvas.fill(note, Cell(.space, .plain))
  drawParagraph(printable(reason), .warning, in: note, on: &canvas)
}
