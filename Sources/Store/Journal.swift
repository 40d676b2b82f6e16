import Base
import Host
import Libc

/// The append-only record of a store, one JSON object per line.
struct Journal {
  let path: String
  private let disk: Disk
  private let author: Author
  private var file: OpenFile?
  /// The greatest size that the file may have; nil if there is no file.
  private var size: Int?
  /// The number of bytes up to the end of the last complete line.
  private var length: Int
  /// Lines that could not be written yet.
  private var owed: [JournalEntry] = []

  init(path: String, disk: Disk, author: Author, contents: JournalContents) {
    self.path = path
    self.disk = disk
    self.author = author
    size = contents.size
    length = contents.length
  }

  /// Appends a line and flushes it to the disk; if that fails, nothing of the line remains.
  mutating func append(_ entry: JournalEntry) throws(SystemError) {
    let file = try openFile()
    try writeOwed(to: file)
    try write(entry, to: file, isFlushed: true)
  }

  /// Appends a line that records what has already happened.
  ///
  /// The line is not flushed by itself. If writing fails, it is written before the next line; if it
  /// is lost, the next start recovers the same facts from the hashes.
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

  /// Opens the file that was read, or creates it if it was absent; never opens another file.
  private mutating func openFile() throws(SystemError) -> OpenFile {
    if let file { return file }
    let flags = O_WRONLY | O_APPEND | O_NOFOLLOW | (size == nil ? O_CREAT | O_EXCL : 0)
    let opened = try disk.open(path, flags)
    do throws(SystemError) {
      // A longer file contains steps that are not known here.
      let now = try disk.status(of: opened).stamp.size
      guard (length...max(size ?? 0, length)).contains(now) else { throw SystemError(EBUSY) }
      // Drops what an incomplete write left after the last complete line.
      if now > length { try disk.truncate(opened, to: length) }
      size = length
      // The folders may be new, too, and a killed run may not have flushed them.
      var folder = path
      for _ in 1...3 {
        folder = Paths.parent(folder)
        try disk.syncFolder(folder)
      }
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
    let bytes = try JournalLine.bytes(entry, by: author)
    do throws(SystemError) {
      try disk.write(bytes, to: file)
      if isFlushed { try disk.sync(file) }
    } catch {
      // If this fails too, the next opening drops the bytes after the last complete line.
      if (try? disk.truncate(file, to: length)) == nil { size = length + bytes.count }
      close()
      throw error
    }
    length += bytes.count
    size = length
  }
}

struct JournalContents {
  /// Entries by this user on this machine; no others take effect.
  var entries: [JournalEntry] = []
  /// The number of complete lines that somebody else wrote.
  var foreignLines = 0
  /// The numbers of damaged lines, counted from 1.
  var damagedLines: [Int] = []
  /// A journal version newer than ours, if a line has one.
  var newerVersion: Int?
  /// The number of bytes up to the end of the last complete line.
  var length = 0
  /// The size of the file; nil if it does not exist.
  var size: Int?

  init() {}

  /// Reads an existing journal; an absent one is empty. The last line may be incomplete.
  init(reading path: String, author: Author?, on disk: Disk) throws(SystemError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try disk.read(path, limit: .journal).bytes
    } catch  where error.isMissing {
      return
    }
    var number = 0
    while let end = bytes[length...].firstIndex(of: UInt8(ascii: "\n")) {
      number += 1
      if end > length { take(JournalLine(bytes[length..<end], author: author), number: number) }
      length = end + 1
    }
    size = bytes.count
  }

  private mutating func take(_ line: JournalLine, number: Int) {
    switch line {
    case .ours(let entry): entries.append(entry)
    case .foreign: foreignLines += 1
    case .newer(let version): newerVersion = version
    case .damaged: damagedLines.append(number)
    }
  }
}
