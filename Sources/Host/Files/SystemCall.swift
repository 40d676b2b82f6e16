import Libc

/// The system calls that `Disk` makes, by their C names.
package enum SystemCall: String, CaseIterable, Sendable {
  case open, close, read, pread, write, fsync, ftruncate, fchmod, fchown, flock
  case fstat, stat, lstat, access, realpath, getcwd
  case rename, unlink, mkdir, rmdir, symlink
  case usleep

  /// True if it is made again after a signal has interrupted it. Not `close`: by then the number
  /// may already be another thread's file.
  var isRetried: Bool {
    switch self {
    case .open, .read, .pread, .write, .fsync, .ftruncate, .flock: true
    default: false
    }
  }
}

// Inside of a type whose methods have the same names, Swift does not find the C functions.

func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}

func systemClose(_ file: Int32) -> Int32 { close(file) }

func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}

func systemPread(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int, _ at: Int) -> Int {
  unsafe pread(file, bytes, count, off_t(at))
}

func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}

/// Flushes to the medium itself: on macOS `fsync` alone leaves the bytes in the drive's memory.
func systemFsync(_ file: Int32) -> Int32 {
  #if canImport(Darwin)
    // Network and FAT volumes do not know F_FULLFSYNC.
    if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(file)
}

func systemFstat(_ file: Int32, _ status: inout stat) -> Int32 { unsafe fstat(file, &status) }
func systemStat(_ path: String, _ status: inout stat) -> Int32 { unsafe stat(path, &status) }
func systemLstat(_ path: String, _ status: inout stat) -> Int32 { unsafe lstat(path, &status) }
func systemFlock(_ file: Int32, _ operation: Int32) -> Int32 { flock(file, operation) }
func systemRename(_ from: String, _ to: String) -> Int32 { unsafe rename(from, to) }
