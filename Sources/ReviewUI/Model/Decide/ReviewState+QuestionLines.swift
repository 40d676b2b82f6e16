import Base
import Catalog
import DiffEngine
import Review

// The text of a question about many cases: its answers and further keys.

extension ReviewState {
  /// Returns the lines below the pictures: the question, its answers, further keys and remarks.
  func questionLines(_ bulk: Bulk, width: Int) -> [HintLine] {
    if bulk.isLooking { return [lookingLine(bulk, width: width)] }
    let head = "  " + cutInTheMiddle(bulk.question, width: width - 4)
    let facts = fitting(questionFacts(bulk) + [""], width: width - displayWidth(of: head) - 3)
    // After an early answer, the line says what it still waits for.
    let style = bulk.answer == nil ? HintLine.Style.strong : .warning
    let lines = [HintLine(head, right: facts + " ", style), answerLine(bulk, width: width)]
    guard size.rows >= 16 else { return lines }
    let remarks = [
      bulk.isSeen ? nil : bulk.scope.standingOutSentence, bulk.scope.leftOutSentence,
      bulk.scope.chosenByReports,
    ].compactMap(\.self)
      .flatMap { wrapped($0, width: width - 4) }
      .prefix(size.rows >= 30 ? 3 : 1).map { HintLine("  " + $0, .warning) }
    return lines + [lookLine(bulk, width: width)] + scopeLine(bulk, width: width) + remarks
  }

  private func answerLine(_ bulk: Bulk, width: Int) -> HintLine {
    let (count, verb) = (bulk.scope.items.count, (bulk.decision?.verb ?? "Skip").lowercased())
    let yes = (
      String(keyMap.confirmation), verb + (count > 1 ? " all \(Wording.grouped(count))" : "")
    )
    let no = ("esc", "cancel")
    guard count > 1 else { return strong([yes, no]) }
    let rest = "\(verb) \(count == 2 ? "the other" : "the other \(Wording.grouped(count - 1))")"
    let wordings =
      [40, 20].map { "leave out \(nameAlone(selection, width: $0)), \(rest)" }
      + ["leave this one out, \(rest)", "all but this one"]
    let lines =
      wordings.map { strong([yes, ("x", $0), no]) }
      + [strong([(yes.0, "yes"), ("x", "the others"), no])]
    return lines.first { $0.width <= width } ?? lines[lines.count - 1]
  }

  private func strong(_ hints: [HintLine.Hint]) -> HintLine {
    var line = HintLine(hints)
    (line.left, line.style) = (" ", .strong)
    return line
  }

  private func lookLine(_ bulk: Bulk, width: Int) -> HintLine {
    var hints: [HintLine.Hint] = [("enter", "full size"), (keyMap.key(.flip), "flip")]
    if bulk.scope.items.count > 1 { hints.insert(("→ ←", "another case"), at: 0) }
    if let more = unseenCount(bulk), more > 0 {
      hints.insert(("PgDn PgUp", "the \(Wording.grouped(more)) more"), at: 1)
    }
    let others: [(Command, Decision)] = [
      (.acceptMany, .accepted), (.rejectMany, .rejected), (.tolerateMany, .tolerated),
    ]
    hints += others.filter { bulk.decision != nil && $0.1 != bulk.decision }
      .filter { other in bulk.scope.items.contains { refusal(of: other.1, for: items[$0]) == nil } }
      .map { (keyMap.key($0.0), "\($0.1.verb.lowercased()) instead") }
    return HintLine(hints, behind: " ", width: width)
  }

  private func scopeLine(_ bulk: Bulk, width: Int) -> [HintLine] {
    var hints: [HintLine.Hint] = []
    if bulk.scopes.count > 1 {
      let next = bulk.scopes[(bulk.chosen + 1) % bulk.scopes.count]
      hints.append(("tab", "instead: \(next.words)"))
    }
    if let whole = bulk.whole {
      hints.append(("*", "all \(Wording.count(whole.items.count, "case")) \(whole.name)"))
    }
    guard !hints.isEmpty else { return [] }
    return [HintLine(hints, behind: " ", width: width)]
  }

  private func lookingLine(_ bulk: Bulk, width: Int) -> HintLine {
    let rank = (bulk.scope.shown.firstIndex(of: selection) ?? 0) + 1
    let place = "\(Wording.grouped(rank)) of \(Wording.grouped(bulk.scope.items.count))"
    let key = keyMap.keys
    return HintLine(
      [
        ("esc", "back to the question"), (key(.zoomIn, .zoomOut), "zoom"),
        (key(.nextRegion, .previousRegion), "region"), (key(.flip), "flip"),
        (key(.nextCase, .previousCase), "another case"),
      ], behind: "  looking at \(place) ", width: width)
  }

  /// The number of cases with pictures on other pages; nil if there are no pages.
  func unseenCount(_ bulk: Bulk) -> Int? {
    memberTiles(bulk).map { bulk.scope.shown.count - $0 }
  }

  private func memberTiles(_ bulk: Bulk) -> Int? {
    let area = GridRect(column: 0, row: 0, width: size.columns, height: max(size.rows - 5, 1))
    return pageOfMembers(in: area)
  }

  /// Returns what the answer does to files, in wordings from longest to shortest.
  private func questionFacts(_ bulk: Bulk) -> [String] {
    guard let decision = bulk.decision else { return ["they stay undecided"] }
    if bulk.answer != nil, bulk.seen > 0 {
      let left = Wording.grouped(min(bulk.scope.forLooking, bulk.scope.shown.count) - bulk.seen)
      return ["look at \(left) more first: PgDn", "PgDn first"]
    }
    if bulk.answer != nil { return ["done once the pictures are shown", "once they are shown"] }
    let (count, undo) = (bulk.scope.written, keyMap.undoHint)
    guard count > 0 else { return ["no file changes; \(undo)", undo] }
    let files = decision == .accepted ? "writes" : "puts back"
    return ["\(files) \(Wording.count(count, "baseline")); \(undo)", undo]
  }
}
