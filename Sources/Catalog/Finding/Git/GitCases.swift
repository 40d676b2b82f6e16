import Base
import Host
import Store

/// Makes cases from git changes.
struct GitCases {
  var cases: [SnapshotCase] = []
  var ledger = Ledger()
  let repository: GitRepository

  /// Returns the cases of the given work tree files that differ from HEAD.
  static func changes(
    of files: Set<String>, in repository: GitRepository, to folder: PrivateFolder
  ) throws(CatalogError) -> GitCases {
    var cases = GitCases(repository: repository)
    // A repository without a commit has nothing to compare with.
    guard try repository.object("HEAD", "tree") != nil else { return cases }
    let changes = try GitChanges(
      GitRange("HEAD", in: repository), in: repository, below: [repository.top])
    try cases.add(
      changes.changes.filter { files.contains(Paths.join(repository.top, $0.path)) }, in: folder)
    return cases
  }

  mutating func add(_ changes: [GitChange], in folder: PrivateFolder) throws(CatalogError) {
    let blobs = try Self.blobs(of: changes, from: repository, to: folder)
    for change in changes {
      let path = Paths.join(repository.top, change.path)
      let count = cases.count
      add(change, blobs)
      if cases.count > count { ledger.list(.change, path) } else { ledger.give(.change, path) }
    }
    joinRenames()
  }

  /// Adds rejected snapshots whose committed file was put back, wherever it is now. No file differs,
  /// but they stay rejected until something else is recorded or the decision is undone.
  mutating func addRejected(
    _ tree: String, below folders: [String], stateFolder: UserFolder?, in folder: PrivateFolder
  ) throws(CatalogError) {
    var journals = JournaledBaselines(stateFolder: stateFolder)
    let home = Homes.home(repository.top, in: stateFolder)
    let known = Set(cases.compactMap(\.baseline).map { ExactName($0.path) })
    var changes: [GitChange] = []
    var decided: [String: DecisionEntry] = [:]
    let rejected = journals.rejected(in: home)
    let renames = rejected.allSatisfy { $0.gone == nil } ? [] : try renames()
    for (baseline, entry, gone) in rejected {
      guard var path = Paths.below(repository.top, baseline) else { continue }
      for (old, new) in renames where gone != nil && old == path { path = new }
      let moved = gone == nil ? nil : cases.firstIndex { $0.remarks == [.renamed(from: path)] }
      let file = moved.flatMap { cases[$0].actual } ?? Paths.join(repository.top, path)
      guard folders.contains(where: { Paths.isInside(file, $0) }),
        gone == nil || (try? Fingerprint.hash(ofFile: file, on: .real)) == gone
      else { continue }
      if let moved { cases[moved].putBack(by: entry, in: home) }
      guard !known.contains(file), decided[path] == nil else { continue }
      decided[path] = entry
      let old = try repository.line(["rev-parse", "--verify", "--quiet", "\(tree):\(path)"])
      changes.append(GitChange(path: path, reference: old))
    }
    guard !changes.isEmpty else { return }
    let blobs = try Self.blobs(of: changes, from: repository, to: folder)
    for change in changes {
      var snapshot = SnapshotCase(change, top: repository.top, blobs)
      let (file, name) = (Paths.join(repository.top, change.path), Paths.name(change.path))
      let isThere = FileStatus.exists(file)
      guard snapshot.obstacle == nil, isThere == (snapshot.reference != nil),
        snapshot.reference.map({ FileBytes.areEqual($0, file) }) ?? true
      else { continue }
      snapshot.content = SnapshotCase.Content(fileNamed: name, at: [snapshot.reference])
      snapshot.isDeletion = decided[change.path]?.kept?.hash == nil
      snapshot.actual = snapshot.isDeletion ? nil : file
      snapshot.baseline = Baseline(path: file, root: repository.top)
      if let entry = decided[change.path] { snapshot.putBack(by: entry, in: home) }
      cases.append(snapshot)
    }
  }

  /// Returns the renames of unchanged files in the latest commits, the oldest first.
  private func renames() throws(CatalogError) -> [(old: String, new: String)] {
    let names = try repository.pieces([
      "log", "--max-count=1000", "--reverse", "--first-parent", "-m", "--format=", "--name-status",
      "-z", "-M100%", "--diff-filter=R", "HEAD",
    ]).map { String(decoding: $0, as: UTF8.self) }
    return stride(from: 0, to: names.count - 2, by: 3).map { (names[$0 + 1], names[$0 + 2]) }
  }

  static func blobs(
    of changes: [GitChange], from repository: GitRepository, to folder: PrivateFolder
  ) throws(CatalogError) -> [GitBlobs.Wanted: GitBlobs.Answer] {
    let wanted = changes.flatMap { change in
      [change.reference, change.actual].compactMap { $0 }.map {
        GitBlobs.Wanted(object: $0, name: Paths.name(change.path))
      }
    }
    return try GitBlobs(Set(wanted), from: repository, to: folder).answers
  }

