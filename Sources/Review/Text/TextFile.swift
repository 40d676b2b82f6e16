import Base
import Catalog
import Host
import Store

/// A snapshot of a type that cannot be shown.
package struct ByteFile: CustomStringConvertible, Sendable {
  package let size: Int
  private let hash: String

  /// - Throws: A `CatalogError` that names the file and the reason.
  package init(_ path: String) throws(CatalogError) {
    (size, hash) = try CatalogError.reading(printable(path)) { () throws(SystemError) in
      (try FileStatus(of: path).stamp.size, try Fingerprint.hash(ofFile: path, on: .real))
    }
  }

  /// The line that represents the file: "118 bytes, SHA-256 3f2a…".
  package var description: String { "\(Wording.count(size, "byte")), SHA-256 \(hash)" }
}

package enum TextFile {
  /// The maximum number of lines, more than anybody reads. A difference takes about 300 bytes a
  /// line.
  static let lineLimit = 1_000_000

  /// Returns a file's text; bytes that are not UTF-8 become replacement characters.
  ///
  /// - Throws: A `CatalogError` that names the file and the reason.
  package static func read(_ path: String) throws(CatalogError) -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  /// Returns a file's bytes, with lines of any length. Refuses a file that is larger than
  /// `SizeLimit.text` or has more lines than `lineLimit`.
  ///
  /// - Throws: The errors of `read`.
  package static func bytes(_ path: String) throws(CatalogError) -> [UInt8] {
    let bytes = try CatalogError.reading(printable(path)) { () throws(SystemError) in
      try Disk.real.read(path, limit: .text).bytes
    }
    let lines = bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    guard lines <= lineLimit else {
      throw CatalogError(
        .unreadable,
        "\(printable(path)): cannot be read (too large: \(Wording.grouped(lines)) lines, and at most "
          + "\(Wording.grouped(lineLimit)) can be compared).")
    }
    return bytes
  }
}
