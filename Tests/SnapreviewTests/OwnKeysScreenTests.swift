import Foundation
import TestSupport
import Testing

/// The real program with a keys.toml.
struct OwnKeysScreenTests {
  private let scratch = TestFolder.twoFailures()

  private func open(_ flags: [String] = [], columns: Int = 100) throws -> PseudoTerminal {
    try PseudoTerminal(
      Program.path, flags + [scratch.failures], columns: columns, rows: 40,
      environment: .terminal(["XDG_CONFIG_HOME": scratch["config"]]))
  }

  @Test func `the user's keys are heard and shown, and those they replaced are silent`() throws {
    scratch.write(
      "config/snapreview/keys.toml",
      """
      [keys]
      accept = ["F2", "y"]
      undo = "ctrl-u"
      """)
    let terminal = try open()
    try terminal.waitUntilMeasured("2 of 2")
    try terminal.openDecision()
    try terminal.wait("the keys that matter") { $0.text.contains("F2 accept ") }
    terminal.send("a")
    terminal.send("\u{1B}OQ")
    try terminal.wait("Accepted AppTests/testFirst") {
      $0.text.contains("Accepted AppTests/testFirst")
        && $0.text.contains("ctrl-u undoes it")
    }
    try terminal.send("y", showing: "2 accepted")
    try terminal.send("u\u{15}", showing: "1 case fails · 1 accepted")
    try terminal.send("?", showing: "F2 y         Accept the change")
    terminal.send("qQ")
    #expect(try terminal.waitForExit() == .code(1))
    #expect(terminal.remains == [])
  }

  @Test func `a file can be named instead`() throws {
    scratch.write("config/snapreview/keys.toml", "[keys]\nreject = \"F2\"\n")
    let file = scratch.write("mine.toml", "[keys]\nreject = \"F3\"\n")
    let terminal = try open(["--keys", file])
    try terminal.waitUntilMeasured("2 of 2")
    try terminal.openDecision()
    try terminal.send("\u{1B}OQ\u{1B}OR", showing: "Rejected AppTests/testFirst")
    #expect(terminal.screen.text.contains("2 cases fail · 1 rejected"))
    try terminal.quit()
  }

  @Test(arguments: [
    ("[keys]\naccept = \"space\"\n", ":2: \"space\" must not decide anything"),
    ("[keys]\n\nfly = \"f\"\n", ":3: unknown command \"fly\""),
    ("[keys\n", ":1: not TOML"),
  ])
  func `a mistake is told before the screen opens`(_ text: String, _ words: String) throws {
    let file = scratch.write("config/snapreview/keys.toml", text)
    let terminal = try open(columns: 2000)
    #expect(try terminal.waitForExit() == .code(2))
    #expect(terminal.screen.text.contains(file + words), "\(terminal.screen.text)")
    #expect(terminal.remains == [])
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[?1049h"))
  }
}
