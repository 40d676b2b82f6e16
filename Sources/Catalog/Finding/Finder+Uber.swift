/// iOSSnapshotTestCase: `<failures>/<Class>/{reference_,failed_,diff_}<file>`.
extension Finder {
  private enum Part: String, CaseIterable {
    case reference = "reference_"
    case failed = "failed_"
    case difference = "diff_"
  }

  mutating func findUber(in source: Source) {
    for folder in source.folders where !ReferenceTree.isReference(folder.path) {
      let groups = Self.uberGroups(in: folder)
      let isProven = isForced || groups.values.contains { $0.count >= 2 }
      for (file, parts) in groups where isProven || Self.hasScale(file.text) {
        addUber(file: file.text, parts: parts, folder: folder, source: source)
      }
    }
  }

  private static func uberGroups(in folder: ListedFolder) -> [ExactName: Set<Part>] {
    var groups: [ExactName: Set<Part>] = [:]
    for name in folder.files {
      guard let part = Part.allCases.first(where: { name.hasPrefix($0.rawValue) }),
        FileKind(name: name) == .image
      else { continue }
      let file = ExactName(String(name.dropFirst(part.rawValue.count)))
      groups[file, default: []].insert(part)
    }
    return groups
  }

  /// The library's usual ending: "@2x.png".
  private static func hasScale(_ file: String) -> Bool {
    let end = stem(file).suffix(3)
    return end.first == "@" && end.last == "x" && end.dropFirst().first?.isNumber == true
  }

  private mutating func addUber(
    file: String, parts: Set<Part>, folder: ListedFolder, source: Source
  ) {
    let path = { (part: Part) in
      parts.contains(part) ? Paths.join(folder.path, part.rawValue + file) : nil
    }
    let place = realPath(folder.path)
    var snapshot = SnapshotCase(
      id: "", suite: folder.name, name: stem(file), layout: .uber, reference: path(.reference),
      actual: path(.failed), difference: path(.difference), failures: Paths.parent(place),
      key: SnapshotCase.key(.uber, Paths.join(Paths.name(place), file)))
    guard source.wants(snapshot.failureFiles) else { return }
    attachBaseline(to: &snapshot, file: file, source: source)
    if snapshot.actual == nil {
      snapshot.obstacle =
        "No actual: \(Part.failed.rawValue)\(printable(file)) is missing. Run the test again."
    }
    rootHints.insert(Paths.parent(folder.path))
    add(snapshot, from: source)
  }

  private func attachBaseline(
    to snapshot: inout SnapshotCase, file: String, source: Source
  ) {
    let answer = baselines.uber(
      className: snapshot.suite, file: file, failures: snapshot.failures, in: source)
    switch answer {
    case .found(let baseline, let exists):
      snapshot.baseline = baseline
      if exists { snapshot.reference = snapshot.reference ?? baseline.path }
      if !exists { snapshot.remarks.append(Self.newBaselineRemark) }
    case .ambiguous(let paths): snapshot.obstacle = Self.ambiguity(paths)
    case .behindLink(_, let link, let root): snapshot.obstacle = Self.refusal(of: link, root)
    case .none:
      let wanted = printable("\(snapshot.suite)/\(file)")
      snapshot.obstacle =
        "No baseline found: no ReferenceImages*/\(wanted) beside "
        + "\(printable(snapshot.failures)) or \(home(of: snapshot, source)). Give --references DIR."
    }
  }

  static let newBaselineRemark = "There is no baseline yet: accepting writes the first."

  /// Where a baseline was looked for.
  func home(of snapshot: SnapshotCase, _ source: Source) -> String {
    if !references.isEmpty { return "under --references" }
    guard let repository = reach.repository(around: snapshot.failures) else {
      return "in \(source.place.shown)"
    }
    return "in the repository \(printable(repository))"
  }

  static func refusal(of link: String, _ root: String) -> String {
    "The baseline lies behind a link that leads out of \(printable(root)): \(printable(link)). "
      + "Nothing is written through it. Give --references with the folder that it leads to."
  }

  static func ambiguity(_ paths: [String]) -> String {
    let shown = paths.prefix(4).map(printable).joined(separator: ", ")
    let more = paths.count > 4 ? " and \(paths.count - 4) more" : ""
    return "\(paths.count) baselines could be meant: \(shown)\(more). "
      + "Give --references with the folder that holds the right one."
  }
}
