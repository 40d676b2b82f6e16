/// Looks for reference folders around a folder of failures, as far as its project reaches.
final class Surroundings {
  private let workingFolder: String?
  private var besideByStart: [String: [ReferenceTree]] = [:]
  private var aroundByStart: [String: [String]] = [:]
  private var trees: [String: ReferenceTree] = [:]
  private var folders: [String: Folder?] = [:]

  /// How far upwards to look where no repository says where the project ends.
  private static let climb = 4

  init(workingFolder: String?) {
    self.workingFolder = workingFolder
  }

  /// The `ReferenceImages…` folders beside `start` and beside each folder above it, nearest first.
  func beside(_ start: String) -> [ReferenceTree] {
    if let known = besideByStart[start] { return known }
    let found = ancestors(of: start).compactMap(referenceImages)
    besideByStart[start] = found
    return found
  }

  /// The repository around `start`, or, without one, the folders above it one after the other;
  /// then the repository that the user works in.
  func around(_ start: String, level: Int) -> ReferenceTree? {
    let roots = aroundByStart[start] ?? roots(around: start)
    aroundByStart[start] = roots
    return level < roots.count ? tree(roots[level]) : nil
  }

  private func roots(around start: String) -> [String] {
    let above = ancestors(of: start)
    var roots = above
    if let top = above.last, folder(top)?.isRepository == true { roots = [top] }
    if let workingFolder, let home = repository(around: workingFolder), !roots.contains(home) {
      roots.append(home)
    }
    return roots
  }

  private func repository(around path: String) -> String? {
    var folder = path
    while !isForbidden(folder) {
      if self.folder(folder)?.isRepository == true { return folder }
      folder = Paths.parent(folder)
    }
    return nil
  }

  /// The folders above `start` up to its repository; a few where there is none.
  private func ancestors(of start: String) -> [String] {
    // A repository may be the very folder of failures that was given.
    if folder(start)?.isRepository == true { return [start] }
    var result: [String] = []
    var path = Paths.parent(start)
    while !isForbidden(path) {
      result.append(path)
      if folder(path)?.isRepository == true { return result }
      path = Paths.parent(path)
    }
    return Array(result.prefix(Self.climb))
  }

  /// Folders that hold everything: reading them tells nothing about one project.
  private func isForbidden(_ path: String) -> Bool {
    path == Paths.home || Paths.components(path).count <= 1
  }

  private func referenceImages(beside path: String) -> ReferenceTree? {
    let named = (folder(path)?.folders ?? []).filter { $0.hasPrefix(ReferenceTree.uberPrefix) }
    let classes = named.flatMap { name in
      let images = Paths.join(path, name)
      return (folder(images)?.folders ?? []).compactMap { folder(Paths.join(images, $0)) }
    }
    return classes.isEmpty
      ? nil : ReferenceTree(root: path, isNamed: false, folders: classes)
  }

  private func tree(_ root: String) -> ReferenceTree {
    if let known = trees[root] { return known }
    let limits: Walk.Limits = folder(root)?.isRepository == true ? .repository : .nearby
    let walk = try? Walk(root, limits: limits)
    let tree = ReferenceTree(root: root, isNamed: false, folders: walk?.folders ?? [])
    trees[root] = tree
    return tree
  }

  func folder(_ path: String) -> Folder? {
    if let known = folders[path] { return known }
    let folder = try? Folder(reading: path)
    folders[path] = .some(folder)
    return folder
  }
}
