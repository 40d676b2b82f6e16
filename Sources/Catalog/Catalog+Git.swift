import Base
import Host

extension Catalog {
  /// Finds the snapshots that differ between a work tree and a revision, or between two revisions.
  ///
  /// - Parameters:
  ///   - revisions: `REV`, or `A..B`.
  ///   - paths: Folders or files of the repository; if empty, the one around the working folder.
  init(git revisions: String, below paths: [String], options: CatalogOptions) throws(CatalogError) {
    let (range, places, repository) = try Self.ranged(revisions, paths, options.stateFolder)
    guard range.new != nil || !repository.folders.isBare else {
      throw .wrongUse(
        "\(printable(repository.top)): a bare repository has no work tree to compare with. Give two "
          + "revisions: --git A..B.")
    }
    let folders = places.isEmpty ? [repository.top] : places.map(\.path)
    let found = try GitFindings(range, in: repository, below: folders, options, LibrarySearch.all)
    guard !found.cases.isEmpty else {
      throw .unchanged(
        "\(printable(repository.top)): no snapshot differs from \(printable(revisions)). --git "
          + "looks at every picture, and at every file in a folder of snapshots."
          + (found.ledger.skipped.map(\.sentence) + found.remarks).map { " " + $0 }.joined(),
        skipped: found.ledger.skipped)
    }
    var cases = found.cases
    CaseChecks(actuals: []).finish(&cases, root: repository.top)
    self.init(
      cases: cases, ledger: found.ledger, root: repository.top, writableRoots: found.tops,
      readOnlyReason: range.new == nil
        ? nil : "--git \(printable(revisions)) compares two revisions: there is nothing to write.")
    remarks += found.remarks
    findHomes(options)
  }

  /// Adds accepted snapshots to git's index, and rejected ones too if they are part of a merge.
  package static func stage(
    _ cases: [SnapshotCase], after decision: Decision, stateFolder: UserFolder? = .state
  ) throws(CatalogError) {
    let decided = cases.filter { snapshot in
      decision == .accepted || decision == .rejected && snapshot.writing == .either
    }
    let scope = Repositories()
    let paths = Dictionary(grouping: decided.compactMap(\.baseline?.path)) { path in
      scope.repository(around: Paths.parent(path)) ?? ""
    }
    for (top, paths) in paths.sorted(by: { $0.key < $1.key }) {
      guard !top.isEmpty else {
        throw .wrongUse(
          "\(printable(Paths.parent(paths[0]))) is not in a git repository, so nothing was staged. "
            + "Decisions are kept.")
      }
      try GitRepository(around: top, in: stateFolder).stage(
        paths.compactMap { Paths.below(top, $0) })
    }
  }

  /// Returns the commit checked out around a folder, its branch and its message's first line.
  ///
  /// - Parameter commit: The commit to take the message from; the message is nil if it is missing.
  package static func head(
    around folder: String, of commit: String? = nil
  ) -> (commit: String?, branch: String?, subject: String?)? {
    guard let repository = try? GitRepository(around: folder, in: .state) else { return nil }
    let line = { (words: [String]) in (try? repository.line(words)).flatMap { $0 } }
    let head = line(["rev-parse", "--verify", "--quiet", "HEAD"])
    let branch = line(["symbolic-ref", "--quiet", "--short", "HEAD"])
    let object = (try? repository.object(commit ?? "HEAD", "commit")).flatMap { $0 }
    let subject = object.flatMap { line(["log", "-1", "--format=%s", $0]) }
    return (head, branch, subject)
  }

  /// Like git, treats an argument that is not a revision as a path: `--git` may stand before one.
  static func ranged(
    _ revisions: String, _ paths: [String], _ stateFolder: UserFolder?
  ) throws(CatalogError) -> (GitRange, [GivenPath], GitRepository) {
    let places = try paths.map { (path) throws(CatalogError) in try GivenPath(path) }
    let repository = try GitRepository(
      around: places.first?.folder ?? Paths.workingFolder, in: stateFolder)
    for place in places where !Paths.isInside(place.path, repository.top) {
      throw .wrongUse("\(place.shown): not in the repository \(printable(repository.top)).")
    }
    do throws(CatalogError) {
      return (try GitRange(revisions, in: repository), places, repository)
    } catch  where error.reason == .wrongUse && FileStatus.exists(revisions) {
      return try ranged("HEAD", [revisions] + paths, stateFolder)
    }
  }

  package static func mergeBase(
    with revision: String, around paths: [String]
  ) throws(CatalogError) -> String {
    let first = try paths.first.map { (path) throws(CatalogError) in try GivenPath(path) }
    let repository = try GitRepository(around: first?.folder ?? Paths.workingFolder, in: .state)
    guard let other = try repository.object(revision, "commit"),
      let base = try repository.line(["merge-base", other, "HEAD"])
    else {
      throw .wrongUse(
        "--since \(printable(revision)): no such revision in \(printable(repository.top)), or "
          + "none that shares a commit with HEAD. A shallow clone may lack it: fetch more of its history."
      )
    }
    return base
  }
}
