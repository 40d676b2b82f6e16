import Base

/// Finds the actuals of a library that writes none, in the folders of actuals.
final class ActualSearch: Sendable {
  let roots: [String]
  let named: [String]
  private let pictures: PictureFolders
  private let indexes = Memo<String, (files: FileIndex, skipped: [Skipped])>()
  private let used = Mutex<Set<String>>([])

  init(roots: [String], named: [String], pictures: PictureFolders) {
    (self.roots, self.named) = (roots, named)
    self.pictures = pictures
  }

  /// The named folders in which nothing was found, once all cases have been searched for.
  var unusedRoots: [String] { used.withLock { used in named.filter { !used.contains($0) } } }

  /// Everything that was not read in the roots that hold an actual of these cases.
  var skipped: [Skipped] {
    let used = used.withLock(\.self)
    return roots.filter(used.contains).flatMap { index($0).skipped }
  }

  /// Looks for `<folder>/<name>.png` at any depth in a root; the first root that has it wins.
  func find(folder: String, name: String, except reference: String?) -> [String] {
    for root in roots {
      for ending in ["png"] + FileKind.lossyEndings.sorted() {
        let file = name + "." + ending
        let paths = index(root).files.folders(holding: file, endingIn: folder)
          .compactMap { $0.path(of: file) }.filter { $0 != reference }
        guard !paths.isEmpty else { continue }
        _ = used.withLock { $0.insert(root) }
        let direct = Paths.join(Paths.join(root, folder), file)
        return paths.contains(direct) ? [direct] : paths.sorted()
      }
    }
    return []
  }

  func markUsed(_ path: String) {
    used.withLock { $0.formUnion(roots.filter { Paths.isInside(path, $0) }) }
  }

  func everyActual() -> [(folder: String, file: String, path: String)] {
    roots.flatMap { root in
      index(root).files.folders.filter { $0.path != root }.flatMap { folder in
        folder.files.filter { FileKind(name: $0) == .image }.map {
          (Paths.below(root, folder.path) ?? folder.name, $0, Paths.join(folder.path, $0))
        }
      }
    }
  }

  private func index(_ root: String) -> (files: FileIndex, skipped: [Skipped]) {
    indexes.value(root) {
      let walk = try? Walk(root, limits: .named)
      let folders = (walk?.folders ?? []).filter {
        $0.path == root || pictures.canHoldActuals($0.path, openedAs: root)
      }
      return (FileIndex(root: root) { (folders, []) }, walk?.skipped ?? [])
    }
  }
}
