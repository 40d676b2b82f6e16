/// The commits that recorded images again: each is a decision about a set of failures.
package struct GitHistory: Sendable {
  /// One commit, with the images that it changed against its first parent.
  package struct Commit: Sendable {
    /// The first digits of the commit's hash.
    package var hash: String
    package var subject: String
    package var cases: [SnapshotCase]
  }

  /// The newest first.
  package private(set) var commits: [Commit] = []
  private let root: String

  /// The repository without its cases, for its rules.
  package var catalog: Catalog {
    Catalog(cases: [], skipped: [], root: root, writableRoots: [root])
  }

  /// The limits of what is read, the newest first: decoding that much takes a minute, and what a
  /// team rendered years ago says little of today.
  private static let (mostCommits, mostCases) = (200, 2000)

  /// - Parameters:
  ///   - revisions: `REV` for what leads to it, or `A..B`.
  ///   - paths: Folders or files of the repository; none means the one around the working folder.
  package init(
    _ revisions: String, below paths: [String], options: CatalogOptions = CatalogOptions()
  ) throws(CatalogError) {
    let (range, places, repository) = try Catalog.ranged(revisions, paths, options.stateFolder)
    root = repository.top
    let folders = places.isEmpty ? [root] : places.map(\.path)
    let log = try Self.log(of: range.commits, in: repository, below: folders)
    let changes = log.flatMap(\.changes)
    guard !changes.isEmpty else {
      throw CatalogError(
        .unchanged,
        "\(printable(root)): no commit that leads to \(printable(range.commits)) changed an image that "
          + "was there before it.")
    }
    let folder = try PrivateFolder.own(in: options.stateFolder)
    let blobs = try GitCases.blobs(of: changes, from: repository, to: folder)
    commits = log.map { entry in
      var finder = GitCases(repository)
      for change in entry.changes { finder.add(change, blobs) }
      for (index, change) in entry.changes.enumerated() {
        finder.cases[index].id = "\(entry.hash):\(change.path)"
      }
      return Commit(hash: entry.hash, subject: entry.subject, cases: finder.cases)
    }
  }

  private typealias Entry = (hash: String, subject: String, changes: [GitChange])

  /// Returns the changes of each commit against its first parent. A merge counts with all that it
  /// brings; the commits that it merges do not count again.
  private static func log(
    of range: String, in repository: GitRepository, below folders: [String]
  ) throws(CatalogError) -> [Entry] {
    let words =
      ["log", "--first-parent", "-m", "--diff-filter=M", "--format=%x01%H%x09%s"]
      + GitChanges.flags + [range, "--"] + folders
    let pieces = try repository.pieces(words)
    let starts = pieces.indices.filter { pieces[$0].first == Self.mark }
    var entries: [Entry] = []
    var count = 0
    for (start, end) in zip(starts, starts.dropFirst() + [pieces.endIndex]) {
      // The first change follows the heading's own newline.
      let body = pieces[(start + 1)..<end].map { $0.drop { $0 == UInt8(ascii: "\n") } }
      let changes = GitChanges(body[...], in: repository, below: folders).changes.filter {
        FileKind(name: $0.path) == .image
      }
      guard !changes.isEmpty else { continue }
      let heading = pieces[start].dropFirst().split(
        separator: UInt8(ascii: "\t"), maxSplits: 1, omittingEmptySubsequences: false)
      let texts = heading.map { String(decoding: $0, as: UTF8.self) }
      entries.append(
        (String(texts[0].prefix(shownDigits)), texts.count > 1 ? texts[1] : "", changes))
      count += changes.count
      if entries.count == mostCommits || count >= mostCases { break }
    }
    return entries
  }

  private static let mark: UInt8 = 1
  private static let shownDigits = 10
}
