import Base
import Host
import Libc

/// A cache of expensive results, one file per folder, shared by all runs.
///
/// The key contains everything a result depends on, so entries never go stale. A file that grows
/// too large is started over. A run may read while others append. Damaged files and files of
/// another build are replaced.
///
/// Ten thousand results would take more memory than the images, so results are read on demand, and
/// new ones are written before the run ends.
package final class AnswerCache: Sendable {
  private struct Session: Sendable {
    /// The file that this run has created, if there was none to append to.
    var begun: OpenFile?
    /// Results that are not in a file yet.
    var rest: [UInt8] = []
    /// True if new results cannot be written.
    var isClosed = false
    var hasNews = false
  }

  private let folder: UserFolder
  private let path: String
  private let program: [UInt8]
  private let disk: Disk
  /// The results of earlier runs.
  private let kept: AnswerFile?
  private let session = Mutex(Session())

  /// - Parameters:
  ///   - folder: The folder that holds all caches.
  ///   - name: The file's name, which says what its results are about.
  ///   - program: Identifies the program that computed the results; no other program trusts them.
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

  /// Returns the result for a question, from the file or newly computed.
  ///
  /// - Parameters:
  ///   - question: Bytes that identify the question.
  ///   - isKept: Returns true if a new result is worth keeping.
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

  /// Writes this run's new results. A result that cannot be written is computed again next time.
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

  /// The file of earlier runs, unless it has grown too large.
  private var growing: OpenFile? {
    kept.flatMap { $0.size > Self.fileLimit ? nil : $0.file }
  }

  /// Appends the pending results; if that fails, nothing more from this run is kept.
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

  /// Creates the file, replacing one that cannot be used.
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

  /// Removes the oldest cache files until the rest is small enough. Files that are not ours stay,
  /// and a folder that is also the state folder is left alone.
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

  /// True if the environment variables name the same folder for cache and state.
  private var isOfState: Bool {
    guard let own = try? FileStatus(of: folder.path),
      let state = UserFolder.state.flatMap({ try? FileStatus(of: $0.path) })
    else { return false }
    return own.identity == state.identity
  }
}
