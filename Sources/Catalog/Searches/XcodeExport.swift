import Base
import Host
import PNGCodec

extension LibrarySearch {
  static let xcode = LibrarySearch(
    .xcode, reports: [{ $0.listXcode(in: $1, $2) }],
    apart: AttachmentSets.search(AttachmentSets.init(exported:)))
}

extension Tree {
  /// Lists failures as Xcode exports them, joined to their baselines by the pixels of the exported
  /// reference.
  fileprivate func listXcode(in folder: ListedFolder, _ source: Source) -> [Sighting] {
    guard let manifest = XcodeManifest(in: folder) else { return [] }
    var seen = [.folder(folder.path)] + manifest.faults.map(Sighting.skipped)
    for test in manifest.tests {
      let runs = Self.lastRuns(test.attachments)
      var counts: [String: Int] = [:]
      for run in runs {
        let groups = Self.groups(run.attachments)
        seen += Self.skipped(run.attachments, of: test, areGrouped: !groups.isEmpty)
        let function = test.testIdentifier.prefix { $0 != "(" }
        let logged = log?.references[String(function)] ?? []
        for group in groups {
          counts[run.name, default: 0] += 1
          let place = XcodeRun(
            test: test.testIdentifier, name: run.name, shown: run.shown,
            number: counts[run.name, default: 0])
          seen += sightings(
            of: group, place, folder, source, logged: logged.count == groups.count ? logged : [])
        }
      }
    }
    return seen
  }

  /// Reports the attachments of a failure that are in no case.
  private static func skipped(
    _ attachments: [XcodeTest.Attachment], of test: XcodeTest, areGrouped: Bool
  ) -> [Sighting] {
    let isLoose = !areGrouped && attachments.contains { $0.exhibit == .actual }
    let unexplained = attachments.filter(\.isUnexplained).map {
      "its attachment \(printable($0.shown)) belongs to a failure but was not made by "
        + "a snapshot library; it is not listed."
    }
    let loose =
      "its attachments do not say which belong together; they are not listed. Give the "
      + "folder that the tests wrote to."
    return ((isLoose ? [loose] : []) + unexplained).map {
      .skipped(Skipped(test.testIdentifier, $0))
    }
  }

  /// Returns the last try's attachments for each device, configuration and set of arguments.
  ///
  /// - Returns: Each with its full name, and a name of only the parts in which the runs differ.
  private static func lastRuns(
    _ attachments: [XcodeTest.Attachment]
  ) -> [(name: String, shown: String, attachments: [XcodeTest.Attachment])] {
    let runs = Dictionary(grouping: attachments, by: \.run)
    let shared = Set(runs.keys.first ?? []).filter { part in
      runs.keys.allSatisfy { $0.contains(part) }
    }
    return runs.map { parts, all in
      let last = all.compactMap(\.repetitionNumber).max()
      return (
        parts.joined(separator: ", "),
        parts.filter { !shared.contains($0) }.joined(separator: ", "),
        all.filter { $0.repetitionNumber == last || last == nil }
      )
    }.sorted { $0.name < $1.name }
  }

  /// Groups the attachments of each failure: by their activity's identifier, or else the first of
  /// each kind, the second of each and so on, if there are equally many of each.
  private static func groups(
    _ attachments: [XcodeTest.Attachment]
  ) -> [[FileRole: XcodeTest.Attachment]] {
    let known = attachments.filter { $0.exhibit != nil }
    let byIdentifier = Dictionary(grouping: known) {
      ExportedName($0.suggestedHumanReadableName)?.uuid ?? ""
    }
    if byIdentifier.count > 0, byIdentifier.values.allSatisfy({ $0.count > 1 }),
      byIdentifier[""] == nil
    {
      let groups = byIdentifier.values.map { group in
        Dictionary(group.map { ($0.exhibit!, $0) }) { first, _ in first }
      }
      return groups.sorted { time($0) < time($1) }
    }
    let ordered = known.enumerated().sorted {
      ($0.element.timestamp ?? 0, $0.offset) < ($1.element.timestamp ?? 0, $1.offset)
    }.map(\.element)
    let kinds = FileRole.allCases.map { kind in ordered.filter { $0.exhibit == kind } }
    let counts = Set(kinds.map(\.count).filter { $0 > 0 })
    guard counts.count == 1, let count = counts.first else { return [] }
    return (0..<count).map { number in
      Dictionary(
        uniqueKeysWithValues: zip(FileRole.allCases, kinds).compactMap { kind, all in
          all.isEmpty ? nil : (kind, all[number])
        })
    }
  }

