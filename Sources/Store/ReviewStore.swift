import Base
import Host

/// Decisions on failed snapshots, kept where the baselines live, and the only writer of baselines.
///
/// Each home of baselines has its own store, however the failures were named. Every step is flushed
/// to the disk before it returns. A process that is killed at any instant leaves each baseline old or
/// new, whole; the next command of any kind finishes or rolls back. What someone else has put into a
/// store does not count. All methods may be called from any thread; one waits for the other.
package final class ReviewStore: Sendable {
  /// Tells which steps can be undone and redone here.
  package typealias Reach = @Sendable (Step) -> Bool

  struct State {
    var context: FolderStore.Context
    var reach: Reach
    var stores: [String: FolderStore] = [:]
  }

  let state: Mutex<State>

  /// Opens the stores of some homes and repairs what a killed run left.
  ///
  /// A store that another snapreview holds, or in which nothing can be written, is
  /// read-only, and its reason is among the `notices`.
  ///
  /// - Parameters:
  ///   - writableRoots: Folders below which baselines may be written.
  ///   - reach: The steps that can be undone and redone.
  ///   - readOnly: Makes nothing and decides nothing: for commands that only look.
  ///   - reason: The reason why it is read-only.
  /// - Throws: `StoreError` where a journal cannot be read.
  package init(
    homes: some Sequence<StoreHome>, writableRoots: [String],
    reach: @escaping Reach = { _ in true }, readOnly: Bool = false, reason: String? = nil,
    disk: Disk = .real, stateFolder: UserFolder? = .state
  ) throws(StoreError) {
    let looking = reason ?? "The store was opened read-only."
    let access = Self.access(readOnly: readOnly, looking, stateFolder, disk)
    var state = State(
      context: FolderStore.Context(disk: disk, access: access, writableRoots: writableRoots),
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

  /// Closes the stores; those in which nothing was recorded leave nothing behind.
  package func close() {
    state.withLock { state in
      for home in state.stores.keys { state.stores[home]?.close() }
    }
  }

  /// Takes over the homes of a folder that was read again.
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
  /// steps that are not settled yet, what others have written, and the homes that take no decisions
  /// if others do.
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

  /// The reason why nothing can be decided in any home; nil if one takes decisions.
  package var readOnlyReason: String? { state.withLock(\.readOnlyReason) }

  /// The steps within reach, those of one home in their order, undone ones too.
  package var steps: [Step] {
    state.withLock { state in state.sorted.flatMap(\.history.steps).filter(state.reach) }
  }

  /// The decisions that still hold: those whose files are what they were decided on.
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

  /// The decision on a case that holds, with what it was made on.
  package func decided(on snapshot: StoredCase) -> DecidedCase? {
    state.withLock { $0.stores[snapshot.home]?.decided(on: snapshot) }
  }

  /// The notes of decisions that were undone, which wait for the next one.
  package func withdrawnNotes(for cases: some Sequence<StoredCase>) -> [String: String] {
    state.withLock { state in
      var result: [String: String] = [:]
      for snapshot in cases {
        result[snapshot.id] = state.stores[snapshot.home]?.withdrawnNote(on: snapshot)
      }
      return result
    }
  }

  /// Returns for each case whether its baseline holds what was written here.
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

  /// Returns the path of the kept bytes of the baseline that a decision replaced, so that it can
  /// still be shown; nil if the case has no such decision or had no baseline.
  package func kept(of snapshot: StoredCase, by decision: Decision) -> String? {
    state.withLock { $0.stores[snapshot.home]?.keptBaseline(of: snapshot, by: decision) }
  }
}

extension ReviewStore.State {
  var sorted: [FolderStore] { stores.sorted { $0.key < $1.key }.map(\.value) }

  /// The reason why nothing can be decided in any home.
  var readOnlyReason: String? {
    let reasons = sorted.map(\.readOnlyReason)
    return reasons.contains(nil) ? nil : reasons.first ?? nil
  }

  /// Opens the stores of homes that have none yet.
  mutating func open(_ homes: some Sequence<StoreHome>) throws(StoreError) {
    let missing = Set(homes).filter { stores[$0.folder] == nil }
    for home in missing.sorted(by: { $0.folder < $1.folder }) {
      stores[home.folder] = try FolderStore(
        home, context: context, isClaimed: stores.count + missing.count <= Self.claimedHomes)
    }
  }

  /// The number of homes up to which all stores are claimed at the start. Each holds a file open,
  /// and a process may have a few hundred of those.
  private static let claimedHomes = 16
}
