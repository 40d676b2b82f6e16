import Base
import Host

/// Tells which baselines hold what this user has accepted, as the journals beside the failures say.
///
/// Asked while cases are found, before any store is open: what a decision wrote must not be taken for a
/// recording by the test run.
package struct JournaledBaselines {
  private let author: Author?
  private var histories: [String: History] = [:]

  package init(stateFolder: UserFolder?) {
    author = stateFolder.flatMap { try? $0.author(on: .real) }
  }

  /// Returns true if a decision on the case has replaced its baseline by what lies there now.
  package mutating func hold(_ snapshot: StoredCase) -> Bool {
    guard author != nil, let baseline = snapshot.baseline?.path,
      let entry = history(of: snapshot.failures).current(snapshot.key)?.entry, entry.kept != nil,
      let written = entry.files.baseline?.hash
    else { return false }
    return (try? Fingerprint.hash(ofFile: baseline, on: .real)) == written
  }

  /// Returns a kept copy of the baseline that accepting a case has replaced, and when that was, in
  /// seconds since 1970; nil if the baseline is not what was accepted.
  package mutating func replaced(_ snapshot: StoredCase) -> (file: String, at: Double)? {
    guard hold(snapshot), let item = history(of: snapshot.failures).current(snapshot.key),
      item.entry.decision == .accepted, let hash = item.entry.kept?.hash
    else { return nil }
    let folder = StoreFolder(in: snapshot.failures, disk: .real)
    let file = BlobStore(folder: folder.blobs, disk: .real).path(hash)
    guard !Disk.real.isLink(file), (try? Fingerprint.hash(ofFile: file, on: .real)) == hash else {
      return nil
    }
    return (file, item.at)
  }

  /// Returns the baselines below a folder of which the user has rejected what a run recorded, and that
  /// hold since what was put back; absent ones too.
  package mutating func rejected(
    below root: String
  ) -> [(baseline: String, isDeletion: Bool)] {
    guard author != nil else { return [] }
    let history = history(of: root)
    return history.decided.compactMap { subject in
      guard let entry = history.current(subject)?.entry, entry.decision == .rejected,
        let kept = entry.kept, let baseline = entry.baseline.map({ Paths.resolve($0, from: root) })
      else { return nil }
      let now = try? Fingerprint.hash(ofFile: baseline, on: .real)
      return now == entry.files.baseline?.hash ? (baseline, kept.hash == nil) : nil
    }
  }

  private mutating func history(of root: String) -> History {
    if let known = histories[root] { return known }
    var history = History(root: root)
    let folder = StoreFolder(in: root, disk: .real)
    switch folder.condition() {
    case .usable, .readOnly:
      let contents = try? JournalContents(reading: folder.journal, author: author, on: .real)
      _ = history.replay(contents?.entries ?? [])
    case .absent, .refused: break
    }
    histories[root] = history
    return history
  }
}
