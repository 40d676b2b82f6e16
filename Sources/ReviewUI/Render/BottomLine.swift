import Base
import Catalog
import Review

/// Draws the text being typed, the current message, or the keys that matter now.
func drawBottomLine(_ state: ReviewState, in rect: GridRect, on canvas: inout CellCanvas) {
  if let prompt = state.prompt, prompt.kind == .palette {
    canvas.write(paletteHelp(prompt, state), in: rect, background: .statusLine)
  } else if let prompt = state.prompt {
    let line = promptLine(prompt, state: state, width: rect.width)
    canvas.write(line, in: rect, background: .prompt)
  } else if let message = state.message {
    drawMessage(message, state: state, in: rect, on: &canvas)
  } else {
    canvas.write(hintLine(state, width: rect.width), in: rect, background: .statusLine)
  }
}

// MARK: - Messages

private func drawMessage(
  _ message: Message, state: ReviewState, in rect: GridRect, on canvas: inout CellCanvas
) {
  let line =
    line(of: message, width: rect.width) ?? (message.needsHint ? hint(of: message) : nil)
    ?? hintLine(state, width: rect.width)
  canvas.write(line, in: rect, background: .statusLine)
}

private func role(of message: Message) -> Role { message.kind == .news ? .statusValue : .warning }

/// Returns the message in the longest wording that fits; nil if none does.
private func line(of message: Message, width: Int) -> [TextRun]? {
  let hint = hint(of: message) ?? []
  let texts = [message.text, message.short].compactMap { $0 }
  return texts.map { [TextRun(" " + printable($0), role(of: message))] }
    .flatMap { message.needsHint ? [$0 + hint] : [$0 + hint, $0] }
    .first { displayWidth(of: $0) <= width }
}

private func hint(of message: Message) -> [TextRun]? {
  message.hint.map { [TextRun(" " + $0, .hint)] }
}

/// Draws a message that is too long for the bottom line above the status, as high as needed and
/// over any window.
func drawLongMessage(_ state: ReviewState, on canvas: inout CellCanvas) {
  let status = state.layout.status
  guard state.prompt == nil, let message = state.message,
    line(of: message, width: status.width) == nil
  else { return }
  let lines = wrapped(printable(message.text), width: status.width - 2)
  let height = min(lines.count, status.row - 1)
  for (row, line) in lines.prefix(height).enumerated() {
    canvas.write(
      [TextRun(" " + line, role(of: message))],
      in: GridRect(
        column: status.column, row: status.row - height + row, width: status.width, height: 1),
      background: .statusLine)
  }
}

// MARK: - Prompts

private func promptLine(_ prompt: Prompt, state: ReviewState, width: Int) -> [TextRun] {
  let (label, help) = promptWords(prompt, state)
  let room = max(width - displayWidth(of: label) - 4, 4)
  let text = shownEnd(of: prompt.text, width: room)
  return [
    TextRun(" " + label, .key), TextRun(text, .prompt), TextRun("▏", .key),
    TextRun("   " + help, .hint),
  ]
}

private func promptWords(_ prompt: Prompt, _ state: ReviewState) -> (label: String, help: String) {
  switch prompt.kind {
  case .search: return ("/", "enter confirms, esc cancels")
  case .filter:
    let value = state.axisExample.map { ", \(printable($0))" } ?? ""
    return (
      "filter: ",
      "undecided failing accepted rejected tolerated size text\(value), or a word"
    )
  case .palette: return (":", "")
  case .note: return ("note: ", "enter confirms, esc cancels")
  case .reason: return ("rejected, because: ", "a script is waiting for your reason; esc cancels")
  case .mark: return ("mark: ", "marks every listed case whose name contains this")
  }
}

/// Returns the full text of the command that Enter would run; the palette itself may cut it off.
private func paletteHelp(_ prompt: Prompt, _ state: ReviewState) -> [TextRun] {
  guard let chosen = state.chosenRow(prompt) else {
    return [TextRun(" a command, or an exact value: deltaE 2.5", .hint)]
  }
  let row = state.paletteRows(prompt.text)[chosen]
  return [TextRun(" \(row.name)", .key), TextRun("  \(row.help)", .hint)]
}

// MARK: - Hints

/// The keys that matter now: as many as fit, and always the one for help.
private func hintLine(_ state: ReviewState, width: Int) -> [TextRun] {
  let hints = hints(state)
  let help = state.panel == nil ? [(state.keyMap.key(.help), "help")] : []
  func line(_ hints: [(String, String)], _ gap: String) -> [TextRun] {
    hints.flatMap { [TextRun(" \($0.0) ", .key), TextRun($0.1 + gap, .hint)] }
  }
  let wordings =
    [line(hints + help, "  ")]
    + stride(from: hints.count, through: 0, by: -1).map { line(hints.prefix($0) + help, "") }
  return fitting(wordings, width: width)
}

