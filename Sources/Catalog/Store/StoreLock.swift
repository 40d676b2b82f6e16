#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps a second snapreview from writing to the same store; ends with the process, however it ends.
package final class StoreLock: Sendable {
  package enum Failure: Error {
    /// Another process has it; its id where it says so.
    case held(by: Int?)
    case system(SystemError)
  }

  private let file: Int32

  /// How often a held lock is tried again, ten milliseconds apart: a process that was just killed
  /// may hold it for a moment longer.
  private static let attempts = 20

  package init(path: String) throws(Failure) {
    var locked = try Self.open(path)
    for _ in 1..<Self.attempts where locked == nil {
      usleep(10_000)
      locked = try Self.open(path)
    }
    guard let locked else { throw .held(by: Self.holder(path)) }
    file = locked
    writeHolder()
  }

  /// The locked file; nil where another process has it, or has just given it up.
  private static func open(_ path: String) throws(Failure) -> Int32? {
    let file = openFile(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw .system(.last) }
    if flock(file, LOCK_EX | LOCK_NB) != 0 {
      let error = SystemError.last
      close(file)
      if error.code == EWOULDBLOCK { return nil }
      throw .system(error)
    }
    // Whoever had it may have removed the file between our opening and our locking it.
    if isStill(file, at: path) { return file }
    close(file)
    return nil
  }

  deinit { close(file) }

  private static func isStill(_ file: Int32, at path: String) -> Bool {
    var mine = stat()
    guard fstat(file, &mine) == 0, let there = try? FileStatus(of: path) else { return false }
    return FileStatus(mine).identity == there.identity
  }

  private static func holder(_ path: String) -> Int? {
    guard let bytes = try? Disk.read(path).bytes else { return nil }
    return Int(String(decoding: bytes.prefix { (0x30...0x39).contains($0) }, as: UTF8.self))
  }

  /// For the other's message only: whether it can be written does not matter.
  private func writeHolder() {
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(file, 0) == 0 { _ = pwrite(file, text, text.count, 0) }
  }
}

private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o666) }
