import Catalog

/// The top line: what is reviewed and how far it has come; words give way to the list's signs, then
/// to nothing, but the numbers stay.
func drawHeader(_ state: ReviewState, in rect: Rect, on canvas: inout CellCanvas) {
  let name = TextRun(" snapreview ", .badge, hasOwnGround: true)
  let folder = cutInTheMiddle(printable(state.title), width: max(rect.width / 4, 12))
  let title = TextRun("  \(folder)  ", .statusValue)
  let cases = TextRun(Wording.count(state.items.count, "case"), .statusLine)
  let changes = TextRun(countText(state), .statusLine)
  // Counted once: in a large folder it is most of what a frame takes.
  let tally = state.tally
  let words = tallies(tally, .words)
  let signs = tallies(tally, .signs)
  let (long, short) = (notices(state, isShort: false), notices(state, isShort: true))
  let wordings = [
    ([name, title, changes] + words, long), ([name, title, cases] + words, long),
    ([name, title, cases] + words, short), ([title, cases] + words, short),
    ([name, title, cases] + signs, short), ([title, cases] + signs, short),
    ([TextRun(" ", .statusLine), cases] + signs, short),
    (tallies(tally, .tight), short),
  ]
  let fits = wordings.first {
    displayWidth(of: $0.0) + displayWidth(of: $0.1) + 1 <= rect.width
  }
  let line = fits ?? wordings[wordings.count - 1]
  canvas.write(line.0, right: line.1, in: rect, background: .statusLine)
}

/// "82 cases, 31 changes": what is the same counts once.
private func countText(_ state: ReviewState) -> String {
  let cases = Wording.count(state.items.count, "case")
  return state.groups.isEmpty ? cases : cases + ", " + Wording.count(state.changeCount, "change")
}

private enum CountWording { case words, signs, tight }

/// How many cases stand where, each behind a gap.
private func tallies(_ tally: CaseCounts, _ wording: CountWording) -> [TextRun] {
  let counts: [(Int, String, String, Role)] = [
    (tally.failing, "✗", "failing", .mismatch), (tally.accepted, "A", "accepted", .accepted),
    (tally.rejected, "R", "rejected", .rejected), (tally.tolerated, "T", "tolerated", .tolerated),
    (tally.undecided, "·", "undecided", .undecided),
  ]
  return counts.filter { $0.0 > 0 }.flatMap { count, sign, word, role in
    switch wording {
    case .words: [TextRun(" · ", .statusLine), TextRun("\(Wording.grouped(count)) \(word)", role)]
    case .signs: [TextRun("  ", .statusLine), TextRun("\(sign) \(Wording.grouped(count))", role)]
    case .tight: [TextRun(" ", .statusLine), TextRun("\(sign)\(Wording.grouped(count))", role)]
    }
  }
}

/// What is out of the ordinary.
private func notices(_ state: ReviewState, isShort: Bool) -> [TextRun] {
  var notices: [TextRun] = []
  if state.unmeasured > 0 {
    let done = state.items.count - state.unmeasured
    notices.append(
      TextRun(
        isShort ? " \(done)/\(state.items.count) " : " measuring \(done) of \(state.items.count) ",
        .progress))
  }
  if state.readOnlyReason != nil { notices.append(TextRun(" read-only ", .warning)) }
  if let badge = state.terminal.badge {
    // "256 colours, approximate"
    let text = isShort ? String(badge.prefix { $0 != "," }) : badge
    notices.append(TextRun(" \(text) ", .warning))
  }
  return notices
}
