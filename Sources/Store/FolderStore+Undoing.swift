import Base
import Host

extension FolderStore {
  /// Undoes or redoes a step: restores its baseline, byte for byte, to the state before or after
  /// it.
  ///
  /// - Parameter action: `.undo` or `.redo`.
  /// - Returns: The updated step, and the folders it had made that are now empty but still there.
  mutating func move(
    _ id: Int, _ action: JournalEntry.Action
  ) throws(StoreError) -> (step: Step, emptyFolders: [String]) {
    try claim()
    guard let item = history.item(id) else {
      throw StoreError(.conflict, "Step \(id) is not known. Nothing was written.")
    }
    var operation = Operation(entry: newEntry(action))
    operation.entry.of = id
    if let made = item.file { try reverse(made, item.step, action, in: &operation) }
    try perform(operation)
    return (history.item(id)?.step ?? item.step, emptyFolders(after: operation))
  }

  private func emptyFolders(after operation: Operation) -> [String] {
    guard let file = operation.file, let change = operation.entry.file else { return [] }
    return file.folders(change.removes, storeRoot: root).filter {
      disk.exists($0) && FolderNames.all(in: $0).isEmpty
    }
  }

  private func reverse(
    _ made: FileChange, _ step: Step, _ action: JournalEntry.Action, in operation: inout Operation
  ) throws(StoreError) {
    let (from, to) = action == .undo ? (made.after, made.before) : (made.before, made.after)
    let file = try baseline(of: made)
    try requireSettled(file)
    operation.file = file
    operation.old = try file.read()
    let now = operation.old?.hash
    // Someone may have restored it already, with git for instance.
    guard now != to else { return }
    guard now == from else { throw conflict(step, action, isAbsent: now == nil) }
    operation.new = try to.map { (hash) throws(StoreError) in try blobs.bytes(hash) }
    operation.entry.file = file.change(
      from: from, to: to, id: operation.entry.id, storeRoot: root,
      removes: to == nil ? made.makes + made.removes : [])
  }

  /// Returns the baseline that a change in the journal names, after checking that it may be
  /// written.
  func baseline(of change: FileChange) throws(StoreError) -> BaselineFile {
    try BaselineFile(Paths.resolve(change.path, from: root), in: context)
  }

  /// Refuses to change a baseline that an interrupted run may or may not have changed.
  func requireSettled(_ file: BaselineFile) throws(StoreError) {
    for step in unsettled {
      guard let change = step.entry.file, let other = try? baseline(of: change) else { continue }
      if other.path == file.path { throw StoreError(.conflict, step.sentence) }
    }
  }

  private func conflict(_ step: Step, _ action: JournalEntry.Action, isAbsent: Bool) -> StoreError {
    let name = printable(step.baseline.map(Paths.name) ?? step.caseID)
    let what = isAbsent ? "is gone" : "is no longer what that step left"
    let subject = "\"\(step.description)\": \(name)"
    return StoreError(
      .conflict, "Cannot \(action.rawValue) \(subject) \(what). Nothing was written."
    ).about(subject)
  }
}
