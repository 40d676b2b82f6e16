import Base
import Host

/// Finds the repositories around folders, and remembers them.
final class Repositories: Sendable {
  private let known = Memo<String, String?>()

  /// Returns the nearest folder with a `.git`, at `path` or above, that not all users share.
  func repository(around path: String) -> String? {
    known.value(path) {
      if Self.holdsEverything(path) { return nil }
      if FileStatus.exists(Paths.join(path, ".git")), !Ownership.isShared(path) { return path }
      return repository(around: Paths.parent(path))
    }
  }

  /// Returns the project around a folder: its repository, or else the folder itself.
  func project(around folder: String) -> String? {
    repository(around: folder) ?? (Self.holdsEverything(folder) ? nil : folder)
  }

  /// A home folder under version control is not a project.
  private static func holdsEverything(_ path: String) -> Bool {
    path == Paths.home || Paths.components(path).count <= 1
  }
}
