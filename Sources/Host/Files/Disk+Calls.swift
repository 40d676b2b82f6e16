import Libc

/// One method for each call; the C function has the name of its `SystemCall`.
extension Disk {
  /// Opens a file. If it is created, it gets `mode` without the bits of the process's umask.
  package func open(
    _ path: String, _ flags: Int32, mode: UInt32 = 0o666
  ) throws(SystemError) -> OpenFile {
    let file = try make(.open, path) { _ in unsafe Libc.open(path, flags | O_CLOEXEC, mode_t(mode))
    }
    return OpenFile(descriptor: file, path: path)
  }

  /// Closes the file even if it throws.
  package func close(_ file: OpenFile) throws(SystemError) {
    do throws(SystemError) {
      try make(.close, file.path) { _ in 0 }
    } catch {
      _ = Libc.close(file.descriptor)
      throw error
    }
    if Libc.close(file.descriptor) != 0 { throw .last }
  }

  /// Reads once from a position in the file into `bytes`; may read less than fits.
  ///
  /// - Parameters:
  ///   - offset: The first index of `bytes` to fill.
  ///   - start: The position in the file that corresponds to `bytes[0]`.
  /// - Returns: The number of bytes read; 0 at the file's end.
  package func read(
    _ file: OpenFile, into bytes: inout [UInt8], at offset: Int, from start: Int = 0
  ) throws(SystemError) -> Int {
    try make(.pread, file.path, count: bytes.count - offset) { count in
      unsafe bytes.withUnsafeMutableBytes {
        unsafe pread(file.descriptor, $0.baseAddress! + offset, count, off_t(start + offset))
      }
    }
  }

  /// Reads the next bytes of a file or pipe into `bytes`, from an index on; may read less than
  /// fits.
  ///
  /// - Returns: The number of bytes read; 0 at the end.
  package func readNext(
    of file: OpenFile, into bytes: inout [UInt8], from start: Int
  ) throws(SystemError) -> Int {
    try make(.read, file.path, count: bytes.count - start) { count in
      unsafe bytes.withUnsafeMutableBytes {
        unsafe Libc.read(file.descriptor, $0.baseAddress! + start, count)
      }
    }
  }

  package func write(_ bytes: [UInt8], to file: OpenFile) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try make(.write, file.path, count: bytes.count - written) { count in
        unsafe bytes.withUnsafeBytes {
          unsafe Libc.write(file.descriptor, $0.baseAddress! + written, count)
        }
      }
    }
  }

  /// Flushes a file or folder, so that its content survives a power cut.
  package func sync(_ file: OpenFile) throws(SystemError) {
    try make(.fsync, file.path) { _ in flushToMedium(file.descriptor) }
  }

  package func truncate(_ file: OpenFile, to size: Int) throws(SystemError) {
    try make(.ftruncate, file.path) { _ in ftruncate(file.descriptor, off_t(size)) }
  }

  package func setMode(_ file: OpenFile, to mode: UInt32) throws(SystemError) {
    try make(.fchmod, file.path) { _ in fchmod(file.descriptor, mode_t(mode)) }
  }

  package func setOwner(_ file: OpenFile, to owner: UInt32, group: UInt32) throws(SystemError) {
    try make(.fchown, file.path) { _ in fchown(file.descriptor, owner, group) }
  }

  /// Locks a file for this open file description only.
  ///
  /// - Throws: `EWOULDBLOCK`, without waiting, if another process holds the lock.
  package func lock(_ file: OpenFile) throws(SystemError) {
    try make(.flock, file.path) { _ in flock(file.descriptor, LOCK_EX | LOCK_NB) }
  }

  /// Releases the lock for every copy of the descriptor; a program that is being started holds one
  /// until it runs.
  package func unlock(_ file: OpenFile) { _ = flock(file.descriptor, LOCK_UN) }

  package func status(of file: OpenFile) throws(SystemError) -> FileStatus {
    var raw = stat()
    try make(.fstat, file.path) { _ in unsafe fstat(file.descriptor, &raw) }
    return FileStatus(raw)
  }

  /// Follows links.
  package func status(of path: String) throws(SystemError) -> FileStatus {
    var raw = stat()
    try make(.stat, path) { _ in unsafe stat(path, &raw) }
    return FileStatus(raw)
  }

  /// Returns the status of a path itself, even if it is a link.
  package func statusOfLink(_ path: String) throws(SystemError) -> FileStatus {
    var raw = stat()
    try make(.lstat, path) { _ in unsafe lstat(path, &raw) }
    return FileStatus(raw)
  }

  /// Returns the reason why no file can be created in a folder; nil if one can.
  package func faultOfWriting(in folder: String) -> SystemError? {
    do throws(SystemError) {
      try make(.access, folder) { _ in unsafe access(folder, W_OK | X_OK) }
      return nil
    } catch {
      return error
    }
  }

  /// The path with every link resolved; throws if it does not exist.
  package func realPath(_ path: String) throws(SystemError) -> String {
    var resolved: UnsafeMutablePointer<CChar>?
    try make(.realpath, path) { _ in
      unsafe resolved = unsafe realpath(path, nil)
      return unsafe resolved == nil ? -1 : 0
    }
    defer { unsafe free(resolved) }
    return unsafe resolved.map { unsafe String(cString: $0) } ?? path
  }

  package func workingFolder() throws(SystemError) -> String {
    var folder: UnsafeMutablePointer<CChar>?
    try make(.getcwd, ".") { _ in
      unsafe folder = unsafe getcwd(nil, 0)
      return unsafe folder == nil ? -1 : 0
    }
    defer { unsafe free(folder) }
    return unsafe folder.map { unsafe String(cString: $0) } ?? "/"
  }

  package func rename(_ from: String, to path: String) throws(SystemError) {
    try make(.rename, from, target: path) { _ in unsafe Libc.rename(from, path) }
  }

  package func remove(_ path: String) throws(SystemError) {
    try make(.unlink, path) { _ in unsafe unlink(path) }
  }

  package func makeFolder(_ path: String, mode: UInt32 = 0o777) throws(SystemError) {
    try make(.mkdir, path) { _ in unsafe mkdir(path, mode_t(mode)) }
  }

  package func makeLink(_ path: String, to original: String) throws(SystemError) {
    try make(.symlink, path) { _ in unsafe symlink(original, path) }
  }

  package func removeFolder(_ path: String) throws(SystemError) {
    try make(.rmdir, path) { _ in unsafe rmdir(path) }
  }

  /// Waits before a retry.
  package func pause(milliseconds: UInt32, for path: String) {
    _ = try? make(.usleep, path) { _ in usleep(milliseconds * 1000) }
  }
}
