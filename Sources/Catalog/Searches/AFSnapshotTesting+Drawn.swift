import Base
import Host

extension LibrarySearch {
  static let afsnapshot = LibrarySearch(
    .afsnapshot,
    searches: [.layout: each { $0.afsnapshots(in: $1) }], apart: { $0.undrawn(in: $1) },
    join: { $0.joinAttached($1) })
}

/// AFSnapshotTesting: `<base>/Difference/<Class>/<name>.diff.png` next to `<base>/<Class>/`.
extension Tree {
  fileprivate func afsnapshots(in source: Source) -> [Sighting] {
    source.folders.flatMap { folder -> [Sighting] in
      guard let place = differencePlace(of: folder, in: source) else { return [] }
      var found: [ExactName: (difference: String?, actual: String?)] = [:]
      for name in folder.files where FileKind(name: name) != .text && !folder.isCopy(name) {
        var gaps: Template.Gaps = [:]
        if AFSnapshotNames.difference.match(file: name, &gaps) {
          found[ExactName(gaps["name"] ?? ""), default: (nil, nil)].difference = name
        } else if AFSnapshotNames.actual.match(file: name, &gaps) {
          found[ExactName(gaps["name"] ?? ""), default: (nil, nil)].actual = name
        }
      }
      return found.compactMap { name, files in
        let path = { (file: String?) in file.map { Paths.join(folder.path, $0) } }
        return afsnapshot(
          name: name.text, difference: path(files.difference), actual: path(files.actual),
          place.home, place.gaps, source)
      }
    }
  }

  /// Returns the base folder of a folder of differences, and its class.
  ///
  /// The opened folder may be that folder under another name, such as an artifact of it. Then one
  /// of its files must have a reference below --references.
  private func differencePlace(
    of folder: ListedFolder, in source: Source
  ) -> (home: String, gaps: Template.Gaps)? {
    if Paths.hasComponent(of: folder.path, beginningWith: ReferenceFolders.difference) {
      return AFSnapshotNames.difference.match(folder: Paths.components(folder.path))
    }
    guard baselines.isNamed, let below = Paths.below(source.top, folder.path),
      case let parts = Paths.components(below), let suite = parts.first,
      folder.files.contains(where: { file in
        var gaps: Template.Gaps = [:]
        guard AFSnapshotNames.difference.match(file: file, &gaps), let name = gaps["name"] else {
          return false
        }
        // Other libraries keep their differences next to the references or the actuals.
        let others = index.presets.filter { $0.difference.contains { $0.fits(file) } }
          .flatMap(\.actual).compactMap { $0.file(["name": name, "ext": "png"]) }
        return (others + [name + ".png"]).allSatisfy { folder.files.spelling(of: $0) == nil }
          && !baselines.plain(folder: below, file: name + ".png").isNone
      })
    else { return nil }
    let dir = parts.dropFirst().joined(separator: "/")
    return (source.top, ["class": String(suite), "dir": dir])
  }

  /// Returns the folder to which AFSnapshotTesting writes the failures of a base folder; the base
  /// folder if that does not exist.
  func differences(of base: String) -> String {
    let folder = realPath(Paths.join(base, ReferenceFolders.difference))
    return FileStatus.exists(folder) ? folder : realPath(base)
  }

  private func afsnapshot(
    name: String, difference: String?, actual: String?, _ base: String, _ gaps: Template.Gaps,
    _ source: Source
  ) -> Sighting? {
    let (suite, dir) = (gaps["class"] ?? "", gaps["dir"] ?? "")
    // The class, and the folders from slashes in the name.
    let folder = dir.isEmpty ? suite : Paths.join(suite, dir)
    var snapshot = SnapshotCase(
      suite: suite, name: dir.isEmpty ? name : Paths.join(dir, name), layout: .afsnapshot,
      actual: actual, difference: difference, failures: differences(of: base),
      key: Paths.join(folder, name))
    guard source.wants(snapshot) else { return nil }
    attachBaseline(to: &snapshot, folder: folder, file: name + ".png", base)
    findActual(of: &snapshot, folder: folder, name: name)
    return .failure(
      Failure(
        snapshot, from: source, by: .layout, root: Paths.join(base, ReferenceFolders.difference)))
  }

  /// Attaches the baseline next to the folder of differences, where the library keeps it, or else
  /// one below --references.
  private func attachBaseline(
    to snapshot: inout SnapshotCase, folder: String, file: String, _ base: String
  ) {
    let beside = Paths.join(base, folder)
    guard Paths.isInside(realPath(beside), realPath(base)) else {
      snapshot.reference = baselines.path(of: file, in: beside)
      snapshot.obstacle = BaselineAnswer.refusal(of: beside, base)
      return
    }
    var answer = baselines.plain(folder: folder, file: file)
    // An archive may hold a copy of the project's references.
    let isCopy = !answer.isNone && !references.contains { Paths.isInside(beside, $0) }
    let own = baselines.path(of: file, in: beside)
    if answer.isNone || !isCopy && own != nil {
      answer = .found(
        Baseline(path: own ?? Paths.join(beside, file), root: base), exists: own != nil)
    }
    attach(answer, to: &snapshot, none: "")
  }

  private func findActual(of snapshot: inout SnapshotCase, folder: String, name: String) {
    let paths = actualSearch.find(folder: folder, name: name, except: snapshot.reference)
    if paths.count > 1 {
      snapshot.obstacle =
        "\(paths.count) actuals could be meant: "
        + paths.prefix(4).map(printable).joined(separator: ", ")
        + ". Give --actuals with the folder that holds the right one."
    } else if let path = paths.first {
      snapshot.actual = path
    } else if snapshot.actual == nil {
      let file = printable("\(folder)/\(name).png")
      snapshot.obstacle =
        actuals.isEmpty
        ? "No actual: AFSnapshotTesting does not write it. Set TEST_RUNNER_SNAPSHOT_ARTIFACTS to an "
          + "empty folder, rerun the test, then open with --actuals FOLDER."
        : "No actual yet: no \(file) under --actuals. Set TEST_RUNNER_SNAPSHOT_ARTIFACTS to that "
          + "folder and rerun the test."
    }
  }
}
