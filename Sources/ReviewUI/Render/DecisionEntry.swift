import Base

/// Draws a decision: before and after at the place of the change, what happened, in how many cases
/// and where, and what is decided of it. A blank line follows.
func drawEntry(
  _ entry: ListRow.Entry, state: ReviewState, _ overview: Overview, in rect: GridRect,
  on canvas: inout CellCanvas
) {
  var cases: [Int]
  var section: ListSection?
  switch entry {
  case .heading(let heading):
    (cases, section) = (Array(overview.list.cases[heading.cases]), heading)
  case .item(let index): cases = [index]
  }
  let isSelected =
    section?.isFolded != false
    && overview.list.row(of: state.selection) == overview.list.row(of: cases[0])
  let ground: Role? = isSelected ? .selected : nil
  let picture = state.entryPicture(in: rect)
  let block = GridRect(
    column: rect.column, row: rect.row, width: rect.width,
    height: min(state.entryRows - 1, rect.height))
  if let ground {
    canvas.fill(block, Cell(.space, ground))
    canvas.fill(
      GridRect(column: block.column, row: block.row, width: 1, height: block.height),
      Cell(.space, .badge))
  }
  let shown = GridRect(
    column: picture.column, row: picture.row, width: picture.width,
    height: min(picture.height, block.height))
  drawThumbnail(cases[0], state: state, in: shown, words: ground ?? .dim, on: &canvas)
  let words = GridRect(
    column: picture.column + picture.width + 2, row: block.row,
    width: block.width - picture.width - 5, height: block.height)
  let lines = entryLines(cases, section, state, overview, in: words)
  for (line, runs) in lines.enumerated() {
    canvas.write(
      runs.map { TextRun($0.text, $0.role == .dim ? ground ?? .dim : $0.role) },
      in: words.line(line), background: ground)
  }
}

/// Returns the words beside a decision's pictures: the sentence in two lines at most, then how
/// many cases and where, then what is decided of them.
private func entryLines(
  _ cases: [Int], _ section: ListSection?, _ state: ReviewState, _ overview: Overview,
  in rect: GridRect
) -> [[TextRun]] {
  let index = cases[0]
  let sentence = state.sentence(of: index)
  let name = printable(state.items.names.short[index])
  let title = sentence.isEmpty ? name : sentence
  var lines = wrapped(title, width: rect.width)
  let most = max(rect.height - 1, 1)
  if lines.count > most {
    let rest = lines[(most - 1)...].joined(separator: " ")
    lines = Array(lines.prefix(most - 1)) + [wholeWords(rest, width: rect.width)]
  }
  let mark = decisionMark(state.items[index]) ?? verdictMark(state.verdict(of: state.items[index]))
  let place = printable(state.items.names.suiteWords(cases))
  let fold = section.map { $0.isFolded ? "" : "▾ " } ?? ""
  let count = fold + Wording.count(cases.count, "case")
  var words = lines.map { [TextRun($0, .title)] }
  let states = entryState(cases, overview)
  let room = rect.width - displayWidth(of: count) - 3
  let hasLine = states == nil && cases.count > 1 && lines.count + 1 < rect.height
  if hasLine, displayWidth(of: place) > room {
    words += [[TextRun(count, .dim)], [TextRun(wholeWords(place, width: rect.width), .dim)]]
  } else {
    words.append([TextRun("\(count) · \(wholeWords(place, width: room))", .dim)])
  }
  if let states {
    words.append(states)
  } else if cases.count == 1, !sentence.isEmpty {
    words.append([mark, TextRun(" " + wholeWords(name, width: rect.width - 2), .dim)])
  }
  return Array(words.prefix(rect.height))
}

/// Returns how many of several cases are decided, or fail, where that is neither none nor all; nil
/// where there is nothing to say.
private func entryState(_ cases: [Int], _ overview: Overview) -> [TextRun]? {
  guard cases.count > 1 else { return nil }
  let standings = cases.map { overview.standings[$0] }
  let marked = standings.count(where: \.isMarked)
  if marked > 0 { return [TextRun("* \(marked) marked", .marked)] }
  let decided = standings.count { $0.decision != nil }
  if decided > 0 { return [TextRun("\(decided) of \(cases.count) decided", .group)] }
  let failing = standings.count(where: \.isFailing)
  return failing < cases.count && standings.allSatisfy { $0.verdict != nil }
    ? [TextRun("\(failing) of \(cases.count) fail", .mismatch)] : nil
}
