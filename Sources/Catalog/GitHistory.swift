import Base
import Host

/// The commits that re-recorded images; each one is a decision about a set of failures.
///
/// They are read on demand, from the newest on.
package struct GitHistory {
  /// One commit, with some of the images that it changed against its parent.
  package struct Commit: Sendable {
    /// The first digits of the commit's hash.
    package var hash: String
    package var subject: String
    /// At most `mostCases` of its changed images, spread evenly over all of them.
    package var cases: [SnapshotCase] = []
    /// The number of images that it changed.
    package var changed: Int
    /// The reason why the search for settings leaves the commit out; nil if it does not.
    package var leftOut: LeftOut?
  }

  package enum LeftOut: String, Sendable {
    /// It was named by `--without`.
    case named = "left out"
    /// It moved pictures into or out of Git LFS, or they are not on this machine.
    case pointers
    /// A newer commit made the same changes, or reverted them.
    case repeated
  }

  /// The maximum number of images per commit; further ones would add little.
  private static let mostCases = 20

  private let repository: GitRepository
  private let folders: [String]
  private let folder: PrivateFolder
  private let range: String
  private let without: [String]
  private let log: ChildProcess
  /// The heading of the next commit, if it has been read.
  private var heading: [UInt8]?
  /// The pairs of pictures seen so far, in either direction.
  private var known: Set<Set<String>> = []

  /// The repository as a catalogue without cases, for its rules.
  package var catalog: Catalog { Catalog(around: repository.top) }

  /// - Parameters:
  ///   - revisions: `REV` for all commits that lead to it, or `A..B`.
  ///   - paths: Folders or files of the repository; if empty, the one around the working folder.
  ///   - without: Revisions of commits to leave out.
  package init(
    _ revisions: String, below paths: [String], without: [String],
    options: CatalogOptions = CatalogOptions()
  ) throws(CatalogError) {
    let (range, places, repository) = try Catalog.ranged(revisions, paths, options.stateFolder)
    (self.repository, self.range) = (repository, range.commits)
    folders = places.isEmpty ? [repository.top] : places.map(\.path)
    folder = try PrivateFolder.own(in: options.stateFolder)
    self.without = try without.map { (revision) throws(CatalogError) in
      guard let commit = try repository.object(revision, "commit") else {
        throw .wrongUse(
          "--without \(printable(revision)): no such commit in \(printable(repository.top)).")
      }
      return commit
    }
    // A merge adds nothing beyond its commits, and a rename is not a change.
    let words =
      ["log", "--no-merges", "--diff-filter=M", "--format=%x01%H%x09%s"] + GitChanges.flags
    let all = words + [range.commits, "--"] + folders
    log = try GitRepository.starting { () throws(SystemError) in try repository.start(all) }
    heading = log.line(endingIn: 0)
  }

  /// The error if no commit changed an image.
  package var unchanged: CatalogError {
    .unchanged(
      "\(printable(repository.top)): no commit in the history of \(printable(range)) changed an "
        + "existing image.")
  }

  /// Returns the next commits that changed images, with at least `count` cases while any are left;
  /// empty at the end.
  ///
  /// - Parameter isWanted: False to return the commits found so far, because thousands of commits
  ///   that only change pointers may have no case.
  package mutating func commits(
    holding count: Int, while isWanted: () -> Bool
  ) throws(CatalogError) -> [Commit] {
    var commits: [Commit] = []
    while commits.map(\.cases.count).reduce(0, +) < count, isWanted(), let heading {
      var pieces: [ArraySlice<UInt8>] = []
      self.heading = nil
      while let piece = log.line(endingIn: 0) {
        if piece.first == Self.mark {
          self.heading = piece
          break
        }
        // The first change follows the heading's own newline.
        pieces.append(piece.drop { $0 == UInt8(ascii: "\n") })
      }
      if let commit = try commit(heading, pieces) { commits.append(commit) }
    }
    return commits
  }

  /// Returns a commit with its cases; nil if it changed no image.
  private mutating func commit(
    _ heading: [UInt8], _ pieces: [ArraySlice<UInt8>]
  ) throws(CatalogError) -> Commit? {
    let changes = GitChanges(pieces[...], in: repository, below: folders).changes.filter {
      FileKind(name: $0.path) == .image && $0.reference != $0.actual
    }
    guard !changes.isEmpty else { return nil }
    let texts = heading.dropFirst().split(
      separator: UInt8(ascii: "\t"), maxSplits: 1, omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    var commit = Commit(
      hash: String(texts[0].prefix(Self.shownDigits)), subject: texts.count > 1 ? texts[1] : "",
      changed: changes.count)
    guard !without.contains(texts[0]) else {
      commit.leftOut = .named
      return commit
    }
    let new = changes.filter {
      known.insert([$0.reference ?? "", $0.actual ?? ""]).inserted
    }
    let step = max(Double(new.count) / Double(Self.mostCases), 1)
    let picked = stride(from: 0, to: Double(new.count), by: step).map { new[Int($0)] }
    let blobs = try GitCases.blobs(of: picked, from: repository, to: folder)
    var finder = GitCases(repository: repository)
    for change in picked {
      finder.add(change, blobs)
      finder.cases[finder.cases.count - 1].id = "\(commit.hash):\(change.path)"
    }
    // A pointer and the picture that it stands for are two blobs with the same pixels.
    commit.cases = finder.cases.filter { snapshot in
      guard let reference = snapshot.reference, let actual = snapshot.actual else { return false }
      return !FileBytes.areEqual(reference, actual)
    }
    if commit.cases.isEmpty { commit.leftOut = new.isEmpty ? .repeated : .pointers }
    return commit
  }

  private static let mark: UInt8 = 1
  private static let shownDigits = 10
}
