import Base
import DiffEngine
import Host
import PNGCodec
import Store

/// Finds baselines that a test run has overwritten, however its library records; only git still has
/// the old ones.
struct OverwrittenBaselines {
  private let stateFolder: UserFolder?

  init(stateFolder: UserFolder?) { self.stateFolder = stateFolder }

  /// Sets the reference of each such case to the committed baseline, and a missing actual to the
  /// baseline's file, so that there is something to compare. If neither git nor a decision knows
  /// the old baseline, the case stays marked.
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

  /// True if a decision on the case, or on one with the same baseline, wrote the current baseline.
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
      // The actual equals the picture that replaced the missing one, and proves nothing.
      snapshot.reference = nil
      snapshot.obstacle =
        "The baseline was recorded again, perhaps by the run: git has a pointer to another picture. "
        + GitBlobs.unfetched
    } else if committed.hold(baseline) {
      snapshot.mayBeOverwritten = false
    }
  }

  /// Returns the marked cases in repositories; unmarks cases whose baseline the run did not write.
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

  /// Returns the version that the case's baseline replaced; nil if there is none, or if the case's
  /// difference was not drawn from the two.
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

/// The versions of work tree files that git holds: in the index, and in HEAD.
struct CommittedFiles: Sendable {
  struct Version: Sendable {
    /// A copy of the blob.
    let file: String
    /// The place that holds it, in words: the index or HEAD.
    let holder: String
    /// True if the work tree's file equals this version except for line endings.
    let isConverted: Bool

    func isHeld(by path: String) -> Bool { isConverted || FileBytes.areEqual(file, path) }
  }

  private var byPath: [ExactName: [Version]] = [:]
  /// Pictures that git holds only as Git LFS pointers.
  private var unfetched: [ExactName: LFSPointer] = [:]
  /// Files whose current content git holds.
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
        // A repository without a commit still has an index.
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
    // Unmodified files need not be read.
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

  /// Returns the objects of files that are unmodified since git last examined them.
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

  /// True if git holds a file's current content.
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

extension SnapshotCase {
  /// Uses an older version as the reference, and the baseline as what the run recorded.
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
