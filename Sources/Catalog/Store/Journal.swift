import PNGCodec

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The append-only record of a store, one JSON object per line.
struct Journal {
  private let path: String
  private let disk: Disk
  private var file: OpenFile?
  /// Bytes up to the end of the last whole line.
  private var length = 0
  /// Lines that could not be written when their time came.
  private var owed: [JournalEntry] = []

  struct Contents {
    var entries: [JournalEntry] = []
    /// Numbers of lines that are damaged, counted from 1.
    var damagedLines: [Int] = []
    /// A version above ours, where there is one.
    var newerVersion: Int?
    /// Bytes up to the end of the last whole line.
    var length = 0

    fileprivate mutating func take(_ line: Data, number: Int) {
      let decoder = JSONDecoder()
      let version = (try? decoder.decode(Version.self, from: line))?.v ?? 0
      if version > JournalEntry.currentVersion {
        newerVersion = version
      } else if let entry = try? decoder.decode(JournalEntry.self, from: line) {
        entries.append(entry)
      } else {
        damagedLines.append(number)
      }
    }
  }

  init(path: String, disk: Disk, length: Int) {
    self.path = path
    self.disk = disk
    self.length = length
  }

  /// Reads what is there; an absent journal is empty. The last line may be torn.
  static func read(_ path: String, on disk: Disk) throws(SystemError) -> Contents {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try disk.read(path, limit: .journal).bytes
    } catch {
      if error.isMissing { return Contents() }
      throw error
    }
    var contents = Contents()
    var number = 0
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      number += 1
      if end > start { contents.take(Data(bytes[start..<end]), number: number) }
      start = end + 1
    }
    contents.length = start
    return contents
  }

  fileprivate struct Version: Decodable { var v: Int }

  /// Appends a line and flushes it to the disk; nothing is kept of a line that fails.
  mutating func append(_ entry: JournalEntry) throws(SystemError) {
    let file = try openFile()
    try writeOwed(to: file)
    try write(entry, to: file, isFlushed: true)
  }

  /// Appends a line that tells what has happened already.
  ///
  /// It is not flushed by itself, and where it fails it is written first the next time: what it
  /// tells is found out at the next start without it, by the hashes.
  mutating func appendOwed(_ entry: JournalEntry) throws(SystemError) {
    owed.append(entry)
    try writeOwed(to: openFile())
  }

  private mutating func writeOwed(to file: OpenFile) throws(SystemError) {
    while let first = owed.first {
      try write(first, to: file, isFlushed: false)
      owed.removeFirst()
    }
  }

  mutating func close() {
    if let file { try? disk.close(file) }
    file = nil
  }

  private mutating func openFile() throws(SystemError) -> OpenFile {
    if let file { return file }
    let isNew = length == 0
    let opened = try disk.open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW)
    do throws(SystemError) {
      // Drops what a torn write has left behind the last whole line.
      try disk.truncate(opened, to: length)
      if isNew { try disk.syncFolder(Paths.parent(path)) }
    } catch {
      try? disk.close(opened)
      throw error
    }
    file = opened
    return opened
  }

  private mutating func write(
    _ entry: JournalEntry, to file: OpenFile, isFlushed: Bool
  ) throws(SystemError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let line = try? encoder.encode(entry) else { throw SystemError(EINVAL) }
    let bytes = Array(line) + [UInt8(ascii: "\n")]
    do throws(SystemError) {
      try disk.write(bytes, to: file)
      if isFlushed { try disk.sync(file) }
    } catch {
      try? disk.truncate(file, to: length)
      // Opened afresh, the next line drops whatever this one has left.
      close()
      throw error
    }
    length += bytes.count
  }
}
