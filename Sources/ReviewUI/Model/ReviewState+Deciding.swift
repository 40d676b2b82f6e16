import Catalog

extension ReviewState {
  mutating func performDecision(_ command: Command) -> [ReviewEffect] {
    switch command {
    case .accept: return decide(.accepted)
    case .reject: return decide(.rejected)
    case .tolerate: return decide(.tolerated)
    case .skip: seekUndecided(1)
    case .acceptMany: openBulk(.accepted)
    case .rejectMany: openBulk(.rejected)
    case .tolerateMany: openBulk(.tolerated)
    case .skipMany: openBulk(nil)
    case .undo: return [.undo]
    case .redo: return [.redo]
    case .mark:
      guard current != nil else { break }
      items[selection].isMarked.toggle()
      lastMarked = selection
      step(1)
    case .markRange: markRange()
    case .markPattern: prompt = Prompt(kind: .mark, origin: selection)
    case .split: toggleSplit()
    case .note: prompt = Prompt(kind: .note, text: current?.record?.note ?? "", origin: selection)
    default: break
    }
    return []
  }

  /// Sends a decision to the store and goes on; the row turns when the disk has it.
  private mutating func decide(_ decision: Decision) -> [ReviewEffect] {
    guard let item = current else { return [] }
    if let reason = refusal(of: decision, for: item) {
      message = Message(.warning, reason)
      return []
    }
    let request = decisionRequests([selection], decision)
    seek(1) { $0.decision == nil && $0.pending == nil }
    return [.record(decision, request, note: item.record?.note ?? "")]
  }

  /// Marks the cases as on their way to the disk, with what the reviewer has seen of each.
  mutating func decisionRequests(_ indices: [Int], _ decision: Decision) -> [DecisionRequest] {
    indices.compactMap { index in
      guard let shown = items[index].fingerprint else { return nil }
      items[index].pending = decision
      return DecisionRequest(item: index, shown: shown)
    }
  }

  /// Why a decision cannot be made now; nil where it can.
  func refusal(of decision: Decision, for item: ReviewItem) -> String? {
    if let readOnlyReason { return "Read-only: \(readOnlyReason)" }
    if item.pending != nil { return "The last decision on this case is still being written." }
    if decision == .accepted, let obstacle = item.snapshot.obstacle { return obstacle }
    if case .failed(let reason) = item.reading, decision == .accepted { return reason }
    if item.fingerprint == nil {
      return "This case is still being read; decide when it is on screen."
    }
    return nil
  }

  // MARK: Marks

  private mutating func markRange() {
    let ends = [lastMarked ?? selection, selection]
    for index in listed where index >= ends.min()! && index <= ends.max()! {
      items[index].isMarked = true
    }
    lastMarked = selection
    tellMarks()
  }

  /// Marks every listed case whose name has the word.
  mutating func markAll(_ word: String) {
    guard !word.isEmpty else { return }
    for index in listed where items[index].snapshot.id.localizedContains(word) {
      items[index].isMarked = true
    }
    tellMarks()
  }

  private mutating func tellMarks() {
    let count = items.count(where: \.isMarked)
    message = Message(
      .news, "\(counted(count, "case")) marked. A, R, T decide them all; m unmarks.")
  }

  // MARK: Many at once

  private mutating func openBulk(_ decision: Decision?) {
    let possible: ([Int]) -> [Int] = { [self] candidates in
      candidates.filter {
        items[$0].decision == nil
          && (decision == nil || refusal(of: decision!, for: items[$0]) == nil)
      }
    }
    if groups.isEmpty { regroup() }
    let marked = items.indices.filter { items[$0].isMarked }
    let own = group(of: selection)
    let scopes = [
      Bulk.Scope(name: "marked", items: possible(marked)),
      Bulk.Scope(
        name: "of this group", items: possible(own?.items ?? []),
        reason: own.flatMap { $0.reasons.last }),
      Bulk.Scope(
        name: filter.isActive ? "in the filtered list" : "in the list", items: possible(listed)),
    ].filter { !$0.items.isEmpty }
    guard !scopes.isEmpty else {
      let reason = readOnlyReason.map { "Read-only: \($0)" }
      message = Message(
        .warning, reason ?? "No undecided case in the list that this can be done to.")
      return
    }
    panel = .bulk(Bulk(decision: decision, scopes: scopes))
  }

  /// The second press of the same capital letter does it; everything else leaves it alone.
  mutating func steerBulk(_ bulk: Bulk, _ key: Key) -> [ReviewEffect] {
    var bulk = bulk
    switch key {
    case .tab, .right, .down:
      bulk.chosen = (bulk.chosen + 1) % bulk.scopes.count
      panel = .bulk(bulk)
    case .character(let letter) where String(letter) == bulk.letter:
      panel = nil
      return commit(bulk)
    case .escape, .character("q"): panel = nil
    default: break
    }
    return []
  }

  private mutating func commit(_ bulk: Bulk) -> [ReviewEffect] {
    guard let decision = bulk.decision else {
      if let last = bulk.scope.items.last, let after = listed.first(where: { $0 > last }) {
        select(after)
      }
      return []
    }
    let requests = decisionRequests(bulk.scope.items, decision)
    seek(1) { $0.decision == nil && $0.pending == nil }
    return [.record(decision, requests, note: "")]
  }

  // MARK: Answers of the store

  mutating func applyStoreAnswer(_ action: ReviewAction) -> [ReviewEffect] {
    switch action {
    case .recorded(let changes, let sentence):
      apply(changes)
      message = Message(.news, sentence)
    case .undone(let changes, let sentence):
      apply(changes)
      if let first = changes.first { select(first.item) }
      message = Message(.news, sentence)
    case .notRecorded(let indices, let reason):
      for index in indices { items[index].pending = nil }
      message = Message(.warning, reason)
    case .changedOnDisk(let indices, let reason):
      for index in indices { reread(index) }
      if let first = indices.first { select(first) }
      message = Message(.warning, reason)
      return [.measure(indices.map(measureRequest))]
    case .nothingToUndo(let sentence): message = Message(.news, sentence)
    default: break
    }
    return []
  }

  private mutating func apply(_ changes: [DecisionChange]) {
    for change in changes {
      items[change.item].record = change.record
      items[change.item].pending = nil
      items[change.item].isMarked = false
    }
  }

  private mutating func reread(_ index: Int) {
    items[index].pending = nil
    items[index].record = nil
    items[index].reading = .pending
    items[index].comparisons = [:]
    items[index].revision += 1
  }
}

extension Bulk {
  /// The key that opened it, and that does it when pressed again.
  public var letter: String {
    switch decision {
    case .accepted: "A"
    case .rejected: "R"
    case .tolerated: "T"
    case nil: "S"
    }
  }
}