private func hints(_ state: ReviewState) -> [(String, String)] {
  let key = state.keyMap.key
  if case .areas = state.panel {
    return [
      (state.areaWords, ""), ("drag n", "add"), ("hjkl", "move"), ("HJKL", "size"),
      ("x", "remove"), ("w", "save"), ("esc", "close"),
    ]
  }
  if case .table = state.panel {
    return [("j k", "choose"), ("enter", "take this strategy"), ("esc", "close")]
  }
  guard state.panel == nil else { return [("esc", "close")] }
  guard let item = state.current else { return [(key(.close), "quit")] }
  let pan = [Command.panLeft, .panDown, .panUp, .panRight].map(key)
  let directions = pan.joined(separator: pan.allSatisfy { $0.count == 1 } ? "" : " ")
  if state.focus == .image, state.view == .all {
    return [
      (directions, "move"), (key(.open), "open"), (state.keyMap.keys(.zoomIn, .zoomOut), "size"),
      state.sheet.isWhole ? (key(.centreRegion), "regions") : (key(.fit), "whole images"),
      (key(.mark), "mark"), decideHint(item, state),
    ]
  }
  if let mode = modeHints(state) { return mode }
  if state.focus == .image, case .images = item.reading {
    return [
      (directions, "pan"), (state.keyMap.keys(.zoomIn, .zoomOut), "zoom"),
      (state.keyMap.keys(.nextRegion, .previousRegion), "region"), (key(.flip), "flip"),
      decideHint(item, state),
    ]
  }
  if let decision = state.selectedDecision { return decisionHints(decision, state) }
  let walk = (state.keyMap.keys(.nextCase, .previousCase), "next, previous")
  if item.decision != nil {
    return [
      (key(.undo), "undo"), (key(.nextUndecided), "next undecided"), walk, (key(.close), "quit"),
    ]
  }
  let decide = [(key(.reject), "reject"), (key(.tolerate), "tolerate")]
  return item.snapshot.obstacle == nil
    ? [(key(.accept), "accept")] + decide + [walk] : decide + [obstacleHint(item, state), walk]
}

/// The keys that decide a case, in one hint.
private func decideHint(_ item: ReviewItem, _ state: ReviewState) -> (String, String) {
  let keys = state.keyMap.keys
  return (
    item.snapshot.obstacle == nil
      ? keys(.accept, .reject, .tolerate) : keys(.reject, .tolerate), "decide"
  )
}

/// The key that helps where a case cannot be accepted.
private func obstacleHint(_ item: ReviewItem, _ state: ReviewState) -> (String, String) {
  item.mask == nil
    ? (state.keyMap.key(.info), "why not accept")
    : (state.keyMap.key(.copyLine), "copy the run that gives the actual")
}

/// The keys that decide all cases of a decision, and those that show more of it.
private func decisionHints(_ decision: ListSection, _ state: ReviewState) -> [(String, String)] {
  let key = state.keyMap.key
  let open = state.present.list.cases[decision.cases].lazy.map { state.items[$0] }
    .filter { $0.decision == nil }
  let walk = (state.keyMap.keys(.nextInList, .previousInList), "next, previous")
  let look = (key(.unfoldSuite), "one by one")
  guard let first = open.first else {
    return [(key(.undo), "undo"), look, walk, (key(.close), "quit")]
  }
  let (count, refused) = (open.count, open.count { $0.snapshot.obstacle != nil })
  let number = count == 1 ? "the last one" : "all \(Wording.grouped(count))"
  let some = refused == 0 ? number : Wording.grouped(count - refused)
  let decide = [
    (key(.rejectMany), "reject \(number)"), (key(.tolerateMany), "tolerate \(number)"),
  ]
  return
    (refused < count
    ? [(key(.acceptMany), "accept \(some)")] + decide : decide + [obstacleHint(first, state)])
    + [look, walk, (key(.viewAll), "sheet")]
}

/// The keys that work in a view alone, and the one that leaves it; nil where there are none, as for
/// one image.
private func modeHints(_ state: ReviewState) -> [(String, String)]? {
  guard let item = state.current, item.isPair else { return nil }
  let key = state.keyMap.key
  let slide = state.keyMap.keys(.less, .more)
  let own: [(String, String)]
  switch state.view {
  case .flip where state.isBlinking: own = [(slide, "slower, faster"), (key(.blink), "stop")]
  case .flip: own = [(key(.flip), "flip"), (key(.blink), "blink")]
  case .swipe: own = [(slide, "move the edge")]
  case .onion: own = [(slide, "less, more of the actual")]
  case .difference: own = [(key(.nextDifferenceStyle), "next style")]
  case .heat: own = []
  case .triple, .sideBySide, .all: return nil
  }
  return own + [
    (state.keyMap.keys(.nextRegion, .previousRegion), "region"), decideHint(item, state),
    (key(.leaveMode), "leave"),
  ]
}
