import Base
import DiffEngine
import Host

extension Library {
  static let afsnapshot = Library(
    layout: .afsnapshot, title: "AFSnapshotTesting",
    references: { failures in
      [Paths.name(failures) == ReferenceFolders.difference ? Paths.parent(failures) : failures]
    }, kinds: [.naive, .cluster, .perceptual, .combined], recording: "failureRecord: true",
    paintsDifferences: true, logLine: DifferenceLine.read)
}

extension LibrarySearch {
  static let afsnapshot = LibrarySearch(
    .afsnapshot,
    searches: [
      .ownNames: each { $0.afsnapshots(in: $1) }, .apart: { $0.undrawn(in: $1) },
    ], join: MaskedCases.joined)
}

/// The names of its files. It leaves no actual beside a difference, so that no preset describes them.
extension Template {
  fileprivate static let difference: Template = "Difference/{class}/{dir*}/{name}.diff.{ext}"
  fileprivate static let actual: Template = "Difference/{class}/{dir*}/{name}.actual.{ext}"
  fileprivate static let reference: Template = "{class}/{dir*}/{name}.png"
}

/// AFSnapshotTesting's "Difference image save to file:///…/x.diff.png" in a log.
private enum DifferenceLine {
  @Sendable static func read(_ line: LogLine) -> LoggedLine? {
    guard let start = line.end(of: "Difference image save to "),
      let end = line.end(of: ".diff.png", from: start)
    else { return nil }
    let path = FileAddress.path(line.text(start..<end))
    guard path.hasPrefix("/"), let (base, gaps) = Template.difference.match(path: path),
      let reference = Template.reference.path(base, gaps)
    else { return nil }
    return LoggedLine(layout: .afsnapshot, file: path, reference: reference)
  }
}

/// AFSnapshotTesting: `<base>/Difference/<Class>/<name>.diff.png` beside `<base>/<Class>/`.
extension Tree {
  fileprivate func afsnapshots(in source: Source) -> [Sighting] {
    source.folders.flatMap { folder -> [Sighting] in
      guard let place = DifferencePlace(folder.path) else { return [] }
      var found: [ExactName: (difference: String?, actual: String?)] = [:]
      for name in folder.files where FileKind(name: name) != .text {
        var gaps: Template.Gaps = [:]
        if Template.difference.match(file: name, &gaps) {
          found[ExactName(gaps["name"] ?? ""), default: (nil, nil)].difference = name
        } else if Template.actual.match(file: name, &gaps) {
          found[ExactName(gaps["name"] ?? ""), default: (nil, nil)].actual = name
        }
      }
      return found.compactMap { name, files in
        let path = { (file: String?) in file.map { Paths.join(folder.path, $0) } }
        return afsnapshot(
          name: name.text, difference: path(files.difference), actual: path(files.actual),
          place: place, source: source)
      }
    }
  }

  /// Returns the folder to which AFSnapshotTesting writes the failures of a base folder; the base
  /// folder if that does not exist.
  func differences(of base: String) -> String {
    let folder = realPath(Paths.join(base, ReferenceFolders.difference))
    return FileStatus.exists(folder) ? folder : realPath(base)
  }

  private func afsnapshot(
    name: String, difference: String?, actual: String?, place: DifferencePlace, source: Source
  ) -> Sighting? {
    let file = name + ".png"
    var snapshot = SnapshotCase(
      id: "", suite: place.suite, name: place.prefix + name, layout: .afsnapshot, actual: actual,
      difference: difference, failures: differences(of: place.base),
      key: SnapshotCase.key(.afsnapshot, Paths.join(place.folder, name)))
    guard source.wants(snapshot) else { return nil }
    attachBaseline(to: &snapshot, file: file, place: place)
    findActual(of: &snapshot, folder: place.folder, name: name)
    return .failure(
      Failure(
        snapshot, from: source, by: .ownNames,
        root: Paths.join(place.base, ReferenceFolders.difference)))
  }

  /// Attaches the baseline beside the folder of differences, where the library keeps it; else one
  /// where the user said.
  private func attachBaseline(
    to snapshot: inout SnapshotCase, file: String, place: DifferencePlace
  ) {
    let folder = Paths.join(place.base, place.folder)
    guard Paths.isInside(realPath(folder), realPath(place.base)) else {
      snapshot.reference = baselines.path(of: file, in: folder)
      snapshot.obstacle = BaselineAnswer.refusal(of: folder, place.base)
      return
    }
    let named = baselines.plain(folder: place.folder, file: file)
    let isNamed = if case .none = named { false } else { true }
    // An archive may hold a copy of the project's references.
    let isCopy = isNamed && !references.contains { Paths.isInside(folder, $0) }
    if !isCopy, let reference = baselines.path(of: file, in: folder) {
      snapshot.reference = reference
      snapshot.baseline = Baseline(path: reference, root: place.base)
      return
    }
    switch named {
    case .found(let baseline, _):
      snapshot.baseline = baseline
      snapshot.reference = baseline.path
    case .ambiguous, .behindLink: snapshot.obstacle = named.obstacle
    case .none:
      snapshot.baseline = Baseline(path: Paths.join(folder, file), root: place.base)
      snapshot.remarks.append(.newBaseline)
    }
  }

  private func findActual(of snapshot: inout SnapshotCase, folder: String, name: String) {
    switch actualSearch.find(folder: folder, name: name, except: snapshot.reference) {
    case .found(let path): snapshot.actual = path
    case .ambiguous(let paths):
      snapshot.obstacle =
        "\(paths.count) actuals could be meant: "
        + paths.prefix(4).map(printable).joined(separator: ", ")
        + ". Give --actuals with the folder that holds the right one."
    case .none where snapshot.actual == nil:
      let file = printable("\(folder)/\(name).png")
      snapshot.obstacle =
        actuals.isEmpty
        ? "No actual: AFSnapshotTesting does not write it. Set TEST_RUNNER_SNAPSHOT_ARTIFACTS to an "
          + "empty folder, rerun the test, then open with --actuals FOLDER."
        : "No actual yet: no \(file) under --actuals. Set TEST_RUNNER_SNAPSHOT_ARTIFACTS to that "
          + "folder and rerun the test."
    case .none: break
    }
  }
}

/// A folder within `<base>/Difference`, split where its parts mean something.
private struct DifferencePlace {
  /// The folder that holds `Difference` and the classes' references.
  let base: String
  /// The path below `Difference`: the class, and folders that slashes in names have made.
  let folder: String
  let suite: String
  /// The folders that the name's slashes put before the file's own name.
  let prefix: String

  init?(_ path: String) {
    guard Paths.hasComponent(of: path, beginningWith: ReferenceFolders.difference),
      let (base, gaps) = Template.difference.match(folder: Paths.components(path)),
      let suite = gaps["class"], let dir = gaps["dir"]
    else { return nil }
    (self.base, self.suite) = (base, suite)
    (folder, prefix) = dir.isEmpty ? (suite, "") : ("\(suite)/\(dir)", "\(dir)/")
  }
}
