import Base
import Catalog
import Host
import Review
import ReviewUI
import Store

extension FoundGroups {
  /// Gives the causes the IDs that `list` shows and commands accept.
  ///
  /// - Parameter files: Returns the files that are shown for a case.
  mutating func name(_ items: CaseList, _ files: (SnapshotCase) -> ShownFiles) {
    var members: [Int: [String]] = [:]
    for group in groups {
      members[group.id] = group.items.map { place in
        let item = items[place]
        return CauseNames.content(of: item.snapshot, files(item.snapshot)) { path in
          item.hash(of: path) ?? (try? Fingerprint.hash(ofFile: path, on: .real))
        }
      }
    }
    let names = CauseNames.names(of: members)
    for place in groups.indices { groups[place].name = names[groups[place].id] ?? "" }
  }
}

extension ReviewItem {
  /// The hash of one of the case's files as read for the screen; nil for any other file.
  fileprivate func hash(of path: String) -> String? {
    guard let fingerprint else { return nil }
    if path == snapshot.baseline?.path { return fingerprint.baseline }
    if path == snapshot.reference { return fingerprint.reference }
    return path == (snapshot.proposed ?? snapshot.difference) ? fingerprint.actual : nil
  }
}
