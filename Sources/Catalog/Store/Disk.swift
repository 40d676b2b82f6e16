import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Every change that the store makes on disk goes through here, one system call after the other,
/// so that tests can stop it after any of them.
package final class Disk: Sendable {
  /// What befalls the n-th change, counted from 0.
  package struct Fault: Sendable {
    package enum Effect: Sendable {
      /// The call fails and changes nothing.
      case fail(SystemError)
      /// The process ends before the call: nothing is changed from here on.
      case die
      /// The process ends within the call: half of the bytes are written, then nothing more.
      case tear
    }

    package var at: Int
    package var effect: Effect
    /// Also later calls fail, as they do on a full disk.
    package var lasts: Bool

    package init(at: Int, _ effect: Effect, lasts: Bool = false) {
      self.at = at
      self.effect = effect
      self.lasts = lasts
    }
  }

  private struct State {
    var fault: Fault?
    var changes = 0
    var isDead = false
  }

  private let state: Mutex<State>
  private let flushes: Bool

  /// - Parameter flushes: Whether bytes are made to survive a power cut. Tests of other things,
  ///   which wait for the disk hundreds of times, go without.
  package init(fault: Fault? = nil, flushes: Bool = true) {
    state = Mutex(State(fault: fault))
    self.flushes = flushes
  }

  /// How many changes were asked for.
  package var changes: Int { state.withLock { $0.changes } }

  /// Whether a fault ended the imagined process.
  package var isDead: Bool { state.withLock { $0.isDead } }

  /// Asks the fault whether the next change happens.
  ///
  /// - Returns: Whether only half of the bytes are to be written.
  private func allow() throws(SystemError) -> Bool {
    try state.withLock { (state) throws(SystemError) in
      if state.isDead { throw SystemError(EIO) }
      defer { state.changes += 1 }
      guard let fault = state.fault,
        state.changes == fault.at || fault.lasts && state.changes > fault.at
      else { return false }
      switch fault.effect {
      case .fail(let error): throw error
      case .die:
        state.isDead = true
        throw SystemError(EIO)
      case .tear:
        state.isDead = true
        return true
      }
    }
  }

  private func check(_ result: Int32) throws(SystemError) {
    if result != 0 { throw .last }
  }
}

extension Disk {
  /// The bytes of a plain file and its status, both of the same opening.
  package static func read(_ path: String) throws(SystemError) -> (
    bytes: [UInt8], status: FileStatus
  ) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var raw = stat()
    guard fstat(file, &raw) == 0 else { throw .last }
    let status = FileStatus(raw)
    guard status.kind == .file else { throw SystemError(status.kind == .folder ? EISDIR : EINVAL) }
    var bytes = [UInt8](repeating: 0, count: status.stamp.size)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress! + count, $0.count - count, off_t(count))
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw .last }
      if got == 0 { break }
      count += got
    }
    return (Array(bytes.prefix(count)), status)
  }

  /// Creates a file that must not exist yet.
  ///
  /// - Parameters:
  ///   - like: Whose mode and owner it gets; the process's own where nil.
  ///   - isVital: Whether its bytes must survive a power cut.
  package func create(
    _ path: String, bytes: [UInt8], like: FileStatus?, isVital: Bool = true
  ) throws(SystemError) {
    try create(path, pieces: [bytes], like: like, isVital: isVital)
  }

  /// As above of bytes that come in pieces.
  package func create(
    _ path: String, pieces: [[UInt8]], like: FileStatus?, isVital: Bool = true
  ) throws(SystemError) {
    _ = try allow()
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = open(path, flags, 0o666)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    for piece in pieces { try write(piece, to: file) }
    if let like {
      // Not everyone may give files away; then the file is simply ours.
      _ = fchown(file, like.owner, like.group)
      try check(fchmod(file, mode_t(like.mode)))
    }
    if isVital { try sync(file) }
  }

  /// Writes all bytes into something that is there and is no plain file.
  package func send(_ pieces: [[UInt8]], to path: String) throws(SystemError) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    for piece in pieces { try write(piece, to: file) }
  }

  /// Writes all bytes at the file's end or position.
  package func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    let isTorn = try allow()
    let count = isTorn ? bytes.count / 2 : bytes.count
    var written = 0
    while written < count {
      let got = bytes.withUnsafeBytes {
        #if canImport(Darwin)
          Darwin.write(file, $0.baseAddress! + written, count - written)
        #elseif canImport(Musl)
          Musl.write(file, $0.baseAddress! + written, count - written)
        #else
          Glibc.write(file, $0.baseAddress! + written, count - written)
        #endif
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw .last }
      written += got
    }
    if isTorn { throw SystemError(EIO) }
  }

  package func sync(_ file: Int32) throws(SystemError) {
    _ = try allow()
    if flushes { try check(fsync(file)) }
  }

  /// Makes renames and removals in a folder survive a power cut.
  package func syncFolder(_ path: String) throws(SystemError) {
    try flush(path)
  }

  /// Makes what a file or folder holds survive a power cut.
  package func flush(_ path: String) throws(SystemError) {
    _ = try allow()
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    // Some file systems cannot flush a folder and say so by EINVAL.
    if flushes && fsync(file) != 0 && errno != EINVAL { throw .last }
  }

  package func rename(_ from: String, to path: String) throws(SystemError) {
    _ = try allow()
    #if canImport(Darwin)
      try check(Darwin.rename(from, path))
    #elseif canImport(Musl)
      try check(Musl.rename(from, path))
    #else
      try check(Glibc.rename(from, path))
    #endif
  }

  package func remove(_ path: String) throws(SystemError) {
    _ = try allow()
    try check(unlink(path))
  }

  package func makeFolder(_ path: String) throws(SystemError) {
    _ = try allow()
    try check(mkdir(path, 0o777))
  }

  package func removeFolder(_ path: String) throws(SystemError) {
    _ = try allow()
    try check(rmdir(path))
  }

  package func truncate(_ file: Int32, to size: Int) throws(SystemError) {
    _ = try allow()
    try check(ftruncate(file, off_t(size)))
  }
}
