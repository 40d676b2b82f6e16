import Foundation
import TestSupport
import Testing

/// Images opened in another program.
@Suite struct OutsideViewerTests {
  private let scratch = TestFolder()

  init() {
    scratch.addFailure("testFirst")
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
      let viewer = scratch.write(
        "bin/xdg-open", "#!/bin/sh\necho \"$1\" > \"\(scratch["opened"])\"\n")
      #expect(chmod(viewer, 0o755) == 0)
      #expect(mkfifo(scratch["opened"], 0o600) == 0)
      let terminal = try open(path: scratch["bin"])
      try terminal.wait("what was done") { $0.text.contains("Opened 2 files in another program.") }
      try terminal.quit()
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
    }
  #endif

  @Test func `without a viewer it is said what is missing`() throws {
    let terminal = try open(path: scratch["nowhere"])
    try terminal.wait("what is missing") { $0.text.contains("is not in PATH") }
    try terminal.quit()
  }
}
