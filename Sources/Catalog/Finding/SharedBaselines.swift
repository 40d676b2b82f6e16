import Base
import Host

/// Handles baselines that several tests share by links.
extension BaselineSearch {
  /// Returns the case with a linked baseline replaced by the link's target, which accepting changes
  /// for all that share it. A link out of the baseline's root stays as it is.
  func followingLinks(of snapshot: SnapshotCase) -> SnapshotCase {
    guard let baseline = snapshot.baseline,
      let folder = folder(Paths.parent(baseline.path)), !folder.linkedFiles.isEmpty
    else { return snapshot }
    let name = Paths.name(baseline.path)
    let isLink = folder.linkedFiles.contains { ExactName($0) == ExactName(name) }
    let file = isLink ? (try? Paths.real(baseline.path)) ?? baseline.path : baseline.path
    guard Paths.isInside(file, baseline.root) else { return snapshot }
    let sharers = sharers(of: file, among: folder)
    guard isLink || sharers.count > 1 else { return snapshot }
    var snapshot = snapshot
    if isLink {
      snapshot.baseline = Baseline(path: file, root: baseline.root)
      if snapshot.reference == baseline.path { snapshot.reference = file }
    }
    snapshot.remarks.append(.linked(file: file, sharers: sharers))
    return snapshot
  }

  private func sharers(of file: String, among folder: ListedFolder) -> [String] {
    let home = self.folder(Paths.parent(file))
    let folders = [folder] + (home.map { $0.path == folder.path ? [] : [$0] } ?? [])
    let links = folders.flatMap { folder in
      folder.linkedFiles.filter { (try? Paths.real(Paths.join(folder.path, $0))) == file }
    }
    return ([Paths.name(file)] + links).sorted()
  }
}
