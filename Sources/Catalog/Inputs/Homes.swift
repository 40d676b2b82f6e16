import Base
import Host
import Store

/// Finds the folder where the decisions on a case are kept: near its baseline, regardless of how
/// the failure was named.
struct Homes {
  let stateFolder: UserFolder?
  private let writeScope = Repositories()
  private let repositories = Memo<String, Bool>()
  let known: Set<String>

  init(stateFolder: UserFolder?) {
    self.stateFolder = stateFolder
    known = StoreHome.known(in: stateFolder)
  }

  /// Returns the home for a folder returned by `folder(of:openedAs:)`.
  static func home(_ folder: String, in stateFolder: UserFolder?) -> StoreHome {
    guard let git = GitFolders(top: folder) else {
      return StoreHome(folder: folder, in: stateFolder)
    }
    return StoreHome(folder: folder, place: Paths.join(git.own, UserFolder.name))
  }

  /// Returns the work tree or known home around a case's baseline, or around its failure if it has
  /// no baseline. Without either, returns the baseline's root or the opened folder.
  func folder(of snapshot: SnapshotCase, openedAs tops: [String]) -> String {
    let place = snapshot.baseline.map { Paths.parent($0.path) } ?? snapshot.failures
    if let found = around(place) { return found }
    if let baseline = snapshot.baseline { return baseline.root }
    let holding = tops.filter { Paths.isInside(snapshot.failures, $0) }
    return holding.max { $0.utf8.count < $1.utf8.count } ?? snapshot.failures
  }

  /// Returns the home that contains a folder: its work tree, or the innermost known home.
  func around(_ folder: String) -> String? {
    if let top = writeScope.repository(around: folder),
      repositories.value(top, { GitFolders(top: top) != nil })
    {
      return top
    }
    return known.isEmpty ? nil : Paths.upwards(from: folder).first(where: known.contains)
  }

  /// Returns the homes that may hold decisions on some folders: around them, and known ones below.
  func related(to folders: [String]) -> Set<String> {
    let below = known.filter { home in folders.contains { Paths.isInside(home, $0) } }
    let tops = folders.compactMap(around)
    return below.union(tops).union(tops.flatMap(submodules))
  }

  /// Returns the work trees of a repository's submodules, recursively.
  private func submodules(of top: String) -> [String] {
    Repositories.submodules(in: top).filter {
      $0 != top && Paths.isInside($0, top) && around($0) == $0
    }
    .flatMap { [$0] + submodules(of: $0) }
  }
}
