import Base
import Host
import PNGCodec

extension Library {
  static let xcode = Library(
    layout: Layout("xcode"), title: "Xcode's exported attachments",
    reports: [Report("manifest.json", as: [XcodeTest].self) { $0.listXcode($1, $2, $3) }])
}

/// A test in `manifest.json` of `xcrun xcresulttool export attachments`.
struct XcodeTest: Decodable {
  struct Attachment: Decodable {
    let exportedFileName: String
    let suggestedHumanReadableName: String
    let timestamp: Double?
    let repetitionNumber: Int?
    let configurationName: String?
    let deviceName: String?
    let arguments: [String]?
  }
  let testIdentifier: String
  let attachments: [Attachment]
}

/// The kind of picture that an attachment of a snapshot test shows.
private enum Exhibit: CaseIterable {
  case reference, actual, difference

  /// Reads the names that AFSnapshotTesting, swift-snapshot-testing and iOSSnapshotTestCase give.
  init?(name: String) {
    switch name.lowercased() {
    case "reference", "reference.png", "reference image", "screenshot reference (original)":
      self = .reference
    case "failure", "failure.png", "failed image", "screenshot actual (capture)": self = .actual
    case "difference", "difference.png", "diffed image", "screenshot mismatch diff":
      self = .difference
    default: return nil
    }
  }
}

/// A name as Xcode makes it of an attachment's: `<name>_<number>_<UUID>.<ending>`.
private struct ExportedName {
  let name: String
  let uuid: String

  init?(_ full: String) {
    let bare = Self.isIdentifier(full.suffix(36)) ? full : stem(full)
    guard Self.isIdentifier(bare.suffix(36)) else { return nil }
    let parts = bare.dropLast(36).split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts.last == "", Int(parts[parts.count - 2]) != nil else { return nil }
    name = parts.dropLast(2).joined(separator: "_")
    uuid = String(bare.suffix(36))
  }

  private static func isIdentifier(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }
}

extension Finder {
  /// Adds failures as Xcode exports them, joined to their baselines by the exported reference's
  /// pixels.
  fileprivate mutating func listXcode(_ tests: [XcodeTest], _ path: String, _ source: Source) {
    guard let folder = baselines.folder(Paths.parent(path)) else { return }
    taken.insert(folder.path)
    for test in tests {
      var counts: [String: Int] = [:]
      for run in Self.lastRuns(test.attachments) {
        let groups = Self.groups(run.attachments)
        if groups.isEmpty, run.attachments.contains(where: { Self.exhibit($0) == .actual }) {
          skipped.append(
            Skipped(
              test.testIdentifier,
              "its attachments do not say which belong together; they are not listed. Give the "
                + "folder that the tests wrote to."))
        }
        let function = test.testIdentifier.prefix { $0 != "(" }
        let logged = log?.references[String(function)] ?? []
        for group in groups {
          counts[run.name, default: 0] += 1
          add(
            group, test.testIdentifier, run.name, counts[run.name, default: 0], folder, source,
            logged: logged.count == groups.count ? logged : [])
        }
      }
    }
  }

  /// The attachments of one device, configuration and set of arguments: those of the last try.
  private static func lastRuns(
    _ attachments: [XcodeTest.Attachment]
  ) -> [(name: String, attachments: [XcodeTest.Attachment])] {
    let runs = Dictionary(grouping: attachments) {
      ([$0.configurationName, $0.deviceName].compactMap(\.self) + ($0.arguments ?? []))
        .joined(separator: ", ")
    }
    return runs.sorted { $0.key < $1.key }.map { name, all in
      let last = all.compactMap(\.repetitionNumber).max()
      return (name, all.filter { $0.repetitionNumber == last || last == nil })
    }
  }

  private static func exhibit(_ attachment: XcodeTest.Attachment) -> Exhibit? {
    let name = attachment.suggestedHumanReadableName
    return Exhibit(name: ExportedName(name)?.name ?? stem(name)) ?? Exhibit(name: name)
  }

  /// Groups the attachments that belong together: those of one activity by its identifier; else the
  /// first of each kind, the second of each and so on, if there are as many of each.
  private static func groups(
    _ attachments: [XcodeTest.Attachment]
  ) -> [[Exhibit: XcodeTest.Attachment]] {
    let known = attachments.filter { exhibit($0) != nil }
    let byIdentifier = Dictionary(grouping: known) {
      ExportedName($0.suggestedHumanReadableName)?.uuid ?? ""
    }
    if byIdentifier.count > 0, byIdentifier.values.allSatisfy({ $0.count > 1 }),
      byIdentifier[""] == nil
    {
      let groups = byIdentifier.values.map { group in
        Dictionary(group.map { (exhibit($0)!, $0) }) { first, _ in first }
      }
      return groups.sorted { time($0) < time($1) }
    }
    let ordered = known.enumerated().sorted {
      ($0.element.timestamp ?? 0, $0.offset) < ($1.element.timestamp ?? 0, $1.offset)
    }.map(\.element)
    let kinds = Exhibit.allCases.map { kind in ordered.filter { exhibit($0) == kind } }
    let counts = Set(kinds.map(\.count).filter { $0 > 0 })
    guard counts.count == 1, let count = counts.first else { return [] }
    return (0..<count).map { number in
      Dictionary(
        uniqueKeysWithValues: zip(Exhibit.allCases, kinds).compactMap { kind, all in
          all.isEmpty ? nil : (kind, all[number])
        })
    }
  }

