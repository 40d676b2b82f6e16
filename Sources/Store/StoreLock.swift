import Host
import Libc

/// Keeps a second snapreview from writing to the same store; released when the process ends in any
/// way.
package final class StoreLock: Sendable {
  package enum Failure: Error {
    /// Another process holds the lock; its ID, if it is known.
    case held(by: Int?)
    case system(SystemError)
  }

  private let file: OpenFile
  private let disk: Disk

  /// The number of attempts, ten milliseconds apart, to take a held lock. A process that was just
  /// killed may hold it for a moment longer.
  private static let attempts = 50

  package init(path: String, on disk: Disk) throws(Failure) {
    self.disk = disk
    do throws(SystemError) {
      var locked = try Self.open(path, on: disk)
      for _ in 1..<Self.attempts where locked == nil {
        disk.pause(milliseconds: 10, for: path)
        locked = try Self.open(path, on: disk)
      }
      guard let locked else { throw SystemError(EWOULDBLOCK) }
      file = locked
    } catch {
      throw error.code == EWOULDBLOCK ? .held(by: Self.holder(path, on: disk)) : .system(error)
    }
    try? writeHolder()
  }

  /// Returns the locked file; nil if another process holds it or has just released it.
  private static func open(_ path: String, on disk: Disk) throws(SystemError) -> OpenFile? {
    let file = try disk.open(path, O_RDWR | O_CREAT | O_NOFOLLOW)
    do throws(SystemError) {
      try disk.lock(file)
    } catch {
      try? disk.close(file)
      if error.code == EWOULDBLOCK { return nil }
      throw error
    }
    // The holder may have removed the file after we opened it and before we locked it.
    if isStill(file, on: disk) { return file }
    try? disk.close(file)
    return nil
  }

  deinit {
    disk.unlock(file)
    try? disk.close(file)
  }

  private static func isStill(_ file: OpenFile, on disk: Disk) -> Bool {
    guard let mine = try? disk.status(of: file), let there = try? disk.status(of: file.path)
    else { return false }
    return mine.identity == there.identity
  }

  private static func holder(_ path: String, on disk: Disk) -> Int? {
    guard let bytes = try? disk.read(path).bytes else { return nil }
    return Int(String(decoding: bytes.prefix { (0x30...0x39).contains($0) }, as: UTF8.self))
  }

  /// Writes this process's ID for error messages of other processes; a failure is harmless.
  private func writeHolder() throws(SystemError) {
    try disk.truncate(file, to: 0)
    try disk.write(Array("\(getpid())\n".utf8), to: file)
  }
}
