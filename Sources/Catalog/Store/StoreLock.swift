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

  package init(path: String) throws(Failure) {
    var locked: Int32?
    while locked == nil {
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
      guard file >= 0 else { throw .system(.last) }
      if flock(file, LOCK_EX | LOCK_NB) != 0 {
        let error = SystemError.last
        defer { close(file) }
        throw error.code == EWOULDBLOCK ? .held(by: Self.holder(file)) : .system(error)
      }
      if Self.isStill(file, at: path) {
        locked = file
      } else {
        // The one before us removed the file between our opening and our locking it.
        close(file)
      }
    }
    file = locked!
    writeHolder()
  }

  deinit { close(file) }

  private static func isStill(_ file: Int32, at path: String) -> Bool {
    var mine = stat()
    guard fstat(file, &mine) == 0, let there = try? FileStatus(of: path) else { return false }
    return FileStatus(mine).identity == there.identity
  }

  private static func holder(_ file: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 20)
    let got = pread(file, &bytes, bytes.count, 0)
    return got > 0
      ? Int(String(decoding: bytes.prefix { (0x30...0x39).contains($0) }, as: UTF8.self)) : nil
  }

  /// For the other's message only: whether it can be written does not matter.
  private func writeHolder() {
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(file, 0) == 0 { _ = pwrite(file, text, text.count, 0) }
  }
}
