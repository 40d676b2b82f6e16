import Base
import Host

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
    /// The stores by their failures' root.
    var stores: [String: FolderStore] = [:]
  }

  let state: Mutex<State>

  /// Opens the stores of some folders and repairs what a killed run left.
  ///
  /// A store that another snapreview holds, or in which nothing can be written, is
  /// read-only, and its reason is among the `notices`.
  ///
  /// - Parameters:
  ///   - roots: Failures' roots, links resolved.
  ///   - writableRoots: Folders below which baselines may be written.
  ///   - readOnly: Creates, locks and repairs nothing: for commands that only look.
  ///   - reason: The reason why it is read-only.
  /// - Throws: `StoreError` where a journal cannot be read.
  package init(
    roots: some Sequence<String>, writableRoots: [String], readOnly: Bool = false,
    reason: String? = nil,
    disk: Disk = .real, stateFolder: UserFolder? = .state
  ) throws(StoreError) {
    let looking = reason ?? "The store was opened read-only."
    let access = Self.access(readOnly: readOnly, looking, stateFolder, disk)
    var state = State(
      context: FolderStore.Context(disk: disk, access: access, writableRoots: writableRoots))
    try state.open(roots)
    self.state = Mutex(state)
  }

  private static func access(
    readOnly: Bool, _ looking: String, _ folder: UserFolder?, _ disk: Disk
  ) -> FolderStore.Access {
    do throws(UserFolder.Trouble) {
      guard let folder else { throw UserFolder.homeless }
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

  /// Takes over the roots of a folder that was read again.
  package func follow(roots: some Sequence<String>, writableRoots: [String]) throws(StoreError) {
    try state.withLock { (state) throws(StoreError) in
      state.context.writableRoots = writableRoots
      for root in state.stores.keys { state.stores[root]?.context.writableRoots = writableRoots }
      try state.open(roots)
    }
  }

  /// Sentences that a reviewer should read: steps that were finished or rolled back at the start,
  /// steps that are not settled yet, other people's decisions, and the folders that take no
  /// decisions if others do.
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

  /// The reason why nothing can be decided in any folder; nil if one takes decisions.
  package var readOnlyReason: String? { state.withLock(\.readOnlyReason) }

  /// All steps, those of one folder in their order, undone ones too.
  package var steps: [Step] { state.withLock { $0.sorted.flatMap(\.history.steps) } }

  /// The decisions that still hold: those whose files are what they were decided on.
  ///
  /// Looks at size and times of each decided case's files and reads only those that differ.
  package func decisions(for cases: some Sequence<StoredCase>) -> [String: DecisionRecord] {
    state.withLock { state in
      var result: [String: DecisionRecord] = [:]
      for snapshot in cases {
        result[snapshot.id] = state.stores[snapshot.failures]?.decision(on: snapshot)
      }
      return result
    }
  }

  /// The notes of decisions that were undone, which wait for the next one.
  package func withdrawnNotes(for cases: some Sequence<StoredCase>) -> [String: String] {
    state.withLock { state in
      var result: [String: String] = [:]
      for snapshot in cases {
        result[snapshot.id] = state.stores[snapshot.failures]?.withdrawnNote(on: snapshot)
      }
      return result
    }
  }

  /// Returns for each case whether the current baseline was written here, and a remark on someone
  /// else's decision; nil if nobody has decided anything.
  package func notes(
    on cases: some Sequence<StoredCase>
  ) -> [(isOwnBaseline: Bool, foreign: String?)]? {
    state.withLock { state in
      guard state.stores.values.contains(where: \.hasItems) else { return nil }
      let written = state.stores.mapValues(\.history.writtenBaselines)
      return cases.map { snapshot in
        var isOwn = false
        if let path = snapshot.baseline?.path, let hashes = written[snapshot.failures]?[path],
          let hash = state.stores[snapshot.failures]?.hashes.file(path)?.hash
        {
          isOwn = hashes.contains(hash)
        }
        return (isOwn, state.stores[snapshot.failures]?.foreignRemark(on: snapshot))
      }
    }
  }

  /// Returns the path of the kept bytes of the baseline that a decision replaced, so that it can
  /// still be shown; nil if the case has no such decision or had no baseline.
  package func kept(of snapshot: StoredCase, by decision: Decision) -> String? {
    state.withLock { $0.stores[snapshot.failures]?.keptBaseline(of: snapshot, by: decision) }
  }
}

extension ReviewStore.State {
  var sorted: [FolderStore] { stores.sorted { $0.key < $1.key }.map(\.value) }

  /// The reason why nothing can be decided in any folder.
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

  /// The number of roots up to which all stores are claimed at the start. Each holds a file open,
  /// and a process may have a few hundred of those.
  private static let claimedRoots = 16
}
