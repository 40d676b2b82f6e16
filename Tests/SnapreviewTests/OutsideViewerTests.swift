import Foundation
import TestSupport
import Testing

/// Images opened in another program.
struct OutsideViewerTests {
  private let scratch = TestFolder()

  init() {
    scratch.addFailure("testFirst")
  }

  private func viewer(_ script: String) {
    #expect(chmod(scratch.write("bin/xdg-open", "#!/bin/sh\n\(script)\n"), 0o755) == 0)
  }

  private func open(path: String) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      Program.path, [scratch.failures], columns: 100, rows: 40,
      environment: ["TERM": "xterm-256color", "PATH": path])
    try terminal.wait("the case") { $0.text.contains("1 of 1 fail") }
    terminal.send("o")
    return terminal
  }

  #if !os(macOS)
    @Test func `both images go to the viewer that PATH has`() throws {
      viewer("echo \"$1\" > \"\(scratch["opened"])\"")
      #expect(mkfifo(scratch["opened"], 0o600) == 0)
      let terminal = try open(path: scratch["bin"])
      try terminal.wait("what was done") { $0.text.contains("Opened 2 files in another program.") }
      // Opened for writing too, it has no end: each line is waited for.
      let pipe = try #require(fopen(scratch["opened"], "r+"))
      defer { fclose(pipe) }
      let names = (0..<2).map { _ in
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        let count = getline(&line, &capacity, pipe)
        guard let line, count > 0 else { return "" }
        return URL(fileURLWithPath: String(cString: line).trimmingCharacters(in: .newlines))
          .lastPathComponent
      }
      #expect(names.sorted() == ["failed_testFirst.png", "reference_testFirst.png"])
      // Only now: the program leads the session, whose end ends a viewer that still waits.
      try terminal.quit()
    }

    @Test(arguments: [
      ("exit 3", "xdg-open opened 0 of 2 files: it ended with status 3."),
      ("case $1 in *failed*) exit 4;; esac", "opened 1 of 2 files: it ended with status 4."),
      // Signals reach it, though the thread that starts it has them blocked.
      ("kill -TERM $$", "opened 0 of 2 files: it ended with status 143."),
      ("kill -HUP $$", "opened 0 of 2 files: it ended with status 129."),
    ])
    func `a viewer that fails is said to fail`(_ script: String, _ words: String) throws {
      viewer(script)
      let terminal = try open(path: scratch["bin"])
      try terminal.wait("what was done") { $0.text.contains(words) }
      try terminal.quit()
    }
  #endif

  @Test func `without a viewer it is said what is missing`() throws {
    let terminal = try open(path: scratch["nowhere"])
    try terminal.wait("what is missing") { $0.text.contains("is not in PATH") }
    try terminal.quit()
  }
}
