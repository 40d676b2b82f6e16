extension ReviewStore {
  /// Carries out one operation: what is needed to take it back, the intent, the change, its end.
  func perform(
    _ entry: JournalEntry, _ snapshot: SnapshotCase?, old: BaselineFile.Content?, new: [UInt8]?,
    in state: inout State
  ) throws(StoreError) {
    var entry = entry
    try prepare(&entry, snapshot, old: old?.bytes, new: new, in: &state)
    guard let change = entry.file else {
      finish(entry, snapshot, in: &state)
      return
    }
    do throws(BaselineWriter.WriteFailure) {
      try writer.apply(change, bytes: change.after == nil ? nil : new, old: old?.status)
    } catch {
      guard error.hasLanded else {
        state.history.skip(entry.id)
        try? state.journal.appendOwed(JournalEntry(.dropped, id: entry.id))
        throw error.error
      }
      try conclude(entry, snapshot, in: &state)
      throw error.error
    }
    try conclude(entry, snapshot, in: &state)
  }

  /// Records that the change of a baseline is on disk.
  private func conclude(
    _ entry: JournalEntry, _ snapshot: SnapshotCase?, in state: inout State
  ) throws(StoreError) {
    var end = JournalEntry(.done, id: entry.id)
    end.files = finish(entry, snapshot, in: &state)
    do throws(SystemError) {
      try state.journal.appendOwed(end)
    } catch {
      throw StoreError(
        .system,
        "\(printable(Paths.name(entry.file?.path ?? ""))) is written, but the journal could not be "
          + "(\(error)). The next step or the next start completes it.")
    }
  }

  /// Writes everything that must be on disk before a baseline may change.
  private func prepare(
    _ entry: inout JournalEntry, _ snapshot: SnapshotCase?, old: [UInt8]?, new: [UInt8]?,
    in state: inout State
  ) throws(StoreError) {
    do throws(SystemError) {
      try writeIgnoreFile()
      if let change = entry.file {
        if let new, let hash = change.after { try blobs.keep(new, hash: hash, isVital: false) }
        if let old, let hash = change.before { try blobs.keep(old, hash: hash, isVital: true) }
      } else if let snapshot {
        entry.decision?.files.stamp(snapshot, &state.hashes)
      }
      try state.journal.append(entry)
    } catch {
      throw StoreError(
        .system,
        "Cannot write \(printable(Paths.join(root, Self.folderName))): \(error). "
          + "The decision is not kept; the old baseline is unchanged.")
    }
  }

  /// Takes the operation into the history and returns the decision's files as they are now.
  @discardableResult
  private func finish(
    _ entry: JournalEntry, _ snapshot: SnapshotCase?, in state: inout State
  ) -> TiedFiles? {
    var entry = entry
    if let snapshot { entry.decision?.files.stamp(snapshot, &state.hashes) }
    state.history.apply(entry, storeRoot: root)
    if entry.action == .decide { state.passed.removeAll() }
    return entry.decision?.files
  }

  /// Keeps the store out of people's commits.
  private func writeIgnoreFile() throws(SystemError) {
    let path = Paths.join(Paths.join(root, Self.folderName), ".gitignore")
    guard !disk.exists(path) else { return }
    try disk.create(path, bytes: Array("*\n".utf8), like: nil)
  }
}

extension TiedFiles {
  /// Adds the stamps of files that hold what the hashes say.
  mutating func stamp(_ snapshot: SnapshotCase, _ hashes: inout HashCache) {
    let stamped = { (file: File?, path: String?, hashes: inout HashCache) in
      guard let file, let now = hashes.file(path), now.hash == file.hash else { return file }
      return now
    }
    reference = stamped(reference, snapshot.reference, &hashes)
    actual = stamped(actual, snapshot.actual ?? snapshot.difference, &hashes)
    baseline = stamped(baseline, snapshot.baseline?.path, &hashes)
  }
}
