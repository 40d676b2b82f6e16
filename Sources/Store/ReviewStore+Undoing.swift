import Base

extension ReviewStore {
  /// Undoes the latest step that still holds, in whatever run and folder it was made, and where it
  /// was made in a bulk, the whole bulk: each baseline is again, byte for byte, what it was, or
  /// absent.
  ///
  /// A step that cannot be undone is passed over; where that is all of the bulk, the one before it
  /// is undone.
  ///
  /// - Throws: Where nothing can be written.
  package func undo() throws(StoreError) -> Reversal { try reverse(.undo, isAll: false) }

  /// Undoes every step that can be undone.
  package func undoAll() throws(StoreError) -> Reversal { try reverse(.undo, isAll: true) }

  /// Redoes what `undo` has undone last; nothing where a decision came after it.
  package func redo() throws(StoreError) -> Reversal { try reverse(.redo, isAll: false) }

  private func reverse(_ action: JournalEntry.Action, isAll: Bool) throws(StoreError) -> Reversal {
    try state.withLock { (state) throws(StoreError) in
      if let reason = state.readOnlyReason { throw StoreError(.readOnly, reason) }
      var result = Reversal()
      var batch: String?
      var isFirst = true
      var failing: [String: Int] = [:]
      // The cases and baselines of failed steps; no further step on these can be moved.
      var staying: Set<String> = []
      for candidate in action == .undo ? state.standing : state.redoable {
        let isNext = isFirst || batch == nil || candidate.batch != batch
        if isNext && !isAll && !result.steps.isEmpty { break }
        (batch, isFirst) = (candidate.batch, false)
        guard failing[candidate.root, default: 0] < Self.patience,
          staying.isDisjoint(with: candidate.subjects)
        else { continue }
        do throws(StoreError) {
          guard let moved = try state.stores[candidate.root]?.move(candidate.id, action) else {
            continue
          }
          result.steps.append(moved.step)
          result.emptyFolders += moved.emptyFolders
          failing[candidate.root] = 0
        } catch {
          result.failures.append(error)
          staying.formUnion(candidate.subjects)
          if error.reason == .readOnly || error.reason == .system {
            failing[candidate.root, default: 0] += 1
          }
        }
      }
      return result
    }
  }

  /// The number of consecutive steps of one folder that are tried while the system refuses them
  /// all, as on a full disk.
  private static let patience = 20
}

extension ReviewStore.State {
  /// A step that may be undone or redone.
  struct Candidate {
    var root: String
    var id: Int
    var batch: String?
    /// The time at which the step was made or undone.
    var at: Double
    /// The case and the baseline.
    var subjects: [String]

    init(_ item: History.Item, at: Double? = nil) {
      let step = item.step
      (root, id, batch) = (step.failures, step.id, step.batch)
      self.at = at ?? item.at
      subjects = [step.failures + "\n" + step.caseKey] + (step.baseline.map { [$0] } ?? [])
    }
  }

  /// The steps that still hold, the latest first.
  var standing: [Candidate] {
    merged { $0.history.items.filter { !$0.step.isUndone }.map { Candidate($0) } }
  }

  /// The steps that were undone after the latest decision, the latest first.
  var redoable: [Candidate] {
    merged { store in
      let decided = sorted.filter { $0.root != store.root }.map(\.history.lastDecision).max() ?? 0
      return store.history.undone.filter { $0.at >= decided }.compactMap { undone in
        store.history.item(undone.id).map { Candidate($0, at: undone.at) }
      }
    }
  }

  /// Merges the stores' candidates, the latest first. Each store's own order is kept even if its
  /// clock was set.
  private func merged(_ candidates: (FolderStore) -> [Candidate]) -> [Candidate] {
    var lists = sorted.map(candidates).filter { !$0.isEmpty }
    var result: [Candidate] = []
    while let latest = lists.indices.max(by: { lists[$0].last!.at < lists[$1].last!.at }) {
      result.append(lists[latest].removeLast())
      if lists[latest].isEmpty { lists.remove(at: latest) }
    }
    return result
  }
}
