import Base
import Essentials
import Host

/// The space that a store takes: replaced baselines are kept for 90 days, up to a gigabyte in
/// total.
extension FolderStore {
  private static let age = 90 * 86_400.0
  private static let limit = 1 << 30

  private typealias Kept = (path: String, size: Int, at: Double)

  /// The kept files, each with the time of the last step that needs it.
  private var kept: [Kept] {
    var times: [String: Double] = [:]
    for item in history.items {
      for hash in item.hashes { times[hash] = max(times[hash] ?? 0, item.step.at) }
    }
    let names = FolderNames.all(in: blobs.folder)
    // Lines of other users and machines do not count here, but they do there.
    let others =
      names.allSatisfy { times[$0] != nil }
      ? [] : (try? disk.read(folder.journal, limit: .journal).bytes) ?? []
    return names.compactMap { name in
      let path = blobs.path(name)
      return (try? FileStatus(of: path)).map { file in
        // A file that no line names was left by a killed run.
        let isNamed = times[name] == nil && others.firstRange(of: name.utf8) != nil
        let at = isNamed ? Double(file.stamp.modified.seconds) : times[name] ?? 0
        return (path, file.stamp.size, at)
      }
    }
  }

  var room: Int { kept.reduce(0) { $0 + $1.size } }

  /// Removes kept files that are too old or exceed the limit, the oldest first, but never those of
  /// the newest session.
  func tidy(now: Double = Date().timeIntervalSince1970) {
    guard hold != nil, unsettled.isEmpty else { return }
    let needed = Set(history.newestSession.flatMap(\.hashes))
    var total = 0
    for file in kept.sorted(by: { $0.at > $1.at }) {
      total += file.size
      guard total > Self.limit || now - file.at > Self.age,
        !needed.contains(Paths.name(file.path))
      else { continue }
      try? disk.removeIfThere(file.path)
    }
  }

  /// Removes all kept files: decisions still hold, but can no longer be undone.
  mutating func forget() throws(StoreError) {
    try claim()
    if let open = unsettled.first { throw StoreError(.conflict, open.sentence) }
    do throws(SystemError) {
      for file in kept { try disk.removeIfThere(file.path) }
    } catch {
      throw StoreError(.system, "Cannot empty \(printable(blobs.folder)): \(error).")
    }
  }
}

extension History.Item {
  /// The contents needed to undo or redo the step.
  fileprivate var hashes: [String] {
    [file?.before, file?.after, entry.kept?.hash].compactMap(\.self)
  }
}

extension ReviewStore {
  /// The size in bytes of the kept baselines.
  package var room: Int { state.withLock { $0.sorted.reduce(0) { $0 + $1.room } } }

  /// Removes the kept baselines.
  package func forget() throws(StoreError) {
    try state.withLock { (state) throws(StoreError) in
      for home in state.stores.keys.sorted() { try state.stores[home]?.forget() }
    }
  }
}
