import Base
import Host
import Libc

/// A cache of expensive results, one file per folder, shared by all runs.
///
/// The key contains everything a result depends on, so entries never go stale; a file that gets too
/// large is begun anew. A run may read while others add to the file. Damaged files, and those of
/// another build, are replaced.
///
/// Ten thousand results would take more memory than the pictures. So they are read on demand, and
/// new ones do not wait for the end of the run.
package final class AnswerCache: Sendable {
  private struct Session: Sendable {
    /// The file that this run has begun, where there was none to add to.
    var begun: OpenFile?
    /// Answers that are in no file yet.
    var rest: [UInt8] = []
    /// True if what is found cannot be written.
    var isClosed = false
    var hasNews = false
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
    for file in [kept?.file, session.withLock(\.begun)] {
      if let file { try? disk.close(file) }
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
    let key = AnswerFile.key(of: question)
    if let bytes = kept?.answer(key, by: program, on: disk),
      let answer = AnswerCoder.answer(Answer.self, from: bytes)
    {
      return answer
    }
    let answer = try make()
    if isKept(answer), let bytes = try? AnswerCoder.bytes(of: answer) {
      let record = AnswerFile.record(key, bytes, by: program)
      session.withLock { session in
        session.rest += record
        if session.rest.count > Self.mostUnwritten { write(&session) }
      }
    }
    return answer
  }

  /// Writes what this run has found. What cannot be written is found again next time.
  package func save() {
    session.withLock { session in
      write(&session)
      if session.hasNews { tidy() }
      session.hasNews = false
    }
  }

  private static let mostUnwritten = 64 << 10
  private static let fileLimit = 128 << 20
  private static let folderLimit = 512 << 20

  private static let ending = ".answers"

  /// The file of earlier runs, unless it has become too large.
  private var growing: OpenFile? {
    kept.flatMap { $0.size > Self.fileLimit ? nil : $0.file }
  }

  /// Adds what waits; if that fails, nothing more of this run is kept.
  private func write(_ session: inout Session) {
    defer { session.rest = [] }
    guard !session.rest.isEmpty, !session.isClosed else { return }
    do throws(SystemError) {
      if growing == nil, session.begun == nil { session.begun = try begin() }
      if let file = growing ?? session.begun { try disk.write(session.rest, to: file) }
      session.hasNews = true
    } catch {
      session.isClosed = true
    }
  }

  /// Begins a file, in the place of one that cannot be used.
  private func begin() throws(SystemError) -> OpenFile {
    try folder.make(on: disk)
    try disk.removeIfThere(path)
    let flags = O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW
    let file = try disk.open(path, flags, mode: 0o600)
    do throws(SystemError) {
      try disk.write(AnswerFile.head(program), to: file)
      return file
    } catch {
      try? disk.close(file)
      throw error
    }
  }

  /// Removes the oldest files of answers until the rest is small enough. What somebody else has put
  /// there stays, and so does all in a folder that is there for something else.
  private func tidy() {
    guard !disk.isLink(folder.path), !isOfState else { return }
    var files: [(path: String, stamp: FileStamp)] = []
    for name in FolderNames.all(in: folder.path) where name.hasSuffix(Self.ending) {
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

  /// True if the variables name one folder for what may go and for what must stay.
  private var isOfState: Bool {
    guard let own = try? FileStatus(of: folder.path),
      let state = UserFolder.state.flatMap({ try? FileStatus(of: $0.path) })
    else { return false }
    return own.identity == state.identity
  }
}
