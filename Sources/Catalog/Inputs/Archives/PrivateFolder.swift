import Base
private import CSystem
import Host
import Libc

/// This process's private folder for extracted files, such as blobs from git and the contents of
/// archives. It is removed when the process ends; the next process removes what a killed one left.
package final class PrivateFolder: Sendable {
  /// The absolute path, links resolved.
  package let path: String
  /// A lock held as long as the process lives, so that others see that the folder is in use.
  private let lock: OpenFile

  /// The name of the folder that holds these folders, in the user's state folder.
  package static let place = "open"
  private static let known = Mutex<[UserFolder: PrivateFolder]>([:])

  /// Returns the folder of this process, which is created on first use.
  package static func own(in state: UserFolder?) throws(CatalogError) -> PrivateFolder {
    guard let state else {
      throw .unreadable("No home folder, and no XDG_STATE_HOME to unpack files in.")
    }
    return try known.withLock { (known) throws(CatalogError) in
      if let folder = known[state], FileStatus.exists(folder.path) { return folder }
      do throws(SystemError) {
        // A process that was just tidying may have removed the first one as abandoned.
        let first = try? PrivateFolder(in: state, on: .real)
        let folder = if let first { first } else { try PrivateFolder(in: state, on: .real) }
        known[state] = folder
        return folder
      } catch {
        throw .unreadable(
          "\(printable(state.path)): no folder for unpacked files can be made there (\(error)). "
            + "XDG_STATE_HOME names another place.")
      }
    }
  }

  private init(in state: UserFolder, on disk: Disk) throws(SystemError) {
    try state.make(on: disk)
    let place = Paths.join(try disk.realPath(state.path), Self.place)
    do throws(SystemError) {
      try disk.makeFolder(place, mode: 0o700)
    } catch  where error.isTaken {
      guard UserFolder(path: place).isPrivate else { throw SystemError(EACCES) }
    }
    Self.removeAbandoned(in: place, on: disk)
    path = Paths.join(place, randomDigits(8))
    // Register the removal first, because a signal may arrive at any time.
    guard unsafe snap_remove_at_exit(path) else { throw SystemError(EMFILE) }
    try disk.makeFolder(path, mode: 0o700)
    lock = try disk.open(path, O_RDONLY | O_NOFOLLOW)
    try disk.lock(lock)
    guard disk.exists(path) else { throw SystemError(EWOULDBLOCK) }
  }

  deinit { try? Disk.real.close(lock) }

  /// Removes the folders of killed processes, which nobody has locked.
  private static func removeAbandoned(in place: String, on disk: Disk) {
    for name in FolderNames.all(in: place) {
      let path = Paths.join(place, name)
      guard let folder = try? disk.open(path, O_RDONLY | O_NOFOLLOW) else { continue }
      defer { try? disk.close(folder) }
      if (try? disk.lock(folder)) != nil { removeTree(path, on: disk) }
    }
  }

  /// Removes a folder and everything below it; links are removed, not followed.
  package static func removeTree(_ path: String, on disk: Disk = .real) {
    guard (try? disk.statusOfLink(path))?.kind == .folder else {
      try? disk.removeIfThere(path)
      return
    }
    for name in FolderNames.all(in: path) { removeTree(Paths.join(path, name), on: disk) }
    try? disk.removeFolder(path)
  }
}
