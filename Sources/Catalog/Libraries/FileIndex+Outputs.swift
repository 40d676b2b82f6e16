import Base

extension FileIndex {
  private static let runFolders = Set(Library.all.flatMap(\.outputs).map { Substring($0) })

  /// True if a file is in a folder that a run writes. The names of the folders above the root mean
  /// nothing.
  func isOfRun(_ path: String) -> Bool { Self.isOfRun(path, below: root) }

  static func isOfRun(_ path: String, below root: String) -> Bool {
    Paths.components(Paths.below(root, path) ?? "").contains(where: runFolders.contains)
  }
}
