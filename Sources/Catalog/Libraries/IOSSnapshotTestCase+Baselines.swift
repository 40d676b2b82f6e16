import Base
import Host
import PNGCodec

/// Baselines of iOSSnapshotTestCase: a folder a class in `ReferenceImages…`, one for each width of the
/// processor's words or system.
extension BaselineSearch {
  /// Finds baselines of iOSSnapshotTestCase's `failed_<file>` in `<failures>/<className>/`.
  func uber(className: String, failures: String, in source: Source) -> UberAnswers {
    let nearest = { Self.bestSuffix(Self.nearest($0, to: failures)) }
    let prescribed = {
      self.writeScope.prescribed(beside: failures, .uber).compactMap { images in
        self.folder(Paths.join(images, className)).map { Candidate(folder: $0, root: images) }
      }
    }
    let indexes = fileIndexes(around: failures, in: source, byAliases: true)
    let folders = { (index: FileIndex) in self.uberFolders(named: className, in: index) }
    let tiers =
      isNamed
      ? [tier { indexes.flatMap { folders($0()) } }, tier(prescribed)]
      : [tier(prescribed)] + indexes.map { index in tier { folders(index()) } }
    return { file, copy, actual in
      if let holding = tiers.lazy.map({ self.holding(file, $0) }).first(where: { !$0.isEmpty }),
        holding.count > 1, let copy, !FileStatus.isLink(copy)
      {
        return self.compared(file, holding, with: copy, actual, nearest)
          ?? self.answer(Self.nearest(holding, to: failures), file: file, exists: true)
      }
      let answer = self.answer(file: file, tiers, choose: nearest)
      return self.orBehindLink(answer, suite: className, file: file, indexes)
    }
  }

  /// Finds the baseline of each file of one folder, by its copies of the reference and the actual.
  typealias UberAnswers = (_ file: String, _ copy: String?, _ actual: String?) -> BaselineAnswer

  private func holding(_ file: String, _ tier: Tier) -> [Candidate] {
    tier().filter { $0.folder.files.contains(file) }
  }

  /// Of several folders that hold the file, the one that the run compared with: it has the bytes or
  /// the pixels of the run's own copy, or what has been accepted since.
  private func compared(
    _ file: String, _ folders: [Candidate], with copy: String, _ actual: String?,
    _ nearest: ([Candidate]) -> [Candidate]
  ) -> BaselineAnswer? {
    let proofs: [(String) -> Bool] = [
      { FileBytes.areEqual($0, copy) }, { PNG.showTheSame($0, copy) },
      { path in actual.map { FileBytes.areEqual(path, $0) } ?? false },
    ]
    let same = proofs.lazy.map { proof in folders.filter { $0.path(of: file).map(proof) == true } }
    return same.first { !$0.isEmpty }.map { self.answer(nearest($0), file: file, exists: true) }
  }

  /// Keeps only the nearest of the references that lie beside a folder around the failures.
  private static func nearest(
    _ candidates: [Candidate], to failures: String
  ) -> [Candidate] {
    guard candidates.count > 1 else { return candidates }
    let distance = { (candidate: Candidate) -> Int? in
      let place = Paths.parent(candidate.parent)
      return Paths.isInside(failures, place) ? failures.utf8.count - place.utf8.count : nil
    }
    guard let best = candidates.compactMap(distance).min() else { return candidates }
    return candidates.filter { distance($0) == best }
  }

  /// Keeps only the first that is there of the suffixes that the library tries in turn.
  private static func bestSuffix(_ candidates: [Candidate]) -> [Candidate] {
    guard candidates.count > 1 else { return candidates }
    let places = Dictionary(grouping: candidates) {
      Paths.parent($0.parent)
    }
    return places.values.flatMap { candidates in
      let best = candidates.map(suffixRank).min()
      return candidates.filter { suffixRank($0) == best }
    }
  }

  private static func suffixRank(_ candidate: Candidate) -> Int {
    let name = Paths.name(candidate.parent)
    let prefix = ReferenceFolders.uberPrefix
    switch name.hasPrefix(prefix) ? name.dropFirst(prefix.count) : name.suffix(3) {
    case "_64": return 0
    case "_32": return 1
    case "": return 2
    default: return 3
    }
  }

  /// Folders of one test class below `ReferenceImages…`.
  private func uberFolders(named name: String, in index: FileIndex) -> [Candidate] {
    candidates(named: name, in: index).filter {
      ReferenceFolders.isUberFolder(Paths.name($0.parent)) || isNamed && $0.parent == index.root
    }
  }
}
