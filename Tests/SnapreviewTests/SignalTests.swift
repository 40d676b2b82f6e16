import Foundation
import Libc
import TestSupport
import Testing

/// However the real program is ended, and whenever: the terminal is as it was. SIGKILL and SIGSTOP
/// cannot be caught, and so cannot be in this table.
struct SignalTests {
  private let scratch = TestFolder.twoFailures()

  private func start() throws -> PseudoTerminal {
    try PseudoTerminal(Program.path, [scratch.failures], columns: 100, rows: 30)
  }

  /// Ended in order, by what the signal does to programs that do not know it.
  private static var ending: [Int32] {
    let everywhere = [
      SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
      SIGPIPE,
    ]
    #if os(Linux)
      // SIGSTKFLT, SIGIO, SIGPWR and two real-time signals.
      return everywhere + [16, 29, 30, 34, 64]
    #else
      return everywhere
    #endif
  }

  private static let fatal = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]

  @Test(arguments: ending + fatal)
  func `a signal or a crash while the screen stands`(_ number: Int32) throws {
    let terminal = try start()
    try terminal.waitUntilMeasured("2 of 2")
    terminal.signal(number)
    let isCrash = Self.fatal.contains(number)
    #expect(try terminal.waitForExit() == (isCrash ? .signal(number) : .code(128 + number)))
    #expect(terminal.remains == [])
  }

  /// A file that grows too large is an error of its write.
  @Test func `the signal for a file that is too large ends nothing`() throws {
    let terminal = try start()
    try terminal.waitUntilMeasured("2 of 2")
    terminal.signal(SIGXFSZ)
    #expect(try terminal.quit() == .code(1))
    #expect(terminal.remains == [])
  }

  /// What was unpacked for them is removed by a handler that knows nothing of the screen.
  @Test(arguments: [SIGHUP, SIGTERM, SIGQUIT])
  func `a signal while the cases come out of an archive`(_ number: Int32) throws {
    let names = ["testFirst", "testSecond"].flatMap {
      ["FailureDiffs/AppTests/reference_\($0).png", "FailureDiffs/AppTests/failed_\($0).png"]
    }
    let archive = scratch.write(
      "failures.zip",
      ArchiveWriter.zip(names.map { ArchiveWriter.Entry($0, .file(scratch.bytes($0)!)) }))
    let state = TestFolder()
    func unpacked() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: state["snapreview/open"]).count
    }
    let terminal = try PseudoTerminal(
      Program.path, [archive], columns: 100, rows: 30,
      environment: .terminal(["XDG_STATE_HOME": state.path]))
    try terminal.waitUntilMeasured("2 of 2")
    #expect(try unpacked() == 1)
    terminal.signal(number)
    #expect(try terminal.waitForExit() == .code(128 + number))
    #expect(terminal.remains == [])
    #expect(try unpacked() == 0)
  }

  /// As by programs whose threads leave signals to one of them.
  @Test func `signals that the program was started with blocked`() throws {
    let terminal = try PseudoTerminal(
      Program.path, [scratch.failures], columns: 100, rows: 30, blocking: [SIGTERM, SIGHUP])
    try terminal.waitUntilMeasured("2 of 2")
    terminal.signal(SIGHUP)
    #expect(try terminal.waitForExit() == .code(128 + SIGHUP))
    #expect(terminal.remains == [])
  }

  /// Bytes of output are a clock that keeps the same time on a slow machine: the questions to the
  /// terminal are some hundred, then come the modes of the screen and the first frame.
  @Test(arguments: [0, 1, 60, 120, 150, 200, 400, 1000, 2000, 4000])
  func `a signal while the program starts`(_ count: Int) throws {
    for number in [SIGTERM, SIGXCPU, SIGSEGV] {
      let terminal = try start()
      try terminal.wait("\(count) bytes") { _ in terminal.output.count >= count }
      terminal.signal(number)
      let end = try terminal.waitForExit()
      // Before the terminal is touched a signal does what it always does.
      #expect(end == .code(128 + number) || end == .signal(number))
      #expect(terminal.remains == [], "signal \(number) after \(count) bytes")
    }
  }

  @Test func `three signals at once, which end the program where it stands`() throws {
    for count in [1, 120, 400, 4000] {
      let terminal = try start()
      try terminal.wait("\(count) bytes") { _ in terminal.output.count >= count }
      for _ in 0..<3 { terminal.signal(SIGTERM) }
      _ = try terminal.waitForExit()
      #expect(terminal.remains == [], "after \(count) bytes")
    }
  }

  @Test(arguments: ["TERM", "USR1", "HUP", "SEGV"])
  func `a signal while the program is stopped by ctrl-z`(_ name: String) throws {
    // A program stops only where somebody could continue it: a shell.
    let shell = try PseudoTerminal(
      "/bin/sh", ["-i"], columns: 100, rows: 30,
      environment: .terminal(["PS1": "$ "]))
    try shell.wait("a prompt") { $0.text.contains("$") }
    shell.send("'\(Program.path)' '\(scratch.failures)'\n")
    try shell.waitUntilMeasured("2 of 2")
    shell.send("\u{1A}")
    try shell.wait("the shell") { $0.text.contains("topped") && !$0.modes.contains(1049) }
    shell.send("clear; kill -\(name) %1; fg; echo left with $?\n")
    try shell.wait("its end") { $0.text.contains("left with 1") && !$0.modes.contains(1049) }
    shell.send("exit\n")
    _ = try shell.waitForExit()
    #expect(shell.remains == [])
  }

  @Test(arguments: [SIGTERM, SIGUSR1, SIGPROF])
  func `a signal while a viewer is being opened, while frames follow each other, and at the end`(
    _ number: Int32
  ) throws {
    for keys in ["o", String(repeating: "jk", count: 40), "q"] {
      let terminal = try start()
      try terminal.waitUntilMeasured("2 of 2")
      terminal.send(keys)
      terminal.signal(number)
      _ = try terminal.waitForExit()
      #expect(terminal.remains == [], "\(keys.prefix(2))")
    }
  }
}
