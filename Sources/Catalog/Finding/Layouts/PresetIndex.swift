import Base

/// An index of the presets that may apply to a folder or a file. A query takes one lookup for each
/// component of a path, and one for each name, however many presets there are.
struct PresetIndex: Sendable {
  /// The kind of file that a template describes.
  enum Role: Sendable {
    case actual, strip
    /// A difference or a copy of the reference, for a failure without an actual.
    case part
  }

  struct Entry: Sendable {
    let layout: Layout
    let preset: Int
    let role: Role
    /// The position among the templates of the same role; an earlier one is preferred.
    let rank: Int
    let template: Template
  }

  let libraries: [Library]
  let presets: [Preset]
  /// Entries by the first folder's fixed name, or by its ending.
  private var byFolder: [Substring: [Entry]] = [:]
  /// Entries of templates whose first folder may have any name.
  private var anywhere: [Entry] = []
  /// Entries of templates without a folder, by the mark in the name.
  private var byMark: [String: [Entry]] = [:]
  /// Entries by the mark at the start of the file's name, in any folder.
  private var byFrontMark: [Substring: [Entry]] = [:]
  /// Entries that match any file in any folder.
  private(set) var common: [Entry] = []

  init(_ libraries: [Library]) {
    self.libraries = libraries
    presets = libraries.flatMap(\.presets)
    let layouts = libraries.flatMap { library in library.presets.map { _ in library.layout } }
    for (index, preset) in presets.enumerated() {
      let parts = preset.needsNoActual ? preset.difference + preset.copy : []
      for (role, templates) in [
        (Role.actual, preset.actual), (.strip, preset.strip), (.part, parts),
      ] {
        for (rank, template) in templates.enumerated() {
          add(
            Entry(
              layout: layouts[index], preset: index, role: role, rank: rank, template: template))
        }
      }
    }
  }

  func presets(of layout: Layout) -> [Preset] {
    libraries.first { $0.layout == layout }?.presets ?? []
  }

  private mutating func add(_ entry: Entry) {
    if let mark = entry.template.frontMark { return byFrontMark[mark, default: []].append(entry) }
    if presets[entry.preset].proof == .reference { return common.append(entry) }
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

  typealias Match = (entry: Entry, home: String, gaps: Template.Gaps)

  /// Returns the templates that match a folder's path from the project down; the names of the
  /// project's own parents mean nothing.
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
        (
          entry, $0.home == "/" ? project : Paths.join(project, String($0.home.dropFirst())),
          $0.gaps
        )
      }
    }
  }

  /// Returns the templates whose mark is in a file's name, regardless of its folder.
  func entries(file name: String) -> [Entry] {
    let front = name.utf8.firstIndex(of: UInt8(ascii: "_")).flatMap { byFrontMark[name[...$0]] }
    // A file without an ending may have a mark in its place: "x.received".
    let (mark, end) = (lastWord(stem(name)), lastWord(name))
    let bare = mark == end || FileRole.word(end)?.isCommon != false ? nil : byMark[end]
    return (byMark[mark] ?? []) + (bare ?? []) + (front ?? [])
  }
}
