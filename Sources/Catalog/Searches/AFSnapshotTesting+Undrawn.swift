import Base
import Host

/// AFSnapshotTesting's failures without a difference: `.cluster` writes none, nor does a size
/// mismatch. They show only as an actual that differs from its reference.
extension Finder {
  func undrawn(in sources: [Source]) -> [Sighting] {
    guard !tree.actuals.isEmpty, !sources.isEmpty else { return [] }
    var seen: [Sighting] = []
    var bases = referenceBases
    for source in sources where source.onlyFile == nil {
      let isDifference = Paths.name(source.top) == ReferenceFolders.difference
      bases.insert(isDifference ? Paths.parent(source.top) : source.top)
    }
    // Do not search a later folder of actuals for a case found in an earlier one.
    var answered = Set(cases.lazy.compactMap(\.baseline).map { ExactName($0.path) })
    let (ordered, opened) = (bases.sorted(), tree.references(in: sources))
    for actual in tree.actualSearch.everyActual() where !resolver.isClaimed(actual.path) {
      let found =
        tree.baselines.plain(folder: actual.folder, file: actual.file).existing
        ?? tree.reference(of: actual, in: ordered)
        ?? Tree.reference(of: actual, in: opened)
      guard let baseline = found, baseline.path != actual.path else {
        let isGiven = sources.contains { $0.onlyFile == nil && Paths.isInside(actual.path, $0.top) }
        if found == nil, isGiven, cases.contains(where: { $0.layout == .afsnapshot }) {
          seen.append(.refused(actual.path, Self.stray))
        }
        continue
      }
      tree.actualSearch.markUsed(actual.path)
      let source = sources.first { Paths.isInside(baseline.path, $0.top) } ?? sources[0]
      guard !FileBytes.areEqual(baseline.path, actual.path) else {
        seen.append(.passed(file: actual.path, below: source.place.path))
        continue
      }
      guard answered.insert(ExactName(baseline.path)).inserted else { continue }
      let snapshot = tree.undrawn(actual.path, folder: actual.folder, baseline)
      seen += [
        .claim(actual.path, by: .layout),
        .failure(Failure(snapshot, from: source, by: .layout, sharing: .shared)),
      ]
    }
    let given = Set(sources.flatMap(\.skipped))
    return seen + tree.actualSearch.skipped.filter { !given.contains($0) }.map(Sighting.skipped)
  }

  /// Returns the failure of an artifact of swift-snapshot-testing that is an actual of this library,
  /// judging by the place of its reference: a folder of actuals may have any name.
  func undrawn(_ artifact: SnapshotCase, from source: Source) -> Sighting? {
    guard let actual = artifact.actual, let path = artifact.reference,
      path == artifact.baseline?.path,
      !ReferenceFolders.isReference(path), case let base = Paths.parent(Paths.parent(path)),
      !Library.isArtifact(named: Paths.name(path))
        || FileStatus.exists(Paths.join(base, ReferenceFolders.difference))
        || cases.contains(where: { $0.layout == .afsnapshot && $0.baseline?.root == base })
    else { return nil }
    if FileBytes.areEqual(path, actual) { return .passed(file: actual, below: source.place.path) }
    if let other = cases.first(where: { $0.layout == .afsnapshot && $0.baseline?.path == path }) {
      let why =
        "may be the actual of \(printable(other.id)). If it is, open its folder with --actuals DIR."
      return .refused(actual, why)
    }
    let baseline = Baseline(path: path, root: base)
    let snapshot = tree.undrawn(actual, folder: Paths.name(Paths.parent(path)), baseline)
    return .failure(Failure(snapshot, from: source, by: .git))
  }

  private static let stray =
    "lies among actuals, but has no reference of its name; it is not listed."
}

extension Tree {
  fileprivate typealias Actual = (folder: String, file: String, path: String)

  fileprivate func reference(of actual: Actual, in bases: [String]) -> Baseline? {
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

  /// Returns the only reference at the same path below the opened folders.
  fileprivate static func reference(of actual: Actual, in opened: FileIndex) -> Baseline? {
    let found = opened.folders(holding: actual.file, endingIn: actual.folder)
    guard found.count == 1, let path = found[0].path(of: actual.file) else { return nil }
    return Baseline(path: path, root: String(found[0].path.dropLast(actual.folder.count + 1)))
  }

  /// Returns the folders that may hold the library's references. A folder whose name marks
  /// baselines is another library's.
  fileprivate func references(in sources: [Source]) -> FileIndex {
    let folders = sources.filter { $0.onlyFile == nil }.flatMap { source in
      source.folders.filter { folder in
        folder.files.count > 0 && !actuals.contains { Paths.isInside(folder.path, $0) }
          && !Paths.hasComponent(of: folder.path, beginningWith: ReferenceFolders.difference)
          && !ReferenceFolders.isReference(folder.path)
          && !pictures.areBaselines(in: folder.path, openedAs: source.top)
      }
    }
    return FileIndex(root: "/") { (folders, []) }
  }

  fileprivate func undrawn(_ actual: String, folder: String, _ baseline: Baseline) -> SnapshotCase {
    let parts = Paths.components(folder)
    let name = parts.dropFirst().map { $0 + "/" }.joined() + stem(Paths.name(baseline.path))
    return SnapshotCase(
      suite: parts.first.map(String.init) ?? "", name: name, layout: .afsnapshot,
      reference: baseline.path, actual: actual, baseline: baseline,
      failures: differences(of: baseline.root),
      key: Paths.join(folder, stem(Paths.name(baseline.path))))
  }
}
