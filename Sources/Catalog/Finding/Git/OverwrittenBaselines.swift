import Base
import DiffEngine
import Host
import PNGCodec
import Store

/// Baselines that a test run has written itself, in whatever way its library records: only git
/// still has the old ones.
struct OverwrittenBaselines {
  private let stateFolder: UserFolder?

  init(stateFolder: UserFolder?) { self.stateFolder = stateFolder }

  /// Gives each such case the committed baseline for its reference, so that there is something to
  /// compare, and a case without an actual its own file for that. Where neither git nor a decision can
  /// say what the baseline was, the case stays marked.
  func compare(_ cases: inout [SnapshotCase]) {
    var journals = JournaledBaselines(stateFolder: stateFolder)
    let candidates = candidates(&cases, &journals)
    for (top, indices) in Dictionary(grouping: candidates, by: \.top) {
      guard let repository = try? GitRepository(around: top, in: stateFolder),
        let committed = try? CommittedFiles(
          indices.compactMap { cases[$0.index].baseline?.path }, in: repository,
          to: PrivateFolder.own(in: stateFolder))
      else { continue }
      let old = mapOnAllCores(indices.count) { [cases] in
        Self.replaced(cases[indices[$0].index], committed)
      }
      for (place, old) in zip(indices, old) {
        settle(&cases[place.index], old, committed)
      }
    }
    for index in cases.indices where cases[index].actual == nil {
      cases[index].mayBeOverwritten = false
    }
  }

  /// True if a decision on the case, or on another with its baseline, has put there what that holds.
  private func hold(_ snapshot: SnapshotCase, _ journals: inout JournaledBaselines) -> Bool {
    journals.hold(snapshot.stored, in: Homes.home(snapshot.home, in: stateFolder))
  }

  private func settle(
    _ snapshot: inout SnapshotCase, _ old: CommittedFiles.Version?, _ committed: CommittedFiles
  ) {
    guard let baseline = snapshot.baseline?.path else { return }
    if let old {
      snapshot.compareRecording(with: old)
    } else if snapshot.actual != nil, committed.isUnfetched(baseline) {
      // The actual is equal to what has replaced that picture, and proves nothing.
      snapshot.reference = nil
      snapshot.obstacle =
        "The baseline was recorded again, perhaps by the run: git has a pointer to another picture. "
        + GitBlobs.unfetched
    } else if committed.hold(baseline) {
      snapshot.mayBeOverwritten = false
    }
  }

  /// The cases whose baseline may be the run's own and lies in a repository; marks no others.
  private func candidates(
    _ cases: inout [SnapshotCase], _ journals: inout JournaledBaselines
  ) -> [(top: String, index: Int)] {
    var places: [(top: String, index: Int)] = []
    let writeScope = Repositories()
    for index in cases.indices where cases[index].mayBeOverwritten {
      let snapshot = cases[index]
      guard let baseline = snapshot.baseline?.path,
        snapshot.actual.map({ FileBytes.areEqual(baseline, $0) }) ?? snapshot.isMasked,
        !hold(snapshot, &journals)
      else {
        cases[index].mayBeOverwritten = false
        continue
      }
      if let top = writeScope.repository(around: baseline) { places.append((top, index)) }
    }
    return places
  }

  /// The older file that the case's baseline has replaced; nil where there is none, or the case's
  /// difference is not that of the two.
  private static func replaced(
    _ snapshot: SnapshotCase, _ committed: CommittedFiles
  ) -> CommittedFiles.Version? {
    guard let baseline = snapshot.baseline?.path else { return nil }
    let older = committed.versions(of: baseline).filter { !$0.isHeld(by: baseline) }
    guard snapshot.actual == nil else { return older.first }
    guard !older.isEmpty, let difference = snapshot.difference,
      let room = try? PictureRoom(for: [difference, baseline] + older.map(\.file))
    else { return nil }
    defer { withExtendedLifetime(room) {} }
    guard let (picture, actual) = try? PNG.decodeInTurn(difference, baseline) else { return nil }
    return older.first { version in
      guard let reference = try? PNG.decode(contentsOf: version.file),
        let mask = try? DifferencePicture(picture, beside: reference)
      else { return false }
      return mask.fit(of: actual, with: reference)?.isWhole == true
    }
  }
}

