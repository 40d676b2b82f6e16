import Base
import Host
import Store

/// The content that git holds in place of a file that Git LFS keeps elsewhere.
struct LFSPointer: Equatable {
  /// The SHA-256 of the file.
  let object: String
  let size: Int

  /// All pointers are smaller than this many bytes.
  static let mostBytes = 1024

  init?(_ bytes: [UInt8]) {
    guard bytes.count < Self.mostBytes, FileHead.isPointer(bytes) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let value = { (key: String) in
      lines.first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
    }
    guard let object = value("oid sha256:"), let size = value("size ").flatMap({ Int($0) }),
      object.utf8.count == 64, object.allSatisfy({ $0.isHexDigit && !$0.isUppercase })
    else { return nil }
    (self.object, self.size) = (object, size)
  }

  /// The path of the file below Git LFS's folder.
  var place: String { "objects/\(object.prefix(2))/\(object.dropFirst(2).prefix(2))/\(object)" }

  func isPointer(to bytes: [UInt8]) -> Bool {
    bytes.count == size && Fingerprint.hash(bytes) == object
  }

  func isPointer(toFile path: String) -> Bool {
    guard (try? FileStatus(of: path))?.stamp.size == size,
      let bytes = try? Disk.real.read(path).bytes
    else { return false }
    return isPointer(to: bytes)
  }
}
