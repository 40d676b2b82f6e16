import Libc

/// Answers that took long to find, kept in one file from run to run.
///
/// A question holds all that its answer depends on, so an answer never goes stale; one that nobody
/// asks for any more goes when the file gets too large. Every run may read while others write: a
/// file is put in place whole, and of two that are written the last one stays. One that is damaged,
/// or of another program, is no file.
package final class AnswerCache: Sendable {
  /// The first bytes of a question's SHA-256.
  private struct Key: Hashable, Sendable {
    static let length = 16
    let first: UInt64
    let second: UInt64
  }

  private struct Session: Sendable {
    /// The answers that were found in this run.
    var found: [Key: [UInt8]] = [:]
    /// The answers in the file that were asked for.
    var used: Set<Key> = []
  }

  private let folder: UserFolder
  private let path: String
  private let program: [UInt8]
  private let disk: Disk
  /// All of the file, and where each answer lies in it.
  private let bytes: [UInt8]
  private let places: [Key: Range<Int>]
  private let session = Mutex(Session())

  /// - Parameters:
  ///   - folder: The place of all caches.
  ///   - name: A file's name for what is asked about.
  ///   - program: Names the program that finds the answers, so that no other trusts them.
  package init(in folder: UserFolder, name: String, program: String, disk: Disk = .real) {
    (self.folder, self.disk) = (folder, disk)
    path = Paths.join(folder.path, name + Self.ending)
    self.program = Fingerprint.digest(Array(program.utf8)[...])
    bytes = Self.read(path, in: folder, on: disk) ?? []
    places = Self.places(in: bytes, by: self.program)
  }

  /// Returns the answer to a question, from the file or made now.
  ///
  /// - Parameter isKept: Says whether an answer that is made is worth keeping.
  package func answer<Answer: Codable, Failure: Error>(
    to question: some Encodable, isKept: (Answer) -> Bool, make: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    guard let key = Self.key(of: question) else { return try make() }
    if let place = places[key],
      let answer = try? CompactDecoder.value(Answer.self, from: bytes[place])
    {
      session.withLock { _ = $0.used.insert(key) }
      return answer
    }
    let answer = try make()
    if isKept(answer), let bytes = try? CompactEncoder.bytes(of: answer) {
      session.withLock { $0.found[key] = bytes }
    }
    return answer
  }

  /// Writes the file anew if this run found answers. What cannot be written is found again next
  /// time.
  package func save() {
    let session = session.withLock { $0 }
    guard !session.found.isEmpty, (try? folder.make(on: disk)) != nil else { return }
    let temporary = path + ".\(getpid()).tmp"
    try? disk.replace(
      path, by: contents(with: session), through: temporary, mode: 0o600, isVital: false)
    tidy()
  }

  // MARK: - The file

  /// The digest of all that follows, that of the program, and each answer after its key and length.
  private static let digestLength = 32
  private static let headLength = 2 * digestLength
  private static let ending = ".answers"
  /// Above this only what was asked for in the last run stays.
  private static let fileLimit = 128 << 20
  private static let folderLimit = 512 << 20

  private static func key(of question: some Encodable) -> Key? {
    guard let bytes = try? CompactEncoder.bytes(of: question) else { return nil }
    return key(in: Fingerprint.digest(bytes[...]), at: 0)
  }

  private static func key(in bytes: [UInt8], at place: Int) -> Key {
    Key(first: bytes.number(at: place), second: bytes.number(at: place + 8))
  }

  /// Reads a file that nobody but the user can have written.
  private static func read(_ path: String, in folder: UserFolder, on disk: Disk) -> [UInt8]? {
    guard folder.isPrivate, let (bytes, status) = try? disk.read(path),
      status.owner == geteuid(), status.mode & 0o022 == 0, bytes.count >= headLength,
      Fingerprint.digest(bytes[digestLength...]) == Array(bytes[..<digestLength])
    else { return nil }
    return bytes
  }

  private static func places(in bytes: [UInt8], by program: [UInt8]) -> [Key: Range<Int>] {
    guard bytes.count >= headLength, Array(bytes[digestLength..<headLength]) == program else {
      return [:]
    }
    var places: [Key: Range<Int>] = [:]
    var place = headLength
    while bytes.count - place >= Key.length + 8 {
      let length = bytes.number(at: place + Key.length)
      let start = place + Key.length + 8
      guard length <= bytes.count - start else { break }
      places[key(in: bytes, at: place)] = start..<start + Int(length)
      place = start + Int(length)
    }
    return places
  }

  private func contents(with session: Session) -> [UInt8] {
    let sum = session.found.values.reduce(bytes.count) { $0 + $1.count + Key.length + 8 }
    var contents = [UInt8](repeating: 0, count: Self.digestLength) + program
    contents.reserveCapacity(sum)
    func add(_ key: Key, _ answer: some Collection<UInt8>) {
      for number in [key.first, key.second, UInt64(answer.count)] {
        contents.append(number: number)
      }
      contents += answer
    }
    for (key, place) in places where session.found[key] == nil {
      if sum <= Self.fileLimit || session.used.contains(key) { add(key, bytes[place]) }
    }
    for (key, answer) in session.found { add(key, answer) }
    contents.replaceSubrange(
      ..<Self.digestLength, with: Fingerprint.digest(contents[Self.digestLength...]))
    return contents
  }

  /// Removes the oldest files until the rest is small enough.
  private func tidy() {
    var files: [(path: String, stamp: FileStamp)] = []
    for name in FolderNames.all(in: folder.path) {
      let path = Paths.join(folder.path, name)
      guard let status = try? disk.statusOfLink(path), status.kind == .file else { continue }
      files.append((path, status.stamp))
    }
    files.sort { $1.stamp.modified.isBefore($0.stamp.modified, byMoreThan: 0) }
    var sum = 0
    for file in files {
      sum += file.stamp.size
      if sum > Self.folderLimit { try? disk.removeIfThere(file.path) }
    }
  }
}

extension [UInt8] {
  /// Appends eight bytes, the lowest first.
  mutating func append(number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// The number whose eight bytes begin at a place.
  fileprivate func number(at place: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(self[place + $1]) << (8 * UInt64($1)) }
  }
}
