import Base
import Host

/// The tracked files of a repository, as evidence: a committed, unchanged file was not left by the
/// last run.
struct TrackedFiles: Sendable {
  private let repository: GitRepository
  private let index: GitIndex
  /// The entries of the index by path.
  private let entries: [ExactName: GitIndex.Entry]
  /// The objects of HEAD's files by path.
  private let committed: [ExactName: String]

  /// - Returns: nil if git fails, or nothing is committed.
  init?(around folder: String, in stateFolder: UserFolder?) {
    do throws(CatalogError) {
      repository = try GitRepository(around: folder, in: stateFolder)
      guard let head = try repository.object("HEAD", "tree") else { return nil }
      index = try GitIndex(of: repository)
      committed = GitTreeEntry.objects(in: try repository.pieces(GitTreeEntry.listing + [head]))
    } catch {
      return nil
    }
    entries = index.files
  }

  /// True if git's index holds a file, changed or not.
  func isTracked(_ path: String) -> Bool { name(path).flatMap { entries[$0] } != nil }

  private func name(_ path: String) -> ExactName? {
    Paths.below(repository.top, path).map(ExactName.init)
  }

  /// Returns the files that are committed and unchanged.
  func unchanged(_ paths: [String]) -> FileSet {
    var unchanged = FileSet()
    var doubtful: [String] = []
    for path in paths {
      guard let name = name(path), let entry = entries[name], committed[name] == entry.object,
        let status = try? Disk.real.statusOfLink(path), status.kind == .file
      else { continue }
      if index.vouches(for: entry, status) { unchanged.insert(path) } else { doubtful.append(path) }
    }
    for areTexts in [false, true] {
      let asked = doubtful.filter { (FileKind(name: Paths.name($0)) == .text) == areTexts }
      let names =
        try? repository.blobNames(of: asked.compactMap { name($0)?.text }, areTexts: areTexts)
      for path in asked {
        if let name = name(path), let blob = names?[name], blob == entries[name]?.object {
          unchanged.insert(path)
        }
      }
    }
    return unchanged
  }
}

/// The tracked files of each repository, read on first use.
final class GitEvidence: Sendable {
  private let repositories = Memo<String, TrackedFiles?>()
  private let stateFolder: UserFolder?
  private let writeScope: WriteScope

  init(_ writeScope: WriteScope, in stateFolder: UserFolder?) {
    (self.writeScope, self.stateFolder) = (writeScope, stateFolder)
  }

  /// Returns the tracked files around a folder; nil outside a repository.
  func tracked(around folder: String) -> TrackedFiles? {
    guard let top = writeScope.repository(around: folder) else { return nil }
    return repositories.value(top) { TrackedFiles(around: top, in: stateFolder) }
  }

  /// Returns the files that are committed and unchanged, so no run left them.
  func unchanged(_ paths: [String]) -> FileSet {
    var unchanged = FileSet()
    let tops = Dictionary(grouping: paths) { writeScope.repository(around: Paths.parent($0)) ?? "" }
    for (top, paths) in tops where !top.isEmpty {
      guard let tracked = tracked(around: top) else { continue }
      let found = tracked.unchanged(paths)
      for path in paths where found.contains(path) { unchanged.insert(path) }
    }
    return unchanged
  }
}
