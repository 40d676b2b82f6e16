/// Folders of references by their name, from one walk.
struct ReferenceTree {
  let root: String
  /// Whether the user named it: then any folder in it may hold references.
  let isNamed: Bool
  private var byName: [String: [Folder]] = [:]

  static let pointfreePrefix = "__Snapshots"
  static let uberPrefix = "ReferenceImages"

  init(root: String, isNamed: Bool, folders: [Folder]) {
    self.root = root
    self.isNamed = isNamed
    add(folders)
  }

  mutating func add(_ folders: [Folder]) {
    for folder in folders where isNamed || Self.isReference(folder.path) {
      byName[folder.name, default: []].append(folder)
    }
  }

  var isEmpty: Bool { byName.isEmpty }

  /// Whether a library's own name for reference folders is part of the path.
  static func isReference(_ path: String) -> Bool {
    Paths.components(path).contains {
      $0.hasPrefix(pointfreePrefix) || $0.hasPrefix(uberPrefix)
    }
  }

  /// Folders that can hold what a test file's assertions compare with.
  func pointfreeFolders(named name: String) -> [Folder] {
    let all = byName[name] ?? []
    let marked = all.filter { Paths.name(Paths.parent($0.path)).hasPrefix(Self.pointfreePrefix) }
    return marked.isEmpty && isNamed ? all : marked
  }

  /// Folders that hold references directly, as `verifySnapshot(snapshotDirectory:)` writes them.
  func flatFolders(holding file: String) -> [Folder] {
    byName.values.joined().filter {
      ($0.path == root || $0.name.hasPrefix(Self.pointfreePrefix)) && $0.files.contains(file)
    }
  }

  /// Folders of one test class below `ReferenceImages…`.
  func uberFolders(named name: String) -> [Folder] {
    (byName[name] ?? []).filter {
      let parent = Paths.parent($0.path)
      return Paths.name(parent).hasPrefix(Self.uberPrefix) || isNamed && parent == root
    }
  }

  func folders(named name: String) -> [Folder] { byName[name] ?? [] }
}
