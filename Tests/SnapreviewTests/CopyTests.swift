import Foundation
import TestSupport
import Testing

/// `y` with and without tmux around it.
@Suite struct CopyTests {
  let scratch: TestFolder

  init() {
    scratch = TestFolder()
    scratch.write("before.png", Picture.plain(8, 8))
    scratch.write("after.png", Picture.plain(8, 8, changes: 3))
  }

  /// - Parameter tmux: The script that replaces tmux in PATH.
  private func copy(tmux: String?) throws -> PseudoTerminal {
    var environment = ["TERM": "xterm-256color", "PATH": scratch["bin"]]
    if let tmux {
      environment["TMUX"] = "/tmp/tmux-0/default,1,0"
      #expect(chmod(scratch.write("bin/tmux", "#!/bin/sh\n\(tmux)\n"), 0o755) == 0)
    }
    // Two files are no library's: any line will do.
    let pair = ["before", "after"].map { scratch["\($0).png"] }
    let terminal = try PseudoTerminal(
      Program.path, pair, columns: 130, rows: 40, environment: environment)
    try terminal.wait("the case") { $0.text.contains("naive  threshold 0") }
    terminal.send("y")
    return terminal
  }

  private func leave(_ terminal: PseudoTerminal) throws {
    #expect(terminal.screen.clipboard == [".naive(threshold: 0)"])
    terminal.send("Q")
    _ = try terminal.waitForExit()
  }

  @Test func `tmux is given the line for its own buffer, and says that it has it`() throws {
    let terminal = try copy(
      tmux: "[ $1 = set-buffer ] && echo \"$*\" > \"\(scratch["bin/given"])\"")
    try terminal.wait("what was done") {
      $0.text.contains("Copied to tmux's buffer (prefix ]): .naive(threshold: 0)")
    }
    let given = scratch.bytes("bin/given").map { String(decoding: $0, as: UTF8.self) }
    #expect(given == "set-buffer -w -- .naive(threshold: 0)\n")
    try leave(terminal)
  }

  @Test func `a tmux before 3.2 keeps the line without passing it on`() throws {
    let terminal = try copy(tmux: "[ $1 = set-buffer ] && [ $2 != -w ]")
    try terminal.wait("what was done") { $0.text.contains("Copied to tmux's buffer") }
    try leave(terminal)
  }

  @Test func `where tmux does not take it, nothing is said to be copied`() throws {
    let terminal = try copy(tmux: "exit 1")
    try terminal.wait("what was done") { $0.text.contains("tmux did not take it") }
    #expect(!terminal.screen.text.contains("Copied"))
    try leave(terminal)
  }

  @Test func `without tmux the line is sent, and no more is said`() throws {
    let terminal = try copy(tmux: nil)
    try terminal.wait("what was done") { $0.text.contains("Sent to the terminal's clipboard") }
    #expect(!terminal.screen.text.contains("Copied"))
    try leave(terminal)
  }
}
