/// iOSSnapshotTestCase: `<failures>/<Class>/{reference_,failed_,diff_}<file>`.
extension Finder {
  private enum Part: String, CaseIterable {
    case reference = "reference_"
    case failed = "failed_"
    case difference = "diff_"
  }

  /// The files of one failure.
  private struct UberFiles {
    var reference: String?
    var failed: String?
    var difference: String?

    var areSeveral: Bool { [reference, failed, difference].count { $0 != nil } > 1 }
  }

  mutating func findUber(in source: Source) {
    let found = source.lookIntoFolders { [finder = self] in finder.uberCases(in: $0, source) }
    cases.reserveCapacity(cases.count + found.reduce(0) { $0 + $1.cases.count })
    for (hint, cases) in found where !cases.isEmpty {
      hintRoot(hint)
      for snapshot in cases { add(snapshot, from: source) }
    }
  }

  private func uberCases(
    in folder: ListedFolder, _ source: Source
  ) -> (hint: String, cases: [SnapshotCase])? {
    guard !ReferenceTree.isReference(folder.path) else { return nil }
    let groups = Self.uberGroups(in: folder)
    guard !groups.isEmpty else { return nil }
    let isProven = isForced || groups.values.contains(where: \.areSeveral)
    let place = realPath(folder.path)
    let failures = Paths.parent(place)
    let testClass = UberClass(
      name: folder.name, failures: failures, key: SnapshotCase.key(.uber, Paths.name(place)),
      find: baselines.uber(className: folder.name, failures: failures, in: source))
    let cases = groups.compactMap { file, files in
      isProven || Self.hasScale(file.text)
        ? uberCase(file: file.text, files, testClass, source) : nil
    }
    return (Paths.parent(folder.path), cases)
  }

  /// What the failures of one test class have in common.
  private struct UberClass {
    let name: String
    let failures: String
    let key: String
    let find: (String) -> BaselineAnswer
  }

  private static func uberGroups(in folder: ListedFolder) -> [ExactName: UberFiles] {
    var groups: [ExactName: UberFiles] = [:]
    for name in folder.files {
      guard let part = Part.allCases.first(where: { name.hasPrefix($0.rawValue) }),
        FileKind(name: name) == .image
      else { continue }
      let file = ExactName(String(Substring(name.utf8.dropFirst(part.rawValue.utf8.count))))
      let path = Paths.join(folder.path, name)
      switch part {
      case .reference: groups[file, default: UberFiles()].reference = path
      case .failed: groups[file, default: UberFiles()].failed = path
      case .difference: groups[file, default: UberFiles()].difference = path
      }
    }
    return groups
  }

  /// The library's usual ending: "@2x.png".
  private static func hasScale(_ file: String) -> Bool {
    let end = stem(file).suffix(3)
    return end.first == "@" && end.last == "x" && end.dropFirst().first?.isNumber == true
  }

  private func uberCase(
    file: String, _ files: UberFiles, _ testClass: UberClass, _ source: Source
  ) -> SnapshotCase? {
    var snapshot = SnapshotCase(
      id: "", suite: testClass.name, name: stem(file), layout: .uber, reference: files.reference,
      actual: files.failed, difference: files.difference, failures: testClass.failures,
      key: testClass.key + "/" + SnapshotCase.escaped(file))
    guard source.wants(snapshot.failureFiles) else { return nil }
    attachBaseline(testClass.find(file), to: &snapshot, file: file, source: source)
    if snapshot.actual == nil {
      snapshot.obstacle =
        "No actual: \(Part.failed.rawValue)\(printable(file)) is missing. Run the test again."
    }
    return snapshot
  }

  private func attachBaseline(
    _ answer: BaselineAnswer, to snapshot: inout SnapshotCase, file: String, source: Source
  ) {
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
