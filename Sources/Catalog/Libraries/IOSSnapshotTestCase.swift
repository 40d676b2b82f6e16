import DiffEngine

extension Library {
  static let uber = Library(
    layout: .uber, title: "iOSSnapshotTestCase",
    searches: [.ownNames: each { $0.findUber(in: $1) }],
    references: { failures in
      let parent = Paths.parent(failures)
      // Links are left out: one can lead anywhere.
      let names = (try? ListedFolder(reading: parent))?.folders ?? []
      return names.filter { $0.hasPrefix(ReferenceTree.uberPrefix) }.sorted()
        .map { Paths.join(parent, $0) }
    }, kinds: [.uber], axes: ["*_{os}_*_{size}@{scale}"], variable: "IMAGE_DIFF_DIR")
}

/// iOSSnapshotTestCase: `<failures>/<Class>/{reference_,failed_,diff_}<file>`.
extension Finder {
  private enum Part: String {
    case reference = "reference_"
    case failed = "failed_"
    case difference = "diff_"

    /// By how a file's name begins: most begin with another letter.
    init?(of name: UnsafeBufferPointer<UInt8>) {
      switch name.first {
      case UInt8(ascii: "r"): self = .reference
      case UInt8(ascii: "f"): self = .failed
      case UInt8(ascii: "d"): self = .difference
      default: return nil
      }
      guard name.starts(with: rawValue.utf8) else { return nil }
    }
  }

  mutating func findUber(in source: Source) {
    let found = source.lookIntoFolders { [finder = self] in finder.uberCases(in: $0, source) }
    reserve(found.reduce(0) { $0 + $1.cases.count })
    for (hint, cases) in found where !cases.isEmpty {
      hintRoot(hint)
      add(cases, from: source)
    }
  }

  private func uberCases(
    in folder: ListedFolder, _ source: Source
  ) -> (hint: String, cases: [SnapshotCase])? {
    let groups = UberGroups(folder).all
    guard !groups.isEmpty, !ReferenceTree.isReference(folder.path) else { return nil }
    let isProven =
      isForced || source.logged != nil || groups.contains(where: \.areSeveral)
    let real = realPath(folder.path)
    let failures = Paths.parent(real)
    let place = baselines.uber(className: folder.name, failures: failures, in: source)
    let origin = CaseOrigin(
      .uber, failures: failures, suite: folder.name,
      keyStart: SnapshotCase.key(.uber, Paths.name(real)) + "/",
      folders: place.folders(run: folder))
    let cases = groups.compactMap { files -> SnapshotCase? in
      guard isProven || Self.hasScale(files.name(in: folder)) else { return nil }
      let snapshot =
        usualCase(files, origin, place) ?? unusualCase(files, in: folder, origin, place, source)
      return source.wants(snapshot) ? snapshot : nil
    }
    return (Paths.parent(folder.path), cases)
  }

  private func usualCase(
    _ files: UberFiles, _ origin: CaseOrigin, _ place: BaselineSearch.Place
  ) -> SnapshotCase? {
    guard files.failed != CaseNumbers.none, let baseline = place.usual?.number(of: files.digest)
    else { return nil }
    return SnapshotCase(
      CaseNumbers(
        named: files.first, start: files.start, baseline: baseline, actual: files.failed,
        copy: files.reference, difference: files.difference), origin)
  }

  private func unusualCase(
    _ files: UberFiles, in folder: ListedFolder, _ origin: CaseOrigin,
    _ place: BaselineSearch.Place, _ source: Source
  ) -> SnapshotCase {
    let file = { (number: UInt32) in
      number == CaseNumbers.none ? nil : folder.file(Int(number))
    }
    let name = files.name(in: folder)
    var snapshot = SnapshotCase(
      name, origin, kind: .image,
      CaseFiles(
        reference: file(files.reference), actual: file(files.failed),
        difference: file(files.difference)))
    let wanted = printable("\(snapshot.suite)/\(name)")
    let beside = "\(printable(snapshot.failures)) or \(home(of: snapshot, source))"
    attach(
      place.answer(name), to: &snapshot,
      none: "No baseline found: no ReferenceImages*/\(wanted) beside "
        + "\(beside). Give --references DIR.")
    if snapshot.actualFile == nil {
      snapshot.obstacle =
        "No actual: \(Part.failed.rawValue)\(printable(name)) is missing. Run the test again."
    }
    return snapshot
  }

  /// The files of a test class, by the failures that they belong to.
  private struct UberGroups {
    private(set) var all: [UberFiles] = []

    init(_ folder: ListedFolder) {
      var table = DigestTable()
      let files = folder.files
      for number in 0..<files.count where files.kind(number) == .image {
        guard let part = files.withBytes(of: number, Part.init(of:)) else { continue }
        let start = part.rawValue.utf8.count
        let digest = files.digest(number, without: start)
        let group = table.insert(digest)
        if group.isNew {
          all.append(UberFiles(first: UInt32(number), start: UInt32(start), digest: digest))
        }
        all[group.number].add(UInt32(number), part)
      }
    }
  }

  /// The files of one failure, by their numbers in the folder.
  private struct UberFiles {
    /// The one that was met first, and how many bytes stand before the snapshot's name in its own.
    let first: UInt32
    let start: UInt32
    /// Of the snapshot's name.
    let digest: UInt64
    private(set) var reference = CaseNumbers.none
    private(set) var failed = CaseNumbers.none
    private(set) var difference = CaseNumbers.none

    func name(in folder: ListedFolder) -> String {
      folder.files.text(Int(first), without: Int(start))
    }

    mutating func add(_ number: UInt32, _ part: Part) {
      switch part {
      case .reference: reference = number
      case .failed: failed = number
      case .difference: difference = number
      }
    }

    var areSeveral: Bool {
      [reference, failed, difference].count { $0 != CaseNumbers.none } > 1
    }
  }

  /// The library's usual ending: "@2x.png".
  private static func hasScale(_ file: String) -> Bool {
    let end = stem(file).suffix(3)
    return end.first == "@" && end.last == "x" && end.dropFirst().first?.isNumber == true
  }
}
