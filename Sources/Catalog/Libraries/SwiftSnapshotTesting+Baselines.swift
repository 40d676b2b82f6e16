import Base
import Host

/// Baselines of swift-snapshot-testing: a folder a test file in `__Snapshots__`.
extension BaselineSearch {
  /// Finds baselines of swift-snapshot-testing's artifacts `<artifacts>/<testFile>/<file>`.
  func pointfree(testFile: String, artifacts: String, in source: Source) -> Answers {
    let own = Paths.join(artifacts, testFile)
    let logged = { (file: String) in source.logged?.reference(of: Paths.join(own, file)) }
    if !isNamed, let homes = source.logged?.homes {
      return { file in
        logged(file).map { self.logged($0, testFile: testFile, in: homes) } ?? .none
      }
    }
    let others = { (all: [Candidate]) in all.filter { $0.folder.path != own } }
    let indexes = fileIndexes(around: artifacts, in: source, byAliases: true)
    let tiers = indexes.map { index in
      tier { others(self.pointfreeFolders(named: testFile, in: index())) }
    }
    return { file in
      let answer = self.answer(file: file, tiers) { candidates in
        guard let logged = logged(file) else { return candidates }
        return Paths.closest(candidates, to: Paths.parent(logged), \.folder.path)
      }
      if case .found(_, exists: true) = answer { return answer }
      if case .ambiguous = answer { return answer }
      let flat = others(indexes.flatMap { self.flatFolders(holding: file, in: $0()) })
      if !flat.isEmpty { return self.answer(flat, file: file, exists: true) }
      let found = self.orBehindLink(answer, suite: testFile, file: file, indexes)
      guard case .found(_, exists: false) = found else { return found }
      return self.namesake(of: file, testFile: testFile, artifacts: artifacts, in: source) ?? found
    }
  }

  /// Finds the baseline of each file of one folder.
  typealias Answers = (_ file: String) -> BaselineAnswer

  /// Finds a reference that lies where `snapshotDirectory` has put it: the library leaves an artifact
  /// only after it has read one, so that a namesake deeper or elsewhere is more likely than none.
  ///
  /// - Returns: nil where no other file is called so, but those of other test files.
  private func namesake(
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

  /// The reference that a log names, where the library itself would look for it and it may be
  /// written.
  private func logged(_ reference: String, testFile: String, in homes: [String]) -> BaselineAnswer {
    let given = Paths.parent(reference)
    guard let real = try? Paths.real(given),
      let home = homes.first(where: { Paths.isInside(real, $0) }),
      let folder = folder(Paths.isInside(given, home) ? given : real)
    else { return .none }
    let isFlat = folder.name.hasPrefix(ReferenceFolders.pointfreePrefix)
    let isPrescribed = isFlat || folder.name == testFile && Self.isMarked(folder)
    let file = Paths.name(reference)
    guard isPrescribed, folder.spelling(of: file) != nil else { return .none }
    return answer(
      [Candidate(folder: folder, root: home, isFlat: isFlat)], file: file, exists: true)
  }

  /// Folders that can hold what a test file's assertions compare with.
  private func pointfreeFolders(named name: String, in index: FileIndex) -> [Candidate] {
    let all = candidates(named: name, in: index)
    let marked = all.filter { Self.isMarked($0.folder) }
    return marked.isEmpty && isNamed ? all : marked
  }

  private static func isMarked(_ folder: ListedFolder) -> Bool {
    Paths.name(Paths.parent(folder.path)).hasPrefix(ReferenceFolders.pointfreePrefix)
  }

  /// Folders that hold references directly, as `verifySnapshot(snapshotDirectory:)` writes them.
  private func flatFolders(holding file: String, in index: FileIndex) -> [Candidate] {
    index.folders(holding: file).filter { folder in
      folder.name.hasPrefix(ReferenceFolders.pointfreePrefix)
        || folder.path == index.root && (isNamed || ReferenceFolders.isReference(folder.path))
    }.map { Candidate(folder: $0, root: index.root, isFlat: true) }
  }
}
