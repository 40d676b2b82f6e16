import Foundation
import TestSupport
import Testing

/// `Terminal` on a real terminal device, by a small program that draws and tells what it is told.
struct PseudoTerminalSessionTests {
  private func start(
    _ arguments: [String] = [], _ environment: [String: String] = [:], columns: Int = 60,
    rows: Int = 14, answers: Bool = true
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      PseudoTerminal.product("TerminalFixture"), arguments, columns: columns, rows: rows,
      environment: .terminal(environment), answers: answers)
    // The last line of the frame, which is sent from top to bottom.
    try terminal.wait("the first frame") { $0.text.contains("─│") }
    return terminal
  }

  private func quit(_ terminal: PseudoTerminal) throws {
    #expect(try terminal.quit("q") == .code(0))
    #expect(terminal.remains == [])
    #expect(terminal.screen.text.contains("bye"))
    #expect(terminal.screen.unknown == [])
  }

  // MARK: - Colours

  @Test(arguments: [
    "xterm-256color", "xterm", "screen-256color", "screen.xterm-kitty", "tmux-256color", "vt100",
    "linux",
  ])
  func `every 24-bit colour comes out exactly`(_ term: String) throws {
    let terminal = try start(["--color", "truecolor"], ["TERM": term])
    for value in 0..<8 {
      #expect(terminal.screen.cell(value, 1).pen.background == .rgb(UInt32(value)))
      let halves = terminal.screen.cell(10 + value, 1)
      #expect(halves.text == (value == 0 ? " " : "▀"))
      #expect(halves.pen.background == .rgb(UInt32(value) << 16))
      if value > 0 { #expect(halves.pen.foreground == .rgb(UInt32(value))) }
    }
    #expect(terminal.screen.lines[2] == "日本 e\u{301} ─│")
    try quit(terminal)
  }

  @Test func `colours stay exact when more combinations were shown than curses has numbers for`()
    throws
  {
    let terminal = try start(columns: 200, rows: 60)
    for frame in UInt32(1)...7 {
      terminal.send("n")
      // The last cell of the frame tells that all of it is there.
      try terminal.wait("frame \(frame)") {
        $0.cell(199, 59).pen.foreground == .rgb(noise(frame, 199, 59).top)
      }
      for row in 3..<60 {
        for column in 0..<200 {
          let cell = terminal.screen.cell(column, row)
          let colours = noise(frame, column, row)
          guard cell.pen.background == .rgb(colours.bottom), cell.text == "▀",
            cell.pen.foreground == .rgb(colours.top)
          else { throw PseudoTerminal.Failure(description: "\(frame) \(column),\(row): \(cell)") }
        }
      }
      #expect(terminal.screen.lines[2] == "日本 e\u{301} ─│")
    }
    try quit(terminal)
  }

  private func noise(_ frame: UInt32, _ column: Int, _ row: Int) -> (top: UInt32, bottom: UInt32) {
    let place = UInt32(row * 1000 + column) &* 2_654_435_761 &+ frame &* 40_503
    return (place >> 8, (place &* 31 &+ 7) >> 8)
  }

  @Test(arguments: ["xterm-256color", "xterm", "linux"])
  func `256 colours are the fixed ones only`(_ term: String) throws {
    let terminal = try start(["--color", "256"], ["TERM": term])
    let indices = terminal.screen.cells.joined().flatMap { [$0.pen.foreground, $0.pen.background] }
    for case .indexed(let index) in indices { #expect(index >= 16) }
    #expect(terminal.screen.cell(0, 1).pen.background == .indexed(16))
    try quit(terminal)
  }

  @Test func `without colours there are none`() throws {
    let terminal = try start([], ["NO_COLOR": "1"])
    for cell in terminal.screen.cells.joined() {
      #expect(cell.pen.foreground == .standard && cell.pen.background == .standard)
    }
    try quit(terminal)
  }

  @Test(arguments: [(true, "trueColour"), (false, "indexed256")])
  func `a terminal that proves its colours is believed; else its description holds`(
    _ answers: Bool, _ level: String
  ) throws {
    let terminal = try start([], ["COLORTERM": ""], answers: answers)
    #expect(terminal.screen.lines[0].contains(level))
    try quit(terminal)
  }

  @Test(arguments: [
    ("5.0.1", "on", "trueColour"), ("5.0.1", "off", "indexed256"),
    ("4.09.00", "on", "indexed256"),
  ])
  func `GNU screen is believed by its version and its settings`(
    _ version: String, _ setting: String, _ level: String
  ) throws {
    let home = TestFolder()
    home.write(".screenrc", "startup_message off\ntruecolor \(setting)\n")
    // As the real one does, it fails when it says its version.
    // Written by another process: whatever else this one starts meanwhile would hold the file
    // open for writing, and then it cannot be run.
    let text = "#!/bin/sh\necho Screen version \(version) x\nexit 1\n"
    let made = try Program.shell(#"printf %s "$2" > "$1" && chmod 755 "$1""#, home["screen"], text)
    #expect(made.status == 0)
    let terminal = try start(
      [], ["STY": "1.pts", "TERM": "screen-256color", "HOME": home.path, "PATH": home.path])
    #expect(terminal.screen.lines[0].contains(level))
    try quit(terminal)
  }

  @Test func `without UTF-8 there is nothing but ASCII`() throws {
    // A locale that cannot be had even by asking for UTF-8 does not exist on every machine, so
    // only the outcome is looked at where the locale is plain.
    let terminal = try start([], ["LC_ALL": "C"])
    #expect(terminal.screen.lines[2].hasPrefix("日本"))
    try quit(terminal)
  }

  // MARK: - Keys

  @Test func `keys, the mouse and what is pasted`() throws {
    let terminal = try start()
    terminal.send("j\u{1B}[A\u{1B}OBé\u{12}\r\t\u{7F}\u{1B}[15~\u{1B}[Z")
    try terminal.send(
      "\u{1B}[<0;250;3M\u{1B}[<65;1;1M\u{1B}[200~a\u{1B}[Aq\u{1B}[201~", showing: "13 paste")
    terminal.resize(columns: 60, rows: 20)
    try terminal.wait("the log") { $0.text.contains("14 size") }
    let words = terminal.screen.lines[3...].map { $0.drop { $0 != " " }.dropFirst() }
    #expect(
      words.prefix(13) == [
        #"key character("j")"#, "key up", "key down", #"key character("é")"#, #"key control("r")"#,
        "key enter", "key tab", "key backspace", "key function(5)", "key backTab",
        "mouse press 249,2", "mouse wheelDown 0,0", "paste 5",
      ])
    try quit(terminal)
  }

  @Test func `a lone escape is the key, and the rest of a broken sequence is nothing`() throws {
    let terminal = try start()
    try terminal.send("\u{1B}", showing: "1 key escape")
    terminal.send(
      "\u{1B}[?62;1;6c\u{1B}P>|late(1)\u{1B}\\\u{1B}]11;rgb:00/00/00\u{7}\u{1B}[99;99;99aj")
    try terminal.wait("the next key") { $0.text.contains("2 key character(\"j\")") }
    try quit(terminal)
  }

  @Test func `copying asks the terminal`() throws {
    let terminal = try start()
    terminal.send("y")
    try terminal.wait("the clipboard") { !$0.clipboard.isEmpty }
    #expect(terminal.screen.clipboard == ["copied"])
    try quit(terminal)
  }

  // MARK: - Drawing

  @Test func `only what changed is sent, as one update`() throws {
    let terminal = try start()
    try terminal.wait("the first key's frame") { _ in true }
    try terminal.send("j", showing: "1 key")
    let before = (bytes: terminal.output.count, updates: terminal.screen.updates)
    terminal.send("k")
    try terminal.wait("the key") { $0.text.contains("2 key") && !$0.modes.contains(2026) }
    #expect(terminal.output.count - before.bytes < 120)
    #expect(terminal.screen.updates == before.updates + 1)
    try quit(terminal)
  }

  @Test func `a storm of resizes ends with the last size`() throws {
    let terminal = try start()
    for step in 0..<200 { terminal.resize(columns: 20 + step % 60, rows: 5 + step % 30) }
    terminal.resize(columns: 71, rows: 9)
    try terminal.wait("the last size") { $0.lines[0].hasPrefix("71x9 ") }
    terminal.resize(columns: 1, rows: 1)
    terminal.resize(columns: 44, rows: 12)
    try terminal.wait("a usable size") { $0.lines[0].hasPrefix("44x12 ") }
    try quit(terminal)
  }

  // MARK: - Ways out, beside those of `SignalTests` and `AwayAndBackTests`

  @Test(arguments: [("\u{3}", 130), ("e", 5)])
  func `ctrl-c, and an exit that nobody prepared, leave a clean terminal`(
    _ key: String, _ code: Int32
  ) throws {
    let terminal = try start()
    #expect(try terminal.quit(key) == .code(code))
    #expect(terminal.remains == [])
  }

  @Test func `a trap in Swift leaves a clean terminal`() throws {
    let terminal = try start()
    let end = try terminal.quit("!")
    #expect([.signal(SIGTRAP), .signal(SIGILL)].contains(end))
    #expect(terminal.remains == [])
  }

  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1))
  func `an overflow of a worker's stack leaves a clean terminal`() throws {
    let terminal = try start()
    let end = try terminal.quit("w")
    #expect([.signal(SIGSEGV), .signal(SIGBUS)].contains(end))
    #expect(terminal.remains == [])
  }

  // MARK: - Away and back

  // MARK: - No terminal to speak of

  @Test(arguments: [
    ["TERM": "", "says": "TERM: not set"], ["TERM": "dumb", "says": "without a screen"],
    ["TERM": "no-such-terminal", "says": "unknown on this machine"],
  ])
  func `a terminal that cannot be used is named`(_ given: [String: String]) throws {
    let terminal = try PseudoTerminal(
      PseudoTerminal.product("TerminalFixture"), columns: 100,
      environment: ["TERM": given["TERM"] ?? ""])
    #expect(try terminal.waitForExit() == .code(2))
    #expect(terminal.screen.text.contains(given["says"] ?? "?"))
    #expect(terminal.remains == [])
  }
}
