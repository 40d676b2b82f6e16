import Foundation
import Testing

struct PseudoTerminalTests {
  private func shell(_ script: String) throws -> PseudoTerminal {
    try PseudoTerminal("/bin/sh", ["-c", script], columns: 40, rows: 6)
  }

  @Test func `a program's words stand on the screen, and its exit is known`() throws {
    let terminal = try shell("printf 'hello\\n'; exit 7")
    #expect(try terminal.waitForExit() == .code(7))
    #expect(terminal.screen.lines[0] == "hello")
    #expect(terminal.isClean)
  }

  @Test func `the program has the terminal for its own`() throws {
    let terminal = try shell("test -t 0 && test -t 1 && echo yes >/dev/tty; read line; echo $line")
    try terminal.wait("a terminal") { $0.text.contains("yes") }
    terminal.send("typed\r")
    #expect(try terminal.waitForExit() == .code(0))
    #expect(terminal.screen.lines[2] == "typed")
  }

  @Test func `a resize and a signal reach the program`() throws {
    let terminal = try shell(
      "trap 'stty size' WINCH; trap 'echo term; exit 3' TERM; echo up; while :; do sleep 0.01; done"
    )
    try terminal.wait("the start") { $0.text.contains("up") }
    terminal.resize(columns: 33, rows: 5)
    try terminal.wait("the new size") { $0.text.contains("5 33") }
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForExit() == .code(3))
  }

  @Test func `what a program leaves behind is told`() throws {
    let terminal = try shell("printf '\\033[?1049h\\033[?25l\\033[?1002h\\033[1m'; stty -echo")
    _ = try terminal.waitForExit()
    #expect(
      terminal.remains.map { $0.prefix(10) } == [
        "mode 1002 ", "mode 1049 ", "cursor hid", "attributes", "local mode",
      ])
  }

  @Test func `a wait that fails shows the screen`() throws {
    let terminal = try shell("echo nothing else")
    #expect(throws: PseudoTerminal.Failure.self) {
      try terminal.wait("something") { $0.text.contains("something") }
    }
  }
}

struct VirtualScreenTests {
  private func screen(_ text: String, columns: Int = 10, rows: Int = 4) -> VirtualScreen {
    var screen = VirtualScreen(columns: columns, rows: rows)
    _ = screen.process(Array(text.utf8))
    return screen
  }

  @Test func `colours are kept as they were asked for`() {
    let screen = screen("\u{1B}[38;2;0;0;1;48;5;200ma\u{1B}[38:2::1:2:3;49mb\u{1B}[31mc")
    #expect(screen.cell(0, 0).pen.foreground == .rgb(1))
    #expect(screen.cell(0, 0).pen.background == .indexed(200))
    #expect(screen.cell(1, 0).pen.foreground == .rgb(0x010203))
    #expect(screen.cell(1, 0).pen.background == .standard)
    #expect(screen.cell(2, 0).pen.foreground == .indexed(1))
  }

  @Test func `text wraps only when more comes`() {
    #expect(screen("0123456789").cursor.row == 0)
    #expect(screen("0123456789a").lines == ["0123456789", "a", "", ""])
  }

  @Test func `the last line scrolls, within the region`() {
    #expect(screen("a\r\nb\r\nc\r\nd\r\ne").lines == ["b", "c", "d", "e"])
    #expect(
      screen("a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[3;1H\n\u{1B}[3;1Hx").lines == ["a", "c", "x", "d"])
  }

  @Test func `erasing, inserting, deleting and repeating`() {
    #expect(screen("abcdef\u{1B}[1;3H\u{1B}[2X").lines[0] == "ab  ef")
    #expect(screen("abcdef\u{1B}[1;3H\u{1B}[2P").lines[0] == "abef")
    #expect(screen("abcdef\u{1B}[1;3H\u{1B}[2@").lines[0] == "ab  cdef")
    #expect(screen("ab\u{1B}[3b").lines[0] == "abbbb")
    #expect(screen("abc\u{1B}[1;2H\u{1B}[K").lines[0] == "a")
    #expect(screen("abc\r\ndef\u{1B}[1;2H\u{1B}[J").lines == ["a", "", "", ""])
  }

  @Test func `the alternate screen gives the old one back`() {
    var screen = screen("shell")
    _ = screen.process(Array("\u{1B}[?1049h\u{1B}[H\u{1B}[2Japp".utf8))
    #expect(screen.lines[0] == "app")
    #expect(!screen.remains.isEmpty)
    _ = screen.process(Array("\u{1B}[?1049l".utf8))
    #expect(screen.lines[0] == "shell")
    #expect(screen.remains == [])
  }

  @Test func `double-width characters take two columns, marks none`() {
    let screen = screen("日e\u{301}x")
    #expect(screen.cell(0, 0).text == "日")
    #expect(screen.cell(1, 0).text == "")
    #expect(screen.cell(2, 0).text == "e\u{301}")
    #expect(screen.find("x")?.column == 3)
  }

  @Test func `questions are answered`() {
    var screen = VirtualScreen(columns: 10, rows: 4)
    #expect(screen.process(Array("\u{1B}[c".utf8)) == Array("\u{1B}[?62;22c".utf8))
    #expect(screen.process(Array("\u{1B}[?2026$p".utf8)) == Array("\u{1B}[?2026;2$y".utf8))
  }
}
