import Base
import Host

/// AFSnapshotTesting's failures without a difference: `.cluster` writes none, nor does a failure by
/// size. They show only in an actual that differs from its reference.
extension Finder {
  mutating func findUndrawn(in sources: [Source]) {
    guard !actuals.isEmpty else { return }
    var bases = referenceBases
    for source in sources where source.onlyFile == nil {
      let isDifference = Paths.name(source.top) == ReferenceFolders.difference
      bases.insert(isDifference ? Paths.parent(source.top) : source.top)
    }
    // What was found in an earlier folder of actuals is not looked for in a later one.
    var answered = Set(cases.lazy.compactMap(\.baseline).map { ExactName($0.path) })
    let (ordered, tree) = (bases.sorted(), referenceTree(in: sources))
    for actual in actualSearch.everyActual() where !resolver.isClaimed(actual.path) {
      guard
        let baseline = named(actual) ?? reference(of: actual, in: ordered)
          ?? reference(of: actual, in: tree),
        baseline.path != actual.path
      else { continue }
      let source = sources.first { Paths.isInside(baseline.path, $0.top) } ?? sources[0]
      guard !FileBytes.areEqual(baseline.path, actual.path) else {
        ledger.pass(file: actual.path, below: source.place.path)
        continue
      }
      guard answered.insert(ExactName(baseline.path)).inserted,
        resolver.claim(actual.path, by: .apart)
      else { continue }
      addUndrawn(actual.path, folder: actual.folder, baseline, from: source)
    }
  }

  /// The folders beside a `Difference` folder of the cases, which hold the library's references.
  var referenceBases: Set<String> {
    let hints = places.rootHints.lazy.filter { Paths.name($0) == ReferenceFolders.difference }
    return Set(hints.map(Paths.parent))
  }

  private typealias Actual = (folder: String, file: String, path: String)

  private func reference(of actual: Actual, in bases: [String]) -> Baseline? {
    for base in bases {
      let folder = Paths.join(base, actual.folder)
      if Paths.isInside(realPath(folder), realPath(base)),
        let path = baselines.path(of: actual.file, in: folder)
      {
        return Baseline(path: path, root: base)
      }
    }
    return nil
  }

  /// The one reference at the same path below the opened folders.
  private func reference(of actual: Actual, in tree: [String: [ListedFolder]]) -> Baseline? {
    let end = "/" + actual.folder
    let found = (tree[Paths.name(actual.folder)] ?? []).filter { folder in
      folder.path.hasSuffix(end) && folder.files.contains(actual.file)
    }
    guard found.count == 1, let path = found[0].path(of: actual.file) else { return nil }
    return Baseline(path: path, root: String(found[0].path.dropLast(end.count)))
  }

  /// The one reference at the same path below --references.
  private func named(_ actual: Actual) -> Baseline? {
    guard
      case .found(let baseline, exists: true) = baselines.plain(
        folder: actual.folder, file: actual.file)
    else { return nil }
    return baseline
  }

  /// The folders that may hold the library's references, by their names. What says by a word that it
  /// holds baselines is another library's.
  private func referenceTree(in sources: [Source]) -> [String: [ListedFolder]] {
    let folders = sources.filter { $0.onlyFile == nil }.flatMap { source in
      source.folders.filter { folder in
        folder.files.count > 0 && !actuals.contains { Paths.isInside(folder.path, $0) }
          && !Paths.hasComponent(of: folder.path, beginningWith: ReferenceFolders.difference)
          && !ReferenceFolders.isReference(folder.path)
          && !pictures.areBaselines(in: folder.path, openedAs: source.top)
      }
    }
    return Dictionary(grouping: folders, by: \.name)
  }

  private mutating func addUndrawn(
    _ actual: String, folder: String, _ baseline: Baseline, from source: Source
  ) {
    let parts = Paths.components(folder)
    let name = parts.dropFirst().map { $0 + "/" }.joined() + stem(Paths.name(baseline.path))
    let failures = differences(of: baseline.root)
    let snapshot = SnapshotCase(
      id: "", suite: parts.first.map(String.init) ?? "", name: name, layout: .afsnapshot,
      reference: baseline.path, actual: actual, baseline: baseline, failures: failures,
      key: SnapshotCase.key(.afsnapshot, Paths.join(folder, stem(Paths.name(baseline.path)))))
    let roots = writeScope.roots(of: failures, .afsnapshot, openedAs: baseline.root)
    places.writableRoots.formUnion(roots)
    append(snapshot, from: source)
    actualSearch.markUsed(actual)
  }
}

extension Catalog {
  /// The folder to open for one that the run did not make: without a difference, AFSnapshotTesting makes
  /// no `Difference`, and failures of size lie among the actuals alone.
  ///
  /// - Returns: nil if the path is there, or there are no actuals.
  package static func standIn(for path: String, _ options: CatalogOptions) -> String? {
    guard Paths.name(path) == ReferenceFolders.difference, !FileStatus.exists(path)
    else { return nil }
    let parent = Paths.realAsFarAsItExists(Paths.parent(path))
    guard (try? FileStatus(of: parent))?.kind == .folder,
      let actuals = try? ActualFolders(options, opened: parent), !actuals.present.isEmpty
    else { return nil }
    return parent
  }
}
