import Foundation
import PNGCodec
import TestSupport
import Testing

/// The log of a run, given to the program.
struct LogCommandTests {
  private let folder = TestFolder()
  private let baseline = "App/Tests/__Snapshots__/ChartTests/testFoo.1.png"
  private let failure = "Sim/tmp/ChartTests/testFoo.1.png"

  init() {
    folder.folder("App/.git")
    folder.write(baseline, .plain(8, 8))
    folder.write(failure, .plain(8, 8, changes: 3))
    folder.write("Sim/tmp/ChartTests/testStale.1.png", .plain(8, 8, changes: 5))
    folder.write("App/Tests/__Snapshots__/ChartTests/testStale.1.png", .plain(8, 8))
    folder.write(
      "run.log",
      """
      /x/ChartTests.swift:42: error: -[AppTests.ChartTests testFoo] : failed - Snapshot does not match reference.

      @\u{2212}
      "file://\(folder[baseline])"
      @+
      "file://\(folder[failure])"

      """)
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(arguments, in: folder["App"], environment: ["XDG_STATE_HOME": state])
  }

  private var state: String { folder.top + "/state" }

  /// The program with the log by standard input.
  private func piped(_ command: String) throws -> Program.Result {
    try Program.shell(
      "cd '\(folder["App"])'; export XDG_STATE_HOME='\(state)'; cat ../run.log | \"$0\" \(command)")
  }

  private var accepted: [UInt8] { try! PNG.encode(.plain(8, 8, changes: 3)) }

  @Test func `every command takes a log`() throws {
    let list = try run("list", "../run.log", "--format", "json")
    #expect(list.status == 1 && list.texts("id") == ["ChartTests/testFoo.1"])
    #expect(
      list.cases[0]["remarks"] as? [String]
        == ["Failed in ChartTests.testFoo, ChartTests.swift:42."])
    #expect(try run("check", "../run.log").status == 1)
    #expect(try run("tolerate", "../run.log", "--all").status == 0)
    #expect(try run("check", "../run.log").status == 0)
    let waited = try run("wait", "../run.log", "--timeout", "1")
    #expect(waited.status == 0 && waited.json["status"] as? String == "decided")
    #expect(try run("undo", "../run.log").status == 0)
    let accept = try run("accept", "../run.log", "--all")
    #expect(accept.output.contains("Undo with: snapreview undo ../run.log"))
    #expect(folder.bytes(baseline) == accepted)
    #expect(try run("check", "../run.log").status == 0)
    #expect(try run("undo", "../run.log").output.hasPrefix("Undid: accepted"))
    #expect(folder.bytes(baseline) != accepted)
    let review = try run("../run.log")
    #expect(review.output.contains("snapreview accept ../run.log --filter ChartTests/testFoo.1"))
  }

  @Test func `a log comes by standard input, and what is printed goes without it`() throws {
    #expect(try piped("check -").status == 1)
    let review = try piped("-")
    let command = try #require(review.lines.first { $0.hasPrefix("snapreview accept") })
    #expect(!command.contains(" - "))
    let accept = try piped("accept - --all")
    #expect(folder.bytes(baseline) == accepted)
    let undo = try #require(accept.output.firstRange(of: "Undo with: snapreview "))
    let words = accept.output[undo.upperBound...].prefix { $0 != "\n" }
    #expect(try piped(String(words)).status == 0)
    #expect(folder.bytes(baseline) != accepted)
    #expect(try piped(String(command.dropFirst("snapreview ".count))).status == 0)
    #expect(folder.bytes(baseline) == accepted)
  }

  @Test func `standard input that is no log is refused in a sentence`() throws {
    let rubbish = try Program.shell("head -c 100000 /dev/zero | \"$0\" list -")
    #expect(rubbish.status == 2 && rubbish.errors.contains("not text, so it is not a log"))
    let nothing = try Program.shell("\"$0\" list - </dev/null")
    #expect(nothing.status == 2 && nothing.errors.contains("-: names no failed snapshot"))
    let terminal = try PseudoTerminal(Program.path, ["list", "-"], columns: 80, rows: 24)
    #expect(try terminal.waitForExit() == .code(2))
    #expect(terminal.screen.text.contains("standard input is a terminal"))
  }

  @Test func `the screen takes its keys from the terminal while the log comes by a pipe`() throws {
    let script = "cd '\(folder["App"])'; cat ../run.log | '\(Program.path)' -"
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", script], columns: 120, rows: 30,
      environment: .terminal(["XDG_STATE_HOME": state]))
    try terminal.wait("the case") { $0.text.contains("testFoo") && $0.text.contains("differ") }
    try terminal.send("a", showing: "1 of 1 decision")
    try terminal.quit("q")
    #expect(folder.bytes(baseline) == accepted)
    #expect(terminal.isClean)
  }

  @Test func `an address is taken for its path wherever a path is`() throws {
    let list = try run(
      "list", "file://\(folder["Sim"])", "--references", "file://localhost\(folder["App"])")
    #expect(list.status == 1 && list.output.contains("testStale"))
    for extra in [[], ["--ignore", "0,0,1,1"]] {
      let words = ["compare", "file://\(folder[baseline])", "file://\(folder[failure])"] + extra
      #expect(try Program.run(words).output.contains("differ"))
    }
    let pair = try run("file://\(folder[baseline])", "file://\(folder[failure])")
    #expect(pair.output.contains("testFoo"))
  }
}
