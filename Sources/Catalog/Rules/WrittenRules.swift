import Base
import Host
import Store

/// The rules files that this user wrote with snapreview on this machine: each path with the SHA-256
/// of the written text. Any other content at the same path is someone else's.
package struct WrittenRules: Sendable {
  private static let limit = 500

  private let folder: UserFolder
  private let disk: Disk

  package init(_ folder: UserFolder, disk: Disk = .real) {
    (self.folder, self.disk) = (folder, disk)
  }

  /// The files that are recorded in the user's folder of state, if there is one.
  package static var ofUser: WrittenRules? { UserFolder.state.map { WrittenRules($0) } }

  private var file: String { Paths.join(folder.path, "rules") }

  /// True if a file has the content that was written.
  package func holds(_ path: String) -> Bool {
    guard folder.isPrivate, let hash = try? Fingerprint.hash(ofFile: path, on: disk) else {
      return false
    }
    return lines.contains(Self.line(path, hash))
  }

  /// Remembers the content that was written. If that fails, the file is reported and ignored the
  /// next time, and nothing is lost.
  package func note(_ path: String, hash: String) {
    let kept = lines.filter { $0.drop { $0 != " " }.dropFirst() != SnapshotCase.escaped(path)[...] }
    let text = (kept.suffix(Self.limit - 1) + [Self.line(path, hash)]).map { $0 + "\n" }.joined()
    let temporary = Paths.join(
      folder.path, "rules.\(Fingerprint.hash(Array(path.utf8)).prefix(8)).tmp")
    guard (try? folder.make()) != nil else { return }
    try? disk.replace(file, by: Array(text.utf8), through: temporary)
  }

  private var lines: [String] {
    guard folder.isPrivate, let bytes = try? disk.read(file, limit: .rules).bytes else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Escapes the path, so that no name looks like another one or spans two lines.
  private static func line(_ path: String, _ hash: String) -> String {
    "\(hash) \(SnapshotCase.escaped(path))"
  }
}
