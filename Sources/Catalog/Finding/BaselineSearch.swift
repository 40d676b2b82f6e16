/// Where a case's baseline is.
enum BaselineAnswer {
  case found(Baseline, exists: Bool)
  /// More than one file could be meant; guessing would overwrite the wrong one.
  case ambiguous([String])
  case none
}

/// Finds baselines: first where the user said, then around the failures, then farther out.
///
/// The first tier that holds the file answers. Folders are read once and only when needed.
final class BaselineSearch {
  private let named: [ReferenceTree]
  private var inside = ReferenceTree(root: "", isNamed: false, folders: [])
  private let surroundings: Surroundings
  private var realPaths: [String: String] = [:]

  init(references: [String], workingFolder: String?) {
    surroundings = Surroundings(workingFolder: workingFolder)
    named = references.map { root in
      let folders = (try? Walk(root, limits: .named))?.folders
      return ReferenceTree(root: root, isNamed: true, folders: folders ?? [])
    }
  }

  /// Lets references that lie among the failures be found.
  func add(_ folders: [Folder]) { inside.add(folders) }

  /// The baseline of iOSSnapshotTestCase's `failed_<file>` in `<failures>/<className>/`.
  func uber(className: String, file: String, failures: String) -> BaselineAnswer {
    answer(file: file, from: failures, isBeside: true, choose: Self.bestSuffix) {
      $0.uberFolders(named: className)
    }
  }

  /// The baseline of swift-snapshot-testing's artifact `<artifacts>/<testFile>/<file>`.
  func pointfree(testFile: String, file: String, artifacts: String) -> BaselineAnswer {
    let own = Paths.join(artifacts, testFile)
    let others = { (folders: [Folder]) in folders.filter { $0.path != own } }
    let answer = answer(file: file, from: artifacts, isBeside: false, choose: others) {
      $0.pointfreeFolders(named: testFile)
    }
    if case .found(_, exists: true) = answer { return answer }
    if case .ambiguous = answer { return answer }
    let flat = others((named + [inside]).flatMap { $0.flatFolders(holding: file) })
    return flat.isEmpty ? answer : self.answer(flat, file: file, exists: true, isFlat: true)
  }

  /// The first `<named reference folder>/<folder>/<file>`, for AFSnapshotTesting.
  func plain(folder: String, file: String) -> Baseline? {
    for tree in named {
      let holding = tree.folders(named: Paths.name(folder)).first {
        $0.files.contains(file) && $0.path.hasSuffix("/" + folder)
      }
      if let path = holding?.path(of: file) { return Baseline(path: path, root: tree.root) }
    }
    return nil
  }

  /// The path of a snapshot in one folder; nil where it is not there.
  func path(of file: String, in folder: String) -> String? {
    surroundings.folder(folder)?.path(of: file)
  }

  private func answer(
    file: String, from start: String, isBeside: Bool, choose: ([Folder]) -> [Folder],
    _ folders: (ReferenceTree) -> [Folder]
  ) -> BaselineAnswer {
    var empty: [Folder] = []
    var level = 0
    while let tier = tier(level, from: start, isBeside: isBeside) {
      level += 1
      let all = tier.flatMap(folders)
      let holding = choose(all.filter { $0.files.contains(file) })
      if !holding.isEmpty { return answer(holding, file: file, exists: true) }
      if empty.isEmpty { empty = choose(all) }
    }
    return answer(empty, file: file, exists: false)
  }

  private func tier(_ level: Int, from start: String, isBeside: Bool) -> [ReferenceTree]? {
    if level == 0 { return named }
    let beside = isBeside ? surroundings.beside(start) : []
    if level <= beside.count { return [beside[level - 1]] }
    if level == beside.count + 1 { return [inside] }
    return surroundings.around(start, level: level - beside.count - 2).map { [$0] }
  }

  /// - Parameter isFlat: Whether the folders hold references without a folder for each test file.
  private func answer(
    _ folders: [Folder], file: String, exists: Bool, isFlat: Bool = false
  ) -> BaselineAnswer {
    var byRealPath: [String: Folder] = [:]
    for folder in folders {
      byRealPath[real(folder.path)] = byRealPath[real(folder.path)] ?? folder
    }
    switch byRealPath.count {
    case 0: return .none
    case 1:
      let folder = folders[0]
      // Not the real path of the folder itself: a link that leads out of its root is refused.
      let root = real(isFlat ? folder.path : Paths.parent(folder.path))
      let home = isFlat ? root : Paths.join(root, folder.name)
      let name = folder.path(of: file).map(Paths.name) ?? file
      return .found(Baseline(path: Paths.join(home, name), root: root), exists: exists)
    default: return .ambiguous(byRealPath.keys.map { Paths.join($0, file) }.sorted())
    }
  }

  func real(_ path: String) -> String {
    if let known = realPaths[path] { return known }
    let real = (try? Paths.real(path)) ?? path
    realPaths[path] = real
    return real
  }

  /// Of the suffixes that the library tries in turn, only the first that is there.
  private static func bestSuffix(_ folders: [Folder]) -> [Folder] {
    let places = Dictionary(grouping: folders) { Paths.parent(Paths.parent($0.path)) }
    return places.values.flatMap { folders in
      let best = folders.map(suffixRank).min()
      return folders.filter { suffixRank($0) == best }
    }
  }

  private static func suffixRank(_ folder: Folder) -> Int {
    switch Paths.name(Paths.parent(folder.path)).dropFirst(ReferenceTree.uberPrefix.count) {
    case "_64": 0
    case "_32": 1
    case "": 2
    default: 3
    }
  }
}
