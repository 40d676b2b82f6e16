import Base
import Libc

/// Operations that take several calls.
extension Disk {
  /// Returns the bytes and the status of a regular file, both from the same open.
  ///
  /// - Throws: `EFBIG` if the file is larger than `limit`, before memory is allocated.
  package func read(
    _ path: String, limit: SizeLimit = .snapshot
  ) throws(SystemError) -> (bytes: [UInt8], status: FileStatus) {
    let file = try openToRead(path)
    defer { try? close(file) }
    do throws(SystemError) {
      return try read(file, limit)
    } catch {
      // The file could be opened, so it exists and must not be reported as missing.
      throw error.isMissing ? SystemError(ESTALE) : error
    }
  }

  private func read(
    _ file: OpenFile, _ limit: SizeLimit
  ) throws(SystemError) -> (bytes: [UInt8], status: FileStatus) {
    let status = try status(of: file)
    guard status.kind == .file else { throw SystemError(status.kind == .folder ? EISDIR : EINVAL) }
    if let excess = SystemError.excess(status.stamp.size, over: limit) { throw excess }
    return (try bytes(of: file, count: status.stamp.size), status)
  }

  /// A file counts as absent only if two calls agree. Network disks occasionally report an existing
  /// file as missing, and treating it as absent would recreate it or undo a step.
  private func openToRead(_ path: String) throws(SystemError) -> OpenFile {
    do throws(SystemError) {
      // Without O_NONBLOCK, opening a named pipe would block until it has a writer.
      return try open(path, O_RDONLY | O_NONBLOCK)
    } catch {
      // A dangling link is not an error of the disk.
      guard error.isMissing, try statusOfLink(path).kind != .link else { throw error }
      throw SystemError(ESTALE)
    }
  }

  /// Reads at most `count` bytes from a position in the file.
  package func bytes(
    of file: OpenFile, count: Int, from start: Int = 0
  ) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var got = 0
    while got < count {
      let more = try read(file, into: &bytes, at: got, from: start)
      if more == 0 { return Array(bytes.prefix(got)) }
      got += more
    }
    return bytes
  }

  /// Creates a file that must not exist yet.
  ///
  /// - Parameters:
  ///   - like: The file whose mode and owner it gets; if nil, it gets `mode` and the process's
  ///     owner.
  ///   - isVital: True if its bytes must survive a power cut.
  package func create(
    _ path: String, _ bytes: [UInt8], like: FileStatus? = nil, mode: UInt32 = 0o666,
    isVital: Bool = true
  ) throws(SystemError) {
    let flags = O_CREAT | O_EXCL | O_NOFOLLOW
    try write(to: path, flags, mode: mode) { (file) throws(SystemError) in
      try write(bytes, to: file)
      if let like {
        // Not everyone may change the owner of a file; in that case the file simply stays ours.
        try? setOwner(file, to: like.owner, group: like.group)
        try setMode(file, to: like.mode)
      }
      if isVital { try sync(file) }
    }
  }

  /// Creates a file that must not exist yet, readable by this user alone, from pieces that arrive
  /// one by one. It may not survive a power cut.
  package func create(
    _ path: String, of next: () throws(SystemError) -> [UInt8]?
  ) throws(SystemError) {
    try write(to: path, O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600) { (file) throws(SystemError) in
      while let piece = try next() { try write(piece, to: file) }
    }
  }

  /// Atomically replaces a file, or creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - temporary: The path of the new file until the rename; a leftover of a killed run is
  ///     removed first.
  ///   - check: Called before the old file is replaced; it may throw to prevent that.
  package func replace(
    _ path: String, by bytes: [UInt8], through temporary: String, like: FileStatus? = nil,
    mode: UInt32 = 0o666, isVital: Bool = true,
    check: () throws(SystemError) -> Void = {}
  ) throws(SystemError) {
    try removeIfThere(temporary)
    do throws(SystemError) {
      try create(temporary, bytes, like: like, mode: mode, isVital: isVital)
      try check()
      try rename(temporary, to: path)
    } catch {
      try? removeIfThere(temporary)
      throw error
    }
  }

  /// Writes all bytes to something that exists and is not a regular file.
  package func send(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try write(to: path, 0) { (file) throws(SystemError) in try write(bytes, to: file) }
  }

  /// Appends all bytes to a file, which need not exist or be readable.
  package func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try write(to: path, O_CREAT | O_APPEND) { (file) throws(SystemError) in
      try write(bytes, to: file)
    }
  }

  /// Opens a file for writing and closes it; some disks report only on close that they are full.
  private func write(
    to path: String, _ flags: Int32, mode: UInt32 = 0o666,
    _ body: (OpenFile) throws(SystemError) -> Void
  ) throws(SystemError) {
    let file = try open(path, O_WRONLY | flags, mode: mode)
    do throws(SystemError) {
      try body(file)
    } catch {
      try? close(file)
      throw error
    }
    try close(file)
  }

  /// Flushes a file's content, or the renames and removals in a folder, so that they survive a
  /// power cut.
  package func flush(_ path: String) throws(SystemError) {
    let file = try open(path, O_RDONLY)
    defer { try? close(file) }
    do throws(SystemError) {
      try sync(file)
    } catch {
      // Some file systems cannot flush a folder and report EINVAL.
      if error.code != EINVAL { throw error }
    }
  }

  package func syncFolder(_ path: String) throws(SystemError) { try flush(path) }

  package func removeIfThere(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      try remove(path)
    } catch {
      if !error.isMissing { throw error }
    }
  }

  /// Returns the missing folders on the way to a path, including the path itself, outermost first.
  package func missingFolders(to path: String) -> [String] {
    var missing: [String] = []
    var folder = path
    while !exists(folder), folder != "/" {
      missing.append(folder)
      folder = Paths.parent(folder)
    }
    return missing.reversed()
  }

  /// Makes a folder and any missing folders above it.
  package func makeFolders(to path: String, mode: UInt32 = 0o777) throws(SystemError) {
    for folder in missingFolders(to: path) { try makeFolder(folder, mode: mode) }
  }

  /// True if anything has this name, even a dangling link.
  package func exists(_ path: String) -> Bool { (try? statusOfLink(path)) != nil }

  package func isLink(_ path: String) -> Bool { (try? statusOfLink(path))?.kind == .link }
}
