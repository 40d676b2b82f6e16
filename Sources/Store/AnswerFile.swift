import Base
import Host
import Libc

/// Answers in an open file. Only their places are in memory.
///
/// The file begins with some words of its own and holds all answers, then an index of their keys,
/// places and checks. At its end are the digest of the program that found them, the size of the
/// index, and the digest of all of these.
package struct AnswerFile: Sendable {
  /// The first bytes of a question's SHA-256.
  struct Key: Hashable, Sendable {
    let first: UInt64
    let second: UInt64

    init(of question: [UInt8]) {
      let digest = Fingerprint.digest(question[...])
      (first, second) = (digest.number(at: 0), digest.number(at: 8))
    }

    fileprivate init(_ first: UInt64, _ second: UInt64) {
      (self.first, self.second) = (first, second)
    }
  }

  /// The place of an answer in its file.
  struct Place: Sendable {
    var start: Int
    var count: Int
    /// The first bytes of the answer's SHA-256.
    var check: UInt64

    static func check(_ answer: [UInt8]) -> UInt64 {
      Fingerprint.digest(answer[...]).number(at: 0)
    }
  }

  let file: OpenFile
  var places: [Key: Place] = [:]
  /// The end of the last answer.
  var end = 0

  init(file: OpenFile) { self.file = file }

  package static let head = Array("snapreview answers 1\n".utf8)
  private static let digestLength = 32
  private static let tailLength = 2 * digestLength + 8
  private static let entryLength = 40
  /// The longest answer, in bytes: no landscape takes a tenth of it.
  private static let answerLimit = 16 << 20

  /// Opens a file that nobody but the user can have written.
  ///
  /// - Parameter program: The digest of the program whose answers are trusted.
  /// - Returns: nil also where the file is damaged, or of another program.
  init?(_ path: String, by program: [UInt8], on disk: Disk) {
    // Without O_NONBLOCK a pipe by this name would keep us waiting for its writer.
    guard let file = try? disk.open(path, O_RDONLY | O_NONBLOCK) else { return nil }
    self.file = file
    guard let status = try? disk.status(of: file), status.kind == .file,
      status.owner == geteuid(), status.mode & 0o022 == 0,
      readIndex(status.stamp.size, by: program, on: disk)
    else {
      try? disk.close(file)
      return nil
    }
  }

  /// True for a file of answers, whatever became of its end.
  static func isOne(_ path: String) -> Bool {
    (try? FileHead.read(path, count: head.count)) == head
  }

  /// - Returns: False if the index cannot be trusted.
  private mutating func readIndex(_ size: Int, by program: [UInt8], on disk: Disk) -> Bool {
    let place = size - Self.tailLength
    guard place >= Self.head.count,
      let head = try? disk.bytes(of: file, count: Self.head.count, from: 0), head == Self.head,
      let tail = try? disk.bytes(of: file, count: Self.tailLength, from: place),
      tail.count == Self.tailLength, tail.starts(with: program),
      let length = Int(exactly: tail.number(at: Self.digestLength)), length <= place,
      length.isMultiple(of: Self.entryLength),
      let index = try? disk.bytes(of: file, count: length, from: place - length),
      Fingerprint.digest((index + tail.dropLast(Self.digestLength))[...])
        == Array(tail.suffix(Self.digestLength))
    else { return false }
    end = place - length
    places.reserveCapacity(length / Self.entryLength)
    for entry in stride(from: 0, to: length, by: Self.entryLength) {
      func number(_ field: Int) -> UInt64 { index.number(at: entry + 8 * field) }
      guard let start = Int(exactly: number(2)), let count = Int(exactly: number(3)),
        start <= end, count <= min(end - start, Self.answerLimit)
      else { return false }
      places[Key(number(0), number(1))] = Place(start: start, count: count, check: number(4))
    }
    return true
  }

  /// Returns an index with the tail that vouches for it.
  ///
  /// - Parameter program: The digest of the program that found the answers, 32 bytes.
  package static func sealed(_ index: [UInt8], by program: [UInt8]) -> [UInt8] {
    var bytes = index + program
    bytes.append(number: UInt64(index.count))
    return bytes + Fingerprint.digest(bytes[...])
  }

  /// Returns the bytes of an answer; nil where there is none, or not as it was written.
  func answer(_ key: Key, on disk: Disk) -> [UInt8]? {
    guard let place = places[key],
      let bytes = try? disk.bytes(of: file, count: place.count, from: place.start),
      Place.check(bytes) == place.check
    else { return nil }
    return bytes
  }
}

extension AnswerFile {
  /// The content of a file that is made of answers of others.
  struct Content {
    private var index: [UInt8] = []
    private var end = AnswerFile.head.count
    /// Answers that follow each other in a file of theirs, up to some size.
    private var runs: [(file: OpenFile, range: Range<Int>)] = []
    private var runsTaken = 0
    private var (isBegun, isComplete) = (false, false)

    private static let runLimit = 1 << 20

    mutating func add(_ answers: AnswerFile, where isIncluded: (Key) -> Bool) {
      var run = 0..<0
      for (key, place) in answers.places.sorted(by: { $0.value.start < $1.value.start })
      where isIncluded(key) {
        if place.start != run.upperBound || run.count > Self.runLimit {
          if !run.isEmpty { runs.append((answers.file, run)) }
          run = place.start..<place.start
        }
        run = run.lowerBound..<place.start + place.count
        index.append(number: key.first)
        index.append(number: key.second)
        for number in [end, place.count] { index.append(number: UInt64(number)) }
        index.append(number: place.check)
        end += place.count
      }
      if !run.isEmpty { runs.append((answers.file, run)) }
    }

    /// Returns the bytes that come next; nil at the end.
    ///
    /// What cannot be read whole is no answer either, as its check will tell.
    mutating func next(
      by program: [UInt8], on disk: Disk
    ) throws(SystemError) -> [UInt8]? {
      guard isBegun else {
        isBegun = true
        return AnswerFile.head
      }
      if runsTaken < runs.count {
        let run = runs[runsTaken]
        runsTaken += 1
        return try disk.bytes(of: run.file, count: run.range.count, from: run.range.lowerBound)
      }
      guard !isComplete else { return nil }
      isComplete = true
      return AnswerFile.sealed(index, by: program)
    }
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
