import Foundation
import Testing

/// Images opened in another program.
@Suite struct OutsideViewerTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.addFailure("testFirst")
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
      let viewer = try scratch.write(
        "bin/xdg-open", "#!/bin/sh\necho \"$1\" >> \"\(scratch.path("opened"))\"\n")
      #expect(chmod(viewer, 0o755) == 0)
      let terminal = try open(path: scratch.path("bin"))
      try terminal.wait("what was done") { $0.text.contains("Opened 2 files outside.") }
      terminal.send("Q")
      _ = try terminal.waitForExit()
      var names: [String] = []
      for _ in 0..<100 where names.count < 2 {
        let text = try? String(contentsOfFile: scratch.path("opened"), encoding: .utf8)
        names = (text ?? "").split(separator: "\n").map { String($0.split(separator: "/").last!) }
        usleep(20_000)
      }
      #expect(names.sorted() == ["failed_testFirst.png", "reference_testFirst.png"])
    }
  #endif

  @Test func `without a viewer it is said what is missing`() throws {
    let terminal = try open(path: scratch.path("nowhere"))
    try terminal.wait("what is missing") { $0.text.contains("is not in PATH") }
    terminal.send("Q")
    _ = try terminal.waitForExit()
  }
}
