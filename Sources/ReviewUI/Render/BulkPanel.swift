import Catalog

/// What a bulk decision is about to do, and the key that does it: that is always in sight, the cases
/// take the room that is left.
func drawBulk(_ bulk: Bulk, state: ReviewState, on canvas: inout Canvas) {
  let scope = bulk.scope
  let whole = Rect.centred(width: 78, height: .max, in: state.size)
  let actions = bulkActions(bulk, state: state, width: whole.inside.width)
  let reason = scope.reason.map { "Together because of \($0)." }
  let remarks = [(reason, Role.group), (scope.rivalSentence, .warning)].flatMap { text, role in
    wrapped(text ?? "", width: whole.inside.width).map { [Run($0, role)] }
  }
  let foot = remarks + [[]] + actions
  let room = max(whole.inside.height - foot.count, 1)
  let rect = Rect.centred(
    width: 78, height: min(bulkRows(scope, of: room), room) + foot.count + 2, in: state.size)
  let verb: String =
    switch bulk.decision {
    case .accepted: "Accept"
    case .rejected: "Reject"
    case .tolerated: "Tolerate"
    case nil: "Skip"
    }
  let inside = canvas.window(
    rect, title: "\(verb) \(Wording.count(scope.items.count, "case")) \(scope.name)?")
  let rows = bulkRows(scope, of: room)
  let shown = rows == scope.items.count ? rows : rows - 1
  for (row, index) in scope.items.prefix(shown).enumerated() {
    let id = printable(state.items[index].snapshot.id)
    canvas.write(
      [
        verdictMark(state.verdict(of: state.items[index])),
        Run(" " + cutInTheMiddle(id, width: inside.width - 2)),
      ], in: inside.line(row))
  }
  if shown < scope.items.count {
    canvas.write(
      "… and \(Wording.grouped(scope.items.count - shown)) more", .dim, in: inside.line(shown))
  }
  for (row, line) in foot.enumerated() { canvas.write(line, in: inside.line(rows + row)) }
}

/// Lines that the cases of a scope take: each one, or the first ones and how many more there are.
private func bulkRows(_ scope: Bulk.Scope, of room: Int) -> Int {
  min(scope.items.count, min(room, 13))
}

private func bulkActions(_ bulk: Bulk, state: ReviewState, width: Int) -> [[Run]] {
  let key = Run(" \(state.keyMap.key(bulk.command)) ", .key)
  let undo = "\(state.keyMap.key(.undo)) takes it back"
  let written = bulk.decision == .accepted ? " and writes the baselines" : ""
  var actions = [
    fitting(
      [
        [key, Run(" does it\(written); \(undo)", .hint)], [key, Run(" does it; \(undo)", .hint)],
        [key, Run(" does it", .hint)],
      ], width: width)
  ]
  if bulk.scopes.count > 1 {
    let next = bulk.scopes[(bulk.chosen + 1) % bulk.scopes.count]
    actions.append([
      Run(" tab ", .key),
      Run(" other cases: \(next.name), \(Wording.grouped(next.items.count))", .hint),
    ])
  }
  return actions + [[Run(" esc ", .key), Run(" leaves everything as it is", .hint)]]
}
