import Base

extension ReviewStore {
  /// The steps that an undo reverts.
  package enum Extent: Sendable {
    /// The latest step that can be undone, with its bulk decision.
    case last
    /// The steps of the newest session, in which no two are an hour apart.
    case session
    /// The steps since a time, in seconds since 1970.
    case since(Double)
  }

  /// Undoes steps in effect, from any run, the latest first: restores each baseline byte for byte,
  /// or removes it if there was none.
  ///
  /// A step that cannot be undone is skipped; if that affects a whole bulk decision, the one before
  /// it is undone.
  ///
  /// - Throws: `StoreError` if nothing can be written.
  package func undo(_ extent: Extent = .last) throws(StoreError) -> Reversal {
    try reverse(.undo, extent)
  }

  /// Redoes the latest undo; does nothing if a decision followed it.
  package func redo() throws(StoreError) -> Reversal { try reverse(.redo, .last) }

  /// The steps that an undo would revert if all succeed, the latest first.
  package func undoable(_ extent: Extent = .last) -> [Step] {
    state.withLock { state in
      let candidates = state.candidates(.undo, extent)
      guard case .last = extent, let first = candidates.first else { return candidates.map(\.step) }
      let bulk = candidates.prefix { $0.step.batch == first.step.batch }
      return (first.step.batch == nil ? candidates.prefix(1) : bulk).map(\.step)
    }
  }

  /// The latest step in effect, within reach or not.
  package var latest: Step? {
    state.withLock { state in
      state.sorted.flatMap(\.history.steps).filter { !$0.isUndone }.max { $0.at < $1.at }
    }
  }

  private func reverse(
    _ action: JournalEntry.Action, _ extent: Extent
  ) throws(StoreError) -> Reversal {
    let isAll = if case .last = extent { false } else { true }
    return try state.withLock { (state) throws(StoreError) in
      if let reason = state.readOnlyReason { throw StoreError(.readOnly, reason) }
      var result = Reversal()
      var batch: String?
      var isFirst = true
      var failing: [String: Int] = [:]
      // The cases and baselines of failed steps; no other step on them can be undone or redone.
      var staying: Set<String> = []
      for candidate in state.candidates(action, extent) {
        let step = candidate.step
        let isNext = isFirst || batch == nil || step.batch != batch
        if isNext && !isAll && !result.steps.isEmpty { break }
        (batch, isFirst) = (step.batch, false)
        guard failing[step.home, default: 0] < Self.patience,
          staying.isDisjoint(with: candidate.subjects)
        else { continue }
        do throws(StoreError) {
          guard let moved = try state.stores[step.home]?.move(step.id, action) else { continue }
          result.steps.append(moved.step)
          result.emptyFolders += moved.emptyFolders
          failing[step.home] = 0
        } catch {
          result.failures.append(error)
          staying.formUnion(candidate.subjects)
          if error.reason == .readOnly || error.reason == .system {
            failing[step.home, default: 0] += 1
          }
        }
      }
      return result
    }
  }

  /// The number of consecutive steps of one home that are tried while the system refuses all of
  /// them, as on a full disk.
  private static let patience = 20
}

extension ReviewStore.State {
  /// A step that may be undone or redone.
  struct Candidate {
    var step: Step
    /// The time at which the step was made or undone.
    var at: Double

    /// The case and the baseline.
    var subjects: [String] {
      [step.failures + "\n" + step.caseKey] + (step.baseline.map { [$0] } ?? [])
    }
  }

  /// The steps that are within reach and within an extent, the latest first.
  func candidates(_ action: JournalEntry.Action, _ extent: ReviewStore.Extent) -> [Candidate] {
    let all = (action == .undo ? standing : redoable).filter { reach($0.step) }
    switch extent {
    case .last: return all
    case .since(let time): return all.filter { $0.at >= time }
    case .session:
      let breaks = zip(all, all.dropFirst()).prefix { $0.at - $1.at <= History.pause }
      return Array(all.prefix(breaks.count + 1))
    }
  }

  /// The steps in effect, the latest first.
  private var standing: [Candidate] {
    merged {
      $0.history.steps.filter { !$0.isUndone }.map { Candidate(step: $0, at: $0.at) }
    }
  }

  /// The steps that were undone after the latest decision, the latest first.
  private var redoable: [Candidate] {
    merged { store in
      let decided = sorted.filter { $0.root != store.root }.map(\.history.lastDecision).max() ?? 0
      return store.history.undone.filter { $0.at >= decided }.compactMap { undone in
        store.history.item(undone.id).map { Candidate(step: $0.step, at: undone.at) }
      }
    }
  }

  /// Merges the stores' candidates, the latest first. Each store keeps its own order even if its
  /// clock was changed.
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
