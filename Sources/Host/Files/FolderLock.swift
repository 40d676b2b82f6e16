import Libc

/// Keeps two stores from changing the baselines of one folder at once; failures of two runs, each
/// with its own store, can share references. Nothing is left behind in the folder.
package struct FolderLock {
  private let file: OpenFile
  private let disk: Disk

  /// A change takes a few milliseconds; after two seconds something must be stuck.
  private static let attempts = 200

  /// - Throws: `EWOULDBLOCK` if another process holds it for too long.
  package init(_ folder: String, on disk: Disk) throws(SystemError) {
    self.disk = disk
    file = try disk.open(folder, O_RDONLY)
    do throws(SystemError) {
      try lock()
    } catch {
      try? disk.close(file)
      throw error
    }
  }

  private func lock() throws(SystemError) {
    for attempt in 1...Self.attempts {
      do throws(SystemError) {
        return try disk.lock(file)
      } catch {
        // Some network disks cannot lock folders. The check before the rename remains.
        if [EBADF, EINVAL, ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(error.code) { return }
        guard error.code == EWOULDBLOCK, attempt < Self.attempts else { throw error }
      }
      disk.pause(milliseconds: 10, for: file.path)
    }
  }

  package func release() {
    // Closing alone is not enough, because a program that is being started holds a copy until it
    // runs.
    disk.unlock(file)
    try? disk.close(file)
  }
}
