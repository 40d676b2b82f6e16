import Base

/// Everything about one folder of a preset's actuals or strips that is the same for every file in
/// it. It is computed once, because a folder can hold ten thousand files.
final class Site: Sendable {
  let preset: Preset
  let layout: Layout
  let entry: PresetIndex.Entry
  let home: String
  /// The gaps' values from the folder's own path.
  let gaps: Template.Gaps
  let folder: ListedFolder
  /// The folder that the library writes its failures to.
  let failures: String
  let realFailures: String
  /// The templates of the preset's other files in the same folder.
  let companions: [Template]
  /// True if each snapshot has its own folder, which has the snapshot's name.
  let isOneEach: Bool
  let hasNameOfReference: Bool
  let allowed: [String]
  let indexes: [FileIndex]
  /// The folders of references for this test class or file, the preferred ones first.
  let suites: [BaselineSearch.Tier]
  let logged: LoggedFiles?
  /// The failures' folder below `failures`, if it follows from the folder alone.
  let place: String?
  private let pairs = Once<Bool>()

  init(
    _ preset: Preset, _ entry: PresetIndex.Entry, home: String, gaps: Template.Gaps,
    folder: ListedFolder, in source: Source, _ baselines: BaselineSearch
  ) {
    (self.preset, self.entry, self.home, self.gaps) = (preset, entry, home, gaps)
    layout = entry.layout
    self.folder = folder
    failures = preset.failures(
      home, folder.path, in: baselines.writeScope.repository(around: folder.path) ?? "/")
    realFailures = baselines.real(failures)
    companions =
      preset.leftovers
      + (preset.difference + preset.copy).filter {
        $0 != entry.template && $0.folders == entry.template.folders && $0.isMarked
          && $0.frontMark == nil
      }
    isOneEach = preset.reference[0].folders.contains { folder in
      if case .name(let pieces) = folder { pieces.contains(.gap("name")) } else { false }
    }
    hasNameOfReference = preset.reference[0].file == entry.template.file
    allowed = baselines.writeScope.roots(of: realFailures, layout, openedAs: source.top)
    indexes = baselines.fileIndexes(
      around: realFailures, in: source, byAliases: preset.suites != nil)
    suites =
      preset.suites.map { [indexes, realFailures, layout] in
        baselines.tiers(of: $0, folder, beside: realFailures, layout, indexes)
      } ?? []
    logged = source.logged
    place =
      preset.newest != nil || preset.ground.folder(home, gaps) == nil
      ? nil : preset.place(of: folder.path, gaps, home, below: failures)
  }

  /// True if a file that matches a template is left from an earlier run, or is next to its own
  /// actual.
  func isCompanion(_ file: String, by template: Template) -> Bool {
    var gaps = gaps
    guard !preset.leftovers.contains(template), template.match(file: file, &gaps),
      let actual = entry.template.file(gaps)
    else { return true }
    return actual != file && folder.files.spelling(of: actual) != nil
  }

  /// True if the path has a folder with a fixed name, so that its files are the library's.
  var isOwnFolder: Bool { entry.template.folders.contains { $0.literal != nil } }

  var holdsPair: Bool {
    pairs.value {
      let templates = preset.actual + preset.difference + preset.copy
      return folder.files.contains { file in
        templates.contains { template in
          var gaps = gaps
          return FileKind(name: file) == .image && template.match(file: file, &gaps)
            && templates.contains { $0 != template && $0.file(gaps).flatMap(folder.path) != nil }
        }
      }
    }
  }

  /// True if the library keeps snapshots of any type under one form of names, or of a type that is
  /// not drawn.
  var takesAnyFile: Bool {
    if case .text(let ending)? = entry.template.file.last {
      return FileKind.isUndrawn("x" + ending)
    }
    return entry.template.file.last == .gap("ext")
  }

  func reads(_ file: String) -> Bool { preset.proof != .folder || FileKind(name: file) == .image }

  /// True if a better file of a failure exists: an actual, or else a preferred difference or copy.
  func isSurpassed(_ gaps: Template.Gaps) -> Bool {
    guard entry.role == .part else { return false }
    let better = preset.actual + (preset.difference + preset.copy).prefix(entry.rank)
    return better.contains { $0.file(gaps).flatMap(folder.path) != nil }
  }

  func suite(place: String, gaps: Template.Gaps) -> String {
    if preset.results != nil { return place }
    if preset.isMarked { return Paths.name(folder.path) }
    let inFolders = preset.actual[0].file.contains(.gap("file")) ? nil : gaps["file"]
    let parts = [gaps["dir"], inFolders].compactMap { $0 }.filter { !$0.isEmpty }
    return parts.isEmpty ? Paths.name(home) : parts.joined(separator: "/")
  }
}

extension Template {
  /// True if the file's name has more than gaps and dots, so that not every file matches.
  var isMarked: Bool {
    file.contains { if case .text(let text) = $0 { text != "." } else { false } }
  }
}
