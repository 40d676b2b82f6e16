import Base
import Essentials
import Host

/// An operation about to be carried out.
struct Operation {
  var entry: JournalEntry
  /// The file to change, if the entry changes one.
  var file: BaselineFile?
  var old: BaselineFile.Content?
  /// The new content; nil if the baseline is removed.
  var new: [UInt8]?
}

extension FolderStore {
  func newEntry(_ action: JournalEntry.Action) -> JournalEntry {
    var entry = JournalEntry(.begin, id: history.lastID + 1)
    entry.action = action
    entry.at = Date().timeIntervalSince1970
    return entry
  }

  /// Carries out one operation. Writes, in this order: what undo needs, the intent, the change, and
  /// its end.
  ///
  /// - Parameter snapshot: The case, if the operation is a decision.
  mutating func perform(_ operation: Operation, on snapshot: StoredCase? = nil) throws(StoreError) {
    var operation = operation
    try prepare(&operation, snapshot)
    let entry = operation.entry
    guard let change = entry.file, let file = operation.file else {
      finish(entry, snapshot)
      return
    }
    for path in [file.path, snapshot?.baseline?.path] { path.map { hashes.forget($0) } }
    do throws(BaselineWriter.WriteFailure) {
      try writer.apply(
        change, to: file, bytes: change.after == nil ? nil : operation.new,
        old: operation.old?.status)
    } catch {
      guard error.hasLanded else {
        history.skip(entry.id)
        try? hold?.journal.appendOwed(JournalEntry(.dropped, id: entry.id))
        throw error.error
      }
      try conclude(entry, snapshot)
      throw error.error
    }
    try conclude(entry, snapshot)
  }

  /// Records that the change of a baseline is on disk.
  private mutating func conclude(
    _ entry: JournalEntry, _ snapshot: StoredCase?
  ) throws(StoreError) {
    var end = JournalEntry(.done, id: entry.id)
    end.files = finish(entry, snapshot)
    do throws(SystemError) {
      try hold?.journal.appendOwed(end)
    } catch {
      throw StoreError(
        .system,
        "\(printable(Paths.name(entry.file?.path ?? ""))) is written, but the journal could not be "
          + "(\(error)). The next step or the next start completes it.")
    }
  }

  /// Writes everything that must be on disk before a baseline may change.
  private mutating func prepare(
    _ operation: inout Operation, _ snapshot: StoredCase?
  ) throws(StoreError) {
    do throws(SystemError) {
      try writeName()
      if let change = operation.entry.file {
        if let new = operation.new, let hash = change.after {
          try blobs.keep(new, hash: hash, isVital: false)
        }
        if let old = operation.old?.bytes, let hash = change.before {
          try blobs.keep(old, hash: hash, isVital: true)
        }
      } else if let snapshot {
        operation.entry.decision?.files.stamp(snapshot, &hashes)
      }
      try hold?.journal.append(operation.entry)
    } catch {
      throw .cannotKeep(folder.path, error)
    }
  }

  /// Takes the operation into the history and returns the decision's files as they are now.
  @discardableResult
  private mutating func finish(_ entry: JournalEntry, _ snapshot: StoredCase?) -> TiedFiles? {
    var entry = entry
    if let snapshot { entry.decision?.files.stamp(snapshot, &hashes) }
    history.apply(entry)
    return entry.decision?.files
  }

  /// Writes a file that names the store's folder, unless the store's location already tells it.
  private func writeName() throws(SystemError) {
    guard home.isNamed, !disk.exists(folder.name) else { return }
    try disk.create(folder.name, Array("\(root)\n".utf8))
  }
}

extension TiedFiles {
  /// Adds the stamps of files whose content matches the hashes.
  mutating func stamp(_ snapshot: StoredCase, _ hashes: inout HashCache) {
    let stamped = { (file: File?, path: String?, hashes: inout HashCache) in
      guard let file, let now = hashes.file(path), now.hash == file.hash else { return file }
      return now
    }
    reference = stamped(reference, snapshot.reference, &hashes)
    actual = stamped(actual, snapshot.actual ?? snapshot.difference, &hashes)
    baseline = stamped(baseline, snapshot.baseline?.path, &hashes)
    if areInPlace, snapshot.paintsDifferences {
      difference = hashes.file(snapshot.difference)
    }
  }
}
