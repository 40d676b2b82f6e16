import Base
import Catalog
import DiffEngine
import Review

/// Draws three lines: the case, the settings with their outcome, and the keys.
func drawStatus(_ state: ReviewState, in rect: GridRect, on canvas: inout CellCanvas) {
  canvas.fill(rect, Cell(.space, .statusLine))
  drawCaseLine(state, in: rect.line(0), on: &canvas)
  drawSettings(state, in: rect.line(1), on: &canvas)
  drawBottomLine(state, in: rect.line(2), on: &canvas)
}

// MARK: - The case

/// Draws what happened to the case and where one is in it; at the right its name and the scale,
/// which give way first. `i` shows everything.
private func drawCaseLine(_ state: ReviewState, in rect: GridRect, on canvas: inout CellCanvas) {
  guard let item = state.current else { return }
  let id = printable(item.snapshot.id)
  let remarks = remarks(item, state)
  let cause = state.sentence(of: state.selection)
  let sentence = cause.isEmpty ? state.movedRows?.sentence ?? "" : cause
  guard !sentence.isEmpty else {
    let wordings = [Length.long, .short, .least].map { details(state, $0) }
    let least = min(displayWidth(of: id), 16) + 1
    let rest = wordings.first { displayWidth(of: $0) + least <= rect.width } ?? []
    let room = max(rect.width - 1 - displayWidth(of: rest), 16)
    let name = TextRun(" \(cutInTheMiddle(id, width: room))", .statusValue)
    return canvas.write([name] + rest + remarks, in: rect, background: .statusLine)
  }
  let lefts = [Length.long, .short, .least].map {
    [TextRun(" \(sentence)", .statusValue)] + details(state, $0) + remarks
  }
  let scale = scaleText(state).map { "  \($0) " } ?? " "
  func fits(_ left: [TextRun], _ right: Int) -> Bool {
    displayWidth(of: left) + right + 2 <= rect.width
  }
  let least = min(displayWidth(of: id), 24)
  let left =
    lefts.first { fits($0, least + displayWidth(of: scale)) } ?? lefts.first { fits($0, least) }
    ?? lefts.first { fits($0, 0) } ?? lefts[lefts.count - 1]
  let room = rect.width - displayWidth(of: left) - 2
  let isScaled = room >= least + displayWidth(of: scale)
  let end = isScaled ? scale : " "
  let name = room >= least ? cutInTheMiddle(id, width: room - displayWidth(of: end)) + end : ""
  canvas.write(left, right: [TextRun(name, .hint)], in: rect, background: .statusLine)
}

private enum Length { case long, short, least }

/// Pairs of a gap and a word, the most important first.
private func details(_ state: ReviewState, _ wording: Length) -> [TextRun] {
  var spans: [TextRun] = []
  func add(_ text: String?, _ role: Role = .statusLine) {
    if let text { spans += [TextRun("  ", .statusLine), TextRun(text, role)] }
  }
  if let group = state.group(of: state.selection) {
    let count = state.selectedDecision?.cases.count
    let words = Wording.count(count ?? group.items.count, "case")
    let extent = count.map { wording == .long ? group.extent(in: $0) : "in \(words)" }
    add(extent ?? "one of \(words)", .group)
  }
  add(regionText(state, wording), .clusterOutline)
  if let decision = state.shownDecision { add(decision.rawValue, role(of: decision)) }
  if wording != .least, state.movedRows != nil {
    let key = state.keyMap.key(.align)
    add(state.isAligned ? "\(key) puts the rows back" : "\(key) takes the rows out", .group)
  }
  return spans
}

private func remarks(_ item: ReviewItem, _ state: ReviewState) -> [TextRun] {
  var spans: [TextRun] = []
  if !item.note.isEmpty {
    let waits = item.record == nil ? " waits for a decision" : ""
    spans += [TextRun("  “\(printable(item.note))”\(waits)", .statusLine)]
  }
  if let remark = item.remarks(state.strategy(of: item)).first {
    spans += [TextRun("  ", .statusLine), TextRun(printable(remark), .warning)]
  }
  return spans
}

func role(of decision: Decision) -> Role {
  switch decision {
  case .accepted: .accepted
  case .rejected: .rejected
  case .tolerated: .tolerated
  }
}

/// "region 3 of 17: 42 px, ΔE up to 8.1"
private func regionText(_ state: ReviewState, _ wording: Length) -> String? {
  guard let index = state.chosenRegion, state.regions.indices.contains(index) else { return nil }
  let place = "\(index + 1) of \(Wording.grouped(state.regions.count))"
  let pixels = "\(Wording.grouped(state.regions[index].mismatched)) px"
  let text = (wording == .long ? "region " : "") + "\(place): \(pixels)"
  guard wording != .least, state.regions[index].maxDeltaE > 0 else { return text }
  let deltaE = Wording.trimmed(state.regions[index].maxDeltaE)
  return text + (wording == .short ? ", ΔE \(deltaE)" : ", ΔE up to \(deltaE)")
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
  return [
    [
      TextRun("│ with these settings ", .statusLine), failing,
      TextRun(" of \(known) fail ", .statusLine),
    ],
    [TextRun("│ ", .statusLine), failing, TextRun(" of \(known) fail ", .statusLine)],
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
  } else if case .texts = item.reading {
    texts = [Wording.count(comparison.mismatched, "changed line")]
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
    return ["\(name) needs the actual, of which just a mask is known", "\(name) needs the actual"]
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
  let deltaE = comparison.maxDeltaE.flatMap { $0 > 0 ? Wording.trimmed($0) : nil }
  let end =
    item.mask != nil ? ", as the test saw it" : comparison.isBorderline ? ", borderline" : ""
  return [
    sizes + count + (known ? " in \(number), largest \(largest)" : "")
      + (deltaE.map { ", ΔE up to \($0)" } ?? "") + end,
    sizes + count + (known ? ", \(number) up to \(largest)" : "")
      + (deltaE.map { ", ΔE \($0)" } ?? "") + end,
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
  // No ΔE sees alpha.
  return comparison.maxDeltaE == 0 && strategy.kind.usesFormula
    ? [count + " in alpha only, which \(strategy.kind.rawValue) does not see"] + short : short
}
