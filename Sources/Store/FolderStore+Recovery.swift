import Base
import Host

extension FolderStore {
  /// The outcome of a step that was begun but not ended.
  private enum Outcome {
    /// The new baseline is in place.
    case finished(BaselineFile)
    case notBegun(BaselineFile)
    /// The baseline is neither the old nor the new one.
    case replaced(BaselineFile)
    /// The outcome is unknown for now, for this reason.
    case unknown(String)
  }

  /// Settles every step whose baseline can be read, or is absent from a folder that exists. The
  /// others stay open, so that a disk that is briefly unavailable does not lose a step.
  mutating func settleAll() {
    guard !unsettled.isEmpty, hold != nil else { return }
    let open = unsettled
    unsettled = []
    for step in open { settle(step.entry) }
  }

  /// Replays the steps as if they were settled, for a store that cannot be written.
  mutating func previewUnsettled() {
    let open = unsettled
    unsettled = []
    for step in open {
      switch outcome(of: step.entry) {
      case .finished: history.apply(step.entry)
      case .unknown(let reason): leaveOpen(step.entry, reason)
      case .notBegun, .replaced: history.skip(step.entry.id)
      }
    }
  }

  private mutating func settle(_ entry: JournalEntry) {
    guard let change = entry.file else { return }
    let outcome = outcome(of: entry)
    do throws(SystemError) {
      switch outcome {
      case .finished(let file):
        try disk.syncFolder(anchor(of: file, change))
        try writer.cleanUp(change, of: file, id: entry.id, keepingFolders: true)
        try writer.removeFolders(change, of: file)
      case .notBegun(let file), .replaced(let file):
        try writer.cleanUp(change, of: file, id: entry.id, keepingFolders: false)
      case .unknown(let reason): return leaveOpen(entry, reason)
      }
    } catch {
      return leaveOpen(entry, "what it left behind cannot be removed (\(error))")
    }
    recovery.append(sentence(on: entry, outcome))
    let isFinished = if case .finished = outcome { true } else { false }
    if isFinished { history.apply(entry) } else { history.skip(entry.id) }
    do throws(SystemError) {
      try hold?.journal.appendOwed(JournalEntry(isFinished ? .done : .dropped, id: entry.id))
    } catch {
      readOnlyReason =
        "The journal in \(printable(root)) cannot be written (\(error)): this run is read-only."
    }
  }

  private func outcome(of entry: JournalEntry) -> Outcome {
    guard let change = entry.file else { return .unknown("it names no file") }
    do throws(StoreError) {
      let file = try baseline(of: change)
      let now = try file.read()?.hash
      let anchor = anchor(of: file, change)
      if now == nil, (try? disk.status(of: anchor))?.kind != .folder {
        return .unknown("\(printable(anchor)) is not there")
      }
      if now == change.after { return .finished(file) }
      return now == change.before ? .notBegun(file) : .replaced(file)
    } catch {
      return .unknown(error.cause ?? error.description)
    }
  }

  /// Returns the innermost folder that must exist before a missing baseline counts as absent.
  /// Folders that the step itself makes or removes may be missing.
  private func anchor(of file: BaselineFile, _ change: FileChange) -> String {
    let own = file.folders(change.makes + change.removes, storeRoot: root)
    var folder = Paths.parent(file.path)
    while own.contains(folder), !disk.exists(folder) { folder = Paths.parent(folder) }
    return folder
  }

  private mutating func leaveOpen(_ entry: JournalEntry, _ reason: String) {
    let name = printable(entry.file.map { Paths.name($0.path) } ?? "")
    unsettled.append(
      Unsettled(
        entry: entry,
        sentence: "An interrupted run is not settled yet: \(subject(of: entry)). Nothing shows "
          + "whether \(name) was written (\(reason)); the next start looks again."))
    history.reserve(entry.id)
  }

  private func sentence(on entry: JournalEntry, _ outcome: Outcome) -> String {
    let (act, state): (String, String)
    let name = printable(entry.file.map { Paths.name($0.path) } ?? "")
    switch outcome {
    case .finished:
      (act, state) = ("finished", "\(name) is \(entry.file?.after == nil ? "removed" : "written").")
    case .notBegun: (act, state) = ("rolled back", "\(name) is unchanged.")
    case .replaced, .unknown:
      let kept = entry.file?.before.map { " The old one is kept as \(printable(blobs.path($0)))." }
      (act, state) = (
        "dropped",
        "\(name) is neither the old nor the new baseline and was left alone.\(kept ?? "")"
      )
    }
    return "An interrupted run was \(act): \(subject(of: entry)); \(state)"
  }

  private func subject(of entry: JournalEntry) -> String {
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
