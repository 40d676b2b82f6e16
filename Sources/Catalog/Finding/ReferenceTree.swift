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

  static let pointfreePrefix = "__Snapshots"
  static let uberPrefix = "ReferenceImages"

  init(root: String, isNamed: Bool, folders: [ListedFolder], outwardLinks: [String]) {
    self.root = root
    self.isNamed = isNamed
    self.outwardLinks = outwardLinks
    for folder in folders
    where isNamed || Self.isReference(folder.path)
      || Self.isUberFolder(Paths.name(Paths.parent(folder.path)))
    {
      byName[folder.name, default: []].append(folder)
      if folder.path == root || folder.name.hasPrefix(Self.pointfreePrefix) { flat.append(folder) }
    }
  }

  /// Reads the tree; empty where it cannot be read.
  init(_ root: String, isNamed: Bool, limits: Walk.Limits) {
    let walk = try? Walk(root, limits: limits)
    self.init(
      root: root, isNamed: isNamed, folders: walk?.folders ?? [],
      outwardLinks: walk?.outwardLinks ?? [])
  }

  /// True if a library's own name for reference folders is part of the path.
  static func isReference(_ path: String) -> Bool {
    Paths.hasComponent(of: path, beginningWith: pointfreePrefix)
      || Paths.hasComponent(of: path, beginningWith: uberPrefix)
  }

  /// True if a library calls a folder so that holds one folder a test file or class.
  static func isMarked(_ name: String) -> Bool {
    name.hasPrefix(pointfreePrefix) || isUberFolder(name)
  }

  /// The test file whose references a folder holds, as swift-snapshot-testing puts them; nil where
  /// that is not said.
  static func testFile(of folder: String, below root: String) -> String? {
    let parts = Paths.components(Paths.below(root, folder) ?? "")
    let home = parts.lastIndex { $0.hasPrefix(pointfreePrefix) }
    return home.flatMap { $0 + 1 < parts.count ? String(parts[$0 + 1]) : nil }
  }

  /// True if a folder is called as iOSSnapshotTestCase calls those that hold a folder a class: by
  /// what it is told, and a suffix for the width of the processor's words.
  static func isUberFolder(_ name: String) -> Bool {
    name.hasPrefix(uberPrefix)
      || (name.hasSuffix("_64") || name.hasSuffix("_32")) && !name.hasPrefix("x86")
  }

  /// Folders that can hold what a test file's assertions compare with.
  func pointfreeFolders(named name: String) -> [Candidate] {
    let all = folders(named: name)
    let marked = all.filter { $0.parentName.hasPrefix(Self.pointfreePrefix) }
    return marked.isEmpty && isNamed ? all : marked
  }

  /// Folders that hold references directly, as `verifySnapshot(snapshotDirectory:)` writes them.
  func flatFolders(holding file: String) -> [Candidate] {
    flat.lazy.filter { $0.spelling(of: file) != nil }.map {
      Candidate(folder: $0, root: root, isFlat: true)
    }
  }

  /// Folders of one test class below `ReferenceImages…`.
  func uberFolders(named name: String) -> [Candidate] {
    folders(named: name).filter {
      Self.isUberFolder($0.parentName)
        || isNamed && Paths.parent($0.folder.path) == root
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
      let isMarked = Self.isMarked(name)
      guard isMarked || name == suite && (isNamed || Self.isReference(link)) else { continue }
      let path = Paths.join(isMarked ? Paths.join(link, suite) : link, file)
      if (try? FileStatus(of: path))?.kind == .file { return (path, link) }
    }
    return nil
  }
}

/// A folder that can hold a baseline.
struct Candidate {
  let folder: ListedFolder
  /// The folder that the baseline must stay in.
  let root: String
  /// True if it holds references without a folder for each test file.
  var isFlat = false

  var parentName: String { Paths.name(Paths.parent(folder.path)) }

  /// A candidate with its links resolved.
  struct Settled: Sendable {
    let folder: ListedFolder
    let root: String
    /// The folder's path with links resolved.
    let real: String
    /// The nearest folder that holds it with links resolved: what is written stays in that.
    let home: String
    /// True if a link to it leads out of `root`.
    let isBehindLink: Bool

    init(_ candidate: Candidate, _ baselines: BaselineSearch) {
      (folder, root) = (candidate.folder, candidate.root)
      let real = baselines.real(folder.path)
      let parent = candidate.isFlat ? real : baselines.real(Paths.parent(folder.path))
      self.real = real
      isBehindLink = !Paths.isInside(real, root)
      home = Paths.isInside(real, parent) ? parent : root
    }

    /// The folder that it lies in.
    var parent: String { Paths.parent(folder.path) }

    /// The path of the file by a name, whether or not it is there.
    func path(of name: String) -> String {
      Paths.join(real, folder.spelling(of: name) ?? name)
    }
  }
}
