import Base
import Host
import Store

/// Finds the place where the decisions on a case are kept: where its baseline lives, however the
/// failure was named.
struct Homes {
  let stateFolder: UserFolder?
  private let writeScope = Repositories()
  private let repositories = Memo<String, Bool>()
  let known: Set<String>

  init(stateFolder: UserFolder?) {
    self.stateFolder = stateFolder
    known = StoreHome.known(in: stateFolder)
  }

  /// The home of a folder that `folder(of:openedAs:)` has returned.
  static func home(_ folder: String, in stateFolder: UserFolder?) -> StoreHome {
    guard let git = GitFolders(top: folder) else {
      return StoreHome(folder: folder, in: stateFolder)
    }
    return StoreHome(folder: folder, place: Paths.join(git.own, UserFolder.name))
  }

  /// The work tree around a case's baseline; without one, the folder of references, or the opened
  /// folder, that this user has decided in before, else that of the case.
  ///
  /// - Parameter tops: The folders that were opened.
  func folder(of snapshot: SnapshotCase, openedAs tops: [String]) -> String {
    let place = snapshot.baseline.map { Paths.parent($0.path) } ?? snapshot.failures
    if let found = around(place) { return found }
    if let baseline = snapshot.baseline { return baseline.root }
    let holding = tops.filter { Paths.isInside(snapshot.failures, $0) }
    return holding.max { $0.utf8.count < $1.utf8.count } ?? snapshot.failures
  }

  /// The home that holds a folder: its work tree, or the innermost one that is known.
  func around(_ folder: String) -> String? {
    if let top = writeScope.repository(around: folder),
      repositories.value(top, { GitFolders(top: top) != nil })
    {
      return top
    }
    guard !known.isEmpty else { return nil }
    var folder = folder
    while !known.contains(folder), folder != "/", folder != "." { folder = Paths.parent(folder) }
    return known.contains(folder) ? folder : nil
  }

  /// The homes of what may have been decided on some folders: around them, and known ones below them.
  func related(to folders: [String]) -> Set<String> {
    let below = known.filter { home in folders.contains { Paths.isInside(home, $0) } }
    let tops = folders.compactMap(around)
    return below.union(tops).union(tops.flatMap(submodules))
  }

  /// The work trees of a repository's submodules, and of theirs.
  private func submodules(of top: String) -> [String] {
    Submodule.paths(in: top).filter { $0 != top && Paths.isInside($0, top) && around($0) == $0 }
      .flatMap { [$0] + submodules(of: $0) }
  }
}
