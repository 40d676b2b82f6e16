import Base
private import CArchive
import Host

/// A zip or a tar, read entry by entry.
@safe package final class ArchiveReader {
  /// An entry as the archive describes it, perhaps falsely.
  struct Entry {
    /// The name; nil if it is not UTF-8.
    let name: String?
    /// The name with any invalid UTF-8 replaced.
    let shown: String
    let kind: FileType
    /// The path that a link leads to.
    let target: String?
    /// True if the target is a name in the archive, not a path from the link.
    let isHardLink: Bool
    /// True if skipping the entry costs nothing, as in a zip. A tar is unpacked to its end, whether
    /// or not its entries are wanted.
    let skipsUnread: Bool
  }

  package static var isInstalled: Bool { snap_archive_load() }

  private let archive: OpaquePointer
  /// The archive's name in errors.
  private let shown: String
  private var message = [CChar](repeating: 0, count: Int(SNAP_ARCHIVE_MESSAGE_CAPACITY))

  convenience init(_ path: String, shown: String? = nil) throws(CatalogError) {
    unsafe try self.init(shown ?? path) { unsafe snap_archive_open(path, &$0) }
  }

  convenience init(_ bytes: [UInt8]) throws(CatalogError) {
    unsafe try self.init("") { unsafe snap_archive_open_copy(bytes, bytes.count, &$0) }
  }

  private init(_ shown: String, opening: (inout [CChar]) -> OpaquePointer?) throws(CatalogError) {
    self.shown = shown
    guard snap_archive_load() else {
      throw Self.error(shown, "libarchive is not installed (Debian: libarchive13)")
    }
    guard let opened = unsafe opening(&message) else { throw Self.error(shown, message) }
    unsafe archive = unsafe opened
  }

  deinit { unsafe snap_archive_close(archive) }

  func next() throws(CatalogError) -> Entry? {
    var entry = unsafe snap_archive_entry()
    let result = unsafe snap_archive_next(archive, &entry, &message)
    guard result >= 0 else { throw Self.error(shown, message) }
    guard result > 0 else { return nil }
    let kind: FileType =
      switch unsafe entry.kind {
      case SNAP_ENTRY_FILE: .file
      case SNAP_ENTRY_FOLDER: .folder
      case SNAP_ENTRY_LINK: .link
      default: .other
      }
    return unsafe Entry(
      name: entry.name.flatMap { unsafe String(validatingCString: $0) },
      shown: unsafe entry.name.map { unsafe String(cString: $0) } ?? "an entry without a name",
      kind: kind, target: unsafe entry.target.flatMap { unsafe String(validatingCString: $0) },
      isHardLink: unsafe entry.is_hard_link, skipsUnread: unsafe entry.skips_unread)
  }

  /// Reads the entry's next bytes, up to 64 KB at a time; empty at its end.
  func read() throws(CatalogError) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe snap_archive_read(archive, &block, block.count, &message)
    guard count >= 0 else { throw Self.error(shown, message) }
    block.removeLast(block.count - count)
    return block
  }

  private func read(limit: Int) throws(CatalogError) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let next = try read()
      if next.isEmpty { return bytes }
      bytes += next
    }
    return nil
  }

  /// Reads files from a small archive in memory, up to the first damaged entry.
  ///
  /// - Parameters:
  ///   - limit: The largest size in bytes; a larger file is left out, as is a damaged one.
  ///   - transform: Makes the result of a file from its bytes; nil leaves the file out.
  package static func files<Result>(
    in archive: [UInt8], limit: Int = 64 << 20, where isWanted: (String) -> Bool,
    _ transform: ([UInt8]) -> Result?
  ) -> [Result] {
    guard let reader = try? ArchiveReader(archive) else { return [] }
    var results: [Result] = []
    for _ in 0..<ArchiveLimits.entryLimit {
      guard let entry = try? reader.next() else { break }
      guard entry.kind == .file, let name = entry.name, isWanted(name),
        let bytes = try? reader.read(limit: limit), let result = transform(bytes)
      else { continue }
      results.append(result)
    }
    return results
  }

  /// Returns true if the names in an archive include snapshots; nil if it cannot be read.
  static func holdsSnapshots(_ path: String) -> Bool? {
    guard let reader = try? ArchiveReader(path) else { return nil }
    var holdsSnapshots = false
    do throws(CatalogError) {
      for _ in 0..<ArchiveLimits.entryLimit {
        guard let entry = try reader.next() else { break }
        guard entry.kind == .file, let name = entry.name.map(Paths.name) else { continue }
        // A trace of Playwright holds pictures of a page, not snapshots.
        if name.hasSuffix(".trace") || name.hasSuffix(".network") { return false }
        holdsSnapshots =
          holdsSnapshots || ArchiveLimits.isWanted(name) || ArchiveLimits.ending(of: name) != nil
        if !entry.skipsUnread { while !(try reader.read().isEmpty) {} }
      }
    } catch {
      return nil
    }
    return holdsSnapshots
  }

  private static func error(_ shown: String, _ message: [CChar]) -> CatalogError {
    let bytes = message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return error(shown, printable(String(decoding: bytes, as: UTF8.self)))
  }

  private static func error(_ shown: String, _ reason: String) -> CatalogError {
    .unreadable("\(shown): this archive cannot be read (\(reason)). Is it complete?")
  }
}
