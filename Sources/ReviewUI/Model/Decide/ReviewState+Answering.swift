import Base

// Answers a question about many cases.

extension ReviewState {
  /// Handles keys while a question is open. Only two keys decide: the confirmation key, which is
  /// never the key that asked, and the key that leaves out a case.
  mutating func steerBulk(_ bulk: Bulk, _ key: Key) -> [ReviewEffect] {
    if bulk.isLooking { return look(bulk, key) }
    var bulk = bulk
    bulk.answer = nil
    panel = .bulk(bulk)
    switch key {
    case .character(keyMap.confirmation): return answer(bulk, .all)
    case Bulk.othersKey where bulk.scope.items.count > 1: return answer(bulk, .others)
    case .left: stepMember(bulk, -1)
    case .right: stepMember(bulk, 1)
    case .up: stepMember(bulk, -(memberSheet?.columns ?? 1))
    case .down: stepMember(bulk, memberSheet?.columns ?? 1)
    case .pageDown: turnPage(bulk, 1)
    case .pageUp: turnPage(bulk, -1)
    case .tab: choose(bulk, (bulk.chosen + 1) % bulk.scopes.count)
    case .backTab: choose(bulk, (bulk.chosen + bulk.scopes.count - 1) % bulk.scopes.count)
    case Bulk.wholeKey:
      guard let whole = bulk.whole else { break }
      bulk.scopes.append(whole)
      bulk.whole = nil
      choose(bulk, bulk.scopes.count - 1)
    case .enter:
      bulk.isLooking = true
      panel = .bulk(bulk)
      focus = .image
    case .character(" "): return perform(.flip)
    case .escape, .character("q"), .character("n"): close(bulk)
    default: askInstead(bulk, key)
    }
    return []
  }

  /// Asks about another decision on the same cases.
  private mutating func askInstead(_ bulk: Bulk, _ key: Key) {
    guard case .command(let command) = keyMap.match([key], in: .image) else { return }
    let decision: Decision
    switch command {
    case .acceptMany: decision = .accepted
    case .rejectMany: decision = .rejected
    case .tolerateMany: decision = .tolerated
    default: return
    }
    guard decision != bulk.decision else { return }
    close(bulk)
    let scopes = (bulk.scopes[bulk.chosen...] + bulk.scopes[..<bulk.chosen]).map {
      scopeInstead($0, decision)
    }
    ask(
      decision, among: scopes[0].items.isEmpty ? [scopes[0]] : scopes,
      whole: bulk.whole.map { scopeInstead($0, decision) })
    if panel == nil { panel = .bulk(bulk) }
  }

  mutating func choose(_ bulk: Bulk, _ scope: Int) {
    guard scope != bulk.chosen else { return }
    var bulk = bulk
    (bulk.chosen, bulk.seen, bulk.top) = (scope, 0, 0)
    panel = .bulk(bulk)
    show(bulk.scope.shown.first)
  }

  /// Shows another case of the question, and its place in the pictures below.
  private mutating func stepMember(_ bulk: Bulk, _ step: Int) {
    let shown = bulk.scope.shown
    guard let rank = shown.firstIndex(of: selection) else { return }
    show(shown[min(max(rank + step, 0), shown.count - 1)])
    guard let sheet = memberSheet, let now = shown.firstIndex(of: selection) else { return }
    let row = now / sheet.columns
    var bulk = bulk
    bulk.top = min(max(bulk.top, row - sheet.rows + 1), row)
    panel = .bulk(bulk)
  }

  mutating func turnPage(_ bulk: Bulk, _ direction: Int) {
    guard let sheet = memberSheet else { return stepMember(bulk, direction) }
    let rows = (bulk.scope.shown.count + sheet.columns - 1) / sheet.columns
    var bulk = bulk
    bulk.top = max(min(bulk.top + direction * sheet.rows, rows - sheet.rows), 0)
    panel = .bulk(bulk)
  }

  /// Handles keys while a single case is shown in full size; none of them decides.
  private mutating func look(_ bulk: Bulk, _ key: Key) -> [ReviewEffect] {
    guard key != .escape, key != .character("q") else {
      if loupe != nil {
        loupe = nil
      } else {
        var bulk = bulk
        bulk.isLooking = false
        panel = .bulk(bulk)
        (view, viewport, isBlinking) = (.triple, Viewport(), false)
      }
      return []
    }
    guard case .command(let command) = keyMap.match([key], in: .image) else { return [] }
    switch command {
    case .nextCase: stepMember(bulk, 1)
    case .previousCase: stepMember(bulk, -1)
    // Ignore the key that leaves out a case once Esc has closed the full-size view.
    case _ where command.onlyLooks && key != Bulk.othersKey: return perform(command)
    default: break
    }
    return []
  }

  // MARK: Deciding

  /// Decides, or waits for the pictures to be shown if the decision makes cases pass.
  mutating func answer(_ bulk: Bulk, _ answer: Bulk.Answer) -> [ReviewEffect] {
    guard bulk.isSeen || bulk.decision == .rejected || bulk.decision == nil else {
      var bulk = bulk
      bulk.answer = answer
      panel = .bulk(bulk)
      return []
    }
    return commit(bulk, without: answer == .others ? selection : nil)
  }

  private mutating func commit(_ bulk: Bulk, without leftOut: Int?) -> [ReviewEffect] {
    let cases = bulk.scope.items.filter { $0 != leftOut }
    close(bulk)
    refresh()
    guard let decision = bulk.decision else {
      let last = cases.map { overview.list.rank(of: $0) }.max() ?? 0
      if let after = overview.list.cases.dropFirst(last + 1).first { visit(after) }
      return []
    }
    if decision == .rejected, askForReason(cases) { return [] }
    let effects = send(decision, for: cases)
    let missed = cases.count { items[$0].pending == nil }
    if missed > 0 {
      message = Message(
        .warning, "\(Wording.count(missed, "case")) changed on disk and is not decided: look again."
      )
    }
    if let leftOut { visit(leftOut, isAlone: true) } else { goToUndecided(1) }
    return effects
  }

  /// Closes the question, and restores the screen from before.
  private mutating func close(_ bulk: Bulk) {
    panel = nil
    show(bulk.origin.selection)
    (view, focus) = (bulk.origin.view, bulk.origin.focus)
  }
}

extension Command {
  /// True if the command changes only how a case is shown.
  fileprivate var onlyLooks: Bool {
    switch self {
    case .viewTriple, .viewSideBySide, .viewFlip, .viewSwipe, .viewOnion, .viewDifference,
      .viewHeat, .flip, .blink, .less, .more, .overlay, .nextDifferenceStyle, .panLeft, .panDown,
      .panUp, .panRight, .zoomIn, .zoomOut, .actualSize, .fit, .centreRegion, .nextRegion,
      .previousRegion, .ground, .loupe, .align, .nextCells:
      true
    default: false
    }
  }
}
