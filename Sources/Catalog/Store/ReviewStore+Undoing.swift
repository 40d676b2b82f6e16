import Synchronization

extension ReviewStore {
  /// Takes back the latest step that still holds, in whatever run it was made: its baseline is
  /// again, byte for byte, what it was, or absent.
  ///
  /// - Returns: The step; nil where none is left.
  /// - Throws: `.conflict` where the baseline is no longer what the step left; the next `undo` then
  ///   goes on with the step before it.
  public func undo() throws(StoreError) -> Step? {
    try state.withLock { (state) throws(StoreError) in
      try requireWritable(state)
      return try undoLast(in: &state)
    }
  }

  /// Takes back the latest step and, where it was made in a bulk, the whole bulk.
  public func undoBatch() throws(StoreError) -> [Step] {
    try state.withLock { (state) throws(StoreError) in
      try requireWritable(state)
      let batch = state.history.lastStanding(except: state.passed)?.step.batch
      var taken: [Step] = []
      repeat {
        guard let step = try undoLast(in: &state) else { break }
        taken.append(step)
      } while batch != nil && state.history.lastStanding(except: state.passed)?.step.batch == batch
      return taken
    }
  }

  /// Takes back every step. Those whose baseline someone else has changed stay.
  ///
  /// - Throws: After all others were taken back, a `.conflict` that counts what was and was not.
  public func undoAll() throws(StoreError) -> [Step] {
    try state.withLock { (state) throws(StoreError) in
      try requireWritable(state)
      state.passed.removeAll()
      var taken: [Step] = []
      var conflicts: [StoreError] = []
      while true {
        do throws(StoreError) {
          guard let step = try undoLast(in: &state) else { break }
          taken.append(step)
        } catch {
          guard error.reason == .conflict else { throw error }
          conflicts.append(error)
        }
      }
      guard let first = conflicts.first else { return taken }
      let more = conflicts.count == 1 ? "" : " And \(conflicts.count - 1) more like it."
      throw StoreError(
        .conflict,
        "\(taken.count) steps were taken back, \(conflicts.count) not: \(first.description)\(more)")
    }
  }

  /// Does again what `undo` took back last; nil where nothing is left or a new decision came after.
  public func redo() throws(StoreError) -> Step? {
    try state.withLock { (state) throws(StoreError) in
      try requireWritable(state)
      return try redoLast(in: &state)
    }
  }

  /// Does again what `undoBatch` took back last.
  public func redoBatch() throws(StoreError) -> [Step] {
    try state.withLock { (state) throws(StoreError) in
      try requireWritable(state)
      let next = { (state: State) in state.history.undone.last.flatMap { state.history.item($0) } }
      let batch = next(state)?.step.batch
      var done: [Step] = []
      repeat {
        guard let step = try redoLast(in: &state) else { break }
        done.append(step)
      } while batch != nil && next(state)?.step.batch == batch
      return done
    }
  }

  private func undoLast(in state: inout State) throws(StoreError) -> Step? {
    guard let item = state.history.lastStanding(except: state.passed) else { return nil }
    do throws(StoreError) {
      try move(item, .undo, in: &state)
    } catch {
      if error.reason == .conflict { state.passed.insert(item.step.id) }
      throw error
    }
    return state.history.item(item.step.id)?.step
  }

  private func redoLast(in state: inout State) throws(StoreError) -> Step? {
    guard let id = state.history.undone.last, let item = state.history.item(id) else { return nil }
    try move(item, .redo, in: &state)
    return state.history.item(id)?.step
  }

  /// Moves a step's baseline back or forth and records it.
  private func move(
    _ item: History.Item, _ action: JournalEntry.Action, in state: inout State
  ) throws(StoreError) {
    var entry = newEntry(action, in: state)
    entry.of = item.step.id
    guard let made = item.file else {
      return try perform(entry, nil, old: nil, new: nil, in: &state)
    }
    let (from, to) =
      action == .undo ? (made.after, made.before) : (made.before, made.after)
    guard writer.isPlausible(made) else {
      throw StoreError(
        .outsideRoot, "\(printable(made.path)): no baseline that was written from here.")
    }
    let file = try BaselineFile(
      Baseline(path: writer.absolute(made.path), root: writer.absolute(made.root)), on: disk)
    let old = try file.read()
    let now = old?.hash
    // Someone may have put it back already, with git for instance.
    guard now != to else { return try perform(entry, nil, old: nil, new: nil, in: &state) }
    guard now == from else { throw conflict(item.step, action, isAbsent: now == nil) }
    let new = try to.map { (hash) throws(StoreError) in try blobs.bytes(hash) }
    entry.file = file.change(
      from: from, to: to, id: entry.id, storeRoot: root,
      removes: to == nil ? made.makes + made.removes : [])
    try perform(entry, nil, old: old, new: new, in: &state)
  }

  private func conflict(
    _ step: Step, _ action: JournalEntry.Action, isAbsent: Bool
  ) -> StoreError {
    let name = printable(step.baseline.map(Paths.name) ?? step.caseID)
    let what = isAbsent ? "is gone" : "is no longer what that step left"
    return StoreError(
      .conflict,
      "Cannot \(action.rawValue) \"\(step.description)\": \(name) \(what). Nothing was written."
        + (action == .undo ? " Undo again takes back the step before it." : ""))
  }
}
