import Catalog
import Review

/// The steps for undo and redo, in order: decisions, which the store keeps; marks and splits, which
/// only the screen knows; and changes of the rules file.
///
/// Once this screen has no steps left, undo and redo continue with the store's own journal.
struct UndoHistory: Sendable {
  enum Change: Hashable, Sendable {
    /// A decision, which is on disk, with the cases whose marks it removed.
    case decided(marked: [SnapshotCase.ID])
    case marked([SnapshotCase.ID])
    case unmarked([SnapshotCase.ID])
    case split(SnapshotCase.ID)
    case joined(SnapshotCase.ID)
    case ruled(RuleEdit)

    var isOnDisk: Bool { if case .decided = self { true } else { false } }
  }

  private struct Step: Sendable {
    var id: Int
    var change: Change
    /// True if the step was made before this screen was opened.
    var isEarlier = false
  }

  /// A request that the store has not answered yet; answers come in order.
  private enum Request: Sendable {
    case record(Int, waiting: Set<CaseIdentity>, isMade: Bool)
    case undo(Step)
    case redo(Step)
  }

  private var done: [Step] = []
  private var undone: [Step] = []
  private var requests: [Request] = []
  private var lastID = 0

  /// True if nothing has been changed here yet.
  var isEmpty: Bool { done.isEmpty && undone.isEmpty }

  /// Adds a change that only the screen knows. Undone decisions can still be redone as far as the
  /// store keeps them.
  mutating func add(_ change: Change) {
    done.append(step(change))
    undone.removeAll { !$0.change.isOnDisk }
  }

  /// Records that a decision on these cases is on its way to the store.
  mutating func addDecision(on cases: Set<CaseIdentity>, marked: [SnapshotCase.ID]) {
    let step = step(.decided(marked: marked))
    done.append(step)
    undone = []
    requests.append(.record(step.id, waiting: cases, isMade: false))
  }

  /// The lines that were written to the rules file and not undone.
  var savedRules: [String] {
    done.flatMap { step -> [String] in
      guard case .ruled(let edit) = step.change else { return [] }
      return edit.lines.filter { $0.hasPrefix("+") }
    }
  }

  /// Returns the change to undo now; a change of the store if this screen has none left.
  mutating func undo() -> Change {
    let step = done.popLast() ?? step(.decided(marked: []), isEarlier: true)
    undone.append(step)
    if step.change.isOnDisk { requests.append(.undo(step)) }
    return step.change
  }

  mutating func redo() -> Change {
    let step = undone.popLast() ?? step(.decided(marked: []), isEarlier: true)
    done.append(step)
    if step.change.isOnDisk { requests.append(.redo(step)) }
    return step.change
  }

  // MARK: Answers of the store

  /// Records that these cases of a decision are on disk or, if `isMade` is false, were refused.
  mutating func settle(_ cases: [CaseIdentity], isMade: Bool) {
    for (place, request) in requests.enumerated() {
      guard case .record(let id, let waiting, let wasMade) = request,
        !waiting.isDisjoint(with: cases)
      else { continue }
      let rest = waiting.subtracting(cases)
      if rest.isEmpty {
        requests.remove(at: place)
        if !isMade, !wasMade { done.removeAll { $0.id == id } }
      } else {
        requests[place] = .record(id, waiting: rest, isMade: isMade || wasMade)
      }
      return
    }
  }

  /// Records that the store has done the undo or redo that it was asked for.
  ///
  /// - Returns: The cases whose marks come back; `isEarlier` is true if the step was made before
  ///   this screen was opened.
  mutating func moved() -> (marked: [SnapshotCase.ID], isEarlier: Bool) {
    switch nextMove() {
    case .undo(let step):
      guard case .decided(let marked) = step.change else { return ([], false) }
      return (marked, step.isEarlier)
    case .redo(let step): return ([], step.isEarlier)
    case .record, nil: return ([], false)
    }
  }

  /// Records that the store has not done the requested undo or redo.
  ///
  /// - Parameter isGone: True if another attempt would be about a different step.
  mutating func stayed(isGone: Bool) {
    switch nextMove() {
    case .undo(let step):
      undone.removeAll { $0.id == step.id }
      if !isGone { done.append(step) }
    case .redo(let step):
      done.removeAll { $0.id == step.id }
      if !isGone { undone.append(step) }
    case .record, nil: break
    }
  }

  private mutating func nextMove() -> Request? {
    let place = requests.firstIndex { if case .record = $0 { false } else { true } }
    return place.map { requests.remove(at: $0) }
  }

  private mutating func step(_ change: Change, isEarlier: Bool = false) -> Step {
    lastID += 1
    return Step(id: lastID, change: change, isEarlier: isEarlier)
  }
}
