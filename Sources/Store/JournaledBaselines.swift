import Base
import Host

/// Tells which baselines hold what this user accepted, according to the journals.
///
/// Used while cases are found, before any store is open: a baseline that a decision wrote must not
/// be mistaken for a recording by the test run.
package struct JournaledBaselines {
  private let author: Author?
  private var histories: [StoreHome: History] = [:]

  package init(stateFolder: UserFolder?) {
    author = stateFolder.flatMap { try? $0.author(on: .real) }
  }

  /// Returns true if the baseline holds what a decision on the case wrote.
  package mutating func hold(_ snapshot: StoredCase, in home: StoreHome) -> Bool {
    guard author != nil, let baseline = snapshot.baseline?.path else { return false }
    let written = history(of: home).items(on: snapshot.subjects).filter {
      !$0.step.isUndone && $0.entry.kept != nil
    }.compactMap(\.entry.files.baseline?.hash)
    guard !written.isEmpty, let now = try? Fingerprint.hash(ofFile: baseline, on: .real) else {
      return false
    }
    return written.contains(now)
  }

  /// Returns the kept copy of the baseline that accepting a case replaced, and the time, in seconds
  /// since 1970; nil if the baseline is no longer what was accepted.
  package mutating func replaced(
    _ snapshot: StoredCase, in home: StoreHome
  ) -> (file: String, at: Double)? {
    guard author != nil, let baseline = snapshot.baseline?.path else { return nil }
    let accepted = history(of: home).items(on: snapshot.subjects).filter {
      !$0.step.isUndone && $0.entry.decision == .accepted && $0.entry.kept != nil
    }
    guard !accepted.isEmpty, let now = try? Fingerprint.hash(ofFile: baseline, on: .real),
      let accepted = accepted.first(where: { $0.entry.files.baseline?.hash == now }),
      let hash = accepted.entry.kept?.hash
    else { return nil }
    let folder = StoreFolder(path: home.place ?? "", disk: .real)
    let file = BlobStore(folder: folder.blobs, disk: .real).path(hash)
    guard !Disk.real.isLink(file), (try? Fingerprint.hash(ofFile: file, on: .real)) == hash else {
      return nil
    }
    return (file, accepted.step.at)
  }

  /// Returns the rejections of runs' recordings whose baselines, including absent ones, are still as
  /// the user restored them, or are gone since: then with the hash that they had.
  package mutating func rejected(
    in home: StoreHome
  ) -> [(baseline: String, entry: DecisionEntry, gone: String?)] {
    guard author != nil else { return [] }
    var latest: [String: DecisionEntry] = [:]
    for item in history(of: home).items where !item.step.isUndone {
      if let baseline = item.entry.baseline { latest[baseline] = item.entry }
    }
    return latest.sorted { $0.key < $1.key }.compactMap { baseline, entry in
      guard entry.decision == .rejected, entry.kept != nil else { return nil }
      let path = Paths.resolve(baseline, from: home.folder)
      let (now, restored) =
        (try? Fingerprint.hash(ofFile: path, on: .real), entry.files.baseline?.hash)
      guard now == restored || now == nil else { return nil }
      return (path, entry, now == restored ? nil : restored)
    }
  }

  package mutating func steps(in home: StoreHome) -> [Step] { history(of: home).steps }

  private mutating func history(of home: StoreHome) -> History {
    if let known = histories[home] { return known }
    var history = History(root: home.folder)
    let folder = StoreFolder(path: home.place ?? "", disk: .real)
    switch folder.condition() {
    case .usable, .readOnly:
      let contents = try? JournalContents(reading: folder.journal, author: author, on: .real)
      _ = history.replay(contents?.entries ?? [])
    case .absent, .refused: break
    }
    histories[home] = history
    return history
  }
}
