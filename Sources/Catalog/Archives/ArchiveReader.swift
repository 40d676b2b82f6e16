private import CArchive

/// A zip or a tar, read entry by entry.
package final class ArchiveReader {
  /// What the archive's writer has put into it; all of it is a claim.
  struct Entry {
    enum Kind { case file, folder, link, other }

    /// nil where it is not UTF-8.
    let name: String?
    let kind: Kind
    /// Where a link leads to.
    let target: String?
    /// Whether the target is a name in the archive, not a path from the link.
    let isHardLink: Bool
  }

  /// What libarchive says.
  struct Trouble: Error {
    let reason: String
  }

  package static var isInstalled: Bool { snap_archive_load() }

  private let archive: OpaquePointer
  private var message = [CChar](repeating: 0, count: Int(SNAP_ARCHIVE_MESSAGE_CAPACITY))

  init(_ path: String) throws(Trouble) {
    guard snap_archive_load() else {
      throw Trouble(reason: "libarchive is not installed (Debian: libarchive13)")
    }
    guard let opened = snap_archive_open(path, &message) else {
      throw Trouble(reason: Self.text(message))
    }
    archive = opened
  }

  deinit { snap_archive_close(archive) }

  /// nil at the end.
  func next() throws(Trouble) -> Entry? {
    var entry = snap_archive_entry()
    let result = snap_archive_next(archive, &entry, &message)
    guard result >= 0 else { throw Trouble(reason: Self.text(message)) }
    guard result > 0 else { return nil }
    let kind: Entry.Kind =
      switch entry.kind {
      case SNAP_ENTRY_FILE: .file
      case SNAP_ENTRY_FOLDER: .folder
      case SNAP_ENTRY_LINK: .link
      default: .other
      }
    return Entry(
      name: entry.name.flatMap { String(validatingCString: $0) }, kind: kind,
      target: entry.target.flatMap { String(validatingCString: $0) },
      isHardLink: entry.is_hard_link)
  }

  /// All of the entry's bytes, which must not be more than `limit`.
  ///
  /// - Returns: nil where they are more.
  func bytes(upTo limit: Int) throws(Trouble) -> [UInt8]? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = snap_archive_read(archive, &block, block.count, &message)
      guard count >= 0 else { throw Trouble(reason: Self.text(message)) }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limit else { return nil }
      bytes += block[..<count]
    }
  }

  private static func text(_ message: [CChar]) -> String {
    printable(
      String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
  }
}
