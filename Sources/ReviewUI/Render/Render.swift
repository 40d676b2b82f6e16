import Catalog
import DiffEngine

/// Draws a state: the whole screen, from nothing but the state.
public func render(_ state: ReviewState) -> CellGrid {
  var canvas = Canvas(state.size)
  guard !state.isTooSmall else {
    let least = ScreenLayout.smallest
    canvas.write(
      "need \(least.columns) x \(least.rows), have \(state.size.columns) x \(state.size.rows)",
      .warning, in: Rect(column: 0, row: 0, width: state.size.columns, height: state.size.rows))
    return canvas.grid
  }
  let layout = state.layout
  drawHeader(state, in: layout.header, on: &canvas)
  if let list = layout.list { drawList(state, in: list, on: &canvas) }
  if let divider = layout.divider { drawDivider(divider, on: &canvas) }
  drawCase(state, on: &canvas)
  drawLoupe(state, on: &canvas)
  drawStatus(state, in: layout.status, on: &canvas)
  drawPanel(state, on: &canvas)
  return canvas.grid
}

private func drawHeader(_ state: ReviewState, in rect: Rect, on canvas: inout Canvas) {
  let tally = state.tally
  var left = [
    Run(" snapreview ", .badge, hasOwnGround: true),
    Run("  \(printable(state.title))  ", .statusValue),
    Run(countText(state), .statusLine),
  ]
  let counts: [(Int, String, Role)] = [
    (tally.failing, "failing", .mismatch), (tally.accepted, "accepted", .accepted),
    (tally.rejected, "rejected", .rejected), (tally.tolerated, "tolerated", .tolerated),
    (tally.undecided, "undecided", .undecided),
  ]
  for (count, word, role) in counts where count > 0 {
    left += [Run(" · ", .statusLine), Run("\(grouped(count)) \(word)", role)]
  }
  var right: [Run] = []
  if state.unmeasured > 0 {
    let done = state.items.count - state.unmeasured
    right.append(Run(" measuring \(done) of \(state.items.count) ", .progress))
  }
  if state.readOnlyReason != nil { right.append(Run(" read-only ", .warning)) }
  if let badge = state.badge { right.append(Run(" \(badge) ", .warning)) }
  canvas.write(left, right: right, in: rect, background: .statusLine)
}

/// "82 cases, 31 changes": what is the same counts once.
private func countText(_ state: ReviewState) -> String {
  let cases = counted(state.items.count, "case")
  return state.groups.isEmpty ? cases : "\(cases), \(counted(state.changeCount, "change"))"
}

private func drawDivider(_ rect: Rect, on canvas: inout Canvas) {
  canvas.fill(rect, Cell(Glyph(rect.width == 1 ? "│" : "─"), .border))
}

private func drawCase(_ state: ReviewState, on canvas: inout Canvas) {
  let area = state.layout.images
  guard let item = state.current else {
    canvas.write("Nothing to review.", .dim, in: area.inset(by: 1))
    return
  }
  switch item.reading {
  case .pending:
    canvas.write("reading …", .dim, in: area.inset(by: 1))
  case .failed(let reason):
    drawParagraph(printable(reason), .error, in: area.inset(by: 1), on: &canvas)
  case .images:
    drawImages(state, on: &canvas)
  case .texts(let facts):
    drawTextDifference(facts.difference, state: state, in: area, on: &canvas)
  case .oneSided(let facts):
    drawOneSided(facts, item: item, state: state, on: &canvas)
  }
}

/// One side, the library's own difference file where there is one, and why that is all.
private func drawOneSided(
  _ facts: OneSidedFacts, item: ReviewItem, state: ReviewState, on canvas: inout Canvas
) {
  let missing = facts.side.other.rawValue
  let reason = item.snapshot.obstacle ?? "There is no \(missing) yet."
  let area = state.layout.images
  let note = Rect(
    column: area.column + 1, row: area.row + area.height - 3, width: area.width - 2, height: 3)
  if facts.size != nil {
    drawImages(state, on: &canvas)
  } else if let text = facts.text {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (row, line) in lines.dropFirst(state.textTop).prefix(max(area.height - 4, 0)).enumerated() {
      canvas.write(printable(String(line)), in: area.line(row))
    }
  }
  canvas.fill(note, Cell(.space, .plain))
  drawParagraph(printable(reason), .warning, in: note, on: &canvas)
}

/// Words wrapped to the width of `rect`, cut at its height.
func drawParagraph(_ text: String, _ role: Role, in rect: Rect, on canvas: inout Canvas) {
  for (row, line) in wrapped(text, width: rect.width).prefix(rect.height).enumerated() {
    canvas.write(line, role, in: rect.line(row))
  }
}

/// Breaks a text at spaces so that each line fits; a longer word is broken where it must be.
func wrapped(_ text: String, width: Int) -> [String] {
  guard width > 0 else { return [] }
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    var word = String(word)
    if !line.isEmpty, displayWidth(of: line) + 1 + displayWidth(of: word) > width {
      lines.append(line)
      line = ""
    }
    while displayWidth(of: word) > width {
      let head = word.prefix(max(width / 2, 1))
      lines.append(String(head))
      word.removeFirst(head.count)
    }
    line += line.isEmpty ? word : " " + word
  }
  return line.isEmpty ? lines : lines + [line]
}

/// "1,204": a number as it is read.
func grouped(_ number: Int) -> String {
  var digits = String(abs(number))
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
}

/// "1 case", "82 cases".
func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}
