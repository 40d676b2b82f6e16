import Base

/// Finds the actuals of a library that writes none, in the folders that the user named.
final class ActualSearch: Sendable {
  enum Answer {
    case found(String)
    case ambiguous([String])
    case none
  }

  let roots: [String]
  /// The folders that the user named on the command line.
  let named: [String]
  private let pictures: PictureFolders
  private let indexes = Memo<String, FileIndex>()
  private let used = Mutex<Set<String>>([])

  init(roots: [String], named: [String], pictures: PictureFolders) {
    (self.roots, self.named) = (roots, named)
    self.pictures = pictures
  }

  /// Named folders in which nothing was found, once all cases have been looked for.
  var unusedRoots: [String] { used.withLock { used in named.filter { !used.contains($0) } } }

  /// Looks for `<root>/<folder>/<name>.png`, anywhere in a root; the first root that has it wins.
  ///
  /// - Parameters:
  ///   - folder: The class, and below it whatever the name's slashes make.
  ///   - name: Without its ending.
  ///   - reference: A file that must not be taken for the actual.
  func find(folder: String, name: String, except reference: String?) -> Answer {
    for root in roots {
      for ending in ["png"] + FileKind.lossyEndings.sorted() {
        let file = name + "." + ending
        let paths = index(root).folders(holding: file, endingIn: folder)
          .compactMap { $0.path(of: file) }.filter { $0 != reference }
        guard !paths.isEmpty else { continue }
        _ = used.withLock { $0.insert(root) }
        let direct = Paths.join(Paths.join(root, folder), file)
        if paths.count == 1 || paths.contains(direct) {
          return .found(paths.count == 1 ? paths[0] : direct)
        }
        return .ambiguous(paths.sorted())
      }
    }
    return .none
  }

  func markUsed(_ path: String) {
    used.withLock { $0.formUnion(roots.filter { Paths.isInside(path, $0) }) }
  }

  /// Every PNG in the named folders, with the folder it stands in below its root.
  func everyActual() -> [(folder: String, file: String, path: String)] {
    roots.flatMap { root in
      index(root).folders.filter { $0.path != root }.flatMap { folder in
        folder.files.filter { FileKind(name: $0) == .image }.map {
          (Paths.below(root, folder.path) ?? folder.name, $0, Paths.join(folder.path, $0))
        }
      }
    }
  }

  private func index(_ root: String) -> FileIndex {
    indexes.value(root) {
      let folders = (try? Walk(root, limits: .named))?.folders ?? []
      return FileIndex(
        root: root,
        folders: folders.filter {
          $0.path == root || pictures.canHoldActuals($0.path, openedAs: root)
        })
    }
  }
}
