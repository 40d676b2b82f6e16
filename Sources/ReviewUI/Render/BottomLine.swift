import Base
import Catalog

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
    canvas.write(state.hintLine(width: rect.width).runs, in: rect, background: .statusLine)
  }
}

// MARK: - Messages

private func drawMessage(
  _ message: Message, state: ReviewState, in rect: GridRect, on canvas: inout CellCanvas
) {
  if message.isAside {
    let words = TextRun(" \(printable(message.text)) ", role(of: message))
    let keys = state.hintLine(width: rect.width)
    canvas.write(
      keys.runs, right: keys.width + displayWidth(of: words.text) < rect.width ? [words] : [],
      in: rect, background: .statusLine)
    return
  }
  let line =
    line(of: message, width: rect.width) ?? (message.needsHint ? hint(of: message) : nil)
    ?? state.hintLine(width: rect.width).runs
  canvas.write(line, in: rect, background: .statusLine)
}

private func role(of message: Message) -> Role { message.kind == .news ? .statusValue : .warning }

/// Returns the longest wording of the message that fits; nil if none does.
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

/// If the message is too long for the bottom line, draws it above the status, as high as needed and
/// over any window.
func drawLongMessage(_ state: ReviewState, on canvas: inout CellCanvas) {
  let status = state.layout.status
  guard state.prompt == nil, state.question == nil, let message = state.message,
    !message.isAside, line(of: message, width: status.width) == nil
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

extension HintLine {
  /// The line as text runs with their roles.
  var runs: [TextRun] {
    let words: Role = style == .strong ? .statusValue : .hint
    return [TextRun(left, style == .warning ? .warning : .statusValue)]
      + hints.flatMap { [TextRun(" \($0.key) ", .key), TextRun($0.words + gap, words)] }
  }
}
