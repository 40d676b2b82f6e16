import Base

extension LibrarySearch {
  static let pointfree = LibrarySearch(
    .pointfree,
    searches: [
      .git: { found, sources in sources.flatMap(found.pointfree) },
      .twoWords: { found, _ in found.resolver.unproven.flatMap(found.proven()) },
    ])
}

/// swift-snapshot-testing: `<artifacts>/<TestFile>/<test>.<id>.<ending>`.
extension Finder {
  fileprivate func pointfree(in source: Source) -> [Sighting] {
    let found = source.lookIntoFolders { artifacts(in: $0, source) }
    let counted = found.filter { $0.passedOver == nil }.map(ofRun)
    let roots = Set(counted.filter { !$0.cases.isEmpty }.map(\.folder))
    let compared = Set(cases.lazy.compactMap(\.baseline).map { ExactName($0.path) })
    let seen = counted.flatMap { artifacts -> [Sighting] in
      artifacts.cases.map { snapshot in
        if let baseline = snapshot.baseline?.path, snapshot.reference != nil,
          let actual = snapshot.actual, let below = Paths.below(source.top, actual),
          baseline.hasSuffix("/" + below)
        {
          // An archive of the project holds what another library's failure was compared with.
          if compared.contains(ExactName(baseline)) { return .claim(actual, by: .layout) }
          if Paths.components(below).count > 2 { return .refused(actual, Self.copied) }
        }
        return undrawn(snapshot, from: source)
          ?? .failure(Failure(snapshot, from: source, by: .git, root: artifacts.folder))
      }
        + artifacts.unproven.map {
          .unproven(Failure($0, from: source, by: .twoWords, root: artifacts.folder))
        } + strays(in: artifacts, roots)
    }
    return seen + found.compactMap(\.passedOver).map(Sighting.passedOver)
  }

  private static let copied =
    "lies at the path of its own reference, so it is a copy of that one and not listed. Open the "
    + "folder of failures."

  /// Reports pictures among artifacts that are not named like one, so that no input gets lost.
  private func strays(in artifacts: Artifacts, _ roots: Set<String>) -> [Sighting] {
    let isOfRun = [artifacts.folder, artifacts.path].contains {
      roots.contains($0) && PictureFolders.areOfRun(Paths.name($0))
    }
    guard isOfRun || artifacts.cases.contains(where: { $0.reference != nil }) else { return [] }
    // Files next to test files' folders belong to no test file.
    let ofNone = roots.contains(artifacts.path) ? artifacts.unproven.compactMap(\.actual) : []
    return (artifacts.strays + ofNone).map {
      .refused($0, "lies among artifacts but is not named like one, so it is not listed.")
    }
  }

  /// Removes files among references that have no reference elsewhere, or that are committed.
  private func ofRun(_ artifacts: Artifacts) -> Artifacts {
    guard ReferenceFolders.isReference(artifacts.folder) else { return artifacts }
    var artifacts = artifacts
    let committed = tree.git.unchanged(artifacts.cases.compactMap(\.actual))
    artifacts.findings.removeAll { finding in
      guard let snapshot = finding.snapshot, finding.isFound else { return true }
      let home = snapshot.reference.map(Paths.parent).map(Paths.name)
      return home != snapshot.suite || committed.contains(snapshot.actual ?? "")
    }
    return artifacts
  }

  /// The possible failures of one test file.
  private struct Artifacts {
    /// The folder that holds the test files' folders.
    let folder: String
    let path: String
    var findings: [Tree.Finding]
    /// The reason why none of the cases count; nil if they do.
    var passedOver: Skipped?

    var cases: [SnapshotCase] { findings.filter(\.isFound).compactMap(\.snapshot) }
    /// The cases without a reference.
    var unproven: [SnapshotCase] { findings.filter { !$0.isFound }.compactMap(\.snapshot) }
    /// Pictures that are not named like artifacts.
    var strays: [String] {
      findings.filter { $0.snapshot == nil }.map(\.placed.path).filter { path in
        ![nil, .text].contains(FileKind(name: Paths.name(path)))
          && !PictureFolders.isDifference(file: Paths.name(path))
      }
    }
  }

