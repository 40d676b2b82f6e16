/// Finds the actuals of a library that writes none, in the folders that the user named.
final class ActualSearch {
  enum Answer {
    case found(String)
    case ambiguous([String])
    case none
  }

  private let roots: [String]
  private var trees: [String: [String: [Folder]]] = [:]
  private var used: Set<String> = []

  init(roots: [String]) {
    self.roots = roots
  }

  /// Named folders that answered nothing, once all cases have asked.
  var unusedRoots: [String] { roots.filter { !used.contains($0) } }

  /// Looks for `<root>/<folder>/<name>.png`, anywhere in a root; the first root that has it answers.
  ///
  /// - Parameters:
  ///   - folder: The class, and below it whatever the name's slashes make.
  ///   - name: Without its ending.
  func find(folder: String, name: String) -> Answer {
    let endings = ["png"] + FileKind.lossyEndings.sorted()
    for root in roots {
      let folders = (tree(root)[Paths.name(folder)] ?? []).filter {
        $0.path.hasSuffix("/" + folder)
      }
      for ending in endings {
        let file = name + "." + ending
        let holding = folders.filter { $0.files.contains(file) }
        guard !holding.isEmpty else { continue }
        used.insert(root)
        let paths = holding.map { Paths.join($0.path, file) }
        let direct = Paths.join(Paths.join(root, folder), file)
        if paths.count == 1 || paths.contains(direct) {
          return .found(paths.count == 1 ? paths[0] : direct)
        }
        return .ambiguous(paths.sorted())
      }
    }
    return .none
  }

  private func tree(_ root: String) -> [String: [Folder]] {
    if let known = trees[root] { return known }
    let folders = (try? Walk(root, limits: .named))?.folders ?? []
    let tree = Dictionary(grouping: folders, by: \.name)
    trees[root] = tree
    return tree
  }
}
