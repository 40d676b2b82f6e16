/// A file that stands where a preset's actual, or its strip, does.
struct Sighting {
  let preset: Preset
  let isStrip: Bool
  /// Among the preset's own names for an actual: the lower is preferred.
  let rank: Int
  let home: String
  let gaps: Template.Gaps
  let folder: ListedFolder
  let file: String

  /// The folder that the library writes its failures to.
  let failures: String
  /// The failure's folder below `failures`, the same in every run.
  let place: String

  init(
    preset: Preset, isStrip: Bool, rank: Int, home: String, gaps: Template.Gaps,
    folder: ListedFolder, file: String
  ) {
    (self.preset, self.isStrip, self.rank) = (preset, isStrip, rank)
    (self.home, self.gaps, self.folder, self.file) = (home, gaps, folder, file)
    failures = Self.failures(preset, home, folder.path)
    place = Self.place(preset, folder.path, gaps, home, below: failures)
  }

  var path: String { Paths.join(folder.path, file) }

  private static func failures(_ preset: Preset, _ home: String, _ folder: String) -> String {
    guard let results = preset.results else {
      return preset.ground.fixedFolders.reduce(home, Paths.join)
    }
    // A folder for each test, and perhaps folders in it.
    let parts = Paths.components(folder)
    if let at = parts.lastIndex(of: Substring(results)) {
      return "/" + parts[...at].joined(separator: "/")
    }
    return Paths.parent(folder)
  }

  private static func place(
    _ preset: Preset, _ folder: String, _ gaps: Template.Gaps, _ home: String,
    below failures: String
  ) -> String {
    guard let path = Paths.below(failures, preset.ground.folder(home, gaps) ?? folder) else {
      return ""
    }
    if preset.newest == nil && preset.results == nil { return path }
    let run = preset.newest.flatMap { gaps[$0] }.map { Substring($0) }
    return Paths.components(path).filter { $0 != run }.map { withoutRetry($0, preset) }
      .joined(separator: "/")
  }

  private static func withoutRetry(_ name: Substring, _ preset: Preset) -> String {
    guard preset.results != nil, let (test, _) = retry(name) else { return String(name) }
    return String(test)
  }

  /// "test-retry2" split into the test and the number.
  private static func retry(_ name: Substring) -> (test: Substring, number: Int)? {
    guard let dash = name.lastIndex(of: "-") else { return nil }
    let (test, last) = (name[..<dash], name[name.index(after: dash)...])
    guard last.hasPrefix("retry"), let number = Int(last.dropFirst(5)) else { return nil }
    return (test, number)
  }

  /// How late the run was: a later one replaces an earlier.
  private var run: (Int, [UInt8]) {
    if preset.results != nil {
      let retries = Paths.components(folder.path).compactMap { Self.retry($0)?.number }
      return (retries.last ?? 0, [])
    }
    return (0, preset.newest.flatMap { gaps[$0] }.map(naturalKey) ?? [])
  }

  /// Whether this says what the other does, and better.
  func replaces(_ other: Sighting) -> Bool {
    guard run == other.run else {
      return run.0 == other.run.0
        ? other.run.1.lexicographicallyPrecedes(run.1) : run.0 > other.run.0
    }
    return (isStrip ? 1 : 0, rank) < (other.isStrip ? 1 : 0, other.rank)
  }

  /// What the snapshot is called, with its ending.
  var fileName: String {
    let file = preset.reference[0].file(gaps) ?? file
    guard let name = gaps["name"], gaps["file"] != nil, preset.reference[0].isOneEach
    else { return file }
    return name + "/" + file
  }

  var suite: String {
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
