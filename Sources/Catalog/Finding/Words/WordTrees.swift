import Base
import Host

/// A tree of folders whose top is named by a word for a role.
struct WordTree {
  let role: FileRole
  let isCommon: Bool
  let name: String
  let home: String
  /// The path from the tree's top to a folder in it.
  let rest: String
  /// True if neighbouring trees of references and actuals hold pictures; then any file type counts.
  let isOfPictures: Bool
  /// True if it is in another such tree.
  var isInAnother = false
}

/// Neighbouring folders that are named by words for roles.
struct WordTrees: Sendable {
  /// The folder that was opened; only words below it count.
  private let top: String
  /// The folders that are named by a word, by their parent folder.
  private var trees: [String: [(role: FileRole, path: String)]] = [:]
  /// The roles of the trees that hold pictures, by the trees' parent folder.
  private var pictured: [String: Set<FileRole>] = [:]

  init(of source: Source) {
    top = source.top
    for folder in source.folders where folder.path != top {
      guard let word = FileRole.word(folder: folder.name) else { continue }
      trees[Paths.parent(folder.path), default: []].append((word.role, folder.path))
    }
    for folder in source.folders
    where folder.files.contains(where: { FileKind(name: $0) == .image }) {
      for tree in above(folder) { pictured[tree.home, default: []].insert(tree.role) }
    }
  }

  /// Returns a folder's own and enclosing trees, if another part of the failures is next to them.
  func above(_ folder: ListedFolder) -> [WordTree] {
    guard let below = Paths.below(top, folder.path), !trees.isEmpty else { return [] }
    let parts = Paths.components(below)
    var (found, isInAnother) = ([WordTree](), false)
    for index in parts.indices {
      guard let word = FileRole.word(folder: parts[index]) else { continue }
      let home = parts[..<index].reduce(top) { Paths.join($0, String($1)) }
      let rest = parts[(index + 1)...]
      // A file in a folder of differences is no actual, unless the folder holds all three roles.
      let needed = parts[..<index].contains(where: Self.isDifference) ? 3 : 2
      guard Set(trees[home, default: []].map(\.role)).count >= needed else { continue }
      // Also if this folder gives the file no role: folders in it are still in another tree.
      defer { isInAnother = true }
      guard word.role == .difference || !rest.contains(where: Self.isDifference) else { continue }
      found.append(
        WordTree(
          role: word.role, isCommon: word.isCommon, name: String(parts[index]), home: home,
          rest: rest.joined(separator: "/"), isOfPictures: isOfPictures(home),
          isInAnother: isInAnother))
    }
    return found
  }

  private func isOfPictures(_ home: String) -> Bool {
    pictured[home]?.isSuperset(of: [.reference, .actual]) == true
  }

  /// Returns the references and actuals at the same path as a file in a neighbouring tree that no
  /// word names, or as one of the actuals' tree in a folder of differences.
  func namesakes(of file: String, in folder: ListedFolder) -> [String] {
    let parts = Paths.components(Paths.below(top, folder.path) ?? "")
    return parts.indices.firstFound { index -> [String] in
      let home = parts[..<index].reduce(top) { Paths.join($0, String($1)) }
      let (role, rest) = (FileRole.word(folder: parts[index])?.role, parts[(index + 1)...])
      guard isOfPictures(home),
        role == nil || role == .actual && rest.contains(where: Self.isDifference)
      else { return [] }
      let place = Paths.join(rest.joined(separator: "/"), file)
      return trees[home, default: []].filter { ![role, .difference].contains($0.role) }
        .map { Paths.join($0.path, place) }.filter { FileStatus.exists($0) }
    }
  }

  /// True if a tree of references next to `tree` holds a file at the same path.
  func hasReference(of file: String, in tree: WordTree) -> Bool {
    trees[tree.home, default: []].contains {
      $0.role == .reference
        && FileStatus.exists(Paths.join(Paths.join($0.path, tree.rest), file))
    }
  }

  private static func isDifference(_ name: Substring) -> Bool {
    FileRole.word(folder: name)?.role == .difference
  }
}
