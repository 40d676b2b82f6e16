// MARK: - Marks

import Base
import Catalog

extension ReviewState {
  /// Marks the case on screen, or all cases of the selected heading; if all are already marked,
  /// unmarks them.
  mutating func toggleMark() {
    guard current != nil else { return }
    refresh()
    var cases = [selection]
    if view != .all, let row = overview.list.row(of: selection),
      case .heading(let section) = overview.list.row(at: row)?.entry
    {
      cases = Array(overview.list.cases[section.cases])
    }
    let isMarking = cases.contains { !items[$0].isMarked }
    let changed = cases.filter { items[$0].isMarked != isMarking }.map { items[$0].snapshot.id }
    setMarks(of: changed, to: isMarking)
    history.add(isMarking ? .marked(changed) : .unmarked(changed))
    lastMarked = selection
    stepRow(1)
  }

  mutating func markRange() {
    refresh()
    let ends = [lastMarked ?? selection, selection].map { overview.list.rank(of: $0) }.sorted()
    mark(Array(overview.list.cases[ends[0]..<min(ends[1] + 1, overview.list.cases.count)]))
    lastMarked = selection
  }

  /// Marks every listed case whose name contains the word.
  mutating func markAll(_ word: String) {
    guard !word.isEmpty else { return }
    let word = SearchText(word)
    mark(listed.filter { items.names.holds(word, at: $0) })
  }

  private mutating func mark(_ indices: [Int]) {
    let fresh = indices.filter { !items[$0].isMarked }
    for index in fresh { items[index].isMarked = true }
    if !fresh.isEmpty { history.add(.marked(fresh.map { items[$0].snapshot.id })) }
    refresh()
    let count = overview.marked
    let keys = [Command.acceptMany, .rejectMany, .tolerateMany].map(keyMap.key)
    message = Message(
      .news, "\(Wording.count(count, "case")) marked.",
      hint: "\(keys.joined(separator: ", ")) decide them all; \(keyMap.key(.mark)) unmarks.")
  }

  /// Marks or unmarks cases for undo and redo.
  mutating func setMarks(of ids: [SnapshotCase.ID], to isMarked: Bool) {
    for index in indices(of: ids) { items[index].isMarked = isMarked }
  }

  private func indices(of ids: [SnapshotCase.ID]) -> [Int] {
    ids.compactMap { items.names.place(of: $0) }.sorted()
  }
}

// MARK: - Undo

extension ReviewState {
  /// Undoes the last change: here if only the screen knows it, otherwise on disk.
  mutating func undo() -> [ReviewEffect] {
    let change = history.undo()
    if case .ruled(let edit) = change {
      return [.writeRules(edit.reversed, sentence: "Undone: the rules are as they were.")]
    }
    return change.isOnDisk ? [.undo] : turn(change, isForward: false)
  }

  /// Redoes the last change that was undone.
  mutating func redo() -> [ReviewEffect] {
    let change = history.redo()
    if case .ruled(let edit) = change {
      return [.writeRules(edit, sentence: "Redone: the rules are written again.")]
    }
    return change.isOnDisk ? [.redo] : turn(change, isForward: true)
  }

  private mutating func turn(_ change: UndoHistory.Change, isForward: Bool) -> [ReviewEffect] {
    switch change {
    case .decided, .ruled: break
    case .marked(let ids): setMarks(of: ids, to: isForward)
    case .unmarked(let ids): setMarks(of: ids, to: !isForward)
    case .split(let id): setSplit(id, to: isForward)
    case .joined(let id): setSplit(id, to: !isForward)
    }
    if let first = indices(of: change.cases).first { visit(first) }
    let done = isForward ? "Redone" : "Undone"
    message = Message(.news, "\(done): \(words(change, isForward: isForward)).", short: "\(done).")
    return []
  }

  private mutating func setSplit(_ id: SnapshotCase.ID, to isSplit: Bool) {
    for index in indices(of: [id]) {
      if isSplit { grouping.splitOff.insert(index) } else { grouping.splitOff.remove(index) }
    }
  }

  /// Returns words for the state after a change of marks or splits is made or undone.
  private func words(_ change: UndoHistory.Change, isForward: Bool) -> String {
    let name = change.cases.count == 1 ? change.cases[0] : nil
    return switch change {
    case .decided, .ruled: ""
    case .marked: name.map { "the mark on \($0)" } ?? "\(Wording.grouped(change.cases.count)) marks"
    case .unmarked:
      name.map { "\($0) is \(isForward ? "no longer marked" : "marked again")" }
        ?? "\(Wording.grouped(change.cases.count)) marks are \(isForward ? "gone" : "back")"
    case .split: "\(name ?? "") is \(isForward ? "split off" : "with its cause") again"
    case .joined: "\(name ?? "") is \(isForward ? "with its cause" : "split off") again"
    }
  }
}

extension UndoHistory.Change {
  /// The cases that the change is about; empty for a decision, whose cases the store knows.
  fileprivate var cases: [SnapshotCase.ID] {
    switch self {
    case .decided, .ruled: []
    case .marked(let ids), .unmarked(let ids): ids
    case .split(let id), .joined(let id): [id]
    }
  }
}
