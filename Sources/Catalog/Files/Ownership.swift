import Host
import Libc

/// Distinguishes the user's own files from files that somebody else may have put there.
enum Ownership {
  /// Returns true if a file belongs to the user or, under `sudo`, to its caller. Git judges the
  /// owner of a repository in the same way.
  static func isOwn(_ status: FileStatus) -> Bool { users.contains(status.owner) }

  private static let users: Set<UInt32> = {
    let user = UInt32(geteuid())
    let caller = user == 0 ? Environment.value("SUDO_UID").flatMap(UInt32.init) : nil
    return Set([user, caller].compactMap { $0 })
  }()

  /// Returns true if others can put files into a folder.
  ///
  /// The user's own group does not count, because many systems give each user a group.
  static func isOpen(_ status: FileStatus) -> Bool {
    status.mode & 0o002 != 0 || status.mode & 0o020 != 0 && status.group != UInt32(getegid())
  }

  /// Returns true if all users share a folder, such as the one for temporary files.
  static func isShared(_ folder: String) -> Bool {
    (try? FileStatus(of: folder)).map { $0.mode & 0o1002 == 0o1002 } ?? false
  }
}
