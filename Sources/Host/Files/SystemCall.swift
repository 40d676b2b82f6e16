import Libc

/// The system calls that `Disk` makes, by their C names.
package enum SystemCall: String, CaseIterable, Sendable {
  case open, close, read, pread, write, fsync, ftruncate, fchmod, fchown, flock
  case fstat, stat, lstat, access, realpath, getcwd
  case rename, unlink, mkdir, rmdir, symlink
  case usleep

  /// True if the call is retried after a signal has interrupted it. `close` is not, because the
  /// descriptor may already be another thread's file.
  var isRetried: Bool {
    switch self {
    case .open, .read, .pread, .write, .fsync, .ftruncate, .flock: true
    default: false
    }
  }
}

/// Flushes to the medium itself; on macOS `fsync` alone leaves the bytes in the drive's cache.
func flushToMedium(_ file: Int32) -> Int32 {
  #if canImport(Darwin)
    // Network and FAT volumes do not support F_FULLFSYNC.
    if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(file)
}
