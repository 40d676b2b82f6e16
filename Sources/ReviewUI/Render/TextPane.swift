import Base
import Catalog
import Review

func drawTextDifference(
  _ difference: TextDifference, state: ReviewState, in rect: GridRect, on canvas: inout CellCanvas
) {
  let removed = difference.lines.count { $0.kind == .removed }
  let added = difference.lines.count { $0.kind == .added }
  if difference.sizes != nil {
    let same = difference.changedLines == 0 ? "  the files are equal" : ""
    canvas.write(
      [TextRun(" cannot be shown: compared byte for byte ", .title), TextRun(same, .dim)],
      in: rect.line(0))
  } else {
    canvas.write(
      [
        TextRun(" text ", .title), TextRun("-\(removed) ", .textRemoved), TextRun(" "),
        TextRun("+\(added) ", .textAdded),
        TextRun(difference.changedLines == 0 ? "  the texts are equal" : "", .dim),
      ], in: rect.line(0))
  }
  // Lazily, because a text may have a hundred thousand rows and a frame shows some dozens.
  let rows = foldedRows(difference).lazy.flatMap { textRows($0, width: rect.width) }
  let room = max(rect.height - 1, 0)
  var shown = Array(rows.dropFirst(state.textTop).prefix(room))
  if shown.count < room, state.textTop > 0 { shown = Array(rows).suffix(room) }
  for (index, row) in shown.enumerated() { canvas.write(row, in: rect.line(index + 1)) }
}

/// Returns the screen rows for a row of the text. A changed line is broken, so that all of it can
/// be read; other lines are cut off.
private func textRows(_ row: TextRow, width: Int) -> [[TextRun]] {
  switch row {
  case .folded(let count):
    return [[TextRun("       ⋯ \(Wording.count(count, "equal line"))", .dim)]]
  case .line(let line):
    let role = line.kind.role
    let number = line.actualNumber ?? line.referenceNumber ?? 0
    let head = [
      TextRun(right(String(number), 5) + " ", .dim), TextRun(line.kind.sign, role), TextRun(" "),
    ]
    let pieces = line.pieces.map {
      TextRun(printable($0.text), $0.changed ? role : line.kind == .same ? .dim : .plain)
    }
    let indent = columns(of: [head.map(\.text).joined()])
    guard line.kind != .same, width > 2 * indent else { return [head + pieces] }
    let rows = broken(pieces, width: width - indent)
    let margin = [TextRun(String(repeating: " ", count: indent))]
    return [head + rows[0]] + rows.dropFirst().map { margin + $0 }
  }
}

/// Breaks runs wherever a row is full; returns at least one row.
private func broken(_ runs: [TextRun], width: Int) -> [[TextRun]] {
  var rows: [[TextRun]] = [[]]
  var room = width
  for run in runs {
    var rest = run.text[...]
    while !rest.isEmpty {
      let head = prefix(of: rest, width: room)
      if head.isEmpty, room < width {
        rows.append([])
        room = width
        continue
      }
      // A character that is wider than a row gets its own row.
      let taken = max(head.count, 1)
      let text = String(rest.prefix(taken))
      rows[rows.count - 1].append(TextRun(text, run.role))
      rest = rest.dropFirst(taken)
      room = max(room - displayWidth(of: text), 0)
    }
  }
  return rows
}

/// Draws the first removed and the first added lines, from where they begin to differ.
func drawChangedLines(
  _ difference: TextDifference, _ words: Role, in rect: GridRect, on canvas: inout CellCanvas
) {
  let removed = difference.lines.filter { $0.kind == .removed }
  let added = difference.lines.filter { $0.kind == .added }
  let share = max((rect.height + 1) / 2, rect.height - added.count)
  let lines = removed.prefix(share) + added.prefix(rect.height - min(share, removed.count))
  for (row, line) in lines.enumerated() {
    let role = line.kind.role
    let same = line.pieces.prefix { !$0.changed }.map(\.text).joined()
    let rest = line.pieces.drop { !$0.changed }.map {
      TextRun(printable($0.text), $0.changed ? role : words)
    }
    let start = printable(String(same.drop(while: \.isWhitespace)))
    let isLong = displayWidth(of: start) > rect.width / 2
    canvas.write(
      [
        TextRun(line.kind.sign + " ", role),
        TextRun(isLong ? "…" + start.suffix(rect.width / 3) : start, words),
      ]
        + rest, in: rect.line(row))
  }
}

extension TextDifference.Line.Change {
  fileprivate var role: Role {
    switch self {
    case .same: .plain
    case .removed: .textRemoved
    case .added: .textAdded
    }
  }
}
