import Foundation
import PNGCodec
import TestSupport
import Testing

/// The real program on a terminal: what a person does with the review screen.
struct ReviewScreenTests {
  private let scratch = TestFolder()

  init() {
    scratch.addFailure("testFirst", changes: 3)
    scratch.addFailure("testSecond", changes: 3)
    scratch.addFailure("testThird", changes: 3)
  }

  private func open(
    columns: Int = 100, rows: Int = 30, cases: Int = 3
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      Program.path, [scratch.failures], columns: columns, rows: rows)
    try terminal.waitUntilMeasured("of \(cases)")
    return terminal
  }

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: scratch[path]))
  }

  private func failed(_ name: String) throws -> Data {
    try bytes("FailureDiffs/AppTests/failed_\(name).png")
  }

  private func baseline(_ name: String) throws -> Data {
    try bytes("ReferenceImages_64/AppTests/\(name).png")
  }

  @Test func `accepted baselines are the actuals byte for byte, the others are untouched`() throws {
    let second = try baseline("testSecond")
    let third = try baseline("testThird")
    let terminal = try open()
    try terminal.openDecision()
    try terminal.send("a", showing: "Accepted AppTests/testFirst")
    try terminal.send("r", showing: "Rejected AppTests/testSecond")
    try terminal.send("t", showing: "Tolerated AppTests/testThird")
    #expect(try terminal.quit("q") == .code(1))
    #expect(terminal.remains == [])
    #expect(terminal.screen.text.contains("1 accepted, 1 rejected, 1 tolerated"))
    #expect(try baseline("testFirst") == failed("testFirst"))
    #expect(try baseline("testSecond") == second)
    #expect(try baseline("testThird") == third)
  }

  /// Whatever is typed while the folder is being measured and the window changes its size.
  @Test(arguments: [3, 4] as [UInt64])
  func `no run of keys ends the program`(_ seed: UInt64) throws {
    let terminal = try PseudoTerminal(Program.path, [scratch.failures], columns: 120, rows: 40)
    var random = SplitMix(seed: seed)
    // Neither those that leave nor the one that opens another program.
    let keys =
      (0x21...0x7E).map { String(UnicodeScalar($0)) }.filter { !"qQo".contains($0) }
      + ["\u{1B}", "\r", "\t", " ", "\u{7F}", "\u{07}", "\u{0C}", "\u{12}"]
      + ["\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[5~", "\u{1B}[6~"]
    for count in 0..<150 {
      if count % 19 == 18 {
        terminal.resize(columns: 10 + random.next(200), rows: 4 + random.next(60))
      }
      terminal.send(keys[random.next(keys.count)])
      try terminal.wait("any frame") { _ in true }
    }
    // Out of whatever is open, each Esc by itself.
    for _ in 0..<6 {
      terminal.send("\u{1B}")
      try terminal.wait("what Esc leaves") { _ in true }
      usleep(60_000)
    }
    // On a busy machine Esc and the key after it may be read as one; that key is not the last.
    terminal.send("\u{0C}")
    guard case .code(0...1) = try terminal.quit() else {
      Issue.record("ended by a signal")
      return
    }
    #expect(terminal.remains == [])
  }

  @Test func `accepting several says how many baselines are written`() throws {
    let terminal = try open()
    try terminal.send("A", showing: "esc cancel")
    terminal.send("y")
    try terminal.wait("all are accepted") {
      $0.text.contains("Accepted 3 cases; 3 baselines are written.")
    }
    try terminal.quit("q")
  }

  @Test func `what passes does not remain to be decided`() throws {
    scratch.addFailure("testSame", changes: 0)
    let terminal = try open(cases: 4)
    try terminal.send("R", showing: "esc cancel")
    terminal.send("y")
    try terminal.wait("all are rejected") { $0.text.contains("Everything is decided") }
    try terminal.quit("q")
    let text = terminal.screen.text
    #expect(text.contains("3 rejected") && !text.contains("remaining"))
  }

  @Test func `who leaves early is told the command line that goes on, folder included`() throws {
    let named = try open(columns: 200)
    try named.quit("q")
    let command = "For the remaining 3: \(Program.path)"
    let text = named.screen.text.replacing("\n", with: "")
    #expect(text.contains("\(command) \(scratch.failures)"))

    let found = try PseudoTerminal(
      "/bin/sh", ["-c", "cd '\(scratch.path)' && exec '\(Program.path)' --no-mouse"], columns: 200)
    try found.wait("the first frame") { $0.text.contains("of 3 fail") }
    try found.quit("q")
    #expect(found.screen.text.replacing("\n", with: "").contains("\(command) --no-mouse ."))
  }

  @Test func `undo brings back the bytes, and the next start finds everything as it was left`()
    throws
  {
    let first = try baseline("testFirst")
    let terminal = try open()
    try terminal.openDecision()
    try terminal.send("a", showing: "Accepted AppTests/testFirst")
    try terminal.send("r", showing: "Rejected AppTests/testSecond")
    try terminal.quit()

    let again = try open()
    #expect(again.screen.text.contains("1 accepted · 1 rejected"))
    again.send("uu")
    try again.wait("both undone") {
      $0.text.contains("3 cases fail") && !$0.text.contains("1 rejected")
    }
    #expect(try baseline("testFirst") == first)
    try again.send("U", showing: "1 accepted")
    #expect(try baseline("testFirst") == failed("testFirst"))
    try again.quit()
    #expect(again.remains == [])
  }

  @Test func `a baseline that somebody else changed is not overwritten`() throws {
    let terminal = try open()
    let path = scratch["ReferenceImages_64/AppTests/testFirst.png"]
    try terminal.openDecision()
    let other = Data(try PNG.encode(.plain(8, 8, changes: 5)))
    try other.write(to: URL(fileURLWithPath: path))
    try terminal.send("a", showing: "no longer what was shown")
    #expect(try baseline("testFirst") == other)
    #expect(try terminal.quit() == .code(1))
  }

  @Test func `after kill -9 the next start works on whole baselines`() throws {
    let terminal = try open()
    try terminal.openDecision()
    terminal.send("a")
    terminal.signal(SIGKILL)
    #expect(try terminal.waitForExit() == .signal(SIGKILL))
    let now = try baseline("testFirst")
    #expect(
      try now == failed("testFirst")
        || now == bytes("FailureDiffs/AppTests/reference_testFirst.png"))
    let again = try open()
    #expect(!again.screen.text.contains("read-only"))
    try again.quit()
  }

  @Test func `a second snapreview on the folder is read-only and says why`() throws {
    let first = try open()
    let second = try open()
    #expect(second.screen.text.contains("read-only"))
    try second.send("a", showing: "Read-only:")
    try second.quit()
    try first.quit()
  }

  @Test(arguments: [(20, 5), (40, 12), (80, 24), (200, 60)])
  func `every size is drawn`(_ columns: Int, _ rows: Int) throws {
    let terminal = try PseudoTerminal(
      Program.path, [scratch.failures], columns: columns, rows: rows)
    try terminal.wait("a frame") {
      columns < 40 ? $0.text.contains("need 40 × 12") : $0.text.contains("FailureDiffs")
    }
    terminal.resize(columns: 100, rows: 30)
    try terminal.wait("the larger frame") { $0.text.contains("of 3 fail") }
    #expect(try terminal.quit() == .code(1))
    #expect(terminal.remains == [])
  }

  @Test func `knobs change counts and verdicts on the screen`() throws {
    scratch.addFailure("testSecond", changes: 5)
    scratch.addFailure("testThird", changes: 7)
    let terminal = try open()
    #expect(terminal.screen.text.contains("3 of 3 fail"))
    try terminal.send(">>>>", showing: "2 of 3 fail")
    try terminal.send("\u{7}", showing: "3 of 3 fail")
    try terminal.quit()
  }
}
