/// Decisions on failed snapshots, kept beside the failures, and the only writer of baselines.
///
/// Each failures' root of a catalogue has its own store, however it was opened. Every step is
/// flushed to the disk before it returns. A process that is killed at any instant leaves each
/// baseline old or new, whole; the next `open` finishes or rolls back. What someone else has put
/// into a store is shown but never applied. All methods may be called from any thread; one waits
/// for the other.
package final class ReviewStore: Sendable {
  /// The folder that holds a store: ".snapreview".
  package static let folderName = ".snapreview"

  struct State {
    var context: FolderStore.Context
    /// By failures' root.
    var stores: [String: FolderStore] = [:]
  }

  let state: Mutex<State>

  /// Opens the stores of a catalogue and repairs what a killed run left.
  ///
  /// A store that another snapreview holds, or in which nothing can be written, is
  /// read-only, and its reason is among the `notices`.
  ///
  /// - Parameter readOnly: Creates, locks and repairs nothing: for commands that only look.
  /// - Throws: `StoreError` where a journal cannot be read.
  package convenience init(
    _ catalog: Catalog, readOnly: Bool = false, stateFolder: StateFolder? = .ofUser
  ) throws(StoreError) {
    let reason = catalog.readOnlyReason
    if !readOnly {
      for folder in catalog.decisionFolders {
        for missing in Disk.real.missingFolders(to: folder) {
          // Where that fails, the store says that it cannot be made.
          try? Disk.real.makeFolder(missing, mode: 0o700)
        }
      }
    }
    try self.init(
      roots: catalog.failures, writableRoots: catalog.writableRoots,
      readOnly: readOnly || reason != nil, reason: reason, stateFolder: stateFolder)
  }

  /// Opens the stores of some folders, to undo what was decided there.
  package convenience init(
    _ folders: DecidedFolders, disk: Disk = .real, stateFolder: StateFolder? = .ofUser
  ) throws(StoreError) {
    try self.init(
      roots: folders.roots, writableRoots: folders.writableRoots, disk: disk,
      stateFolder: stateFolder)
  }

  /// - Parameters:
  ///   - roots: Failures' roots, links resolved.
  ///   - writableRoots: Folders below which baselines may be written.
  ///   - reason: Why it is read-only.
  package init(
    roots: some Sequence<String>, writableRoots: [String], readOnly: Bool = false,
    reason: String? = nil,
    disk: Disk = .real, stateFolder: StateFolder? = .ofUser
  ) throws(StoreError) {
    let looking = reason ?? "The store was opened read-only."
    let access = Self.access(readOnly: readOnly, looking, stateFolder, disk)
    var state = State(
      context: FolderStore.Context(disk: disk, access: access, writableRoots: writableRoots))
    try state.open(roots)
    self.state = Mutex(state)
  }

  private static func access(
    readOnly: Bool, _ looking: String, _ folder: StateFolder?, _ disk: Disk
  ) -> FolderStore.Access {
    do throws(StateFolder.Trouble) {
      guard let folder else { throw StateFolder.homeless }
      if readOnly { return .looking(try folder.author(on: disk), reason: looking) }
      return .deciding(try folder.settledAuthor(on: disk))
    } catch {
      return .looking(nil, reason: error.sentence)
    }
  }

  deinit { close() }

  /// Closes the stores; those in which nothing was recorded leave nothing behind.
  package func close() {
    state.withLock { state in
      for root in state.stores.keys { state.stores[root]?.close() }
    }
  }

  /// Takes over the cases of a folder that was read again.
  package func follow(_ catalog: Catalog) throws(StoreError) {
    try state.withLock { (state) throws(StoreError) in
      state.context.writableRoots = catalog.writableRoots
      for root in state.stores.keys {
        state.stores[root]?.context.writableRoots = catalog.writableRoots
      }
      try state.open(catalog.failures)
    }
  }

  /// What a reviewer should know of the stores, as sentences: what was finished or rolled back at
  /// the start, what is not settled yet, what others have decided, and which folders take no
  /// decisions where others do.
  package var notices: [String] {
    state.withLock { state in
      let isMixed = state.readOnlyReason == nil
      return state.sorted.flatMap { store in
        store.notices + (isMixed ? store.readOnlyReason.map { [$0] } ?? [] : [])
      }
    }
  }

  /// Interrupted steps whose baselines could not be looked at, as sentences.
  package var unsettled: [String] {
    state.withLock { $0.sorted.flatMap { $0.unsettled.map(\.sentence) } }
  }

  /// Why nothing can be decided anywhere; nil where it can.
  package var readOnlyReason: String? { state.withLock(\.readOnlyReason) }

  /// All steps, those of one folder in their order, undone ones too.
  package var steps: [Step] { state.withLock { $0.sorted.flatMap(\.history.steps) } }

  /// The decisions that still hold: those whose files are what they were decided on.
  ///
  /// Looks at size and times of each decided case's files and reads only those that differ.
  package func decisions(for cases: [SnapshotCase]) -> [SnapshotCase.ID: DecisionRecord] {
    state.withLock { state in
      var result: [SnapshotCase.ID: DecisionRecord] = [:]
      for snapshot in cases {
        result[snapshot.id] = state.stores[snapshot.failures]?.decision(on: snapshot)
      }
      return result
    }
  }

  /// The cases with what their stores know: a remark on each that someone else has decided, and
  /// none on the age of a baseline that was written here.
  package func withStoreRemarks(_ cases: [SnapshotCase]) -> [SnapshotCase] {
    state.withLock { state in
      guard state.stores.values.contains(where: \.hasItems) else { return cases }
      let written = state.stores.mapValues(\.history.writtenBaselines)
      return cases.map { snapshot in
        var snapshot = snapshot
        if let path = snapshot.baseline?.path, let hashes = written[snapshot.failures]?[path],
          let hash = state.stores[snapshot.failures]?.hashes.file(path)?.hash, hashes.contains(hash)
        {
          CaseChecks.forgetAge(ofBaselineIn: &snapshot)
        }
        let remark = state.stores[snapshot.failures]?.foreignRemark(on: snapshot)
        snapshot.remarks += remark.map { [$0] } ?? []
        return snapshot
      }
    }
  }

  /// The note on a case, also where it is undecided.
  package func note(for snapshot: SnapshotCase) -> String {
    state.withLock { state in
      state.stores[snapshot.failures]?.history.current(snapshot.key)?.entry.note ?? ""
    }
  }

  /// Where the bytes of the baseline that accepting replaced are kept, so that it can still be
  /// shown; nil for a case that is not accepted or had no baseline.
  package func keptReference(for snapshot: SnapshotCase) -> String? {
    kept(of: snapshot, by: .accepted)
  }

  private func kept(of snapshot: SnapshotCase, by decision: Decision) -> String? {
    state.withLock { $0.stores[snapshot.failures]?.keptBaseline(of: snapshot, by: decision) }
  }

  /// The files that stand for a case: the kept one where a decision has put the one in the place
  /// of the other, so that the case still shows what was decided on.
  package func shownFiles(of snapshot: SnapshotCase) -> ShownFiles {
    let baseline = snapshot.baseline?.path
    var files = ShownFiles(of: snapshot)
    if files.reference == baseline { files.reference = keptReference(for: snapshot) ?? baseline }
    if files.actual == baseline { files.actual = kept(of: snapshot, by: .rejected) ?? baseline }
    return files
  }
}

/// The files by which a case is shown; nil where there is none.
package struct ShownFiles: Hashable, Sendable {
  package var reference: String?
  package var actual: String?
  /// The actual with what differs painted over.
  package var difference: String?

  package init(of snapshot: SnapshotCase) {
    (reference, actual) = (snapshot.reference, snapshot.actual)
    difference = snapshot.paintedDifference
  }
}

extension ReviewStore.State {
  var sorted: [FolderStore] { stores.sorted { $0.key < $1.key }.map(\.value) }

  /// Why nothing can be decided anywhere.
  var readOnlyReason: String? {
    let reasons = sorted.map(\.readOnlyReason)
    return reasons.contains(nil) ? nil : reasons.first ?? nil
  }

  /// Opens the stores of roots that have none yet.
  mutating func open(_ roots: some Sequence<String>) throws(StoreError) {
    let missing = Set(roots).subtracting(stores.keys)
    for root in missing.sorted() {
      stores[root] = try FolderStore(
        root: root, context: context,
        isClaimed: stores.count + missing.count <= Self.claimedRoots)
    }
  }

  /// Up to so many roots are taken at the start. Each holds a file open, and of those a process may
  /// have a few hundred.
  private static let claimedRoots = 16
}
