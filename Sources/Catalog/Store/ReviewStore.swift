import Synchronization

/// Decisions on failed snapshots, kept beside the failures, and the only writer of baselines.
///
/// Every step is flushed to the disk before it returns. A process that is killed at any instant
/// leaves each baseline old or new, whole; the next `open` finishes or rolls back. All methods may
/// be called from any thread; one waits for the other.
public final class ReviewStore: Sendable {
  /// The folder that holds the store: ".snapreview".
  public static let folderName = ".snapreview"

  /// The failures' folder.
  public let root: String

  struct State {
    var journal: Journal
    var history = History()
    var recovery: [String] = []
    var readOnlyReason: String?
    var hashes: HashCache
    /// Steps that undo could not take back: the next undo goes on before them.
    var passed: Set<Int> = []
    /// Held for as long as the store may write.
    var lock: StoreLock?
    var hasMadeFolder = false
  }

  let state: Mutex<State>
  let disk: Disk
  let blobs: BlobStore
  let writer: BaselineWriter

  /// Opens the store of a folder of failures, creating it, and puts right what a killed run left.
  ///
  /// Where another snapreview holds the store, or nothing can be written here, the store is open
  /// for reading only; `readOnlyReason` says why.
  ///
  /// - Parameters:
  ///   - root: `Catalog.root`.
  ///   - readOnly: Creates, locks and repairs nothing: for commands that only look.
  /// - Throws: `StoreError` where the folder or its journal cannot be read.
  public static func open(root: String, readOnly: Bool = false) throws(StoreError) -> ReviewStore {
    try ReviewStore(root: root, readOnly: readOnly, disk: .real)
  }

  package init(root: String, readOnly: Bool = false, disk: Disk) throws(StoreError) {
    do throws(SystemError) {
      self.root = try disk.realPath(root)
    } catch {
      throw StoreError(.system, "\(printable(root)): \(error). Name the folder of failures.")
    }
    self.disk = disk
    let folder = Paths.join(self.root, Self.folderName)
    blobs = BlobStore(folder: Paths.join(folder, "store"), disk: disk)
    writer = BaselineWriter(disk: disk, storeRoot: self.root)
    var opening = Opening(folder: folder, disk: disk)
    if !readOnly { opening.lockStore() }
    let contents = try opening.readJournal()
    var state = State(
      journal: Journal(path: opening.journalPath, disk: disk, length: contents.length),
      hashes: HashCache(disk: disk))
    state.readOnlyReason =
      readOnly ? "The store was opened for looking only." : opening.readOnlyReason
    state.lock = opening.lock
    state.hasMadeFolder = opening.hasMadeFolder
    state.recovery = opening.recovery
    self.state = Mutex(state)
    self.state.withLock { replay(contents, in: &$0) }
  }

  deinit { close() }

  /// Gives the store up; a store in which nothing was recorded leaves nothing behind.
  public func close() {
    state.withLock { state in
      guard let lock = state.lock else { return }
      state.journal.close()
      if state.history.lastID == 0 && state.hasMadeFolder {
        let folder = Paths.join(root, Self.folderName)
        try? disk.removeIfThere(Paths.join(folder, Opening.lockName))
        try? disk.removeFolder(folder)
      }
      state.readOnlyReason = state.readOnlyReason ?? "The store is closed."
      state.lock = nil
      _ = lock
    }
  }

  /// What was finished or rolled back at the start, as sentences.
  public var recovery: [String] { state.withLock { $0.recovery } }

  /// Why nothing can be written; nil where it can.
  public var readOnlyReason: String? { state.withLock { $0.readOnlyReason } }

  /// All steps, the oldest first, undone ones too.
  public var steps: [Step] { state.withLock { $0.history.steps } }

  /// Whether `undo` would take back something.
  public var canUndo: Bool {
    state.withLock { $0.history.lastStanding(except: $0.passed) != nil }
  }

  /// Whether `redo` would do something again.
  public var canRedo: Bool { state.withLock { !$0.history.undone.isEmpty } }

  /// The decisions that still hold: those whose files are what they were decided on.
  ///
  /// Looks at size and time of each decided case's files and reads only those that differ.
  public func decisions(for cases: [SnapshotCase]) -> [SnapshotCase.ID: DecisionRecord] {
    state.withLock { state in
      var result: [SnapshotCase.ID: DecisionRecord] = [:]
      for snapshot in cases {
        guard let item = state.history.current(snapshot.id), let decision = item.entry.decision,
          state.hashes.isStill(snapshot, item.entry.files)
        else { continue }
        result[snapshot.id] = DecisionRecord(decision, note: item.entry.note)
      }
      return result
    }
  }

  /// The note on a case, also where it is undecided.
  public func note(for snapshot: SnapshotCase) -> String {
    state.withLock { $0.history.current(snapshot.id)?.entry.note ?? "" }
  }

  /// Where the bytes of the baseline that accepting replaced are kept, so that it can still be
  /// shown; nil for a case that is not accepted or had no baseline.
  public func keptReference(for snapshot: SnapshotCase) -> String? {
    state.withLock { state in
      guard let item = state.history.current(snapshot.id), item.entry.decision == .accepted,
        let hash = item.entry.kept?.hash, state.hashes.isStill(snapshot, item.entry.files)
      else { return nil }
      return blobs.path(hash)
    }
  }

  /// The file that stands for the reference of a case: the kept one where accepting has put the
  /// actual in its place, so that the case still shows what was decided on.
  public func shownReference(for snapshot: SnapshotCase) -> String? {
    guard snapshot.reference == snapshot.baseline?.path else { return snapshot.reference }
    return keptReference(for: snapshot) ?? snapshot.reference
  }
}
