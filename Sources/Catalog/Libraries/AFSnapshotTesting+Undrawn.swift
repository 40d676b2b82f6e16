import Base
import Host

/// AFSnapshotTesting's failures without a difference: `.cluster` writes none, nor does a failure by
/// size. They show only in an actual that differs from its reference.
extension Finder {
  mutating func findUndrawn(in sources: [Source]) {
    guard !actuals.isEmpty else { return }
    var bases = referenceBases
    for source in sources where source.onlyFile == nil {
      let isDifference = Paths.name(source.top) == Self.differenceFolder
      bases.insert(isDifference ? Paths.parent(source.top) : source.top)
    }
    // What was found in an earlier folder of actuals is not looked for in a later one.
    var answered = Set(cases.lazy.compactMap(\.baseline).map { ExactName($0.path) })
    for actual in actualSearch.everyActual()
    where !claimed.contains(actual.path) {
      for base in bases.sorted() {
        let folder = Paths.join(base, actual.folder)
        guard Paths.isInside(realPath(folder), realPath(base)),
          let reference = baselines.path(of: actual.file, in: folder),
          reference != actual.path, !FileBytes.areEqual(reference, actual.path),
          answered.insert(ExactName(reference)).inserted,
          claimed.insert(actual.path)
        else { continue }
        addUndrawn(actual.path, folder: actual.folder, reference: reference, base: base)
      }
    }
  }

  private mutating func addUndrawn(
    _ actual: String, folder: String, reference: String, base: String
  ) {
    let parts = Paths.components(folder)
    let name = parts.dropFirst().map { $0 + "/" }.joined() + stem(Paths.name(reference))
    let failures = differences(of: base)
    let snapshot = SnapshotCase(
      id: "", suite: parts.first.map(String.init) ?? "", name: name, layout: .afsnapshot,
      reference: reference, actual: actual, baseline: Baseline(path: reference, root: base),
      failures: failures,
      key: SnapshotCase.key(.afsnapshot, Paths.join(folder, stem(Paths.name(reference)))))
    writableRoots.formUnion(writeScope.roots(of: failures, .afsnapshot, openedAs: base))
    cases.append(snapshot)
    actualSearch.markUsed(actual)
  }
}
