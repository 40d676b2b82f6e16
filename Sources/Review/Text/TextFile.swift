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
    let lines = bytes.count(of: UInt8(ascii: "\n"))
    guard lines <= lineLimit else {
      throw CatalogError(
        .unreadable,
        "\(printable(path)): cannot be read (too large: \(Wording.grouped(lines)) lines, and at most "
          + "\(Wording.grouped(lineLimit)) can be compared).")
    }
    return bytes
  }
}

extension TextDifference {
  /// Compares two files according to their content type.
  package init(
    _ reference: String, _ actual: String, as content: SnapshotCase.Content
  ) throws(CatalogError) {
    self =
      content == .bytes
      ? try TextDifference(ofBytes: reference, actual)
      : try TextDifference(ofFiles: reference, actual)
  }

  /// Compares two files; bytes that are not UTF-8 are shown as replacement characters.
  ///
  /// - Throws: The errors of `TextFile.bytes`.
  package init(ofFiles reference: String, _ actual: String) throws(CatalogError) {
    self.init(try TextFile.bytes(reference), try TextFile.bytes(actual))
  }

  /// Compares two files byte for byte, and describes each in one line.
  package init(ofBytes reference: String, _ actual: String) throws(CatalogError) {
    let (one, other) = (try ByteFile(reference), try ByteFile(actual))
    let (old, new) = (one.description + "\n", other.description + "\n")
    let sizes = Sizes(reference: one.size, actual: other.size, areEqual: old == new)
    self.init(Array(old.utf8), Array(new.utf8), sizes: sizes)
  }
}

extension RuleEdit {
  /// The changed lines: "- threshold = 0", "+ threshold = 4".
  package var lines: [String] {
    TextDifference(reference: old ?? "", actual: new ?? "").lines.filter { $0.kind != .same }
      .map { "\($0.kind.sign) \($0.text)" }
  }
}
