import Base
import Host
import Libc

extension UserFolder {
  private static let secretLength = 32

  /// The path of the author's secret.
  private var key: String { Paths.join(path, "key") }

  /// The reason why the author is unknown.
  package struct Trouble: Error, Hashable {
    package var sentence: String
  }

  /// Returns the author; nil if there is no secret yet. Writes nothing.
  package func author(on disk: Disk) throws(Trouble) -> Author? {
    do throws(SystemError) {
      return try secret(on: disk).map(Author.init)
    } catch {
      throw trouble(error)
    }
  }

  /// Returns the author; creates the secret if there is none yet.
  package func settledAuthor(on disk: Disk) throws(Trouble) -> Author {
    do throws(SystemError) {
      if let secret = try secret(on: disk) { return Author(secret: secret) }
      try makeSecret(on: disk)
      guard let secret = try secret(on: disk) else { throw SystemError(ENOENT) }
      return Author(secret: secret)
    } catch {
      throw trouble(error)
    }
  }

  /// - Returns: nil if there is no secret.
  /// - Throws: `EPERM` if others could have read or written it, too.
  private func secret(on disk: Disk) throws(SystemError) -> [UInt8]? {
    let (bytes, status): ([UInt8], FileStatus)
    do throws(SystemError) {
      (bytes, status) = try disk.read(key)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    guard status.owner == geteuid(), status.mode & 0o077 == 0 else { throw SystemError(EPERM) }
    guard bytes.count == Self.secretLength else { throw SystemError(EINVAL) }
    return bytes
  }

  /// If two processes start at once, the second waits for the first and uses its secret.
  private func makeSecret(on disk: Disk) throws(SystemError) {
    try make(on: disk)
    let lock = try FolderLock(path, on: disk)
    defer { lock.release() }
    guard !disk.exists(key) else { return }
    let bytes = (0..<Self.secretLength).map { _ in UInt8.random(in: .min ... .max) }
    try disk.replace(key, by: bytes, through: key + ".tmp", mode: 0o600)
    try disk.syncFolder(path)
  }

  private func trouble(_ error: SystemError) -> Trouble {
    let what =
      switch error.code {
      case EPERM: "is not private to you"
      case EINVAL: "is damaged"
      default: "cannot be used (\(error))"
      }
    return Trouble(
      sentence: "\(printable(key)) \(what): your decisions cannot be distinguished from "
        + "others', so all are shown but not applied, and you cannot make any. Repair it, or set "
        + "XDG_STATE_HOME to a folder of your own.")
  }

  static let homeless = Trouble(
    sentence: "No home folder is known: your decisions cannot be distinguished from "
      + "others', so all are shown but not applied, and you cannot make any. Set XDG_STATE_HOME to "
      + "a folder of your own.")
}
