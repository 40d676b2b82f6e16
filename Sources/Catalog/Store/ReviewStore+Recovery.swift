extension ReviewStore {
  /// Rebuilds the history and settles every operation that was begun and not ended.
  func replay(_ contents: Journal.Contents, in state: inout State) {
    var open: [JournalEntry] = []
    for entry in contents.entries {
      switch entry.event {
      case .begin where entry.file == nil: state.history.apply(entry, storeRoot: root)
      case .begin: open.append(entry)
      case .done:
        for var begun in open where begun.id == entry.id {
          if let files = entry.files { begun.decision?.files = files }
          state.history.apply(begun, storeRoot: root)
        }
        open.removeAll { $0.id == entry.id }
      case .dropped:
        state.history.skip(entry.id)
        open.removeAll { $0.id == entry.id }
      }
    }
    guard state.readOnlyReason == nil else { return }
    for entry in open { settle(entry, in: &state) }
  }

  /// Finishes an operation whose new baseline is in place, drops any other.
  private func settle(_ entry: JournalEntry, in state: inout State) {
    guard let change = entry.file else { return }
    let path = writer.absolute(change.path)
    let isOurs = writer.isPlausible(change)
    let now = isOurs ? try? Fingerprint.hash(ofFile: path, on: disk) : nil
    let isFinished = isOurs && now == change.after
    if isOurs { writer.cleanUp(change, keepingFolders: isFinished) }
    if isFinished {
      try? disk.syncFolder(Paths.parent(path))
      writer.removeFolders(change)
      state.history.apply(entry, storeRoot: root)
    } else {
      state.history.skip(entry.id)
    }
    let subject = subject(of: entry, in: state.history)
    let outcome = outcome(
      change, isFinished: isFinished, isUnchanged: isOurs && now == change.before)
    state.recovery.append("An interrupted run was \(outcome.act): \(subject); \(outcome.state)")
    do throws(SystemError) {
      try state.journal.appendOwed(JournalEntry(isFinished ? .done : .dropped, id: entry.id))
    } catch {
      state.readOnlyReason =
        "The journal in \(printable(root)) cannot be written (\(error)): this run only shows."
    }
  }

  private func outcome(
    _ change: FileChange, isFinished: Bool, isUnchanged: Bool
  ) -> (act: String, state: String) {
    let name = printable(Paths.name(change.path))
    if isFinished { return ("finished", "\(name) is written.") }
    if isUnchanged { return ("rolled back", "\(name) is unchanged.") }
    let kept = change.before.map { " The old one is kept as \(printable(blobs.path($0)))." } ?? ""
    return (
      "dropped",
      "\(name) is neither the old nor the new baseline and was left alone.\(kept)"
    )
  }

  private func subject(of entry: JournalEntry, in history: History) -> String {
    let caseID =
      entry.decision?.caseID ?? entry.of.flatMap { history.item($0)?.entry.caseID } ?? "?"
    let act =
      switch entry.action {
      case .undo: "undoing"
      case .redo: "redoing"
      default: entry.decision?.decision == .accepted ? "accepting" : "deciding"
      }
    return "\(act) \(printable(caseID))"
  }
}