  mutating func add(_ change: GitChange, _ blobs: [GitBlobs.Wanted: GitBlobs.Answer]) {
    let file = Paths.join(repository.top, change.path)
    var snapshot = SnapshotCase(change, top: repository.top, blobs)
    let name = Paths.name(change.path)
    if change.kind == .workTree {
      switch (try? Disk.real.statusOfLink(file))?.kind {
      case .file: snapshot.actual = file
      case nil: break
      default:
        let why = "no longer a plain file, so it is not listed. Put the file back."
        return ledger.skip(.change, [file], Skipped(change.path, why))
      }
      let committed = change.reference.flatMap { blobs[.init(object: $0, name: name)] }
      let isSame =
        switch (committed, snapshot.reference, snapshot.actual) {
        case (.pointer(let pointer)?, _, _): pointer.isPointer(toFile: file)
        // Touched, or written again with the same bytes.
        case (_, let reference?, let actual?): FileBytes.areEqual(reference, actual)
        // Added to the index, then removed.
        case (_, _, let actual): change.reference == nil && actual == nil
        }
      if isSame { return ledger.pass(.change, file) }
      if change.isStaged { snapshot.remarks.append(.staged) }
    }
    snapshot.content = SnapshotCase.Content(
      fileNamed: name, at: [snapshot.reference, snapshot.actual])
    snapshot.isDeletion = snapshot.actual == nil && snapshot.obstacle == nil
    if change.kind != .revisions { snapshot.baseline = Baseline(path: file, root: repository.top) }
    switch change.kind {
    case .conflict: snapshot.remarks.append(.conflict(isOfGit: true))
    case .workTree where snapshot.reference == nil && snapshot.obstacle == nil:
      snapshot.remarks.append(.added)
    case .workTree where snapshot.isDeletion: snapshot.remarks.append(.deleted)
    case .workTree, .revisions: break
    }
    cases.append(snapshot)
  }

  /// Joins a removed file and a new one with the same bytes into a rename, which matches: that
  /// picture was committed before, and a test that still has the old name has lost its baseline, so
  /// it fails or records a new file. Similarity proves nothing: pictures of one screen are all
  /// similar.
  private mutating func joinRenames() {
    let removed = cases.indices.filter { cases[$0].isDeletion && cases[$0].writing == .rejecting }
    let added = cases.indices.filter {
      cases[$0].reference == nil && cases[$0].writing == .rejecting && cases[$0].obstacle == nil
    }
    guard !removed.isEmpty, !added.isEmpty else { return }
    let hash = { (path: String?) in
      path.flatMap { try? Fingerprint.hash(ofFile: $0, on: .real) } ?? ""
    }
    let olds = Dictionary(grouping: removed) { hash(cases[$0].reference) }
    let news = Dictionary(grouping: added) { hash(cases[$0].actual) }
    var gone: Set<Int> = []
    for (hash, places) in news {
      guard places.count == 1, let old = olds[hash], old.count == 1 else { continue }
      let former = Paths.below(repository.top, cases[old[0]].place ?? "") ?? ""
      cases[places[0]].reference = cases[old[0]].reference
      cases[places[0]].writing = .accepting
      cases[places[0]].remarks = [.renamed(from: former)]
      gone.insert(old[0])
    }
    cases = cases.indices.filter { !gone.contains($0) }.map { cases[$0] }
  }
}

extension SnapshotCase {
  /// Ties the case to a rejection, by whatever layout and wherever its file was then.
  fileprivate mutating func putBack(by entry: DecisionEntry, in home: StoreHome) {
    (key, failures) = (entry.key, Paths.resolve(entry.failures, from: home.folder))
    remarks.append(.putBack)
  }

  fileprivate init(_ change: GitChange, top: String, _ blobs: [GitBlobs.Wanted: GitBlobs.Answer]) {
    let name = Paths.name(change.path)
    let folder = Paths.parent(Paths.join(top, change.path))
    self.init(
      suite: Paths.name(folder), name: SnapshotCase.name(ofFile: name), layout: .git,
      failures: top, key: change.path)
    place = Paths.join(top, change.path)
    writing = change.kind == .conflict ? .either : .rejecting
    let answer = { (object: String?) in object.map { blobs[.init(object: $0, name: name)]! } }
    reference = file(answer(change.reference))
    actual = file(answer(change.actual))
  }

  /// Returns the file of a blob; if it is not available, sets the case's obstacle.
  private mutating func file(_ answer: GitBlobs.Answer?) -> String? {
    switch answer {
    case .file(let path): return path
    case .pointer: obstacle = GitBlobs.unfetched
    case .absent(let why): obstacle = why
    case nil: break
    }
    return nil
  }
}
