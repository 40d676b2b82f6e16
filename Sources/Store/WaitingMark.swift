import Base
import Host
import Libc

/// Tells a review that a process waits for its decisions, for as long as that process lives.
///
/// A lock on a file of this user, shared by all waiting processes: the system releases it however a
/// process ends, and nothing is left in the folder of failures.
package final class WaitingMark {
  private var files: [Int32]

  /// - Parameter roots: The failures' roots whose decisions are awaited.
  package init(on roots: some Sequence<String>, stateFolder: UserFolder? = .state) {
    guard let stateFolder, (try? stateFolder.make()) != nil else {
      // Without a home folder no review can be notified, but waiting still works.
      files = []
      return
    }
    files = Set(roots).sorted().compactMap { root in
      let path = Self.path(of: root, in: stateFolder)
      _ = unsafe mkdir(Paths.parent(path), 0o700)
      let file = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard file >= 0 else { return nil }
      flock(file, LOCK_SH)
      return file
    }
  }

  deinit { for file in files { close(file) } }

  /// True if a process waits for decisions on one of these roots.
  package static func isSet(
    on roots: some Sequence<String>, stateFolder: UserFolder? = .state
  ) -> Bool {
    guard let stateFolder else { return false }
    return roots.contains { root in
      let file = unsafe open(path(of: root, in: stateFolder), O_RDWR | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else { return false }
      defer { close(file) }
      return flock(file, LOCK_EX | LOCK_NB) != 0
    }
  }

  private static func path(of root: String, in folder: UserFolder) -> String {
    let name = Fingerprint.hash(Array(root.utf8)).prefix(32)
    return Paths.join(Paths.join(folder.path, "waiting"), String(name))
  }
}
