/// A folder in which a preset's actuals stand, or its strips, and what follows from it for all of
/// its files: worked out once, as a folder can hold ten thousand.
///
/// Used by one thread at a time: first by that which looks through its folder.
final class Site: @unchecked Sendable {
  let preset: Preset
  let layout: Layout
  /// What is said of each of its cases.
  let remark: String?
  let entry: PresetIndex.Entry
  let home: String
  /// What the folder's own path puts into the gaps.
  let gaps: Template.Gaps
  let folder: ListedFolder
  /// The folder that the library writes its failures to.
  let failures: String
  /// The same with links resolved.
  let realFailures: String
  /// Names by which the preset's other files in the same folder are known.
  let companions: [Template]
  let isOneEach: Bool
  /// Whether actual and reference have the same name.
  let hasNameOfReference: Bool
  private let baselines: BaselineSearch
  private let varying: Set<String>

  /// Where accepting writes may be.
  private(set) lazy var allowed =
    baselines.reach.roots(of: realFailures, layout, openedAs: source.top)
  /// The files among which a reference may be.
  private(set) lazy var indexes = baselines.fileIndexes(around: realFailures, in: source)
  private(set) lazy var references = preset.reference.map { shelf($0) }
  private(set) lazy var differences = preset.difference.map { shelf($0) }
  private(set) lazy var copies = preset.copy.map { shelf($0) }
  private(set) lazy var place: String? =
    preset.ground.folderGaps.contains(where: varying.contains)
    ? nil : Sighting.place(preset, folder.path, gaps, home, below: failures)
  private(set) lazy var suite: String? =
    varying.isDisjoint(with: ["dir", "file"]) ? place.map { suite(place: $0, gaps: gaps) } : nil
  /// What all of its cases have in common.
  private(set) lazy var origin = place.flatMap { place in
    suite.map { origin(place: place, suite: $0) }
  }
  /// The folders of its usual cases: reference and difference are called as the actual is, and
  /// nothing else can stand for either. nil where that is not so for all.
  private lazy var usual: CaseFolders? = {
    guard !preset.hasSeveral, preset.copy.isEmpty, remark == nil, preset.pending == nil,
      !baselines.isNamed, hasNameOfReference, !isOneEach, companions.isEmpty,
      let reference = references.first ?? nil, reference.isAllowed, reference.isInside,
      let baselineFolder = reference.folder, reference.real == baselineFolder.path,
      let difference = differences.first ?? nil, difference.hasNamesOfActuals,
      let differenceFolder = difference.folder, differenceFolder !== folder
    else { return nil }
    return CaseFolders(
      run: folder, differences: differenceFolder, baselines: baselineFolder,
      baselineRoot: reference.realRoot)
  }()

  private let source: Source

  init(
    _ preset: Preset, _ entry: PresetIndex.Entry, home: String, gaps: Template.Gaps,
    folder: ListedFolder, in source: Source, _ baselines: BaselineSearch
  ) {
    (self.preset, self.entry, self.home, self.gaps) = (preset, entry, home, gaps)
    layout = entry.layout
    remark = layout.library?.remark
    (self.folder, self.source, self.baselines) = (folder, source, baselines)
    failures = Sighting.failures(
      preset, home, folder.path, in: baselines.reach.repository(around: folder.path) ?? "/")
    realFailures = baselines.real(failures)
    varying = Set(entry.template.fileGaps)
    companions =
      preset.leftovers
      + (preset.difference + preset.copy).filter {
        $0 != entry.template && $0.folders == entry.template.folders
      }
    isOneEach = preset.reference[0].isOneEach
    hasNameOfReference = preset.reference[0].file == entry.template.file
  }

  /// Where a template puts its files.
  final class Shelf: Sendable {
    let path: String
    let folder: ListedFolder?
    /// With links resolved.
    let real: String
    let root: String
    let realRoot: String
    let isAllowed: Bool
    /// Whether no link leads out of the root.
    let isInside: Bool
    /// Whether its files are called as the actuals are.
    let hasNamesOfActuals: Bool

    init(
      path: String, root: String, hasNamesOfActuals: Bool, allowed: [String],
      _ baselines: BaselineSearch
    ) {
      (self.path, self.root, self.hasNamesOfActuals) = (path, root, hasNamesOfActuals)
      folder = baselines.folder(path)
      let real = baselines.real(path)
      self.real = real
      let realRoot = baselines.real(root)
      self.realRoot = realRoot
      isInside = root == realRoot && Paths.isInside(real, root)
      isAllowed = allowed.contains { Paths.isInside(real, $0) || $0 == root }
    }
  }

  /// - Returns: nil where it is another for each file, or anywhere.
  private func shelf(_ template: Template) -> Shelf? {
    guard !template.isSearched, !template.folderGaps.contains(where: varying.contains),
      let path = template.folder(home, gaps)
    else { return nil }
    let root = template.fixedFolders.reduce(home, Paths.join)
    return Shelf(
      path: path, root: root, hasNamesOfActuals: template.file == entry.template.file,
      allowed: allowed, baselines)
  }

  /// The case of a file, where it is a usual one.
  func usualCase(_ number: Int) -> SnapshotCase? {
    guard let usual, let origin,
      let baseline = usual.baselines.files.number(ofDigest: folder.files.digest(number)),
      let difference = usual.differences.files.number(ofDigest: folder.files.digest(number)),
      folder.files.withBytes(of: number, entry.template.fits)
    else { return nil }
    let file = UInt32(number)
    return SnapshotCase(
      CaseNumbers(
        named: file, baseline: UInt32(baseline), actual: file, difference: UInt32(difference)),
      origin)
  }

  func origin(place: String, suite: String) -> CaseOrigin {
    CaseOrigin(
      layout, failures: realFailures, suite: suite,
      keyStart: SnapshotCase.key(layout, place.isEmpty ? "" : place + "/"), folders: usual)
  }

  /// What the list calls the case's suite.
  func suite(place: String, gaps: Template.Gaps) -> String {
    if preset.results != nil { return place }
    if preset.isMarked { return Paths.name(folder.path) }
    let inFolders = preset.actual[0].file.contains(.gap("file")) ? nil : gaps["file"]
    let parts = [gaps["dir"], inFolders].compactMap { $0 }.filter { !$0.isEmpty }
    return parts.isEmpty ? Paths.name(home) : parts.joined(separator: "/")
  }
}

extension Template {
  /// Whether each snapshot has a folder of its own: its name is that of the folder.
  fileprivate var isOneEach: Bool {
    folders.contains { folder in
      if case .name(let pieces) = folder { pieces.contains(.gap("name")) } else { false }
    }
  }
}