  private static func time(_ group: [FileRole: XcodeTest.Attachment]) -> (Double, String) {
    (
      group.values.compactMap(\.timestamp).min() ?? 0,
      group.values.map(\.exportedFileName).min() ?? ""
    )
  }

  private func sightings(
    of group: [FileRole: XcodeTest.Attachment], _ run: XcodeRun, _ folder: ListedFolder,
    _ source: Source, logged: [String]
  ) -> [Sighting] {
    let file = { (exhibit: FileRole) -> String? in
      guard let name = group[exhibit]?.exportedFileName, !name.contains("/"), name != ".." else {
        return nil
      }
      let path = Paths.join(folder.path, name)
      return FileStatus.isFile(path) ? path : nil
    }
    guard let actual = file(.actual) else {
      let name = printable(group[.actual]?.exportedFileName ?? "the picture that it rendered")
      let why = "\(name) is not in the export; its failure is not listed. Export it again."
      return [.skipped(Skipped(run.test, why))]
    }
    var snapshot = SnapshotCase(
      suite: run.suite ?? Paths.name(folder.path), name: run.caseName,
      layout: Library.xcode.layout, reference: file(.reference), actual: actual,
      difference: file(.difference), failures: realPath(folder.path), key: run.key)
    if logged.isEmpty {
      attachShown(to: &snapshot, test: run.function, suite: snapshot.suite, source)
    } else {
      attachLogged(logged[run.number - 1], to: &snapshot, folder, source)
    }
    let failure = Failure(snapshot, from: source, by: .report, root: folder.path, sharing: .entry)
    return [.failure(failure)] + (file(.reference).map { [.claim($0, by: .report)] } ?? [])
  }

  /// Attaches the baseline that shows the exported reference.
  func attachShown(to snapshot: inout SnapshotCase, test: String, suite: String, _ source: Source) {
    guard let reference = snapshot.reference else {
      snapshot.obstacle = "The export holds no reference, so nothing says which baseline is meant."
      return
    }
    let answer = baselines.showing(reference, of: snapshot, test: test, suite: suite, in: source)
    guard case .found(let baseline, _) = answer else {
      let none =
        FileIndex.print(of: reference) == nil && !LossyPicture.isUnread(reference)
        ? "The exported reference is damaged, or no picture. Export the attachments again."
        : PNGSizes.size(reference) == nil
          ? "The exported reference is a lossy picture, which cannot identify a baseline. Give "
            + "the folder that the tests wrote to."
          : "No baseline found: none \(home(of: snapshot, source)) shows the exported reference. "
            + "Give --references DIR." + baselines.unfetched(around: snapshot.failures, in: source)
      snapshot.obstacle = answer.obstacle ?? none
      return
    }
    attach(
      Claim(path: baseline.path, actual: snapshot.actual, copy: reference, isNamed: false),
      to: &snapshot, source)
  }

  private func attachLogged(
    _ path: String, to snapshot: inout SnapshotCase, _ folder: ListedFolder, _ source: Source
  ) {
    let top = references.first ?? top(around: folder.path, source)
    let manifest = Paths.join(references.first ?? folder.path, "manifest.json")
    let local = Manifest.local(path, manifest: manifest, upTo: top) ?? path
    attach(
      Claim(path: local, actual: snapshot.actual, copy: snapshot.reference), to: &snapshot, source)
  }
}

extension BaselineSearch {
  func showing(
    _ picture: String, of snapshot: SnapshotCase, test: String, suite: String, in source: Source
  ) -> BaselineAnswer {
    nearest(around: snapshot.failures, in: source) { index in
      let isElsewhere = { (path: String) in
        !Paths.isInside(path, snapshot.failures) && !index.isOfRun(path)
          && !ExportedName.isIdentifier(stem(Paths.name(path))[...])
          && ExportedName(Paths.name(path)) == nil
      }
      var all = index.files(showing: picture).filter(isElsewhere)
      // After an accept, the baseline equals the actual.
      if all.isEmpty, let actual = snapshot.actual {
        all = index.files(equalTo: actual).filter(isElsewhere)
      }
      let named = all.filter { path in
        let name = stem(Paths.name(path))
        return name == test || name.hasPrefix(test + ".") || name.hasPrefix(test + "_")
          || name.hasPrefix(test + "@")
      }
      return (all, own: named.count > 1 ? named.filter { $0.contains("/\(suite)/") } : named)
    }
  }
}
