/// iOSSnapshotTestCase: `<failures>/<Class>/{reference_,failed_,diff_}<file>`.
extension Finder {
  private enum Part: String, CaseIterable {
    case reference = "reference_"
    case failed = "failed_"
    case difference = "diff_"
  }

  mutating func findUber(in source: Source) {
    let found = source.lookIntoFolders { [finder = self] in finder.uberCases(in: $0, source) }
    cases.reserveCapacity(cases.count + found.reduce(0) { $0 + $1.cases.count })
    for (hint, cases) in found where !cases.isEmpty {
      hintRoot(hint)
      add(cases, from: source)
    }
  }

  private func uberCases(
    in folder: ListedFolder, _ source: Source
  ) -> (hint: String, cases: [SnapshotCase])? {
    guard !ReferenceTree.isReference(folder.path) else { return nil }
    let groups = UberGroups(folder)
    guard !groups.all.isEmpty else { return nil }
    let isProven = isForced || groups.all.contains(where: \.areSeveral)
    let place = realPath(folder.path)
    let failures = Paths.parent(place)
    let origin = CaseOrigin(
      .uber, failures: failures, suite: folder.name,
      keyStart: SnapshotCase.key(.uber, Paths.name(place)) + "/")
    let find = baselines.uber(className: folder.name, failures: failures, in: source)
    let cases = groups.all.compactMap { files -> SnapshotCase? in
      guard isProven || Self.hasScale(files.name) else { return nil }
      var snapshot = SnapshotCase(files.name, origin, kind: .image)
      snapshot.referenceFile = files[.reference].map(folder.file)
      snapshot.actualFile = files[.failed].map(folder.file)
      snapshot.differenceFile = files[.difference].map(folder.file)
      guard source.wants(snapshot) else { return nil }
      complete(&snapshot, file: files.name, find, source)
      return snapshot
    }
    return (Paths.parent(folder.path), cases)
  }

  /// The files of a test class, by the failures that they belong to.
  private struct UberGroups {
    private(set) var all: [UberFiles] = []

    init(_ folder: ListedFolder) {
      var table = DigestTable()
      let files = folder.files
      for number in 0..<files.count where files.kind(number) == .image {
        guard let part = Part.allCases.first(where: { files.begins(number, with: $0.rawValue) })
        else { continue }
        let start = part.rawValue.utf8.count
        let group = table.insert(files.digest(number, without: start))
        if group.isNew { all.append(UberFiles(name: files.text(number, without: start))) }
        all[group.number][part] = number
      }
    }
  }

  /// The files of one failure, by their numbers in the folder.
  private struct UberFiles {
    let name: String
    private var reference: Int?
    private var failed: Int?
    private var difference: Int?

    init(name: String) { self.name = name }

    subscript(_ part: Part) -> Int? {
      get {
        switch part {
        case .reference: reference
        case .failed: failed
        case .difference: difference
        }
      }
      set {
        switch part {
        case .reference: reference = newValue
        case .failed: failed = newValue
        case .difference: difference = newValue
        }
      }
    }

    var areSeveral: Bool { [reference, failed, difference].count { $0 != nil } > 1 }
  }

  /// The library's usual ending: "@2x.png".
  private static func hasScale(_ file: String) -> Bool {
    let end = stem(file).suffix(3)
    return end.first == "@" && end.last == "x" && end.dropFirst().first?.isNumber == true
  }

  private func complete(
    _ snapshot: inout SnapshotCase, file: String, _ find: (String) -> BaselineAnswer,
    _ source: Source
  ) {
    attachBaseline(find(file), to: &snapshot, file: file, source: source)
    if snapshot.actualFile == nil {
      snapshot.obstacle =
        "No actual: \(Part.failed.rawValue)\(printable(file)) is missing. Run the test again."
    }
  }

  private func attachBaseline(
    _ answer: BaselineAnswer, to snapshot: inout SnapshotCase, file: String, source: Source
  ) {
    switch answer {
    case .found(let baseline, let exists):
      snapshot.baseline = baseline
      if exists { snapshot.referenceFile = snapshot.referenceFile ?? baseline.file }
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
