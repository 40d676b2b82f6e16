import Base
import Host

/// The tracked files of a repository, as evidence: a committed, unchanged file was not left by the
/// last run.
struct TrackedFiles: Sendable {
  fileprivate let repository: GitRepository
  private let index: GitIndex
  /// The objects of HEAD's files by path; nil if nothing is committed.
  fileprivate var committed: [ExactName: String]?

  init(around folder: String, in stateFolder: UserFolder?) throws(CatalogError) {
    repository = try GitRepository(around: folder, in: stateFolder)
    index = try GitIndex(of: repository)
    guard let head = try repository.object("HEAD", "tree") else { return }
    committed = GitTreeEntry.objects(in: try repository.pieces(GitTreeEntry.listing + [head]))
  }

  var top: String { repository.top }

  /// True if git's index holds a file, changed or not.
  func isTracked(_ path: String) -> Bool { name(path).flatMap { index.files[$0] } != nil }

  private func name(_ path: String) -> ExactName? {
    Paths.below(repository.top, path).map(ExactName.init)
  }

  /// Returns the versions of a plain file that git holds, and where: in the index, and in HEAD.
  fileprivate func versions(of path: String) -> [(blob: GitBlobs.Wanted, holder: String)] {
    guard let name = name(path), index.files[name]?.mode.hasPrefix("100") != false else {
      return []
    }
    return [(index.files[name]?.object, "the index"), (committed?[name], "HEAD")].compactMap {
      object, holder in
      object.map { (GitBlobs.Wanted(object: $0, name: Paths.name(path)), holder) }
    }
  }

  /// True if a file is certainly one of git's objects, unchanged since git last examined it.
  fileprivate func vouches(for path: String, as object: String) -> Bool {
    guard let entry = name(path).flatMap({ index.files[$0] }), entry.object == object,
      let status = try? Disk.real.statusOfLink(path)
    else { return false }
    return index.vouches(for: entry, status)
  }

  func unchanged(_ paths: [String]) -> Set<ExactName> {
    let objects = paths.compactMap(name).compactMap { name in
      committed?[name].flatMap { $0 == index.files[name]?.object ? (name, $0) : nil }
    }
    let equal = try? index.files(equalTo: Dictionary(objects) { $1 }, in: repository)
    return Set((equal ?? []).map { ExactName(Paths.join(repository.top, $0.text)) })
  }

  /// Returns the objects that git would make of some files.
  fileprivate func objects(of paths: [String]) -> [ExactName: String] {
    let objects = (try? repository.blobNames(of: paths.compactMap { name($0)?.text })) ?? [:]
    return Dictionary(
      uniqueKeysWithValues: objects.map { (ExactName(Paths.join(repository.top, $0.text)), $1) })
  }
}

/// The versions of work tree files that git holds: in the index, and in HEAD.
struct CommittedFiles: Sendable {
  struct Version: Sendable {
    let file: String
    let holder: String
    /// True if the work tree's file equals this version except for line endings.
    let isConverted: Bool

    func isHeld(by path: String) -> Bool { isConverted || FileBytes.areEqual(file, path) }
  }

  private var byPath: [ExactName: [Version]] = [:]
  private var unfetched: [ExactName: LFSPointer] = [:]
  /// Files whose current content git holds.
  private var held: Set<ExactName> = []

  init(_ paths: [String], _ tracked: TrackedFiles, to folder: PrivateFolder) throws(CatalogError) {
    var wanted: [(path: String, blob: GitBlobs.Wanted, holder: String)] = []
    for path in paths {
      for (blob, holder) in tracked.versions(of: path) {
        // Unmodified files need not be read.
        if tracked.vouches(for: path, as: blob.object) {
          held.insert(ExactName(path))
        } else {
          wanted.append((path, blob, holder))
        }
      }
    }
    let blobs = Set(wanted.map(\.blob))
    let answers = try GitBlobs(blobs, from: tracked.repository, to: folder).answers
    let texts = tracked.objects(
      of: wanted.map(\.path).filter { FileKind(name: Paths.name($0)) == .text })
    for (path, blob, holder) in wanted {
      switch answers[blob] {
      case .file(let file):
        let isConverted = texts[ExactName(path)] == blob.object
        byPath[ExactName(path), default: []].append(
          Version(file: file, holder: holder, isConverted: isConverted))
      case .pointer(let pointer): unfetched[ExactName(path)] = pointer
      case .absent, nil: break
      }
    }
  }

  func hold(_ path: String) -> Bool {
    held.contains(ExactName(path)) || versions(of: path).contains { $0.isHeld(by: path) }
  }

  /// True if the committed picture of a file is not on this machine, and differs from the file.
  func isUnfetched(_ path: String) -> Bool {
    unfetched[ExactName(path)].map { !$0.isPointer(toFile: path) } ?? false
  }

  /// Returns the versions of one file, the index's first; only HEAD's if both are equal.
  func versions(of path: String) -> [Version] {
    let all = byPath[ExactName(path)] ?? []
    guard let last = all.last else { return [] }
    return all.filter { $0.file != last.file } + [last]
  }
}

/// The tracked files of each repository, read on first use.
final class GitEvidence: Sendable {
  private let repositories = Memo<String, TrackedFiles?>()
  /// The files of all commits below a folder, by their names without capitals.
  private let commits = Memo<String, [String: String]>()
  private let stateFolder: UserFolder?
  private let writeScope: WriteScope

  init(_ writeScope: WriteScope, in stateFolder: UserFolder?) {
    (self.writeScope, self.stateFolder) = (writeScope, stateFolder)
  }

  /// Returns the tracked files around a folder; nil outside a repository.
  func tracked(around folder: String) -> TrackedFiles? {
    guard let top = writeScope.repository(around: folder) else { return nil }
    return repositories.value(top) {
      (try? TrackedFiles(around: top, in: stateFolder)).flatMap { $0.committed == nil ? nil : $0 }
    }
  }

  /// Returns the path by which git's index or a commit of any branch, tag or stash knows a file that
  /// is not there: one file system tells capitals apart, another does not.
  func known(_ path: String) -> String? {
    guard let tracked = tracked(around: Paths.parent(path)),
      let name = Paths.below(tracked.top, path)
    else { return nil }
    guard tracked.versions(of: path).isEmpty else { return path }
    let home = Paths.parent(Paths.parent(path))
    let known = commits.value(home) {
      let place = Paths.below(tracked.top, home) ?? ""
      let names = try? tracked.repository.pieces([
        "log", "--all", "--full-history", "--no-renames", "--diff-filter=AD", "--format=",
        "--name-only", "-z", "HEAD", "--", place.isEmpty ? "." : place,
      ])
      let texts = (names ?? []).map { String(decoding: $0, as: UTF8.self) }
      return Dictionary(texts.map { ($0.lowercased(), $0) }) { first, _ in first }
    }
    return known[name.lowercased()].map { Paths.join(tracked.top, $0) }
  }

  func unchanged(_ paths: [String]) -> Set<ExactName> {
    let tops = Dictionary(grouping: paths) { writeScope.repository(around: Paths.parent($0)) ?? "" }
    return tops.reduce(into: []) { unchanged, place in
      guard !place.key.isEmpty, let tracked = tracked(around: place.key) else { return }
      unchanged.formUnion(tracked.unchanged(place.value))
    }
  }
}
