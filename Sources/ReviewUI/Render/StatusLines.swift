import Base
import Catalog
import Changes
import DiffEngine
import Review

/// Draws three lines: the case, the settings with their outcome, and the keys.
func drawStatus(_ state: ReviewState, in rect: GridRect, on canvas: inout CellCanvas) {
  if let question = state.question { return drawQuestion(question, state, on: &canvas) }
  canvas.fill(rect, Cell(.space, .statusLine))
  drawCaseLine(state, in: rect.line(0), on: &canvas)
  drawSettings(state, in: rect.line(1), on: &canvas)
  drawBottomLine(state, in: rect.line(2), on: &canvas)
}

// MARK: - The case

/// Draws the case, what happened to it and the position in it, then the most important facts about
/// it, as far as there is room. `i` shows everything.
private func drawCaseLine(_ state: ReviewState, in rect: GridRect, on canvas: inout CellCanvas) {
  guard let item = state.current else { return }
  let sentence =
    state.causeText(state.selection) ?? state.movedRows?.sentence
    ?? state.ownSentence(of: state.selection)
  let scale = scaleText(state).map { "  \($0) " } ?? " "
  let remark = remarks(item, state)
  let reserved = remark.map { min(displayWidth(of: $0.text) + 2, 26) } ?? 0
  let least = displayWidth(of: state.nameAlone(state.selection, width: 24))
  let words = min(displayWidth(of: sentence), 40)
  let wordings: [(Length, String)] = [
    (.long, scale), (.short, scale), (.short, " "), (.least, " "),
  ]
  let fit = wordings.first { length, end in
    let taken = displayWidth(of: details(state, length)) + displayWidth(of: end)
    return least + words + taken + reserved + 4 <= rect.width
  }
  let (length, end) = fit ?? wordings[wordings.count - 1]
  let spans = details(state, length)
  let room = max(rect.width - displayWidth(of: spans) - displayWidth(of: end) - reserved - 4, 0)
  let name = displayWidth(of: state.nameAlone(state.selection, width: max(24, room / 3)))
  let shown = cutBetweenWords(sentence, width: max(room - name, 0))
  let place = state.nameAlone(state.selection, width: max(room - displayWidth(of: shown), 12))
  let left =
    [TextRun(" \(place)", .statusValue), TextRun(shown.isEmpty ? "" : "  \(shown)", .group)] + spans
  let rest = rect.width - displayWidth(of: left) - displayWidth(of: end) - 2
  canvas.write(
    left + (remark.map { cut($0, width: rest, state) } ?? []), right: [TextRun(end, .hint)],
    in: rect, background: .statusLine)
}

/// Returns a remark cut between words, with the key that shows all of it.
private func cut(_ remark: TextRun, width: Int, _ state: ReviewState) -> [TextRun] {
  let gap = TextRun("  ", .statusLine)
  guard displayWidth(of: remark.text) + 2 > width else { return [gap, remark] }
  let key = state.keyMap.key(.info)
  guard width > 12 else { return [gap, TextRun("! \(key)", remark.role)] }
  let text = cutBetweenWords(remark.text, width: width - 4 - displayWidth(of: key))
  return [gap, TextRun(text, remark.role), TextRun(" \(key)", .key)]
}

private enum Length { case long, short, least }

/// Returns pairs of a gap and a word, the most important first.
private func details(_ state: ReviewState, _ wording: Length) -> [TextRun] {
  var spans: [TextRun] = []
  func add(_ text: String?, _ role: Role = .statusLine) {
    if let text { spans += [TextRun("  ", .statusLine), TextRun(text, role)] }
  }
  let isWalking = state.chosenRegion != nil && wording == .least
  if !isWalking, let group = state.group(of: state.selection) {
    let count = state.selectedDecision?.cases.count ?? group.items.count
    add("one of \(Wording.count(count, "case"))")
  }
  add(regionText(state, wording), .clusterOutline)
  if let decision = state.shownDecision { add(decision.rawValue, role(of: decision)) }
  if wording != .least, state.movedRows != nil {
    let key = state.keyMap.key(.align)
    add(state.isAligned ? "\(key) shows the moved rows" : "\(key) hides the moved rows", .group)
  }
  return spans
}

