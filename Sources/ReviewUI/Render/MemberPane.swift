import Base
import Review

/// Draws a title for the selected decision, above its representative case.
func drawDecisionTitle(_ state: ReviewState, on canvas: inout CellCanvas) {
  if let question = state.question { return drawQuestionTitle(question, state, on: &canvas) }
  guard let members = state.members, let cause = state.grouping.cause(of: state.selection) else {
    return
  }
  let count = members.items.count + 1
  if state.selectedDecision?.key.isFamily == true {
    return drawFamilyTitle(count, state, on: &canvas)
  }
  let extent = cause.extent(in: count)
  let reason = cause.reason.map { ": \(printable($0))" } ?? ""
  let sentence = TextRun(" " + state.sentence(of: state.selection), .title)
  let wordings = [extent + reason, extent, "in \(Wording.count(count, "case"))"]
  let rect = state.imageParts.title
  let id = TextRun(cause.name.isEmpty ? "" : "  \(cause.name) ", .dim)
  let line = fitting(
    wordings.map { [sentence, TextRun("  " + $0, .dim), id] } + [[sentence, id], [sentence]],
    width: rect.width)
  canvas.write(line.filter { $0 != id }, in: rect)
  if line.contains(id) { canvas.writeRight([id], in: rect) }
}

/// Draws what similar causes have in common, above the case of the most different one.
private func drawFamilyTitle(_ count: Int, _ state: ReviewState, on canvas: inout CellCanvas) {
  let sentence = TextRun(" " + state.familySentence(of: state.selection), .title)
  let wordings = state.familyExtents(of: state.selection, count: count)
  let rect = state.imageParts.title
  canvas.write(
    fitting(
      wordings.map { [sentence, TextRun("  " + $0, .dim)] } + [[sentence]], width: rect.width),
    in: rect)
}

/// Draws the same place in the other cases of the selected decision, or in all cases of a question,
/// so that a different one is noticed before all are decided.
func drawMembers(_ state: ReviewState, on canvas: inout CellCanvas) {
  guard let sheet = state.memberSheet else { return }
  let cases = state.stripItems
  let top = state.question?.top ?? 0
  let tiles = sheet.tiles(cases.count, top: top)
  let (count, shown) = (Wording.grouped(cases.count), tiles.count)
  let others = state.question != nil ? "all" : "the other"
  let order = cases.count == 1 ? "" : ", least alike first"
  let line = state.imageParts.members.line(0)
  let title = TextRun(" " + others + (cases.count == 1 ? "" : " \(count)"), .title)
  var right: [TextRun] = []
  if shown < cases.count, let first = tiles.first, let last = tiles.last {
    let (start, end) = (Wording.grouped(first.rank + 1), Wording.grouped(last.rank + 1))
    right = [TextRun(" \(start == end ? start : "\(start) to \(end)") of \(count)", .dim)]
    if state.question != nil { right.append(TextRun(" PgDn", .key)) }
    right.append(TextRun(" "))
  }
  canvas.write(
    fitting(
      [[title, TextRun(order, .dim)], [title]], width: line.width - displayWidth(of: right)),
    in: line)
  canvas.writeRight(right, in: line)
  drawTiles(cases, sheet, top: top, state: state, on: &canvas)
}
