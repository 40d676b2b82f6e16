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