/// Returns the most important remark about a case: a warning, or else its note.
private func remarks(_ item: ReviewItem, _ state: ReviewState) -> TextRun? {
  if let remark = item.remarks(state.strategy(of: item)).first {
    return TextRun(printable(remark), .warning)
  }
  guard !item.note.isEmpty else { return nil }
  let waits = item.record == nil ? " waits for a decision" : ""
  return TextRun("“\(printable(item.note))”\(waits)", .statusLine)
}

func role(of decision: Decision) -> Role {
  switch decision {
  case .accepted: .accepted
  case .rejected: .rejected
  case .tolerated: .tolerated
  }
}

/// Returns the chosen region: "region 3 of 17: 42 px, ΔE ≤ 8.1".
private func regionText(_ state: ReviewState, _ wording: Length) -> String? {
  guard let index = state.chosenRegion, state.regions.indices.contains(index) else { return nil }
  let place = "\(index + 1) of \(Wording.grouped(state.regions.count))"
  let pixels = "\(Wording.grouped(state.regions[index].mismatched)) px"
  let text = (wording == .long ? "region " : "") + "\(place): \(pixels)"
  guard wording != .least, state.regions[index].maxDeltaE > 0 else { return text }
  return text + ", ΔE ≤ \(Wording.upTo(state.regions[index].maxDeltaE))"
}

/// Returns "at 5 %", so that a fitted view is not mistaken for exact pixels.
private func scaleText(_ state: ReviewState) -> String? {
  guard state.view != .all, let canvas = state.canvas else { return nil }
  let percent = state.viewport.scale(canvas, samples: state.paneSamples) * 100
  return "at \(percent < 10 ? Wording.fixed(percent, 1) : Wording.trimmed(percent.rounded())) %"
}

// MARK: - The settings

/// Draws the strategy, the outcome and the number of failing cases in the fullest wording that
/// fits. The verdict and its count are dropped last.
private func drawSettings(_ state: ReviewState, in rect: GridRect, on canvas: inout CellCanvas) {
  let settings = settings(state)
  let outcomes = state.current.map { outcome($0, state: state) } ?? []
  let all = failures(state)
  let levels = [
    (0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 2, 1), (1, 3, 1), (1, 3, 2), (1, 3, 3),
    (2, 2, 2), (2, 3, 2), (2, 3, 3), (3, 3, 3),
  ]
  let wordings = levels.map { level -> (left: [TextRun], right: [TextRun]) in
    let strategy = settings[level.0]
    let outcome = outcomes.isEmpty ? [] : outcomes[min(level.1, outcomes.count - 1)]
    let gap = strategy.isEmpty || outcome.isEmpty ? " " : level.0 == 0 ? "  │ " : " │ "
    return (strategy + [TextRun(gap, .statusLine)] + outcome, all[level.2])
  }
  let fits = wordings.first {
    displayWidth(of: $0.left) + displayWidth(of: $0.right) + 1 <= rect.width
  }
  let line = fits ?? wordings[wordings.count - 1]
  canvas.write(line.left, right: line.right, in: rect, background: .statusLine)
}

/// Returns the wordings of the strategy, from all of it to nothing.
private func settings(_ state: ReviewState) -> [[TextRun]] {
  let summary = state.summary
  let isTuned = state.isTuned
  let plain = summary.split(separator: " ").joined(separator: " ")
  let tuned = { (gap: String) in isTuned ? [TextRun(gap + "tuned", .hint)] : [] }
  return [
    [TextRun(" \(summary)", .bold)] + tuned("  "), [TextRun(" \(plain)", .bold)] + tuned(" "),
    [TextRun(" \(state.strategy.kind.rawValue)", .bold)], [],
  ]
}

