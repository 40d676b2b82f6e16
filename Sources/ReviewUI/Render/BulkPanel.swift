import Catalog

/// Draws the effect of a bulk decision and the key that confirms it, which always stay in sight.
/// The cases take the rest of the room.
func drawBulk(_ bulk: Bulk, state: ReviewState, on canvas: inout CellCanvas) {
  if let strip = state.strip { return drawStrip(bulk, strip, state: state, on: &canvas) }
  let scope = bulk.scope
  let whole = GridRect.centred(width: 78, height: .max, in: state.size)
  let actions = bulkActions(bulk, state: state, width: whole.inside.width)
  let foot = bulkRemarks(bulk, state: state, width: whole.inside.width) + [[]] + actions
  let room = max(whole.inside.height - foot.count, 1)
  let rect = GridRect.centred(
    width: 78, height: min(bulkRows(scope, of: room), room) + foot.count + 2, in: state.size)
  let inside = canvas.window(rect, title: bulk.question)
  let rows = bulkRows(scope, of: room)
  let shown = rows == scope.items.count ? rows : rows - 1
  for (row, index) in scope.items.prefix(shown).enumerated() {
    let id = printable(state.items[index].snapshot.id)
    canvas.write(
      [
        verdictMark(state.verdict(of: state.items[index])),
        TextRun(" " + cutInTheMiddle(id, width: inside.width - 2)),
      ], in: inside.line(row))
  }
  if shown < scope.items.count {
    canvas.write(
      "… and \(Wording.grouped(scope.items.count - shown)) more", .dim, in: inside.line(shown))
  }
  for (row, line) in foot.enumerated() { canvas.write(line, in: inside.line(rows + row)) }
}

/// Draws every case of a scope whose cases are only similar, outliers first, so that none is
/// decided unseen.
private func drawStrip(
  _ bulk: Bulk, _ strip: (sheet: ContactSheet, items: [Int], top: Int), state: ReviewState,
  on canvas: inout CellCanvas
) {
  let rect = GridRect.centred(width: .max, height: .max, in: state.size)
  let inside = canvas.window(rect, title: bulk.question)
  drawTiles(strip.items, strip.sheet, top: strip.top, state: state, on: &canvas)
  let scroll = [TextRun(" ↑ ↓ ", .key), TextRun(" the other cases, the least alike first", .hint)]
  let foot =
    bulkRemarks(bulk, state: state, width: inside.width) + [scroll]
    + bulkActions(bulk, state: state, width: inside.width)
  let first = state.stripArea.height
  for (row, line) in foot.suffix(ReviewState.stripFoot).enumerated() {
    canvas.write(line, in: inside.line(first + row))
  }
}

private func bulkRemarks(_ bulk: Bulk, state: ReviewState, width: Int) -> [[TextRun]] {
  let scope = bulk.scope
  let reason = scope.reason.map { "\(scope.isAlike ? "Alike" : "Grouped"): \($0)." }
  return [
    (reason, Role.group), (scope.leftOutSentence, .warning), (choices(bulk, state), .warning),
  ].flatMap { text, role in
    wrapped(text ?? "", width: width).map { [TextRun($0, role)] }
  }
}

/// Returns a sentence naming the files that reports chose and the decision writes; nil if there are
/// none.
private func choices(_ bulk: Bulk, _ state: ReviewState) -> String? {
  guard bulk.decision == .accepted else { return nil }
  let paths = bulk.scope.items.compactMap { state.items[$0].snapshot.chosenBaseline }
  guard !paths.isEmpty else { return nil }
  let names = Wording.names(paths.map(printable), atMost: 3)
  return "Chosen by a report that came with the failures: \(names)."
}

extension Bulk {
  /// "Accept 49 cases with this change?"
  fileprivate var question: String {
    "\(decision?.verb ?? "Skip") \(Wording.count(scope.items.count, "case")) \(scope.name)?"
  }
}

/// Returns the number of lines for the cases of a scope, which may show only the first ones and a
/// count of the rest.
private func bulkRows(_ scope: Bulk.Scope, of room: Int) -> Int {
  min(scope.items.count, min(room, 13))
}

private func bulkActions(_ bulk: Bulk, state: ReviewState, width: Int) -> [[TextRun]] {
  let key = TextRun(" \(state.keyMap.confirmation) ", .key)
  let undo = state.keyMap.undoHint
  let written = bulk.decision == .accepted ? " and writes the baselines" : ""
  var actions = [
    fitting(
      [
        [key, TextRun(" confirms\(written); \(undo)", .hint)],
        [key, TextRun(" confirms; \(undo)", .hint)],
        [key, TextRun(" confirms", .hint)],
      ], width: width)
  ]
  if bulk.scopes.count > 1 {
    let next = bulk.scopes[(bulk.chosen + 1) % bulk.scopes.count]
    actions.append([
      TextRun(" tab ", .key),
      TextRun(" instead: \(Wording.count(next.items.count, "case")) \(next.name)", .hint),
    ])
  }
  if let whole = bulk.whole {
    actions.append([
      TextRun(" * ", .key),
      TextRun(" all \(Wording.count(whole.items.count, "case")) \(whole.name)", .hint),
    ])
  }
  return actions + [[TextRun(" esc ", .key), TextRun(" cancels", .hint)]]
}
