/// Which presets can have to do with a folder or a file: one look-up for each part of a path, and
/// one for each name, however many presets there are.
struct PresetIndex: Sendable {
  /// What a template stands for.
  enum Role: Sendable { case actual, strip }

  struct Entry: Sendable {
    let preset: Int
    let role: Role
    /// Its place among those of its role; an earlier one is preferred.
    let rank: Int
    let template: Template
  }

  let presets: [Preset]
  /// By the name of the first folder that is fixed, or by its ending.
  private var byFolder: [Substring: [Entry]] = [:]
  /// Of templates whose first folder may have any name.
  private var anywhere: [Entry] = []
  /// Of templates without a folder, by the mark in the name.
  private var byMark: [String: [Entry]] = [:]
  /// Folders that are looked into although their names begin with a dot.
  static let hiddenFolders: Set<String> = Set(
    Preset.all.flatMap { $0.actual + $0.reference + $0.difference }.flatMap(\.folders)
      .compactMap(\.literal).filter { $0.hasPrefix(".") })

  init(_ presets: [Preset]) {
    self.presets = presets
    for (index, preset) in presets.enumerated() {
      for (rank, template) in preset.actual.enumerated() {
        add(Entry(preset: index, role: .actual, rank: rank, template: template))
      }
      for (rank, template) in preset.strip.enumerated() {
        add(Entry(preset: index, role: .strip, rank: rank, template: template))
      }
    }
  }

  private mutating func add(_ entry: Entry) {
    guard let first = entry.template.folders.first else {
      return byMark[entry.template.mark ?? "", default: []].append(entry)
    }
    if let name = first.literal {
      byFolder[Substring(name), default: []].append(entry)
    } else if case .name(let pieces) = first, case .text(let end) = pieces.last {
      byFolder[Substring(end), default: []].append(entry)
    } else {
      anywhere.append(entry)
    }
  }

  struct Match {
    let entry: Entry
    let home: String
    let gaps: Template.Gaps
  }

  /// The templates that a folder's path fits, from the project down: what the project's own parents
  /// are called says nothing.
  func matches(folder path: String, in project: String) -> [Match] {
    let parts = Paths.components(Paths.below(project, path) ?? "")
    var candidates = anywhere
    for part in parts {
      if let entries = byFolder[part] { candidates += entries }
      if let dot = part.utf8.lastIndex(of: UInt8(ascii: ".")), dot > part.startIndex,
        let entries = byFolder[part[dot...]]
      {
        candidates += entries
      }
    }
    return candidates.compactMap { entry in
      entry.template.match(folder: parts).map {
        Match(
          entry: entry,
          home: $0.home == "/" ? project : Paths.join(project, String($0.home.dropFirst())),
          gaps: $0.gaps)
      }
    }
  }

  /// The templates without a folder that a file's name may fit.
  func entries(file name: String) -> [Entry] {
    byMark[lastWord(stem(name))] ?? []
  }
}
