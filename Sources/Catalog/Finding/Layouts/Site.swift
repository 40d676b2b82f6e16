/// A folder in which a preset's actuals stand, or its strips, and what follows from it for all of
/// its files: worked out once, as a folder can hold ten thousand.
///
/// Used by one thread at a time: first by that which looks through its folder.
final class Site: @unchecked Sendable {
  let preset: Preset
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
  private let baselines: BaselineSearch
  private let varying: Set<String>

  /// Where accepting writes may be.
  private(set) lazy var allowed =
    baselines.reach.roots(of: realFailures, preset.layout, openedAs: source.top)
  /// The files among which a reference may be.
  private(set) lazy var indexes = baselines.fileIndexes(around: realFailures, in: source)
  private(set) lazy var references = preset.reference.map { shelf($0) }
  private(set) lazy var differences = preset.difference.map { shelf($0) }
  private(set) lazy var copies = preset.copy.map { shelf($0) }
  private(set) lazy var place: String? =
    preset.ground.folderGaps.contains(where: varying.contains)
    ? nil : Sighting.place(preset, folder.path, gaps, home, below: failures)
  private(set) lazy var key = place.map { place in
    SnapshotCase.key(preset.layout, place.isEmpty ? "" : place + "/")
  }
  private(set) lazy var suite: String? =
    varying.isDisjoint(with: ["dir", "file"]) ? place.map { suite(place: $0, gaps: gaps) } : nil

  private let source: Source

  init(
    _ preset: Preset, _ entry: PresetIndex.Entry, home: String, gaps: Template.Gaps,
    folder: ListedFolder, in source: Source, _ baselines: BaselineSearch
  ) {
    (self.preset, self.entry, self.home, self.gaps) = (preset, entry, home, gaps)
    (self.folder, self.source, self.baselines) = (folder, source, baselines)
    failures = Sighting.failures(preset, home, folder.path)
    realFailures = baselines.real(failures)
    varying = Set(entry.template.fileGaps)
    companions = (preset.difference + preset.copy).filter {
      $0 != entry.template && $0.folders == entry.template.folders
    }
    isOneEach = preset.reference[0].isOneEach
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

    init(path: String, root: String, allowed: [String], _ baselines: BaselineSearch) {
      (self.path, self.root) = (path, root)
      folder = baselines.folder(path)
      let real = baselines.real(path)
      self.real = real
      realRoot = baselines.real(root)
      isAllowed = allowed.contains { Paths.isInside(real, $0) || $0 == root }
    }
  }

  /// - Returns: nil where it is another for each file, or anywhere.
  private func shelf(_ template: Template) -> Shelf? {
    guard !template.isSearched, !template.folderGaps.contains(where: varying.contains),
      let path = template.folder(home, gaps)
    else { return nil }
    let root = template.fixedFolders.reduce(home, Paths.join)
    return Shelf(path: path, root: root, allowed: allowed, baselines)
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