  private func artifacts(in folder: ListedFolder, _ source: Source) -> Artifacts? {
    guard !folder.allFiles.isEmpty, mayHoldArtifacts(folder.path, source) else { return nil }
    var found = Artifacts(
      folder: Paths.parent(folder.path), path: folder.path,
      findings: tree.commonFindings(in: folder, source, resolver))
    guard !tree.isForced, !tree.pictures.canHoldActuals(folder.path, openedAs: source.top) else {
      return found
    }
    guard !found.cases.isEmpty else { return nil }
    found.passedOver = Skipped(
      folder.path,
      Wording.count(found.cases.count, "file")
        + (found.cases.count == 1 ? " is named like a reference" : " are named like references")
        + ", but the folder like one of differences, so no actual is taken from it. Open the folder "
        + "of the actuals.")
    return found
  }

  /// False for references, which are never failures, whether known by their folders' names or named
  /// by the user, and for pictures of differences next to actuals.
  private func mayHoldArtifacts(_ path: String, _ source: Source) -> Bool {
    if resolver.isTaken(folder: path) || referenceBases.contains(Paths.parent(path)) {
      return false
    }
    if isReference(path, openedAs: source.top) { return false }
    if !tree.pictures.canHoldActuals(path, openedAs: source.top, byName: false) { return false }
    return !tree.references.contains {
      Paths.isInside(path, $0) && Paths.isInside($0, source.top) && $0 != source.top
    }
  }

  /// True if the name of a folder, or of one around it, says that it holds references. A folder of
  /// artifacts may be among them: one that was opened, or whose name has a word for it.
  private func isReference(_ path: String, openedAs top: String) -> Bool {
    guard ReferenceFolders.isReference(path) else { return false }
    let artifacts = Paths.parent(path)
    guard ReferenceFolders.isReference(Paths.parent(artifacts)) else { return true }
    return artifacts != top && !PictureFolders.areOfRun(Paths.name(artifacts))
  }

  /// Returns a function that lists a failure without a reference if something else supports it: a
  /// neighbour has its reference, the layout was chosen, or there is nothing else to show.
  fileprivate func proven() -> (Failure) -> [Sighting] {
    let proven = Set(cases.lazy.filter { $0.layout == .pointfree }.compactMap(\.artifacts))
    let referenceBases = referenceBases
    let committed =
      tree.isForced
      ? [] : tree.git.unchanged(resolver.unproven.compactMap(\.snapshot.actual))
    return { [self] failure in
      let (snapshot, source) = (failure.snapshot, failure.source)
      guard let artifacts = snapshot.artifacts, let actual = snapshot.actual else { return [] }
      if !tree.isForced, source.logged == nil, !proven.contains(artifacts) {
        guard !fruitful.contains(source.place.path), snapshot.name.hasPrefix("test"),
          !referenceBases.contains(artifacts), !committed.contains(actual),
          snapshot.content != .text || Self.hasNumber(actual)
        else { return [] }
        // AFSnapshotTesting's own references.
        let around = tree.baselines.folder(artifacts)?.folders ?? []
        guard !around.contains(ReferenceFolders.difference) else { return [] }
        guard !tree.pictures.areBaselines(in: artifacts, openedAs: source.top) else {
          return [.baseline]
        }
      }
      return [.failure(failure)]
    }
  }

  /// True if a name ends in the library's number of a test's snapshot: "test.1.txt".
  private static func hasNumber(_ path: String) -> Bool {
    let number = ending(of: stem(Paths.name(path))).dropFirst()
    return !number.isEmpty && number.allSatisfy(\.isNumber)
  }
}

extension SnapshotCase {
  /// The folder that holds the test files' folders of artifacts.
  fileprivate var artifacts: String? { actual.map { Paths.parent(Paths.parent($0)) } }
}
