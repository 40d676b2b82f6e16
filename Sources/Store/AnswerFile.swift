import Base
import Host
import Libc

/// Results in an open file; only their positions are in memory.
///
/// The file starts with a magic string and the digest of the program that computed the results. The
/// results follow, the newest last, each preceded by its key, length and checksum.
package struct AnswerFile: Sendable {
  /// The first bytes of a question's SHA-256.
  package typealias Key = SIMD2<UInt64>

  let file: OpenFile
  private(set) var size = 0
  private var places: [Key: Range<Int>] = [:]

  private static let words = Array("snapreview answers 2\n".utf8)
  private static let recordHead = 32
  /// The longest result, in bytes; no landscape takes a tenth of it.
  private static let answerLimit = 16 << 20

  /// The bytes at the start of a file.
  ///
  /// - Parameter program: The digest of the program that computed the results, 32 bytes.
  package static func head(_ program: [UInt8]) -> [UInt8] { words + program }

  /// A result with its header, as it is stored in a file.
  package static func record(_ key: Key, _ answer: [UInt8], by program: [UInt8]) -> [UInt8] {
    var head: [UInt8] = []
    for number in [key.x, key.y, UInt64(answer.count)] { head.append(number: number) }
    return head + Fingerprint.digest((program + head + answer)[...]).prefix(8) + answer
  }

  static func key(of question: [UInt8]) -> Key {
    let digest = Fingerprint.digest(question[...])
    return Key(digest.number(at: 0), digest.number(at: 8))
  }

  /// True for any file of results, whichever program wrote it.
  static func isOne(_ path: String) -> Bool {
    (try? FileHead.read(path, count: words.count)) == words
  }

  /// Opens a file that only the user can have written.
  ///
  /// - Parameter program: The digest of the program whose results are trusted.
  /// - Returns: nil if there is no such file, it is damaged, or another program wrote it.
  init?(_ path: String, by program: [UInt8], on disk: Disk) {
    // Without O_NONBLOCK, opening a named pipe would block.
    guard let file = try? disk.open(path, O_RDWR | O_APPEND | O_NONBLOCK) else { return nil }
    self.file = file
    guard let status = try? disk.status(of: file), status.kind == .file,
      status.owner == geteuid(), status.mode & 0o022 == 0,
      readPlaces(status.stamp.size, by: program, on: disk)
    else {
      try? disk.close(file)
      return nil
    }
  }

  /// - Returns: False if the file has the wrong header or an incomplete result.
  private mutating func readPlaces(_ size: Int, by program: [UInt8], on disk: Disk) -> Bool {
    self.size = size
    let head = Self.head(program)
    guard (try? disk.bytes(of: file, count: head.count)) == head else { return false }
    var place = head.count
    while place < size {
      guard let record = try? disk.bytes(of: file, count: Self.recordHead, from: place),
        record.count == Self.recordHead, let count = Int(exactly: record.number(at: 16)),
        count <= min(size - place - Self.recordHead, Self.answerLimit)
      else { return false }
      let end = place + Self.recordHead + count
      places[Key(record.number(at: 0), record.number(at: 8))] = place..<end
      place = end
    }
    return true
  }

  /// Returns the bytes of a result; nil if there is none or it is damaged.
  func answer(_ key: Key, by program: [UInt8], on disk: Disk) -> [UInt8]? {
    guard let place = places[key],
      let record = try? disk.bytes(of: file, count: place.count, from: place.lowerBound)
    else { return nil }
    let answer = Array(record.dropFirst(Self.recordHead))
    return record == Self.record(key, answer, by: program) ? answer : nil
  }
}
