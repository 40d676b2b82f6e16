import Base
private import CSystem
import Libc

/// A running program and its output.
///
/// The program does not inherit this process's signal mask and ignored signals, since our threads
/// block and ignore some signals that should end it.
package final class ChildProcess {
  package enum Limit: Sendable {
    /// It is killed after this many milliseconds.
    case total(Int)
    /// After this many milliseconds without output, the program is killed along with everything it
    /// started. The same happens when this process ends.
    case silence(Int)
  }

  private let id: pid_t
  private let output: Int32
  /// Its standard error; -1 once that is closed.
  private var errors: Int32
  private var errorBytes: [UInt8] = []
  private var isOver = false
  private let limit: Limit?
  private var deadline: ContinuousClock.Instant?
  private var isLate = false
  private var buffer: [UInt8] = []
  private var position = 0

  private static let blockSize = 1 << 18

  /// Starts a program that is looked up in PATH.
  ///
  /// - Parameters:
  ///   - input: A file for its standard input; nil for an empty one.
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

  /// Ensures that programs start one at a time. Otherwise the second could inherit the first one's
  /// pipe before it is marked close-on-exec, and the first one's output would end only with the
  /// second.
  private static let starting = Mutex(())

  deinit {
    guard !isOver else { return }
    send(isGroup ? SIGKILL : SIGTERM)
    _ = end()
  }

  private var isGroup: Bool { if case .silence = limit { true } else { false } }

  private func send(_ signal: Int32) { kill(isGroup ? -id : id, signal) }

  /// Waits for the program to end.
  ///
  /// - Returns: Its exit status; -1 if a signal or the time limit ended it.
  package func end() -> Int32 {
    close(output)
    isOver = true
    if limit == nil {
      while errors >= 0 { readErrors() }
    }
    let status = exitStatus()
    if isGroup { Self.starting.withLock { _ in snap_has_ended(id) } }
    // Processes that it started may hold the error pipe open for longer.
    while errors >= 0, isReady(errors) { readErrors() }
    closeErrors()
    return status & 0x7F == 0 && !isLate ? (status >> 8) & 0xFF : -1
  }

  /// Waits until it has ended; kills it when its time is up.
  private func exitStatus() -> Int32 {
    var status: Int32 = 0
    while true {
      let result = unsafe waitpid(id, &status, deadline == nil ? 0 : WNOHANG)
      if result == 0, millisecondsLeft == 0 {
        giveUp()
      } else if result == 0 {
        // It has closed its output but has not quite ended yet.
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

  /// The remaining time; nil without a limit.
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

  /// Its own reason for failing, as the end of a sentence. It is complete after `end`.
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

  /// Reads from its standard error and keeps only the first few lines.
  private func readErrors() {
    var block = [UInt8](repeating: 0, count: Self.keptErrors)
    let count = unsafe read(errors, &block, block.count)
    if count < 0, errno == EINTR { return }
    guard count > 0 else { return closeErrors() }
    errorBytes += block.prefix(min(count, Self.keptErrors - errorBytes.count))
  }

  private static let keptErrors = 4096

  /// Returns the rest of its output.
  package func rest() -> [UInt8] {
    var all = Array(buffer[position...])
    while fill() { all += buffer }
    return all
  }

  /// Returns the next bytes; fewer if the output ends first.
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

  /// Returns the next line without its terminator; nil at the end.
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

  /// Reads errors until there is output or it ends, because a full error pipe would stop the
  /// program.
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

  /// Replaces the buffer with the next block; returns false at the end.
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
