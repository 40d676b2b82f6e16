/// AFSnapshotTesting's failures without a difference: `.cluster` writes none, nor does a failure
/// by size. They show only in an actual that is not its reference.
extension Finder {
  mutating func findUndrawn(in sources: [Source]) {
    guard !actuals.isEmpty else { return }
    var bases = referenceBases
    for source in sources where source.onlyFile == nil {
      let isDifference = Paths.name(source.top) == Self.differenceFolder
      bases.insert(isDifference ? Paths.parent(source.top) : source.top)
    }
    for actual in actualSearch.everyActual() where !claimed.contains(actual.path) {
      for base in bases.sorted() {
        let folder = Paths.join(base, actual.folder)
        guard let reference = baselines.path(of: actual.file, in: folder),
          reference != actual.path, !Self.isSame(reference, actual.path),
          claimed.insert(actual.path).inserted
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
    writableRoots.formUnion(reach.roots(of: failures, .afsnapshot, openedAs: base))
    cases.append(snapshot)
    actualSearch.markUsed(actual)
  }

  /// Whether two files hold the same bytes; most that do not differ in their size.
  private static func isSame(_ first: String, _ second: String) -> Bool {
    guard let one = try? FileStatus(of: first), let other = try? FileStatus(of: second),
      one.stamp.size == other.stamp.size
    else { return false }
    guard one.identity != other.identity else { return true }
    guard let bytes = try? Disk.real.read(first).bytes,
      let others = try? Disk.real.read(second).bytes
    else {
      return false
    }
    return bytes == others
  }
}
