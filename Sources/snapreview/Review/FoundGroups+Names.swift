import Base
import Catalog
import Host
import Review
import ReviewUI
import Store

extension FoundGroups {
  /// Gives the causes the IDs by which `list` names them and a command takes them.
  ///
  /// - Parameter files: The files that a case is shown by.
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
  /// The hash of one of its files as it was read for the screen; nil if it was another file.
  fileprivate func hash(of path: String) -> String? {
    guard let fingerprint else { return nil }
    if path == snapshot.baseline?.path { return fingerprint.baseline }
    if path == snapshot.reference { return fingerprint.reference }
    return path == (snapshot.proposed ?? snapshot.difference) ? fingerprint.actual : nil
  }
}
