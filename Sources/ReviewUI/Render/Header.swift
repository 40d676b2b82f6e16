import Base
import Review

/// Draws the top line: the subject of the review, its progress, and every mode that hides or
/// changes something. If there is little room, words become the list's signs, then disappear, but
/// the numbers stay.
func drawHeader(_ state: ReviewState, in rect: GridRect, on canvas: inout CellCanvas) {
  let name = TextRun(" snapreview ", .badge, hasOwnGround: true)
  let folder = cutInTheMiddle(printable(state.title), width: max(rect.width / 4, 12))
  let title = TextRun("  \(folder)  ", .statusValue)
  let cases = TextRun(Wording.count(state.caseCount, "case"), .statusLine)
  // Compute it once: in a large folder it takes most of a frame.
  let overview = state.present
  let (tally, (count, made)) = (overview.tally, overview.decisions)
  let soFar = state.areCausesFound ? "" : " so far"
  let progress = TextRun(
    "\(Wording.grouped(made)) of \(Wording.count(count, "decision"))\(soFar)", .statusLine)
  let words = tallies(tally, .words)
  let signs = tallies(tally, .signs)
  let bar = progressBar(made, of: count)
  let dot = TextRun(" · ", .statusLine)
  let (long, short) = (notices(state, isShort: false), notices(state, isShort: true))
  let wordings = [
    ([name, title, cases] + bar + [progress] + words, long),
    ([name, title, cases, dot, progress] + words, long),
    ([title, progress] + words, long),
    ([name, title, cases, dot, progress] + words, short),
    ([title, cases, dot, progress] + words, short),
    ([title, progress] + words, short), ([title, progress] + signs, short),
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

/// Returns a bar for the share of decisions made. It is full only if all are made, and empty only
/// if none is.
private func progressBar(_ made: Int, of count: Int) -> [TextRun] {
  guard count > 0 else { return [] }
  let width = 16
  let share = made * width / count
  let filled = made == 0 ? 0 : max(share, 1)
  return [
    TextRun("  ", .statusLine),
    TextRun(String(repeating: "█", count: filled), .progress, hasOwnGround: true),
    TextRun(String(repeating: " ", count: width - filled), .progress, hasOwnGround: true),
    TextRun(" ", .statusLine),
  ]
}

private enum CountWording { case words, signs, tight }

/// Returns the number of cases in each state, each after a gap.
private func tallies(_ tally: CaseCounts, _ wording: CountWording) -> [TextRun] {
  let fail = tally.failing == 1 ? "case fails" : "cases fail"
  let soFar = tally.unknown > 0 ? " so far" : ""
  var counts: [(Int, String, String, Role)] = [
    (tally.failing, "✗", fail + soFar, .mismatch),
    (tally.count(.accepted), "A", "accepted", .accepted),
    (tally.count(.rejected), "R", "rejected", .rejected),
    (tally.count(.tolerated), "T", "tolerated", .tolerated),
  ]
  // In full words, the progress already says this.
  if wording != .words, tally.toDecide != tally.failing {
    counts.append((tally.undecided, "·", "undecided", .undecided))
  }
  return counts.filter { $0.0 > 0 }.flatMap { count, sign, word, role in
    switch wording {
    case .words: [TextRun(" · ", .statusLine), TextRun("\(Wording.grouped(count)) \(word)", role)]
    case .signs: [TextRun("  ", .statusLine), TextRun("\(sign) \(Wording.grouped(count))", role)]
    case .tight: [TextRun(" ", .statusLine), TextRun("\(sign)\(Wording.grouped(count))", role)]
    }
  }
}

/// Returns the unusual states, with the keys that end them.
private func notices(_ state: ReviewState, isShort: Bool) -> [TextRun] {
  var notices: [TextRun] = []
  func add(_ long: String, _ short: String, _ role: Role) {
    notices.append(
      TextRun(" \(isShort ? short : long) ", role, hasOwnGround: role != .warning))
  }
  if state.unmeasured > 0 {
    let (all, done) = (state.items.count, state.items.count - state.unmeasured)
    let found = state.causesLookedFor
    let causes = found > 0 ? ", causes of \(found)" : ""
    add("measuring \(done) of \(all)\(causes)", "measured \(done)/\(all)", .progress)
  } else if let done = state.causesFound {
    add("finding causes \(done)", "causes \(done.replacing(" of ", with: "/"))", .progress)
  }
  let leave = state.keyMap.key(.leaveMode)
  if !state.query.isEmpty, state.prompt?.kind != .search {
    let word = cutInTheMiddle(printable(state.query), width: isShort ? 8 : 20)
    add("search “\(word)” \(leave)", "/\(word) \(leave)", .mode)
  }
  if state.filter.isActive, state.prompt?.kind != .filter {
    let word = cutInTheMiddle(printable(state.filter.text), width: isShort ? 8 : 20)
    add("filter “\(word)” \(leave)", "f \(word) \(leave)", .mode)
  }
  if state.isTuned {
    let back = state.keyMap.key(.backToRule)
    add("not the rule's settings \(back)", "tuned \(back)", .mode)
  }
  if state.isAwaited { add("a script waits for your decisions", "awaited", .mode) }
  if !state.skipped.isEmpty {
    let count = Wording.grouped(state.skipped.count)
    add("\(count) not looked at \(state.keyMap.key(.info))", "\(count) skipped", .warning)
  }
  if state.readOnlyReason != nil { add("read-only", "read-only", .warning) }
  if state.terminal.graphics == nil, state.terminal.offer == .possible,
    !state.terminal.isGraphicsChosen
  {
    let key = state.keyMap.key(.togglePixels)
    add("\(key) exact pixels", "\(key) pixels", .mode)
  }
  if let badge = state.terminal.badge {
    // "256 colours, approximate"
    add(badge, String(badge.prefix { $0 != "," }), .warning)
  }
  return notices
}
