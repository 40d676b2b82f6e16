import Base
import Host
import Libc

/// Answers in an open file. Only their places are in memory.
///
/// The file begins with some words of its own and the digest of the program that found the answers.
/// They follow one after the other, the newest last, each behind its key, its length and its check.
package struct AnswerFile: Sendable {
  /// The first bytes of a question's SHA-256.
  package typealias Key = SIMD2<UInt64>

  let file: OpenFile
  private(set) var size = 0
  private var places: [Key: Range<Int>] = [:]

  private static let words = Array("snapreview answers 2\n".utf8)
  private static let recordHead = 32
  /// The longest answer, in bytes: no landscape takes a tenth of it.
  private static let answerLimit = 16 << 20

  /// What a file of answers begins with.
  ///
  /// - Parameter program: The digest of the program that found them, 32 bytes.
  package static func head(_ program: [UInt8]) -> [UInt8] { words + program }

  /// An answer as it stands in a file.
  package static func record(_ key: Key, _ answer: [UInt8], by program: [UInt8]) -> [UInt8] {
    var head: [UInt8] = []
    for number in [key.x, key.y, UInt64(answer.count)] { head.append(number: number) }
    return head + Fingerprint.digest((program + head + answer)[...]).prefix(8) + answer
  }

  static func key(of question: [UInt8]) -> Key {
    let digest = Fingerprint.digest(question[...])
    return Key(digest.number(at: 0), digest.number(at: 8))
  }

  /// True for a file of answers, whatever follows its first words.
  static func isOne(_ path: String) -> Bool {
    (try? FileHead.read(path, count: words.count)) == words
  }

  /// Opens a file that nobody but the user can have written.
  ///
  /// - Parameter program: The digest of the program whose answers are trusted.
  /// - Returns: nil also where the file is damaged, or of another program.
  init?(_ path: String, by program: [UInt8], on disk: Disk) {
    // Without O_NONBLOCK a pipe by this name would keep us waiting.
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

  /// - Returns: False if the file is not made of whole answers.
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

  /// Returns the bytes of an answer; nil where there is none, or not as it was written.
  func answer(_ key: Key, by program: [UInt8], on disk: Disk) -> [UInt8]? {
    guard let place = places[key],
      let record = try? disk.bytes(of: file, count: place.count, from: place.lowerBound)
    else { return nil }
    let answer = Array(record.dropFirst(Self.recordHead))
    return record == Self.record(key, answer, by: program) ? answer : nil
  }
}

extension [UInt8] {
  /// Appends eight bytes, the lowest first.
  package mutating func append(number: UInt64) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe self += $0 }
  }

  /// The number whose eight bytes begin at a place.
  fileprivate func number(at place: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(self[place + $1]) << (8 * UInt64($1)) }
  }
}
