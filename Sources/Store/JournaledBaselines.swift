/// Tells which baselines hold what this user has accepted, as their journals say.
///
/// Asked while cases are found, before any store is open: what a decision wrote must not be taken for a
/// recording by the test run.
package struct JournaledBaselines {
  private let author: Author?
  private var histories: [StoreHome: History] = [:]

  package init(stateFolder: UserFolder?) {
    author = stateFolder.flatMap { try? $0.author(on: .real) }
  }

  /// Returns true if a decision on the case has replaced its baseline by what lies there now.
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