  private static func time(_ group: [Exhibit: XcodeTest.Attachment]) -> (Double, String) {
    (
      group.values.compactMap(\.timestamp).min() ?? 0,
      group.values.map(\.exportedFileName).min() ?? ""
    )
  }

  private mutating func add(
    _ group: [Exhibit: XcodeTest.Attachment], _ test: String, _ run: String, _ number: Int,
    _ folder: ListedFolder, _ source: Source, logged: [String]
  ) {
    let file = { (exhibit: Exhibit) -> String? in
      guard let name = group[exhibit]?.exportedFileName, !name.contains("/"), name != ".." else {
        return nil
      }
      let path = Paths.join(folder.path, name)
      return (try? FileStatus(of: path))?.kind == .file ? path : nil
    }
    guard let actual = file(.actual) else { return }
    defer { if let reference = file(.reference) { claimed.insert(reference) } }
    let parts = test.split(separator: "/").map(String.init)
    let function = String((parts.last ?? test).prefix { $0 != "(" })
    let name = number == 1 ? function : "\(function) \(number)"
    var snapshot = SnapshotCase(
      id: "", suite: parts.dropLast().last ?? Paths.name(folder.path), name: name,
      layout: Library.xcode.layout, reference: file(.reference), actual: actual,
      difference: file(.difference), failures: realPath(folder.path),
      key: SnapshotCase.key(Library.xcode.layout, "\(test)/\(run)/\(number)"))
    if logged.isEmpty {
      attachShown(to: &snapshot, test: function, suite: snapshot.suite, source)
    } else {
      attachLogged(logged[number - 1], to: &snapshot, folder, source)
    }
    hintRoot(folder.path)
    add(snapshot, from: source)
  }

  /// The baseline that shows the exported reference.
  mutating func attachShown(
    to snapshot: inout SnapshotCase, test: String, suite: String, _ source: Source
  ) {
    guard let reference = snapshot.reference else {
      snapshot.obstacle = "The export holds no reference, so nothing says which baseline is meant."
      return
    }
    switch baselines.showing(reference, of: snapshot, test: test, suite: suite, in: source) {
    case .found(let baseline, _):
      attach(
        Claim(path: baseline.path, actual: snapshot.actual, copy: reference, isNamed: false),
        to: &snapshot, source)
    case .ambiguous(let paths): snapshot.obstacle = Self.ambiguity(paths)
    case .behindLink(_, let link, let root): snapshot.obstacle = Self.refusal(of: link, root)
    case .none where PNGSizes.size(reference) == nil:
      snapshot.obstacle =
        "The exported reference is a lossy picture, by which no baseline can be recognised. Give "
        + "the folder that the tests wrote to."
    case .none:
      snapshot.obstacle =
        "No baseline found: none \(home(of: snapshot, source)) shows the exported reference. "
        + "Give --references DIR." + baselines.unfetched(around: snapshot.failures, in: source)
    }
    refuseLossyActual(of: &snapshot)
  }

  private func refuseLossyActual(of snapshot: inout SnapshotCase) {
    guard snapshot.obstacle == nil, PNGSizes.size(snapshot.actual ?? "") == nil else { return }
    snapshot.obstacle =
      "The exported actual is no PNG; as a baseline it would never match again. Give the PNG "
      + "that the test rendered."
  }

  /// The baseline that the log names.
  private func attachLogged(
    _ path: String, to snapshot: inout SnapshotCase, _ folder: ListedFolder, _ source: Source
  ) {
    let top = references.first ?? baselines.writeScope.repository(around: folder.path) ?? source.top
    let manifest = Paths.join(references.first ?? folder.path, "manifest.json")
    let local = Manifest.local(path, manifest: manifest, upTo: top) ?? path
    let claim = Claim(path: local, actual: snapshot.actual, copy: snapshot.reference)
    attach(claim, to: &snapshot, source)
    refuseLossyActual(of: &snapshot)
  }
}

extension BaselineSearch {
  /// The one file that shows what another does.
  func showing(
    _ picture: String, of snapshot: SnapshotCase, test: String, suite: String,
    in source: Source
  ) -> BaselineAnswer {
    nearest(around: snapshot.failures, in: source) { index in
      let isElsewhere = { (path: String) in
        !Paths.isInside(path, snapshot.failures) && !index.isOfRun(path)
      }
      var all = index.files(showing: picture).filter(isElsewhere)
      // What has been accepted holds the actual.
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
