import Base
import Catalog
import DiffEngine
import Review

extension ReviewState {
  /// Sends a decision to the store and moves on; the row changes once the decision is on disk. A
  /// case that the list does not show is never decided.
  mutating func decide(_ decision: Decision) -> [ReviewEffect] {
    refresh()
    guard let item = current else { return [] }
    guard let row = overview.list.row(of: selection) else {
      message = Message(
        .warning, "The list does not show this case; \(keyMap.key(.leaveMode)) ends the filter.")
      return []
    }
    // While causes are still being found, a key decides only the case on screen.
    if view != .all, case .heading(let section) = overview.list.row(at: row)?.entry,
      areCausesFound || !section.key.isDecision
    {
      if section.key.isDecision {
        openBulk(decision, isOfRow: true)
      } else {
        let cases = Array(overview.list.cases[section.cases])
        let key = section.key
        ask(
          decision,
          among: [scope(key.cases, one: key.oneCase, cases, decision, withPassing: true)])
      }
      return []
    }
    if let reason = refusal(of: decision, for: item) {
      message = Message(.warning, reason)
      return []
    }
    if decision == .rejected, askForReason([selection]) { return [] }
    if decision == .accepted, waitsForPictures() { return [] }
    let effects = send(decision, for: [selection])
    goToUndecided(1)
    return effects
  }

  /// Sends a decision to the store, with the files of each case that the reviewer has seen.
  ///
  /// - Parameter note: The note; nil keeps the waiting or present note of each case.
  mutating func send(
    _ decision: Decision, for indices: [Int], note: String? = nil
  ) -> [ReviewEffect] {
    var requests: [DecisionRequest] = []
    var marked: [SnapshotCase.ID] = []
    for index in indices {
      let item = items[index]
      guard let shown = item.fingerprint else { continue }
      requests.append(
        DecisionRequest(
          id: item.snapshot.identity, shown: shown,
          note: note ?? item.note))
      if item.isMarked { marked.append(item.snapshot.id) }
      items[index].pending = decision
    }
    guard !requests.isEmpty else { return [] }
    history.addDecision(on: Set(requests.map(\.id)), marked: marked)
    return [.record(decision, requests)]
  }

  /// Returns the reason why a decision cannot be made now; nil if it can.
  func refusal(of decision: Decision, for item: ReviewItem) -> String? {
    if let readOnlySentence { return readOnlySentence }
    if item.pending != nil { return "The last decision on this case is still being written." }
    if decision == .accepted, let obstacle = item.snapshot.obstacle {
      return item.mask == nil
        ? obstacle : "\(obstacle) \(keyMap.key(.copyLine)) copies the command."
    }
    if case .failed(let reason) = item.reading { return reason }
    if item.fingerprint == nil {
      return "This case is still loading; decide once it is on screen."
    }
    return nil
  }

  /// A sentence that says why nothing can be decided at all; nil if decisions are possible.
  var readOnlySentence: String? { readOnlyReason.map { "Read-only: \($0)" } }

  // MARK: Answers of the store

  mutating func applyStoreAnswer(_ action: ReviewAction) -> [ReviewEffect] {
    switch action {
    case .recorded(let changes, let sentence):
      history.settle(changes.map(\.id), isMade: true)
      apply(changes)
      message = Message(
        .news, sentence, hint: keyMap.undoHint + ".", short: shortSentence(changes))
      showEnd()
    case .undone(let changes, let sentence):
      apply(changes)
      let (marked, isEarlier) = history.moved()
      setMarks(of: marked, to: true)
      let cases = places(of: changes.map(\.id))
      if let first = cases.first { visit(first) }
      // "Undone: Accepted Suite/name, writing name.png."; in short "Undone: name."
      let name = cases.count == 1 ? ": " + printable(items[cases[0]].snapshot.name) : ""
      message = Message(.news, sentence, short: sentence.prefix { $0 != ":" } + name + ".")
      // The baseline that was read is the one that the step had written, not the restored one.
      if isEarlier { return readAgain(cases) }
    case .notUndone(let reason, let isGone):
      history.stayed(isGone: isGone)
      message = Message(.warning, reason)
    case .notRecorded(let cases, let reason):
      history.settle(cases, isMade: false)
      let refused = places(of: cases)
      for index in refused { items[index].pending = nil }
      if let first = refused.first { visit(first) }
      message = Message(.warning, reason)
    case .changedOnDisk(let cases, let reason):
      history.settle(cases, isMade: false)
      let indices = places(of: cases)
      for index in indices { items[index].record = nil }
      let effects = readAgain(indices)
      if let first = indices.first { visit(first) }
      message = Message(.warning, reason)
      return effects
    case .nothingToUndo(let sentence):
      history.stayed(isGone: true)
      message = Message(.news, sentence)
    default: break
    }
    return []
  }

  /// Returns a sentence without case names, such as "Rejected 5 cases.", because the rows show the
  /// decisions.
  private func shortSentence(_ changes: [DecisionChange]) -> String? {
    guard let decision = changes.first?.record?.decision else { return nil }
    guard changes.count == 1 else {
      return decision.sentence(Wording.count(changes.count, "case"), nil, count: 0)
    }
    let place = items.names.place(of: changes[0].id)
    return decision.sentence(
      nil, place.map { items[$0].snapshot }, count: changes[0].isWritten ? 1 : 0)
  }

  private mutating func apply(_ changes: [DecisionChange]) {
    for change in changes {
      guard let place = items.names.place(of: change.id) else { continue }
      items[place].record = change.record
      items[place].pending = nil
      items[place].isMarked = false
    }
    // Other cases may contain only changes that were accepted now.
    grouping.isStale = true
  }

  /// Returns the current indices of cases, without those that are no longer in the folder.
  func places(of cases: [CaseIdentity]) -> [Int] {
    cases.compactMap { items.names.place(of: $0) }
  }

  private mutating func readAgain(_ indices: [Int]) -> [ReviewEffect] {
    for index in indices {
      items[index].pending = nil
      items[index].reading = .pending
      items[index].signature = nil
      items[index].revision += 1
    }
    return [.measure(indices.map(measureRequest)), .survey(indices.map(surveyRequest))]
  }
}
