import Base
import Host

/// Finds the repositories around folders, and remembers them.
package final class Repositories: Sendable {
  private let known = Memo<String, String?>()
  private let isTop: @Sendable (String) -> Bool

  package init(isTop: @escaping @Sendable (String) -> Bool = { Repositories.isTop($0) }) {
    self.isTop = isTop
  }

  /// True for a folder with a `.git`, unless all users share it, so that anyone may have put that
  /// there.
  static func isTop(_ folder: String) -> Bool {
    FileStatus.exists(Paths.join(folder, ".git")) && !Ownership.isShared(folder)
  }

  /// Returns the nearest top of a repository, at `path` or above.
  package func repository(around path: String) -> String? {
    known.value(path) {
      if Paths.components(path).isEmpty || path == Paths.home { return nil }
      if isTop(path) { return path }
      return repository(around: Paths.parent(path))
    }
  }

  /// Returns the project around a folder: its repository, or else the folder itself, unless that is
  /// a home folder or a volume, which holds everything.
  func project(around folder: String) -> String? {
    repository(around: folder)
      ?? (folder == Paths.home || Paths.components(folder).count <= 1 ? nil : folder)
  }

  static func submodules(in top: String) -> [String] {
    guard let bytes = try? Disk.real.read(Paths.join(top, ".gitmodules"), limit: .rules).bytes
    else { return [] }
    return bytes.texts(between: "\n").compactMap { line in
      let parts = line.split(separator: "=", maxSplits: 1).map { part in
        part.drop { $0.isWhitespace || $0 == "\"" }
      }
      guard parts.count == 2, parts[0].prefix(4) == "path",
        parts[0].dropFirst(4).allSatisfy(\.isWhitespace)
      else { return nil }
      let name = parts[1].reversed().drop { $0.isWhitespace || $0 == "\"" }.reversed()
      return Paths.resolve(String(name), from: top)
    }
  }
}
