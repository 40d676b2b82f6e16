/// Baselines that the failing run has written itself (`record: .failed`): what they were is in git
/// alone.
struct OverwrittenBaselines {
  private let stateFolder: StateFolder?

  init(stateFolder: StateFolder?) { self.stateFolder = stateFolder }

  /// Gives each such case the committed baseline for its reference, so that there is something to
  /// compare. Where git cannot say what that was, the case stays as it is.
  func compare(_ cases: inout [SnapshotCase]) {
    // What is found here is said by the case's reference.
    defer { for index in cases.indices { cases[index].mayBeOverwritten = false } }
    var places: [String: [Int]] = [:]
    let reach = Reach(named: [])
    for index in cases.indices where cases[index].mayBeOverwritten {
      guard let actual = cases[index].actual, let baseline = cases[index].baseline?.path,
        FileBytes.areEqual(baseline, actual), let top = reach.repository(around: baseline)
      else { continue }
      places[top, default: []].append(index)
    }
    for (top, indices) in places {
      guard let committed = try? committed(indices.compactMap { cases[$0].baseline?.path }, in: top)
      else { continue }
      for index in indices {
        guard let baseline = cases[index].baseline?.path, let blob = committed[ExactName(baseline)],
          !FileBytes.areEqual(blob, baseline)
        else { continue }
        cases[index].reference = blob
        cases[index].writing = .rejecting
        cases[index].remarks.append(Self.remark)
      }
    }
  }

  private static let remark =
    "The run has overwritten the baseline (record: .failed); the reference is what HEAD holds. "
    + "Accepting keeps the new one, rejecting puts the old one back."

  /// The files of HEAD by the paths of the work tree.
  private func committed(
    _ paths: [String], in top: String
  ) throws(CatalogError) -> [ExactName: String] {
    let repository = try GitRepository(around: top)
    var wanted: [ExactName: GitBlobs.Wanted] = [:]
    let below = paths.compactMap { Paths.below(repository.top, $0) }
    for start in stride(from: 0, to: below.count, by: GitRepository.namedAtOnce) {
      let part = below[start..<min(start + GitRepository.namedAtOnce, below.count)]
      for piece in try repository.pieces(["ls-tree", "-z", "--full-tree", "HEAD", "--"] + part) {
        // `100644 blob <object>`, a tab, then the path.
        guard let tab = piece.firstIndex(of: UInt8(ascii: "\t")),
          let path = String(validating: piece[piece.index(after: tab)...], as: UTF8.self)
        else { continue }
        let words = piece[..<tab].split(separator: UInt8(ascii: " ")).map {
          String(decoding: $0, as: UTF8.self)
        }
        guard words.count == 3, words[1] == "blob" else { continue }
        wanted[ExactName(Paths.join(repository.top, path))] = GitBlobs.Wanted(
          object: words[2], name: Paths.name(path))
      }
    }
    let folder = try PrivateFolder.own(in: stateFolder)
    let answers = try GitBlobs(Set(wanted.values), from: repository, to: folder).answers
    return wanted.compactMapValues { blob in
      if case .file(let path)? = answers[blob] { path } else { nil }
    }
  }
}
