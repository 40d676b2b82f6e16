import Base
import Host

/// Folders of references by their name, from one walk.
struct ReferenceTree {
  /// The root's path, links resolved.
  let root: String
  /// True if the user named it: then any folder in it may hold references.
  let isNamed: Bool
  private var byName: [String: [ListedFolder]] = [:]
  /// Folders that can hold references without a folder for each test file.
  private var flat: [ListedFolder] = []
  /// Links that lead out of the root.
  private let outwardLinks: [String]

  init(root: String, isNamed: Bool, folders: [ListedFolder], outwardLinks: [String]) {
    self.root = root
    self.isNamed = isNamed
    self.outwardLinks = outwardLinks
    for folder in folders
    where isNamed || ReferenceFolders.isReference(folder.path)
      || ReferenceFolders.isUberFolder(Paths.name(Paths.parent(folder.path)))
    {
      byName[folder.name, default: []].append(folder)
      if folder.path == root || folder.name.hasPrefix(ReferenceFolders.pointfreePrefix) {
        flat.append(folder)
      }
    }
  }

  /// Reads the tree; empty where it cannot be read.
  init(_ root: String, isNamed: Bool, limits: Walk.Limits) {
    let walk = try? Walk(root, limits: limits)
    self.init(
      root: root, isNamed: isNamed, folders: walk?.folders ?? [],
      outwardLinks: walk?.outwardLinks ?? [])
  }

  /// Folders that hold references directly, as `verifySnapshot(snapshotDirectory:)` writes them.
  func flatFolders(holding file: String) -> [Candidate] {
    flat.lazy.filter { $0.spelling(of: file) != nil }.map {
      Candidate(folder: $0, root: root, isFlat: true)
    }
  }

  /// Folders by this very name; else by one that Unicode takes for the same.
  func folders(named name: String) -> [Candidate] {
    let all = byName[name] ?? []
    let exact = all.filter { ExactName($0.name) == ExactName(name) }
    return (exact.isEmpty ? all : exact).map { Candidate(folder: $0, root: root) }
  }

  /// True if it has neither folders that hold references directly nor links that may lead to some.
  var isEmpty: Bool { flat.isEmpty && outwardLinks.isEmpty }

  /// A reference `<suite>/<file>` behind a link that leads out of the tree, and the link.
  func behindLink(suite: String, file: String) -> (path: String, link: String)? {
    for link in outwardLinks {
      let name = Paths.name(link)
      let isMarked = ReferenceFolders.isMarked(name)
      guard isMarked || name == suite && (isNamed || ReferenceFolders.isReference(link)) else {
        continue
      }
      let path = Paths.join(isMarked ? Paths.join(link, suite) : link, file)
      if (try? FileStatus(of: path))?.kind == .file { return (path, link) }
    }
    return nil
  }
}
