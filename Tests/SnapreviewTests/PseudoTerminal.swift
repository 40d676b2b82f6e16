import Foundation
import Libc

/// Runs a program on a terminal of its own, types for the user and looks at the screen.
///
/// ```swift
/// let terminal = try PseudoTerminal(PseudoTerminal.product("snapreview"), ["Difference"])
/// try terminal.wait("the list") { $0.text.contains("login.dark") }
/// terminal.send("q")
/// #expect(try terminal.waitForExit() == .code(0))
/// #expect(terminal.isClean)
/// ```
///
/// Nothing here waits a fixed time: a wait ends when its condition holds, and `patience` only turns a
/// hang into a failure that shows the screen. A loaded machine has taken half a minute to draw the
/// demo.
final class PseudoTerminal {
  enum Exit: Equatable {
    case code(Int32)
    case signal(Int32)
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let patience: TimeInterval = 180

  private(set) var screen: VirtualScreen
  /// Everything that the program wrote.
  private(set) var output: [UInt8] = []
  let process: pid_t
  private var master: Int32
  private let slave: Int32
  private let before: termios
  private let answers: Bool
  /// The pixels of a cell; 0 where the terminal does not say.
  private let cell: (width: Int, height: Int)
  private var exit: Exit?

  /// - Parameters:
  ///   - environment: All that the program gets, beside PATH and HOME.
  ///   - answers: True if the terminal answers questions about itself, as real ones do.
  ///   - version: The name that it gives when asked, such as `kitty(0.35.2)`, which draws images.
  ///   - cell: The pixels of a cell, where it tells them.
  ///   - blocking: Signals that the program finds blocked.
  init(
    _ executable: String, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
    environment: [String: String] = .terminal(),
    answers: Bool = true, version: String? = nil, cell: (width: Int, height: Int) = (0, 0),
    blocking: [Int32] = []
  ) throws {
    let path: String
    (master, path) = try Self.openMaster()
    // Kept open, so that the modes can be read after the program has ended.
    slave = open(path, O_RDWR | O_NOCTTY)
    var modes = termios()
    tcgetattr(slave, &modes)
    before = modes
    screen = VirtualScreen(columns: columns, rows: rows)
    screen.version = version
    self.answers = answers
    self.cell = cell
    Self.setSize(master, columns, rows, cell)
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
    process = try Self.spawn(
      executable, arguments, on: path, Self.completed(environment).map { "\($0)=\($1)" },
      blocking: blocking)
  }

