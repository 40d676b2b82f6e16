import Base
import DiffEngine

extension Library {
  static let uber = Library(
    layout: .uber, title: "iOSSnapshotTestCase",
    references: { failures in
      let parent = Paths.parent(failures)
      // Links are left out: one can lead anywhere.
      let folders = { (path: String) in
        ((try? ListedFolder(reading: path))?.folders ?? []).sorted()
          .filter(ReferenceFolders.isUberFolder).map { Paths.join(path, $0) }
      }
      // A path that ends in a slash makes the suffix a folder of its own.
      return folders(parent).flatMap { [$0] + folders($0) }
    }, kinds: [.uber], homes: [Glob("**/ReferenceImages*/**")],
    axes: ["*_{os}_*_{size}@{scale}", "*@{scale=1x|2x|3x}"], variable: "IMAGE_DIFF_DIR",
    logLine: Tree.uberLine)
}

extension LibrarySearch {
  static let uber = LibrarySearch(
    .uber, searches: [.ownNames: each { $0.uber(in: $1) }])
}

/// iOSSnapshotTestCase: `<failures>/<Class>/{reference_,failed_,diff_}<file>`.
extension Tree {
  private enum Part: String, CaseIterable {
    case reference = "reference_"
    case failed = "failed_"
    case difference = "diff_"
  }

  /// The failure in the library's `ksdiff "…/reference_x" "…/failed_x"`.
  @Sendable fileprivate static func uberLine(_ line: LogLine) -> LoggedLine? {
    let paths = line.quotedPaths
    guard paths.count == 2, Paths.parent(paths[0]) == Paths.parent(paths[1]) else { return nil }
    let (reference, failed) = (Paths.name(paths[0]), Paths.name(paths[1]))
    let (start, end) = (Part.reference.rawValue, Part.failed.rawValue)
    guard reference.hasPrefix(start), failed.hasPrefix(end),
      reference.dropFirst(start.count) == failed.dropFirst(end.count)
    else { return nil }
    return LoggedLine(layout: .uber, file: paths[1], precedesError: true)
  }

  fileprivate func uber(in source: Source) -> [Sighting] {
    source.lookIntoFolders { folder in
      uberCases(in: folder, source).map {
        .failure(
          Failure($0, from: source, by: .ownNames, root: Paths.parent(folder.path)))
      }
    }.flatMap(\.self)
  }

  /// Finds the case of a pair with iOSSnapshotTestCase's names, whose baseline is elsewhere: the
  /// library prints such a command, and accepting must not stop at its copy of the reference.
  func uberCase(reference: String, actual: String) -> Pair? {
    guard layouts.contains(.uber), Paths.parent(reference) == Paths.parent(actual),
      Paths.name(reference).hasPrefix(Part.reference.rawValue),
      Paths.name(actual).hasPrefix(Part.failed.rawValue),
      let place = try? GivenPath(actual), let source = try? Source(place)
    else { return nil }
    var finder = Finder(self)
    finder.take(uber(in: source))
    let own = finder.cases.first { $0.reference == reference && $0.baseline != nil }
    return own.map { Pair(snapshot: $0, writableRoots: finder.places.writableRoots.sorted()) }
  }

  private func uberCases(in folder: ListedFolder, _ source: Source) -> [SnapshotCase] {
    let groups = Self.uberGroups(folder)
    guard !groups.isEmpty, !ReferenceFolders.isReference(folder.path) else { return [] }
    let isProven = isForced || source.logged != nil || groups.values.contains { $0.count > 1 }
    let real = realPath(folder.path)
    let failures = Paths.parent(real)
    let answers = baselines.uber(className: folder.name, failures: failures, in: source)
    let origin = CaseOrigin(
      .uber, failures: failures, suite: folder.name,
      keyStart: SnapshotCase.key(.uber, Paths.name(real)) + "/")
    return groups.compactMap { name, files -> SnapshotCase? in
      guard isProven || Self.hasScale(name.text) else { return nil }
      var snapshot = SnapshotCase(
        name.text, origin, kind: .image, reference: files[.reference], actual: files[.failed],
        difference: files[.difference])
      let answer = answers(name.text, files[.reference], files[.failed])
      attach(answer, to: &snapshot, name.text, source)
      return source.wants(snapshot) ? snapshot : nil
    }
  }

  private func attach(
    _ answer: BaselineAnswer, to snapshot: inout SnapshotCase, _ name: String, _ source: Source
  ) {
    let found = snapshot
    attach(
      answer, to: &snapshot,
      none: "No baseline found: no ReferenceImages*/\(printable("\(found.suite)/\(name)")) beside "
        + "\(printable(found.failures)) or \(home(of: found, source)). Give --references DIR.")
    if snapshot.actual == nil {
      snapshot.obstacle =
        "No actual: \(Part.failed.rawValue)\(printable(name)) is missing. Run the test again."
    }
  }

  /// The paths of a test class's files, by the names of their snapshots.
  private static func uberGroups(_ folder: ListedFolder) -> [ExactName: [Part: String]] {
    var groups: [ExactName: [Part: String]] = [:]
    for file in folder.files where FileKind(name: file) == .image {
      for part in Part.allCases where file.utf8.starts(with: part.rawValue.utf8) {
        let name = String(Substring(file.utf8.dropFirst(part.rawValue.utf8.count)))
        groups[ExactName(name), default: [:]][part] = Paths.join(folder.path, file)
      }
    }
    return groups
  }

  /// The library's usual ending: "@2x.png".
  private static func hasScale(_ file: String) -> Bool {
    let end = stem(file).suffix(3)
    return end.first == "@" && end.last == "x" && end.dropFirst().first?.isNumber == true
  }
}