/// Returns the wordings for the number of failing cases, from a whole sentence to nothing.
private func failures(_ state: ReviewState) -> [[TextRun]] {
  let tally = state.tally
  let failing = TextRun(Wording.grouped(tally.failing), .statusValue)
  let known = Wording.grouped(state.caseCount - tally.unknown)
  let soFar = tally.unknown > 0 ? "so far " : ""
  return [
    [
      TextRun("│ with these settings ", .statusLine), failing,
      TextRun(" of \(known) fail \(soFar)", .statusLine),
    ],
    [TextRun("│ ", .statusLine), failing, TextRun(" of \(known) fail \(soFar)", .statusLine)],
    [TextRun("│ ", .statusLine), failing, TextRun("/\(known) fail ", .statusLine)], [],
  ]
}

/// Returns the wordings of the outcome, from everything known to the verdict and its count.
private func outcome(_ item: ReviewItem, state: ReviewState) -> [[TextRun]] {
  if case .failed = item.reading { return [[TextRun("! unreadable", .unreadable)]] }
  guard let comparison = state.currentComparison else {
    return [[TextRun("measuring …", .pending)]]
  }
  let texts: [String]
  if case .texts(let facts) = item.reading, let sizes = facts.difference.sizes {
    texts = [sizes.sentence]
  } else if case .texts(let facts) = item.reading {
    texts = [facts.difference.countWords]
  } else {
    texts = outcomeTexts(comparison, item, state.strategy(of: item))
  }
  return texts.map { [verdictMark(comparison.verdict), TextRun(" " + $0, .statusValue)] }
}

private func outcomeTexts(
  _ comparison: Comparison, _ item: ReviewItem, _ strategy: Strategy
) -> [String] {
  switch comparison.verdict {
  case .mismatch where item.isStricter(strategy):
    let differing = item.differing.map { "\(Wording.grouped($0)) px differ, " } ?? ""
    return ["failed in the test: \(differing)none counts by default", "failed in the test"]
  case .unreadable where item.mask != nil:
    let name = strategy.kind.rawValue
    return ["\(name) needs the actual; only a mask is known", "\(name) needs the actual"]
  case .unreadable: return ["nothing to compare with", "no pair"]
  case .match where comparison.mismatched == 0: return passTexts(comparison, item, strategy)
  default: break
  }
  let sizes = comparison.verdict == .sizeMismatch ? "sizes differ, " : ""
  let passes = comparison.verdict == .match ? "passes: " : ""
  let count = passes + "\(Wording.grouped(comparison.mismatched)) \(strategy.unit.short)"
  let clusters = comparison.clusters
  let known = clusters.count > 0
  let number = Wording.count(clusters.count, "cluster")
  let largest = Wording.grouped(clusters.largest)
  let deltaE = comparison.maxDeltaE.flatMap { $0 > 0 ? Wording.upTo($0) : nil }
  let end =
    item.mask != nil ? ", as the test saw it" : comparison.isBorderline ? ", borderline" : ""
  return [
    sizes + count + (known ? " in \(number), largest \(largest)" : "")
      + (deltaE.map { ", ΔE ≤ \($0)" } ?? "") + end,
    sizes + count + (known ? ", \(number) up to \(largest)" : "")
      + (deltaE.map { ", ΔE ≤ \($0)" } ?? "") + end,
    sizes + count + (known ? ", \(number)" : "") + (item.mask == nil ? end : ""),
    count,
  ]
}

/// Returns the wordings of a pass. Only equal pixels are called equal.
private func passTexts(
  _ comparison: Comparison, _ item: ReviewItem, _ strategy: Strategy
) -> [String] {
  guard let differing = item.differing, differing > 0 else { return ["equal"] }
  let count = "passes: \(Wording.grouped(differing)) px differ"
  let short = [count + ", none counts", count, "passes"]
  // ΔE does not see alpha.
  return comparison.maxDeltaE == 0 && strategy.kind.usesFormula
    ? [count + " in alpha only, which \(strategy.kind.rawValue) does not see"] + short : short
}
