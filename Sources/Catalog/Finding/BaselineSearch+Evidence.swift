import Base
import Host
import PNGCodec

/// Which of several references was compared with.
extension BaselineSearch {
  /// Of several folders that hold the file, the one that the run compared with: it has the bytes or
  /// the pixels of the run's own copy, or what has been accepted since.
  func compared(
    _ file: String, _ folders: [Candidate.Settled], with copy: String, _ actual: String?,
    _ nearest: ([Candidate.Settled]) -> [Candidate.Settled]
  ) -> BaselineAnswer? {
    let proofs: [(String) -> Bool] = [
      { FileBytes.areEqual($0, copy) }, { PNG.showTheSame($0, copy) },
      { path in actual.map { FileBytes.areEqual(path, $0) } ?? false },
    ]
    let same = proofs.lazy.map { proof in folders.filter { proof($0.path(of: file)) } }
    return same.first { !$0.isEmpty }.map { self.answer(nearest($0), file: file, exists: true) }
  }

  /// Finds a reference that lies where `snapshotDirectory` has put it: the library leaves an artifact
  /// only after it has read one, so that a namesake deeper or elsewhere is more likely than none.
  ///
  /// - Returns: nil where no other file is called so, but those of other test files.
  func namesake(
    of file: String, testFile: String, artifacts: String, in source: Source
  ) -> BaselineAnswer? {
    for tier in fileIndexes(around: artifacts, in: source) {
      let index = tier()
      let places = index.folders(holding: file).filter { folder in
        !Paths.isInside(folder.path, artifacts) && !index.isOfRun(Paths.join(folder.path, file))
      }.map { (folder: $0, home: ReferenceFolders.testFile(of: $0.path, below: index.root)) }
        .filter { $0.home == nil || $0.home == testFile }
      guard !places.isEmpty else { continue }
      let deeper = places.filter { $0.home != nil }.map {
        Spot(folder: $0.folder.path, file: file, root: index.root)
      }
      return deeper.isEmpty
        ? .ambiguous(places.map { Paths.join($0.folder.path, file) }.sorted())
        : settle(deeper, exists: true)
    }
    return nil
  }

  /// Keeps only the nearest of the references that lie beside a folder around the failures.
  static func nearest(
    _ candidates: [Candidate.Settled], to failures: String
  ) -> [Candidate.Settled] {
    guard candidates.count > 1 else { return candidates }
    let distance = { (candidate: Candidate.Settled) -> Int? in
      let place = Paths.parent(candidate.parent)
      return Paths.isInside(failures, place) ? failures.utf8.count - place.utf8.count : nil
    }
    guard let best = candidates.compactMap(distance).min() else { return candidates }
    return candidates.filter { distance($0) == best }
  }

  /// Keeps only the first that is there of the suffixes that the library tries in turn.
  static func bestSuffix(_ candidates: [Candidate.Settled]) -> [Candidate.Settled] {
    guard candidates.count > 1 else { return candidates }
    let places = Dictionary(grouping: candidates) {
      Paths.parent($0.parent)
    }
    return places.values.flatMap { candidates in
      let best = candidates.map(suffixRank).min()
      return candidates.filter { suffixRank($0) == best }
    }
  }

  private static func suffixRank(_ candidate: Candidate.Settled) -> Int {
    let name = Paths.name(candidate.parent)
    let prefix = ReferenceFolders.uberPrefix
    switch name.hasPrefix(prefix) ? name.dropFirst(prefix.count) : name.suffix(3) {
    case "_64": return 0
    case "_32": return 1
    case "": return 2
    default: return 3
    }
  }
}
