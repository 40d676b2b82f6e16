import Base

func drawQuestion(_ bulk: Bulk, _ state: ReviewState, on canvas: inout CellCanvas) {
  let rect = state.layout.status
  for (row, line) in state.questionLines(bulk, width: rect.width).enumerated() {
    canvas.write(
      line.runs, right: [TextRun(line.right, .hint)], in: rect.line(row), background: .statusLine)
  }
  canvas.fill(
    GridRect(column: rect.column, row: rect.row, width: 1, height: rect.height),
    Cell(.space, .badge))
}

/// Draws what all cases of the question have in common, and details of the case below.
func drawQuestionTitle(_ bulk: Bulk, _ state: ReviewState, on canvas: inout CellCanvas) {
  let rect = state.imageParts.title
  let scope = bulk.scope
  guard rect.height > 0 else { return }
  let own = rect.line(rect.height - 1)
  if rect.height > 1 {
    let reason = scope.reason.map { "\(scope.isAlike ? "alike" : "together"): \($0)" } ?? ""
    let title = TextRun(" " + scope.title, .title)
    let short = scope.items.count > 1 ? "in \(Wording.count(scope.items.count, "case"))" : ""
    let wordings = [
      [scope.extent, scope.numbers, reason], [scope.extent, scope.numbers], [short, scope.numbers],
      [short], [],
    ]
    canvas.write(
      fitting(
        wordings.map { words in
          [title] + words.filter { !$0.isEmpty }.map { TextRun("  " + $0, .dim) }
        }, width: rect.width), in: rect)
  }
  let isOdd = scope.hasOdd && scope.shown.first == state.selection
  let mark = isOdd ? TextRun(" ▲ ", .warning) : TextRun(" ", .dim)
  let rank = (scope.shown.firstIndex(of: state.selection) ?? 0) + 1
  let count = Wording.grouped(scope.items.count)
  let place =
    scope.items.count == 1
    ? "" : "\(Wording.grouped(rank)) of \(count)\(isOdd ? ", stands out" : "")  "
  let head = [mark, TextRun(place, isOdd ? .warning : .dim)]
  let sentence = state.ownSentence(of: state.selection)
  let numbers = [TextRun(state.numbers(of: [state.selection]).map { "  " + $0 } ?? "", .dim)]
  let room = own.width - displayWidth(of: head) - 2
  let least = displayWidth(of: state.nameAlone(state.selection, width: max(24, room / 3)))
  let words = TextRun("  " + cutBetweenWords(sentence, width: max(room - least, 0)), .group)
  let rest = fitting([[words] + numbers, [words]], width: room - least + 2)
  let name = state.nameAlone(
    state.selection, width: max(own.width - displayWidth(of: head + rest), 12))
  canvas.write(head + [TextRun(name, .bold)] + rest, in: own)
}
