import Base
import Catalog

/// Draws every case that a bulk decision is about, the least alike first, and the keys that answer,
/// which always stay in sight.
func drawBulk(_ bulk: Bulk, state: ReviewState, on canvas: inout CellCanvas) {
  guard let strip = state.strip else { return }
  var rect = GridRect.centred(width: .max, height: .max, in: state.size)
  let foot = bulkFoot(bulk, state: state, width: rect.inside.width)
  let height = strip.sheet.height(of: strip.items.count)
  rect.height = height + foot.count + 3
  let inside = canvas.window(rect, title: bulk.question)
  drawTiles(strip.items, strip.sheet, top: strip.top, state: state, on: &canvas)
  for (row, line) in foot.enumerated() {
    canvas.write(line, in: inside.line(inside.height - foot.count + row))
  }
}

/// Returns the remarks and keys below the pictures, as many lines as there is room for.
private func bulkFoot(_ bulk: Bulk, state: ReviewState, width: Int) -> [[TextRun]] {
  let actions = bulkActions(bulk, state: state, width: width)
  let scroll =
    bulk.scope.items.count > 1
    ? [
      fitting(
        [" the other cases, the least alike first", " the least alike first"].map {
          [TextRun(" ↑ ↓ ", .key), TextRun($0, .hint)]
        }, width: width)
    ] : []
  let remarks = bulkRemarks(bulk, state: state, width: width)
  return (remarks.prefix(max(state.stripFoot - actions.count - scroll.count, 0)) + scroll + actions)
    .suffix(state.stripFoot)
}

private func bulkRemarks(_ bulk: Bulk, state: ReviewState, width: Int) -> [[TextRun]] {
  let scope = bulk.scope
  let reason = scope.reason.map { "\(scope.isAlike ? "Alike" : "Grouped"): \($0)." }
  return [
    (reason, Role.group), (scope.standingOutSentence, .warning), (scope.leftOutSentence, .warning),
    (choices(bulk, state), .warning),
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
  fileprivate var question: String { "\(decision?.verb ?? "Skip") \(scope.words)?" }
}

private func bulkActions(_ bulk: Bulk, state: ReviewState, width: Int) -> [[TextRun]] {
  let key = TextRun(" \(state.keyMap.confirmation) ", .key)
  let undo = state.keyMap.undoHint
  let written = bulk.decision == .accepted ? " and writes the baselines" : ""
  let confirms = [" confirms\(written); \(undo)", " confirms; \(undo)", " confirms"]
  let waits =
    bulk.scope.standingOut > 0
    ? [" needs a look at all that stand out: ↓", " ↓ shows more first"]
    : [" is done once the pictures are shown", " once they are shown"]
  var actions = [
    fitting(
      (bulk.isConfirmed ? waits : confirms).map { [key, TextRun($0, .hint)] }, width: width)
  ]
  if bulk.scopes.count > 1 {
    let next = bulk.scopes[(bulk.chosen + 1) % bulk.scopes.count]
    actions.append([
      TextRun(" tab ", .key),
      TextRun(" instead: \(next.words)", .hint),
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
