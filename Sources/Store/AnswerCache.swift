import Base
import Host
import Libc

/// A cache of expensive results, one file per folder, shared by all runs.
///
/// The key contains everything a result depends on, so entries never go stale; entries that no run
/// uses are dropped when the file gets too large. A run may read while others write: a file is
/// replaced as a whole, and the last writer wins. Damaged entries, and those of another build, are
/// ignored.
///
/// Ten thousand results would take more memory than the pictures. So they are read on demand, and
/// new ones wait in a file without a name, which vanishes if the run is killed.
package final class AnswerCache: Sendable {
  private struct Session: Sendable {
    /// The answers that were found in this run; nil until there is one.
    var found: AnswerFile?
    /// Those at the end that are not in the file yet.
    var rest: [UInt8] = []
    /// The answers of earlier runs that were asked for.
    var used: Set<AnswerFile.Key> = []
    /// True if what is found cannot be written.
    var isClosed = false
  }

  private let folder: UserFolder
  private let path: String
  private let program: [UInt8]
  private let disk: Disk
  /// The answers of earlier runs.
  private let kept: AnswerFile?
  private let session = Mutex(Session())

  /// - Parameters:
  ///   - folder: The place of all caches.
  ///   - name: A file's name for what is asked about.
  ///   - program: Names the program that finds the answers, so that no other trusts them.
  package init(in folder: UserFolder, name: String, program: String, disk: Disk = .real) {
    (self.folder, self.disk) = (folder, disk)
    path = Paths.join(folder.path, name + Self.ending)
    self.program = Fingerprint.digest(Array(program.utf8)[...])
    kept = folder.isPrivate ? AnswerFile(path, by: self.program, on: disk) : nil
  }

  deinit {
    for answers in [kept, session.withLock(\.found)] {
      if let answers { try? disk.close(answers.file) }
    }
  }

  /// Returns the answer to a question, from the file or made now.
  ///
  /// - Parameters:
  ///   - question: Bytes that no other question has.
  ///   - isKept: Says whether an answer that is made is worth keeping.
  package func answer<Answer: Codable, Failure: Error>(
    to question: [UInt8], isKept: (Answer) -> Bool, make: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let key = AnswerFile.Key(of: question)
    if let bytes = kept?.answer(key, on: disk),
      let answer = AnswerCoder.answer(Answer.self, from: bytes)
    {
      session.withLock { _ = $0.used.insert(key) }
      return answer
    }
    let answer = try make()
    if isKept(answer), let bytes = try? AnswerCoder.bytes(of: answer) { keep(bytes, key) }
    return answer
  }

  /// Writes the file anew if this run found answers. What cannot be written is found again next
  /// time.
  package func save() {
    session.withLock { session in
      write(&session)
      guard let found = session.found else { return }
      let isSmall = found.end + (kept?.end ?? 0) <= Self.fileLimit
      var content = AnswerFile.Content()
      kept.map {
        content.add($0) {
          found.places[$0] == nil && (isSmall || session.used.contains($0))
        }
      }
      content.add(found) { _ in true }
      do throws(SystemError) {
        try disk.removeIfThere(temporary)
        try disk.create(temporary) { () throws(SystemError) in
          try content.next(by: program, on: disk)
        }
        try disk.rename(temporary, to: path)
      } catch {
        try? disk.removeIfThere(temporary)
      }
      tidy()
    }
  }

  /// Above this only what was asked for in the last run stays.
  private static let fileLimit = 128 << 20
  private static let folderLimit = 512 << 20

  private static let ending = ".answers"
  private var temporary: String { "\(path).\(getpid()).tmp" }

  // MARK: - Answers of this run

  private static let mostUnwritten = 64 << 10

  private func keep(_ answer: [UInt8], _ key: AnswerFile.Key) {
    let check = AnswerFile.Place.check(answer)
    session.withLock { session in
      if session.found == nil, !session.isClosed {
        session.found = (try? nameless()).map(AnswerFile.init(file:))
        session.isClosed = session.found == nil
      }
      guard let start = session.found?.end else { return }
      session.found?.places[key] = AnswerFile.Place(
        start: start, count: answer.count, check: check)
      session.found?.end += answer.count
      session.rest += answer
      if session.rest.count > Self.mostUnwritten { write(&session) }
    }
  }

  private func nameless() throws(SystemError) -> OpenFile {
    try folder.make(on: disk)
    try disk.removeIfThere(temporary)
    let file = try disk.open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    try? disk.remove(temporary)
    return file
  }

  /// Writes what waits; if that fails, nothing of this run is kept.
  private func write(_ session: inout Session) {
    guard let file = session.found?.file else { return }
    if (try? disk.write(session.rest, to: file)) == nil {
      try? disk.close(file)
      (session.found, session.isClosed) = (nil, true)
    }
    session.rest = []
  }

  /// Removes the oldest files of answers until the rest is small enough. What somebody else has put
  /// there stays, and so does all in a folder that is there for something else.
  private func tidy() {
    guard !disk.isLink(folder.path), !isOfState else { return }
    var files: [(path: String, stamp: FileStamp)] = []
    for name in FolderNames.all(in: folder.path) where Self.isOwn(name) {
      let path = Paths.join(folder.path, name)
      guard let status = try? disk.statusOfLink(path), status.kind == .file,
        AnswerFile.isOne(path)
      else { continue }
      files.append((path, status.stamp))
    }
    files.sort { $1.stamp.modified.isBefore($0.stamp.modified, byMoreThan: 0) }
    var sum = 0
    for file in files {
      sum += file.stamp.size
      if sum > Self.folderLimit { try? disk.removeIfThere(file.path) }
    }
  }

  /// True for the name of a file of answers, and of one that a killed run did not finish.
  private static func isOwn(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && name.hasSuffix(ending)
      || parts.count == 4 && parts[1] == ending.dropFirst() && parts[3] == "tmp"
  }

  /// True if the variables name one folder for what may go and for what must stay.
  private var isOfState: Bool {
    guard let own = try? FileStatus(of: folder.path),
      let state = UserFolder.state.flatMap({ try? FileStatus(of: $0.path) })
    else { return false }
    return own.identity == state.identity
  }
}