/// The versions that git holds of some files of a work tree: that in the index, and that of HEAD.
struct CommittedFiles: Sendable {
  struct Version: Sendable {
    /// A copy of the blob.
    let file: String
    /// The place that holds it, in words: the index or HEAD.
    let holder: String
    /// True if the work tree's file is this one but for its line endings.
    let isConverted: Bool

    func isHeld(by path: String) -> Bool { isConverted || FileBytes.areEqual(file, path) }
  }

  private var byPath: [ExactName: [Version]] = [:]
  /// Pictures that Git LFS keeps elsewhere.
  private var unfetched: [ExactName: LFSPointer] = [:]
  /// Files that are as git has them.
  private var held: Set<ExactName> = []

  /// - Parameter paths: Absolute, in the repository's work tree.
  init(
    _ paths: [String], in repository: GitRepository, to folder: PrivateFolder
  ) throws(CatalogError) {
    var wanted: [(path: String, blob: GitBlobs.Wanted, holder: String)] = []
    let below = paths.compactMap { Paths.below(repository.top, $0) }
    for part in GitRepository.parts(of: below) {
      // `100644 <blob> <stage>`, and `100644 blob <object>`; a tab, then the path.
      for (words, object, holder) in [
        (["ls-files", "-s", "-z", "--"], 1, "the index"),
        (["ls-tree", "-z", "--full-tree", "HEAD", "--"], 2, "HEAD"),
      ] {
        // A repository without a commit has an index all the same.
        guard let pieces = try? repository.pieces(words + part) else { continue }
        for piece in pieces {
          guard let entry = GitTreeEntry(piece, object: object), entry.mode.hasPrefix("100"),
            let path = String(validating: entry.path, as: UTF8.self)
          else { continue }
          let blob = GitBlobs.Wanted(object: entry.object, name: Paths.name(path))
          wanted.append((path, blob, holder))
        }
      }
    }
    let untouched = try Self.untouched(Set(below), in: repository)
    // What is in place need not be read.
    wanted.removeAll { entry in
      guard untouched[entry.path] == entry.blob.object else { return false }
      held.insert(ExactName(Paths.join(repository.top, entry.path)))
      return true
    }
    let answers = try GitBlobs(Set(wanted.map(\.blob)), from: repository, to: folder).answers
    let texts = Set(wanted.filter { FileKind(name: $0.blob.name) == .text }.map(\.path))
    let names = try repository.blobNames(of: texts.sorted(), areTexts: true)
    for entry in wanted {
      let path = ExactName(Paths.join(repository.top, entry.path))
      switch answers[entry.blob] {
      case .file(let file):
        byPath[path, default: []].append(
          Version(
            file: file, holder: entry.holder,
            isConverted: names[ExactName(entry.path)] == entry.blob.object))
      case .pointer(let pointer): unfetched[path] = pointer
      case .absent, nil: break
      }
    }
  }

  /// The objects of files that nobody has touched since git looked at them.
  private static func untouched(
    _ paths: Set<String>, in repository: GitRepository
  ) throws(CatalogError) -> [String: String] {
    var objects: [String: String] = [:]
    let index = try GitIndex(of: repository)
    for (path, entry) in index.files where paths.contains(path.text) {
      guard let status = try? Disk.real.statusOfLink(Paths.join(repository.top, path.text)),
        index.vouches(for: entry, status)
      else { continue }
      objects[path.text] = entry.object
    }
    return objects
  }

  /// True if git holds what a file holds.
  func hold(_ path: String) -> Bool {
    held.contains(ExactName(path)) || versions(of: path).contains { $0.isHeld(by: path) }
  }

  /// True if the committed picture of a file is not on this machine, and is not what the file
  /// holds.
  func isUnfetched(_ path: String) -> Bool {
    unfetched[ExactName(path)].map { !$0.isPointer(toFile: path) } ?? false
  }

  /// Returns the versions of one file, that of the index first; only that of HEAD if both are
  /// equal.
  func versions(of path: String) -> [Version] {
    let all = byPath[ExactName(path)] ?? []
    guard let last = all.last else { return [] }
    return all.filter { $0.file != last.file } + [last]
  }
}

extension SnapshotCase {
  /// Takes an older version for the reference, and the baseline for what the run recorded.
  fileprivate mutating func compareRecording(with version: CommittedFiles.Version) {
    if actual == nil {
      actual = baseline?.path
      obstacle = nil
    }
    reference = version.file
    writing = .rejecting
    mayBeOverwritten = false
    remarks.append(.recordedOver(kept: version.holder, setting: layout.library?.recording))
  }
}
