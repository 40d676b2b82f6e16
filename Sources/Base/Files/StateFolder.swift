import Libc

/// The folder in which this user keeps, on this machine, what snapreview must remember of its own
/// work: `$XDG_STATE_HOME/snapreview`. What comes with a folder of failures cannot write here, so
/// this is how it is distinguished from what the user made.
package struct StateFolder: Hashable, Sendable {
  package static let name = "snapreview"

  /// Absolute; it need not exist.
  package let path: String

  package init(path: String) { self.path = path }

  /// The user's own; nil for a user without a home folder.
  package static var ofUser: StateFolder? {
    StateFolder(
      stateHome: Environment.value("XDG_STATE_HOME"),
      home: Environment.value("HOME") ?? accountHome)
  }

  /// - Parameters:
  ///   - stateHome: `$XDG_STATE_HOME`; as its specification says, a relative one does not count.
  ///   - home: The user's home folder.
  package init?(stateHome: String?, home: String?) {
    if let stateHome, stateHome.hasPrefix("/") {
      path = Paths.join(stateHome, Self.name)
    } else if let home, home.hasPrefix("/") {
      path = Paths.join(Paths.join(home, ".local/state"), Self.name)
    } else {
      return nil
    }
  }

  /// Makes the folder, for the user's eyes only, and those above it that are missing.
  ///
  /// - Throws: Also where a folder that is there already can be written by somebody else.
  package func make(on disk: Disk = .real) throws(SystemError) {
    for folder in disk.missingFolders(to: path) {
      do throws(SystemError) {
        try disk.makeFolder(folder, mode: 0o700)
        try? disk.syncFolder(Paths.parent(folder))
      } catch {
        guard error.isTaken else { throw error }
      }
    }
    guard isPrivate else { throw SystemError(EACCES) }
  }

  /// True if the folder is there and nobody but the user can write to it: only then does what lies
  /// in it prove anything.
  package var isPrivate: Bool {
    guard let status = try? FileStatus(of: path) else { return false }
    return status.kind == .folder && status.owner == UInt32(geteuid()) && status.mode & 0o022 == 0
  }

  /// The home folder in the user database, for a process that was started without `HOME`.
  private static var accountHome: String? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var text = [CChar](repeating: 0, count: 16_384)
    guard unsafe getpwuid_r(geteuid(), &entry, &text, text.count, &found) == 0, unsafe found != nil
    else {
      return nil
    }
    return unsafe entry.pw_dir.map { unsafe String(cString: $0) }
  }
}
