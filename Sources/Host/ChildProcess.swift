import Base
private import CSystem
import Libc

/// A program that was started, and what it writes.
///
/// It gets no signal mask and no handling of signals from this process, whose threads block and
/// ignore some that would end it.
package final class ChildProcess {
  package enum Limit: Sendable {
    /// After so many milliseconds it is killed.
    case total(Int)
    /// After so many milliseconds without output it is killed with all that it has started, and so it
    /// is when this process ends.
    case silence(Int)
  }

  private let id: pid_t
  private let output: Int32
  /// Its standard error; -1 once that has ended.
  private var errors: Int32
  private var errorBytes: [UInt8] = []
  private var isOver = false
  private let limit: Limit?
  private var deadline: ContinuousClock.Instant?
  private var isLate = false
  private var buffer: [UInt8] = []
  private var position = 0

  private static let blockSize = 1 << 18

  /// Starts a program that is found by PATH.
  ///
  /// - Parameters:
  ///   - input: A file for its standard input; none where nil.
  package init(
    _ words: [String], environment: [String], input: String? = nil, limit: Limit? = nil
  ) throws(SystemError) {
    self.limit = limit
    let isGroup = if case .silence = limit { true } else { false }
    let (started, failure) = Self.starting.withLock { _ in
      if isGroup { snap_will_start() }
      let result = Self.start(words, environment, input ?? "/dev/null", isGroup: isGroup)
      if isGroup { snap_end_at_exit(result.failure == 0 ? result.started.id : 0) }
      return result
    }
    (id, output, errors) = started
    startTime()
    guard failure == 0 else {
      isOver = true
      throw SystemError(failure)
    }
  }

  /// The variables of this process, each as `NAME=value`.
  package static var ownEnvironment: [String] {
    var entries: [String] = []
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      unsafe entries.append(String(cString: entry))
      unsafe next += 1
    }
    return entries
  }

  /// The lock that starts one program at a time: a second one would inherit the pipe of the first
  /// before that is marked as closed on exec, and the first one's output would end only with the
  /// second.
  private static let starting = Mutex(())

  deinit {
    guard !isOver else { return }
    send(isGroup ? SIGKILL : SIGTERM)
    _ = end()
  }

  private var isGroup: Bool { if case .silence = limit { true } else { false } }

  private func send(_ signal: Int32) { kill(isGroup ? -id : id, signal) }

  /// Waits for its end.
  ///
  /// - Returns: Its exit status; -1 where a signal ended it, or its time was over.
  package func end() -> Int32 {
    close(output)
    isOver = true
    if limit == nil {
      while errors >= 0 { readErrors() }
    }
    let status = exitStatus()
    if isGroup { Self.starting.withLock { _ in snap_has_ended(id) } }
    // Processes that it has started may hold the errors' pipe open for longer.
    while errors >= 0, isReady(errors) { readErrors() }
    closeErrors()
    return status & 0x7F == 0 && !isLate ? (status >> 8) & 0xFF : -1
  }

  /// Waits until it has ended, or its time is over, which ends it.
  private func exitStatus() -> Int32 {
    var status: Int32 = 0
    while true {
      let result = unsafe waitpid(id, &status, deadline == nil ? 0 : WNOHANG)
      if result == 0, millisecondsLeft == 0 {
        giveUp()
      } else if result == 0 {
        // A moment between its last output and its end.
        poll(nil, 0, 1)
      } else if result > 0 || errno != EINTR {
        return status
      }
    }
  }

  // MARK: - Time

  private func startTime() {
    switch limit {
    case .total(let count), .silence(let count): deadline = .now + .milliseconds(count)
    case nil: break
    }
  }

  /// Nil without a limit.
  private var millisecondsLeft: Int32? {
    deadline.map { max(0, Int32((($0 - .now) / .milliseconds(1)).rounded(.up))) }
  }

  private func giveUp() {
    isLate = true
    deadline = nil
    send(SIGKILL)
  }

  private func closeErrors() {
    if errors >= 0 { close(errors) }
    errors = -1
  }

  /// The reason that it gave for its failure, as the end of a sentence. It is complete after `end`.
  package var complaint: String {
    if isLate, case .silence(let count) = limit {
      return "it gave no answer for \(Wording.count(count / 1000, "second")) and was stopped."
    }
    let lines = errorBytes.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    let marks = ["fatal: ", "error: "]
    let line = lines.first { line in marks.contains(where: line.hasPrefix) } ?? lines.first
    guard let line else { return "it gives no reason." }
    let mark = marks.first(where: line.hasPrefix) ?? ""
    let text = printable(String(line.dropFirst(mark.count)))
    return text.hasSuffix(".") ? text : text + "."
  }

  /// Reads the first few lines of its errors, and drops the rest.
  private func readErrors() {
    var block = [UInt8](repeating: 0, count: Self.keptErrors)
    let count = unsafe read(errors, &block, block.count)
    if count < 0, errno == EINTR { return }
    guard count > 0 else { return closeErrors() }
    errorBytes += block.prefix(min(count, Self.keptErrors - errorBytes.count))
  }

  private static let keptErrors = 4096

  /// All that is left of its output.
  package func rest() -> [UInt8] {
    var all = Array(buffer[position...])
    while fill() { all += buffer }
    return all
  }

  /// The next bytes, fewer where it ends before.
  package func bytes(_ count: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    while result.count < count, position < buffer.count || fill() {
      let part = buffer[position...].prefix(count - result.count)
      result += part
      position += part.count
    }
    return result
  }

  /// The next line without its end; nil where there is none.
  package func line(endingIn end: UInt8 = UInt8(ascii: "\n")) -> [UInt8]? {
    var result: [UInt8] = []
    while position < buffer.count || fill() {
      guard let newline = buffer[position...].firstIndex(of: end) else {
        result += buffer[position...]
        position = buffer.count
        continue
      }
      result += buffer[position..<newline]
      position = newline + 1
      return result
    }
    return nil
  }

  /// Reads errors until there is output, or its end: a full pipe would stop the program.
  private func waitForOutput() {
    while errors >= 0 || deadline != nil {
      var ends = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let ready = unsafe poll(&ends, nfds_t(ends.count), millisecondsLeft ?? -1)
      guard ready >= 0 || errno == EINTR else { return }
      if ready == 0 { return giveUp() }
      if ends[1].revents != 0 { readErrors() }
      if ends[0].revents != 0 { return }
    }
  }

  private func isReady(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) > 0
  }

  /// Reads the next block in the place of the last one; false at the end.
  private func fill() -> Bool {
    waitForOutput()
    if isLate { return false }
    position = 0
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    var count = unsafe read(output, &block, block.count)
    while count < 0, errno == EINTR { count = unsafe read(output, &block, block.count) }
    buffer = Array(block.prefix(max(count, 0)))
    if isGroup { startTime() }
    return count > 0
  }
}
