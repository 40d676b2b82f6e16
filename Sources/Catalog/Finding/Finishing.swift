extension Finder {
  /// A size below which a file may be a Git LFS pointer instead of an image.
  private static let pointerLimit = 1024
  /// Copies and checkouts write files in any order: only a longer gap, in seconds, says something.
  private static let tolerance = 30

  /// The case with what its files' status tells: obstacles and remarks.
  func checked(_ snapshot: SnapshotCase) -> SnapshotCase {
    var snapshot = snapshot
    let stamp = { (path: String?) in path.flatMap { try? FileStatus(of: $0).stamp } }
    let reference = stamp(snapshot.reference)
    let actual = stamp(snapshot.actual)
    checkActual(&snapshot, actual)
    if let path = snapshot.reference, let reference, isPointer(path, reference) {
      snapshot.remarks.append(
        "The reference is a Git LFS pointer, not an image. Run: git lfs pull.")
    }
    if isOlder(stamp(snapshot.difference), reference) {
      snapshot.remarks.append(
        "The difference is older than its reference: it may be left from an earlier run.")
    }
    if isOlder(actual, reference) {
      snapshot.remarks.append(
        "The actual is older than its reference: the reference may have been recorded since.")
    } else if snapshot.baseline?.path != snapshot.reference,
      isOlder(actual, stamp(snapshot.baseline?.path))
    {
      snapshot.remarks.append(
        "The baseline is newer than this failure: it may have been recorded since.")
    }
    return snapshot
  }

  private func isOlder(_ first: FileStamp?, _ second: FileStamp?) -> Bool {
    guard let first, let second else { return false }
    return first.modified.isBefore(second.modified, byMoreThan: Self.tolerance)
  }

  private func checkActual(_ snapshot: inout SnapshotCase, _ stamp: FileStamp?) {
    guard let path = snapshot.actual, let stamp else { return }
    if FileKind(name: Paths.name(path)) == .lossyImage {
      snapshot.obstacle =
        "The actual is a lossy picture (\(printable(Paths.name(path)))); as a baseline it would "
        + "never match again. Give the PNG that the test rendered."
    } else if snapshot.content == .image && stamp.size == 0 {
      snapshot.obstacle = "The actual is empty: the test run did not finish writing it."
    } else if isPointer(path, stamp) {
      snapshot.obstacle = "The actual is a Git LFS pointer, not an image. Run: git lfs pull."
    }
  }

  private func isPointer(_ path: String, _ stamp: FileStamp) -> Bool {
    guard stamp.size > 0, stamp.size < Self.pointerLimit else { return false }
    return (try? FileHead.read(path, count: 64)).map(FileHead.isPointer) ?? false
  }

  /// The cases with a remark on those that would write the same baseline.
  func withRivals(_ cases: [SnapshotCase]) -> [SnapshotCase] {
    let counts = Dictionary(
      cases.compactMap { snapshot in snapshot.baseline.map { ($0.path, 1) } },
      uniquingKeysWith: +)
    return cases.map { snapshot in
      guard let path = snapshot.baseline?.path, let count = counts[path], count > 1 else {
        return snapshot
      }
      var snapshot = snapshot
      snapshot.remarks.append(
        count == 2
          ? "One other case has the same baseline: only one of the two can be accepted."
          : "\(count - 1) other cases have the same baseline: only one of them can be accepted.")
      return snapshot
    }
  }

  func nothingFound(in sources: [Source]) -> CatalogError {
    let shown = sources.map(\.place.shown).joined(separator: ", ")
    let files = sources.flatMap(\.folders).reduce(0) { $0 + $1.files.count }
    let entries = sources.flatMap(\.folders).reduce(0) { $0 + $1.entryCount }
    if entries == 0 {
      return CatalogError(
        .empty,
        "\(shown): an empty folder. Name the folder that the test run wrote its failures to.")
    }
    if sources.allSatisfy({ $0.onlyFile != nil }) {
      return CatalogError(
        .noCase,
        "\(shown): not a failure of a library that we know. Give the folder of failures, "
          + "or two files: a reference and its actual.")
    }
    let looked = layouts.compactMap(\.sought).sorted().joined(separator: ", ")
    return CatalogError(
      .noCase,
      "\(shown): no failed snapshot found among \(files) images and texts. Looked for \(looked). "
        + "Give the folder of failures, and --references DIR or --actuals DIR where they lie apart."
    )
  }
}

extension Layout {
  /// The files by which the layout is known.
  fileprivate var sought: String? {
    switch self {
    case .afsnapshot: "Difference/Class/name.diff.png"
    case .pointfree: "File/test.name.png with its __Snapshots__/File/test.name.png"
    case .uber: "failed_name.png with reference_name.png"
    case .pair: nil
    }
  }
}

/// Sorts the cases and gives each an identifier that no other has: "Suite/name", with the folder
/// before it where two trees hold the same one.
func withIdentifiers(_ cases: [SnapshotCase], root: String) -> [SnapshotCase] {
  var result = cases
  for index in result.indices { result[index].id = "\(result[index].suite)/\(result[index].name)" }
  for qualify in [byFolder, byLayout] {
    let counts = Dictionary(result.map { ($0.id, 1) }, uniquingKeysWith: +)
    for index in result.indices where counts[result[index].id, default: 0] > 1 {
      result[index].id = qualify(result[index], root)
    }
  }
  return sorted(result)
}

private func byFolder(_ snapshot: SnapshotCase, root: String) -> String {
  let folder = Paths.parent(snapshot.anyFile)
  return "\(Paths.relative(folder, from: root))/\(snapshot.name)"
}

private func byLayout(_ snapshot: SnapshotCase, root: String) -> String {
  "\(Paths.relative(snapshot.anyFile, from: root)) (\(snapshot.layout.rawValue))"
}

private func sorted(_ cases: [SnapshotCase]) -> [SnapshotCase] {
  var suites: [String: [UInt8]] = [:]
  let keyed = cases.map { snapshot in
    let suite = suites[snapshot.suite] ?? naturalKey(snapshot.suite)
    suites[snapshot.suite] = suite
    // A zero byte, which no name holds, keeps a suite's cases together.
    return (key: suite + [0] + naturalKey(snapshot.name), snapshot: snapshot)
  }
  return keyed.sorted {
    $0.key == $1.key
      ? $0.snapshot.id < $1.snapshot.id : $0.key.lexicographicallyPrecedes($1.key)
  }.map(\.snapshot)
}

extension SnapshotCase {
  /// A file that the test run left; every case has one.
  var anyFile: String { difference ?? actual ?? reference ?? "" }
}
