import Base
import Host
import Store

/// Failures' roots in which something may have been decided: those of the current cases, and those
/// whose failures were deleted and only the decisions remain.
package struct DecidedFolders: Sendable {
  let roots: [String]
  let writableRoots: [String]

  /// The limits of the search for decisions whose failures have been cleared away.
  private static let limits = Walk.Limits(entries: 300_000, depth: 24)

  package var isEmpty: Bool { roots.isEmpty }

  /// The folder of a repository, in which decisions by `--git` and on merges are kept.
  ///
  /// - Parameter folder: A folder in the repository; used itself if there is no repository.
  package init(around folder: String) throws(CatalogError) {
    let folder = try GivenPath(folder).path
    let top = WriteScope(named: []).repository(around: folder) ?? folder
    (roots, writableRoots) = ([top], [top])
  }

  /// - Parameters:
  ///   - paths: The folders that were given.
  ///   - references: The folders of `--references`.
  ///   - catalog: The cases below it, where there are any.
  package init(below paths: [String], references: [String], catalog: Catalog?) {
    var roots = catalog?.failures ?? []
    var writable = Set(catalog?.writableRoots ?? [])
    let files = paths.filter { (try? FileStatus(of: $0))?.kind != .folder }
    if catalog == nil, files.count == 2 {
      // The decision is kept beside the last that was there. Either may be gone now.
      let folders = files.map { Paths.parent(Paths.realAsFarAsItExists($0)) }
      roots.formUnion(folders.filter { FileStatus.exists(Paths.join($0, ReviewStore.folderName)) })
      writable.formUnion(folders)
    }
    for top in paths.compactMap({ try? Paths.real($0) }) {
      guard let walk = try? Walk(top, limits: Self.limits) else { continue }
      let writeScope = WriteScope(named: references.compactMap { try? Paths.real($0) })
      for folder in walk.folders.map(\.path) where !roots.contains(folder) {
        guard FileStatus.exists(Paths.join(folder, ReviewStore.folderName)) else { continue }
        roots.insert(folder)
        writable.formUnion(writeScope.roots(ofCleared: folder, openedAs: top))
      }
    }
    // What was never decided of an archive has no folder yet.
    self.roots = roots.filter(FileStatus.exists).sorted()
    writableRoots = writable.sorted()
  }
}
