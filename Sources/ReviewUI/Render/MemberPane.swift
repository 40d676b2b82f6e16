import Base
import Review

/// What the selected decision is about, above the case that stands for it.
func drawDecisionTitle(_ state: ReviewState, on canvas: inout CellCanvas) {
  guard let members = state.members, let cause = state.grouping.cause(of: state.selection) else {
    return
  }
  let count = members.items.count + 1
  let extent = cause.extent(in: count)
  let reason = cause.reasons.last.map { ": \(printable($0))" } ?? ""
  let sentence = TextRun(" " + state.sentence(of: state.selection), .title)
  let wordings = [extent + reason, extent, "in \(Wording.count(count, "case"))"]
  canvas.write(
    fitting(
      wordings.map { [sentence, TextRun("  " + $0, .dim)] } + [[sentence]],
      width: state.imageParts.title.width), in: state.imageParts.title)
}

/// The same place in the other cases of the selected decision, so that the one that is different
/// is seen before all are decided.
func drawMembers(_ state: ReviewState, on canvas: inout CellCanvas) {
  guard let members = state.members, let sheet = state.memberSheet else { return }
  let shown = sheet.tiles(members.items.count, top: 0).count
  let count = members.items.count
  let others = count == 1 ? "the other" : "the other \(Wording.grouped(count))"
  let part = shown < count ? "\(shown) of " : ""
  let order = shown > 1 ? ", least alike first" : count > 1 ? ", the least alike" : ""
  canvas.write(
    [TextRun(" in \(part)\(others)", .title), TextRun(order, .dim)], in: state.imageParts.members)
  drawTiles(members.items, sheet, top: 0, state: state, on: &canvas)
}
