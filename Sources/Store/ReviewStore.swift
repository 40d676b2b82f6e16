import Base
import Host

/// Decisions on failed snapshots, kept where the baselines live, and the only writer of baselines.
///
/// Each home of baselines has its own store, however the failures were named. Every step is flushed
/// to the disk before it returns. If the process is killed at any instant, each baseline is
/// complete, either old or new, and the next command of any kind finishes the step or rolls it
/// back. Entries that someone else added to a store are ignored. All methods may be called from any
/// thread; calls are serialized.
package final class ReviewStore: Sendable {
  /// Returns true for steps that can be undone and redone here.
  package typealias Reach = @Sendable (Step) -> Bool

  struct State {
    var context: FolderStore.Context
    var reach: Reach
    var stores: [String: FolderStore] = [:]
  }

  let state: Mutex<State>

  /// Opens the stores of some homes and repairs what a killed run left.
  ///
  /// A store is read-only if another snapreview holds it or nothing can be written in it; `notices`
  /// then gives the reason.
  ///
  /// - Parameters:
  ///   - writableRoots: Folders below which baselines may be written.
  ///   - hidden: Names of hidden folders in which libraries keep baselines.
  ///   - reach: Returns true for steps that can be undone and redone.
  ///   - readOnly: Creates no store and allows no decisions; for commands that only read.
  ///   - reason: The reason for `readOnly`.
  /// - Throws: `StoreError` if a journal cannot be read.
  package init(
    homes: some Sequence<StoreHome>, writableRoots: [String], hidden: Set<String> = [],
    reach: @escaping Reach = { _ in true }, readOnly: Bool = false, reason: String? = nil,
    disk: Disk = .real, stateFolder: UserFolder? = .state
  ) throws(StoreError) {
    let looking = reason ?? "The store was opened read-only."
    let access = Self.access(readOnly: readOnly, looking, stateFolder, disk)
    var state = State(
      context: FolderStore.Context(
        disk: disk, access: access, writableRoots: writableRoots, hidden: hidden),
      reach: reach)
    try state.open(homes)
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
      return .unknown(error)
    }
  }

  deinit { close() }

  /// Closes the stores; a store without records leaves no trace.
  package func close() {
    state.withLock { state in
      for home in state.stores.keys { state.stores[home]?.close() }
    }
  }

  /// Adopts the homes of a folder that was read again.
  package func follow(
    homes: some Sequence<StoreHome>, writableRoots: [String], reach: @escaping Reach
  ) throws(StoreError) {
    try state.withLock { (state) throws(StoreError) in
      state.context.writableRoots = writableRoots
      state.reach = reach
      for home in state.stores.keys { state.stores[home]?.context.writableRoots = writableRoots }
      try state.open(homes)
    }
  }

  /// Sentences that a reviewer should read: steps that were finished or rolled back at the start,
  /// steps that are not settled yet, lines that others wrote, and homes that take no decisions
  /// although others do.
  package var notices: [String] {
    state.withLock { state in
      let isMixed = state.readOnlyReason == nil
      return state.sorted.flatMap { store in
        store.notices + (isMixed ? store.readOnlyReason.map { [$0] } ?? [] : [])
      }
    }
  }

  /// Interrupted steps whose baselines could not be checked, as sentences.
  package var unsettled: [String] {
    state.withLock { $0.sorted.flatMap { $0.unsettled.map(\.sentence) } }
  }

  /// The reason why no home takes decisions; nil if one does.
  package var readOnlyReason: String? { state.withLock(\.readOnlyReason) }

  /// The steps within reach, including undone ones, in order for each home.
  package var steps: [Step] {
    state.withLock { state in state.sorted.flatMap(\.history.steps).filter(state.reach) }
  }

  /// The decisions that are still valid because the case's files have not changed.
  ///
  /// Looks at size and times of each decided case's files and reads only those that differ.
  package func decisions(for cases: some Sequence<StoredCase>) -> [String: DecisionRecord] {
    state.withLock { state in
      var result: [String: DecisionRecord] = [:]
      for snapshot in cases {
        result[snapshot.id] = state.stores[snapshot.home]?.decision(on: snapshot)
      }
      return result
    }
  }

  /// The valid decision on a case, with the hashes of the files it was made on.
  package func decided(on snapshot: StoredCase) -> DecidedCase? {
    state.withLock { $0.stores[snapshot.home]?.decided(on: snapshot) }
  }

  /// The notes of undone decisions, kept for the next decision on each case.
  package func withdrawnNotes(for cases: some Sequence<StoredCase>) -> [String: String] {
    state.withLock { state in
      var result: [String: String] = [:]
      for snapshot in cases {
        result[snapshot.id] = state.stores[snapshot.home]?.withdrawnNote(on: snapshot)
      }
      return result
    }
  }

  /// Returns for each case whether its baseline holds what a decision here wrote.
  package func haveOwnBaselines(_ cases: some Sequence<StoredCase>) -> [Bool] {
    state.withLock { state in
      let written = state.stores.mapValues(\.history.writtenBaselines)
      return cases.map { snapshot in
        guard let path = snapshot.baseline?.path, let hashes = written[snapshot.home]?[path],
          let hash = state.stores[snapshot.home]?.hashes.file(path)?.hash
        else { return false }
        return hashes.contains(hash)
      }
    }
  }

  /// Returns the path of the kept baseline that a decision replaced, so that it can still be shown;
  /// nil if the case has no such decision or had no baseline.
  package func kept(of snapshot: StoredCase, by decision: Decision) -> String? {
    state.withLock { $0.stores[snapshot.home]?.keptBaseline(of: snapshot, by: decision) }
  }
}

extension ReviewStore.State {
  var sorted: [FolderStore] { stores.sorted { $0.key < $1.key }.map(\.value) }

  /// The reason why no home takes decisions.
  var readOnlyReason: String? {
    let reasons = sorted.map(\.readOnlyReason)
    return reasons.contains(nil) ? nil : reasons.first ?? nil
  }

  /// Opens the stores of homes whose store is not open yet.
  mutating func open(_ homes: some Sequence<StoreHome>) throws(StoreError) {
    let missing = Set(homes).filter { stores[$0.folder] == nil }
    for home in missing.sorted(by: { $0.folder < $1.folder }) {
      stores[home.folder] = try FolderStore(
        home, context: context, isClaimed: stores.count + missing.count <= Self.claimedHomes)
    }
  }

  /// The number of homes up to which all stores are claimed at the start. Each claim keeps a file
  /// open, and a process may have only a few hundred open files.
  private static let claimedHomes = 16
}
