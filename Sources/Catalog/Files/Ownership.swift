import Host
import Libc

/// Tells the user's own files from those that somebody else can have put there.
enum Ownership {
  /// Returns true if the user owns a file, or whoever has called `sudo`: as git judges the owner of
  /// a repository.
  static func isOwn(_ status: FileStatus) -> Bool { users.contains(status.owner) }

  private static let users: Set<UInt32> = {
    let user = UInt32(geteuid())
    let caller = user == 0 ? Environment.value("SUDO_UID").flatMap(UInt32.init) : nil
    return Set([user, caller].compactMap { $0 })
  }()

  /// Returns true if others can put files into a folder.
  ///
  /// A group that is the user's own does not count: many systems give each user one.
  static func isOpen(_ status: FileStatus) -> Bool {
    status.mode & 0o002 != 0 || status.mode & 0o020 != 0 && status.group != UInt32(getegid())
  }

  /// Returns true if a folder is one that all users share, such as the one for temporary files.
  static func isShared(_ folder: String) -> Bool {
    (try? FileStatus(of: folder)).map { $0.mode & 0o1002 == 0o1002 } ?? false
  }
}