  deinit {
    if exit == nil {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    if master >= 0 { close(master) }
    close(slave)
  }

  // MARK: - The user

  func send(_ keys: String) { send(Array(keys.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Types keys, and waits until the screen shows what they lead to.
  func send(_ keys: String, showing words: String) throws {
    send(keys)
    try wait(words) { $0.text.contains(words) }
  }

  /// Changes the window; the system tells the program by SIGWINCH.
  func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    Self.setSize(master, columns, rows, cell)
  }

  func signal(_ number: Int32) { kill(process, number) }

  /// Shows what another program writes to the terminal.
  func scribble(_ text: String) { _ = screen.process(Array(text.utf8)) }

  /// Closes the terminal, as a lost connection or a closed window does.
  func hangUp() {
    close(master)
    // On -1 `poll` waits in vain.
    master = -1
  }

  // MARK: - Waiting

  /// Reads what the program writes until the screen is as wanted.
  func wait(_ what: String, until isReached: (VirtualScreen) -> Bool) throws {
    let deadline = Date.now.addingTimeInterval(Self.patience)
    while !isReached(screen) {
      guard take(for: 100) || (exit == nil && Date.now < deadline) else {
        throw Failure(description: "waited for \(what); the screen is:\n\(screen.text)")
      }
      if exit == nil { noteExit() }
    }
    settle()
  }

  /// Reads on while the frame is still being written: a key that comes before a question is whole
  /// is dropped, as one that was typed ahead. What blinks never comes to an end.
  private func settle() {
    for _ in 0..<20 where !take(for: 30) { return }
  }

  /// Reads until the program has ended, and says how.
  func waitForExit() throws -> Exit {
    let deadline = Date.now.addingTimeInterval(Self.patience)
    while exit == nil {
      guard Date.now < deadline else {
        throw Failure(description: "waited for the end; the screen is:\n\(screen.text)")
      }
      _ = take(for: 10)
      noteExit()
    }
    while take(for: 0) {}
    return exit ?? .code(-1)
  }

  /// Types the key that leaves, and says how the program has ended.
  @discardableResult
  func quit(_ key: String = "Q") throws -> Exit {
    send(key)
    return try waitForExit()
  }

  /// Waits until the review screen has measured its cases, found their causes and drawn the first.
  ///
  /// - Parameter failing: The number that fails as the screen says it, such as "of 3".
  func waitUntilMeasured(_ failing: String) throws {
    try wait("all cases measured") { screen in
      screen.text.contains("\(failing) fail")
        && !["measuring", "finding causes", " so far", "drawing"].contains {
          screen.text.contains($0)
        }
    }
  }

  /// Opens the decision that stands for all cases, if there is only one, so that keys decide a single
  /// case.
  func openDecision() throws {
    guard screen.text.contains("of 1 decision "), screen.text.contains("A accept") else { return }
    send("l")
    try wait("its cases") { $0.text.contains("▾") && !$0.text.contains("drawing") }
  }

  /// Waits until the program is stopped, as by ctrl-z. Stopped stays stopped until SIGCONT.
  func waitForStop() throws {
    let deadline = Date.now.addingTimeInterval(Self.patience)
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG | WUNTRACED) != process || status & 0xFF != 0x7F {
      guard Date.now < deadline else {
        throw Failure(description: "waited for a stop; the screen is:\n\(screen.text)")
      }
      _ = take(for: 10)
    }
    while take(for: 0) {}
  }

  // MARK: - What is left

  /// True if the program, or anything that it started, is still there.
  var isRunning: Bool { kill(-process, 0) == 0 || errno != ESRCH }

  /// True if the terminal is as it was before the program: its modes, its screen, its cursor.
  var isClean: Bool { remains.isEmpty }

  /// The settings and modes that the program left behind, in words.
  var remains: [String] {
    var found = screen.remains
    var now = termios()
    tcgetattr(slave, &now)
    if now.c_lflag != before.c_lflag { found.append("local modes") }
    if now.c_iflag != before.c_iflag { found.append("input modes") }
    if now.c_oflag != before.c_oflag { found.append("output modes") }
    if now.c_cflag != before.c_cflag { found.append("control modes") }
    let (keysNow, keysBefore) = (bytes(now.c_cc), bytes(before.c_cc))
    if keysNow != keysBefore { found.append("control characters") }
    return found
  }

  private func bytes<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  // MARK: - Inside

  /// Takes what comes within so many milliseconds; false if that is nothing.
  private func take(for milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, milliseconds) > 0, entry.revents & Int16(POLLIN) != 0 else {
      return false
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
      count = max(read(master, buffer.baseAddress, buffer.count), 0)
    }
    output += bytes
    let replies = screen.process(bytes)
    if answers, !replies.isEmpty { send(replies) }
    return !bytes.isEmpty
  }

  private func noteExit() {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return }
    exit = status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }

  private static func setSize(
    _ descriptor: Int32, _ columns: Int, _ rows: Int, _ cell: (width: Int, height: Int)
  ) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * cell.width),
      ws_ypixel: UInt16(rows * cell.height))
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  private static func completed(_ environment: [String: String]) -> [String: String] {
    let own = ProcessInfo.processInfo.environment
    // Swift's own crash report would wait for a key.
    var result = ["LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]
    // Whoever runs the tests may have keys and themes of their own.
    result["XDG_CONFIG_HOME"] = "/dev/null"
    result["XDG_STATE_HOME"] = Program.stateHome
    result["XDG_CACHE_HOME"] = Program.cacheHome
    for name in ["PATH", "HOME", "TMPDIR", "TSAN_OPTIONS"] { result[name] = own[name] }
    return result.merging(environment) { $1 }
  }
}

extension [String: String] {
  /// The variables of a terminal with 24-bit colours, and others.
  static func terminal(_ others: [String: String] = [:]) -> [String: String] {
    ["TERM": "xterm-256color", "COLORTERM": "truecolor"].merging(others) { $1 }
  }
}
