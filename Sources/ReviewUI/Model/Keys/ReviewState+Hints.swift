import Base
import Catalog
import DiffEngine
import Review

extension ReviewState {
  /// Returns the keys that matter now: as many as fit, and always the one for help.
  func hintLine(width: Int) -> HintLine {
    let help = panel == nil ? [(keyMap.key(.help), "help")] : []
    let shown = readOnlyReason == nil ? hints : hints.filter { !decidingKeys.contains($0.key) }
    return HintLine(shown, always: help, width: width)
  }

  /// The keys whose hints are hidden if nothing can be decided.
  private var decidingKeys: Set<String> {
    let (key, keys) = (keyMap.key, keyMap.keys)
    let commands: [Command] = [
      .accept, .reject, .tolerate, .acceptMany, .rejectMany, .tolerateMany, .undo,
    ]
    return Set(commands.map(key) + [keys(.accept, .reject, .tolerate), keys(.reject, .tolerate)])
  }

  private var hints: [HintLine.Hint] {
    let key = keyMap.key
    if case .areas = panel {
      return [
        (areaWords, ""), ("drag n", "add"), ("hjkl", "move"), ("HJKL", "size"),
        ("x", "remove"), ("w", "save"), ("esc", "close"),
      ]
    }
    if case .table = panel {
      return [("j k", "choose"), ("enter", "take this strategy"), ("esc", "close")]
    }
    guard panel == nil else { return [("esc", "close")] }
    guard let item = current else { return [(key(.close), "quit")] }
    guard !listed.isEmpty else {
      return [(key(.leaveMode), "end the filter"), (key(.filter), "another filter")]
    }
    let pan = [Command.panLeft, .panDown, .panUp, .panRight].map(key)
    let directions = pan.joined(separator: pan.allSatisfy { $0.count == 1 } ? "" : " ")
    if focus == .image, view == .all {
      return [
        (directions, "move"), (key(.open), "open"), (keyMap.keys(.zoomIn, .zoomOut), "size"),
        sheet.isWhole ? (key(.centreRegion), "regions") : (key(.fit), "whole images"),
        (key(.mark), "mark"), decideHint(item), (key(.viewAll), "leave"),
      ]
    }
    if let mode = modeHints { return mode }
    if focus == .image, case .images = item.reading {
      return [
        (directions, "pan"), (keyMap.keys(.zoomIn, .zoomOut), "zoom"),
        (keyMap.keys(.nextRegion, .previousRegion), "region"), (key(.flip), "flip"),
        decideHint(item),
      ]
    }
    // Until all causes are found, a key decides only the case on screen.
    let isProvisional = !areCausesFound && selectedDecision?.key.isDecision != false
    if let decision = selectedDecision, !isProvisional { return decisionHints(decision) }
    let walk = (keyMap.keys(.nextCase, .previousCase), "next, previous")
    if item.decision != nil {
      return [
        (key(.undo), "undo"), (key(.nextUndecided), "next undecided"), walk, (key(.close), "quit"),
      ]
    }
    if overview.standings[selection].verdict == .match { return [walk, (key(.close), "quit")] }
    let restores = item.snapshot.isWritten(by: .rejected) ? " and restore the baseline" : ""
    let decide = [(key(.reject), "reject" + restores), (key(.tolerate), "tolerate")]
    let later = isProvisional ? [(key(.acceptMany), "once all causes are found")] : []
    return
      (item.snapshot.obstacle == nil
      ? [(key(.accept), "accept")] + decide + [walk] : decide + [obstacleHint(item), walk]) + later
  }

  /// Returns the keys that decide a case, in one hint.
  private func decideHint(_ item: ReviewItem) -> HintLine.Hint {
    let keys = keyMap.keys
    return (
      item.snapshot.obstacle == nil
        ? keys(.accept, .reject, .tolerate) : keys(.reject, .tolerate), "decide"
    )
  }

  /// Returns the key that helps with a case that cannot be accepted.
  private func obstacleHint(_ item: ReviewItem) -> HintLine.Hint {
    item.mask == nil
      ? (keyMap.key(.info), "why not accept")
      : (keyMap.key(.copyLine), "copy the command that records the actual")
  }

  /// Returns the keys that decide all cases of a decision, and those that show more of it.
  private func decisionHints(_ decision: ListSection) -> [HintLine.Hint] {
    let key = keyMap.key
    let open = present.list.cases[decision.cases].lazy.map { items[$0] }
      .filter { $0.decision == nil }
    let walk = (keyMap.keys(.nextInList, .previousInList), "next, previous")
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
      ? [(key(.acceptMany), "accept \(some)")] + decide : decide + [obstacleHint(first)])
      + [look, walk, (key(.viewAll), "sheet")]
  }

  /// The keys that work only in this view, and the one that leaves it; nil if there are none, as
  /// for a single image.
  private var modeHints: [HintLine.Hint]? {
    guard let item = current, item.isPair else { return nil }
    let key = keyMap.key
    let slide = keyMap.keys(.less, .more)
    let own: [HintLine.Hint]
    switch view {
    case .flip where isBlinking: own = [(slide, "slower, faster"), (key(.blink), "stop")]
    case .flip: own = [(key(.flip), "flip"), (key(.blink), "blink")]
    case .swipe: own = [(slide, "move the edge")]
    case .onion: own = [(slide, "less, more of the actual")]
    case .difference: own = [(key(.nextDifferenceStyle), "next style")]
    case .heat: own = []
    case .triple, .sideBySide, .all: return nil
    }
    return own + [
      (keyMap.keys(.nextRegion, .previousRegion), "region"), decideHint(item),
      (key(.leaveMode), "leave"),
    ]
  }
}

extension ReviewState {
  /// Returns the keys that a click on a hint types; nil if there is no hint.
  func hintKeys(under mouse: MouseEvent) -> [Key]? {
    let status = layout.status
    guard status.contains(column: mouse.column, row: mouse.row) else { return nil }
    if let question {
      let lines = questionLines(question, width: status.width)
      let row = mouse.row - status.row
      return lines.indices.contains(row) ? lines[row].key(at: mouse.column - status.column) : nil
    }
    guard mouse.row == status.row + status.height - 1, prompt == nil,
      message?.isAside ?? true
    else {
      return nil
    }
    return hintLine(width: status.width).key(at: mouse.column - status.column)
  }
}
