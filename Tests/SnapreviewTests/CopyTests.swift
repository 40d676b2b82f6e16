import Foundation
import TestSupport
import Testing

/// `y` with and without tmux around it.
struct CopyTests {
  private let scratch = TestFolder()

  init() {
    scratch.write("before.png", .plain(8, 8))
    scratch.write("after.png", .plain(8, 8, changes: 3))
  }

  /// - Parameter tmux: The script that replaces tmux in PATH.
  private func copy(
    tmux: String? = nil, _ more: [String: String] = [:]
  ) throws -> PseudoTerminal {
    var environment = ["TERM": "xterm-256color", "PATH": scratch["bin"]]
    environment.merge(more) { $1 }
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

  /// tmux takes the line for its own buffer; before 3.2 without passing it on; or not at all. Without
  /// tmux the line is sent, and no more is said.
  @Test(arguments: [
    (
      "[ $1 = set-buffer ] && echo \"$*\" > \"$0.given\"",
      "Copied to tmux's buffer (prefix ]): .naive(threshold: 0)"
    ),
    ("[ $1 = set-buffer ] && [ $2 != -w ]", "Copied to tmux's buffer"),
    ("exit 1", "tmux did not take it"), (nil, "Sent to the terminal's clipboard"),
  ])
  func `what is copied is said as it was done`(_ tmux: String?, _ words: String) throws {
    let terminal = try copy(tmux: tmux)
    try terminal.wait("what was done") { $0.text.contains(words) }
    #expect(terminal.screen.text.contains("Copied") == words.hasPrefix("Copied"))
    if let given = scratch.bytes("bin/tmux.given") {
      #expect(given == Array("set-buffer -w -- .naive(threshold: 0)\n".utf8))
    }
    #expect(scratch.exists("bin/tmux.given") == (tmux?.contains("given") == true))
    #expect(terminal.screen.clipboard == [".naive(threshold: 0)"])
    try terminal.quit()
  }

  #if !os(macOS)
    /// Wayland's program first; none over ssh, where it would be another machine's clipboard.
    @Test(arguments: [
      (["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], "wl-copy "),
      (["DISPLAY": ":0"], "xclip -selection clipboard"),
      (["DISPLAY": ":0", "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"], nil),
    ])
    func `a desktop's own program takes the copy`(
      _ environment: [String: String], _ program: String?
    ) throws {
      for name in ["wl-copy", "xclip"] {
        let script =
          "#!/bin/sh\necho \"\(name) $*\" > '\(scratch["ran"])'\n/bin/cat > '\(scratch["taken"])'"
        #expect(chmod(scratch.write("bin/\(name)", script), 0o755) == 0)
      }
      let terminal = try copy(environment)
      let words =
        program == nil ? "Sent to the terminal's clipboard" : "Copied: .naive(threshold: 0)"
      try terminal.wait("what was done") { $0.text.contains(words) }
      let line = program.map { _ in Array(".naive(threshold: 0)".utf8) }
      #expect(scratch.bytes("taken") == line)
      #expect(scratch.bytes("ran") == program.map { Array("\($0)\n".utf8) })
      try terminal.quit()
    }

    @Test func `a desktop's program that fails leaves the copy to the terminal`() throws {
      #expect(chmod(scratch.write("bin/xclip", "#!/bin/sh\nexit 1\n"), 0o755) == 0)
      let terminal = try copy(["DISPLAY": ":0"])
      try terminal.wait("what was done") { $0.text.contains("Sent to the terminal's clipboard") }
      #expect(terminal.screen.clipboard == [".naive(threshold: 0)"])
      try terminal.quit()
    }
  #endif
}
