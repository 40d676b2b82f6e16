import Libc
import TestSupport
import Testing

/// The real program when its terminal is taken from it, for a while or for good.
struct AwayAndBackTests {
  private let scratch = TestFolder.twoFailures()

  private func waitUntilMeasured(_ terminal: PseudoTerminal) throws {
    try terminal.waitUntilMeasured("of 2")
    try terminal.openDecision()
  }

  @Test func `ctrl-z gives the shell its terminal back, fg brings the same screen`() throws {
    let shell = try PseudoTerminal(
      "/bin/sh", ["-i"], columns: 100, rows: 30,
      environment: .terminal(["PS1": "$ "]))
    try shell.wait("a prompt") { $0.text.contains("$") }
    shell.send("'\(Program.path)' '\(scratch.failures)'\n")
    try waitUntilMeasured(shell)
    // The greeting goes with the first key.
    shell.send("j")
    try shell.wait("the second case") {
      $0.text.contains(" AppTests/testSecond") && $0.text.contains("? help")
        && !$0.text.contains("drawing")
    }
    try shell.wait("the end of the update") { !$0.modes.contains(2026) }
    let frame = shell.screen.visibleCells
    for _ in 0..<2 {
      shell.send("\u{1A}")
      try shell.wait("the shell") { $0.text.contains("topped") && !$0.modes.contains(1049) }
      #expect(shell.screen.remains == [])
      shell.send("stty -a\n")
      try shell.wait("icanon") { $0.text.contains("icanon") && $0.text.contains("echo") }
      #expect(!shell.screen.text.contains("-icanon"))
      #expect(!shell.screen.text.contains("-isig"))
      #expect(!shell.screen.text.contains("-echo "))
      shell.send("clear; fg\n")
      try shell.wait("the same screen") { $0.visibleCells == frame }
    }
    try shell.send("a", showing: "Accepted AppTests/testSecond")
    shell.send("Q")
    try shell.wait("the shell") { !$0.modes.contains(1049) }
    #expect(shell.screen.remains == [])
    shell.send("exit\n")
    _ = try shell.waitForExit()
  }

  @Test func `stopped from outside and continued, the same screen is drawn again`() throws {
    let terminal = try PseudoTerminal(Program.path, [scratch.failures], columns: 100, rows: 30)
    try waitUntilMeasured(terminal)
    try terminal.wait("the end of the update") { !$0.modes.contains(2026) }
    let frame = terminal.screen.visibleCells
    terminal.signal(SIGSTOP)
    try terminal.waitForStop()
    // Text that others wrote meanwhile does not stay.
    terminal.scribble("\u{1B}[2J\u{1B}[5;5Hsomething else")
    terminal.signal(SIGCONT)
    try terminal.wait("the same screen") { $0.visibleCells == frame }
    try terminal.quit()
    #expect(terminal.remains == [])
  }

  @Test(arguments: ["exec", "trap '' HUP; exec"])
  func `a closed terminal ends it, with every decision on disk and nothing left running`(
    _ how: String
  ) throws {
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "\(how) \"$0\" \"$1\"", Program.path, scratch.failures], columns: 100,
      rows: 30)
    try waitUntilMeasured(terminal)
    try terminal.send("a", showing: "Accepted AppTests/testFirst")
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .code(128 + SIGHUP))
    #expect(!terminal.isRunning)

    let again = try PseudoTerminal(Program.path, [scratch.failures], columns: 100, rows: 30)
    try waitUntilMeasured(again)
    #expect(again.screen.text.contains("1 case fails · 1 accepted"))
    #expect(!again.screen.text.contains("read-only"))
    try again.quit()
  }
}
