/// Baselines that a test run has written itself, in whatever way its library records: only git
/// still has the old ones.
struct OverwrittenBaselines {
  private let stateFolder: UserFolder?

  init(stateFolder: UserFolder?) { self.stateFolder = stateFolder }

  /// Gives each such case the committed baseline for its reference, so that there is something to
  /// compare, and a case without an actual its own file for that. Where git cannot say what the
  /// baseline was, the case stays as it is.
  func compare(_ cases: inout [SnapshotCase]) {
    // What is found here is said by the case's reference.
    defer { for index in cases.indices { cases[index].mayBeOverwritten = false } }
    for (top, indices) in candidates(cases) {
      guard let repository = try? GitRepository(around: top, in: stateFolder),
        let committed = try? CommittedFiles(
          indices.compactMap { cases[$0].baseline?.path }, in: repository,
          to: PrivateFolder.own(in: stateFolder))
      else { continue }
      let old = mapOnAllCores(indices.count) { [cases] in
        Self.replaced(cases[indices[$0]], committed)
      }
      for (index, old) in zip(indices, old) {
        if let old {
          cases[index].compareRecording(with: old)
        } else if let baseline = cases[index].baseline?.path, cases[index].actual != nil,
          committed.isUnfetched(baseline)
        {
          cases[index].remarks.append(
            "The run may have overwritten the baseline. " + GitBlobs.unfetched)
        }
      }
      forgetCheckouts(&cases, indices, committed, repository)
    }
  }

  /// The cases whose baseline may be the run's own, by the repository that has it.
  private func candidates(_ cases: [SnapshotCase]) -> [String: [Int]] {
    var places: [String: [Int]] = [:]
    var journals = JournaledBaselines(stateFolder: stateFolder)
    let writeScope = WriteScope(named: [])
    for index in cases.indices where cases[index].mayBeOverwritten {
      let snapshot = cases[index]
      guard let baseline = snapshot.baseline?.path,
        let top = writeScope.repository(around: baseline),
        snapshot.actual.map({ FileBytes.areEqual(baseline, $0) }) ?? snapshot.isMasked,
        !journals.hold(snapshot.stored, in: Homes.home(snapshot.home, in: stateFolder))
      else { continue }
      places[top, default: []].append(index)
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
      guard let reference = try? PNG.decode(contentsOf: version.file, threads: 1),
        let mask = try? DifferencePicture(picture, beside: reference)
      else { return false }
      return mask.fit(of: actual, with: reference)?.isWhole == true
    }
  }

  /// A file that is as it was committed is as old as its checkout: then its commits tell whether it
  /// was recorded after the difference.
  private func forgetCheckouts(
    _ cases: inout [SnapshotCase], _ indices: [Int], _ committed: CommittedFiles,
    _ repository: GitRepository
  ) {
    let unchanged = indices.filter { index in
      guard cases[index].differenceAge == .older, let baseline = cases[index].baseline?.path else {
        return false
      }
      return committed.versions(of: baseline).contains { $0.isHeld(by: baseline) }
    }
    guard !unchanged.isEmpty else { return }
    let drawn = unchanged.map { index in
      cases[index].difference.flatMap { try? FileStatus(of: $0).stamp.modified.seconds } ?? 0
    }
    guard
      let commits = try? repository.lastCommits(
        to: unchanged.compactMap { cases[$0].baseline?.path }, since: drawn.min() ?? 0)
    else { return }
    for (index, drawn) in zip(unchanged, drawn) {
      guard let path = cases[index].baseline?.path, commits[path, default: 0] < drawn else {
        continue
      }
      cases[index].differenceAge = .unknown
      CaseChecks.forgetAge(ofDifferenceIn: &cases[index])
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

extension GitRepository {
  /// Returns when the commits that lead to HEAD changed some files last, in seconds since 1970;
  /// nothing of those that none has changed since a time.
  func lastCommits(to paths: [String], since seconds: Int) throws(CatalogError) -> [String: Int] {
    var times: [String: Int] = [:]
    let below = paths.compactMap { Paths.below(top, $0) }
    let mark = "commit:"
    for part in Self.parts(of: below) {
      var time = 0
      let log = ["log", "--since=@\(seconds)", "--format=\(mark)%ct"]
      for piece in try pieces(log + ["--name-only", "-z", "HEAD", "--"] + part) {
        let text = String(decoding: piece.drop { $0 == UInt8(ascii: "\n") }, as: UTF8.self)
        if text.hasPrefix(mark) {
          time = Int(text.dropFirst(mark.count)) ?? 0
        } else {
          let path = Paths.join(top, text)
          times[path] = max(times[path, default: 0], time)
        }
      }
    }
    return times
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
    differenceAge = .unknown
    CaseChecks.forgetAge(ofDifferenceIn: &self)
    let setting = layout.library?.recording.map { " (\($0))" } ?? ""
    remarks.append(
      "The run has overwritten the baseline\(setting); the reference is what \(version.holder) holds. "
        + "Accepting keeps the new one, rejecting puts the old one back.")
  }
}
