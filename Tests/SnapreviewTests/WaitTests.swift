import Catalog
import Foundation
import TestSupport
import Testing

/// `wait`, with the decisions made by other processes.
struct WaitTests {
  private let scratch = TestFolder()

  init() {
    scratch.addFailure("testA")
    scratch.addFailure("testB", changes: 60)
    scratch.addFailure("testSame", changes: 0)
  }

  /// The program while it waits.
  private final class Waiter {
    let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    init(_ arguments: [String], in folder: String? = nil) throws {
      process.executableURL = URL(fileURLWithPath: Program.path)
      process.arguments = ["wait"] + arguments
      process.environment = ProcessInfo.processInfo.environment
        .merging(["XDG_STATE_HOME": Program.stateHome]) { $1 }
      if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      #expect(said().contains("Waiting for "))
    }

    deinit { process.terminate() }

    /// Returns the next output on standard error.
    func said() -> String {
      String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    }

    func end() -> Program.Result {
      let text = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return Program.Result(
        status: process.terminationStatus, output: String(decoding: text, as: UTF8.self), errors: ""
      )
    }
  }

  private func decide(_ words: String...) throws {
    #expect(try Program.run([words[0], scratch.failures] + words.dropFirst()).status == 0)
  }

  @Test func `it ends when the library says that the next run has passed`() throws {
    let place = "test-results/home-menu-chromium"
    for mark in ["expected", "actual"] {
      scratch.write("\(place)/menu-\(mark).png", .plain(8, 8, changes: mark == "actual" ? 9 : 0))
    }
    scratch.write("test-results/.last-run.json", "{\"status\": \"failed\"}")
    scratch.write("tests/home.spec.ts-snapshots/menu-chromium-linux.png", .plain(8, 8))
    let waiter = try Waiter(["test-results"], in: scratch.path)
    scratch.remove(place)
    scratch.write("test-results/.last-run.json", "{\"status\": \"passed\"}")
    let result = waiter.end()
    #expect(result.status == 0 && result.json["status"] as? String == "gone")
  }

  @Test func `failures that are gone are not left to decide`() throws {
    let waiter = try Waiter([scratch.failures, "--timeout", "3"])
    scratch.remove("FailureDiffs")
    #expect(waiter.said().contains("The failures are gone"))
    let result = waiter.end()
    #expect(result.status == 4 && result.json["status"] as? String == "gone")
    #expect(result.json["undecided"] as? [String] == [] && result.cases.isEmpty)
  }

  @Test func `a rejection that was seen is told after its failure is gone`() throws {
    try decide("reject", "--filter", "testA", "--note", "too dark")
    let waiter = try Waiter([scratch.failures, "--timeout", "3"])
    scratch.remove("FailureDiffs")
    let result = waiter.end()
    #expect(result.status == 1 && result.texts("note") == ["too dark"])
    #expect(result.json["status"] as? String == "gone")
  }

  @Test func `a case that is gone is not awaited when the others are decided`() throws {
    let waiter = try Waiter([scratch.failures])
    for file in ["reference", "failed"] {
      scratch.remove("FailureDiffs/AppTests/\(file)_testA.png")
    }
    try decide("accept", "--all")
    let result = waiter.end()
    #expect(result.status == 0 && result.cases.map { $0["id"] as? String } == ["AppTests/testB"])
  }

  @Test func `it ends with the last decision and prints each with its note and cause`() throws {
    let waiter = try Waiter([scratch.failures])
    let second = try Waiter([scratch.failures])
    try decide("tolerate", "--filter", "testA")
    try decide("reject", "--filter", "testB", "--note", "the row is gone")
    for result in [waiter.end(), second.end()] {
      #expect(result.status == 1)
      #expect(result.json["status"] as? String == "decided")
      #expect(
        result.texts("decision") == ["tolerated", "rejected"], "and no case that just passes")
      #expect(result.cases[1]["note"] as? String == "the row is gone")
      #expect((result.cases[1]["cause"] as? [String: Any])?["kinds"] as? [String] != nil)
      #expect(result.json["undecided"] as? [String] == [])
    }
  }

  @Test func `all accepted or tolerated is success`() throws {
    for number in 0..<60 { scratch.addFailure("testMany\(number)") }
    let waiter = try Waiter([scratch.failures])
    try decide("accept", "--all")
    let result = waiter.end()
    #expect(result.status == 0)
    #expect(result.texts("decision") == Array(repeating: "accepted", count: 62))
    #expect(
      result.cases.allSatisfy { Set($0.keys) == ["id", "decision"] }, "nothing is left to do")
    #expect(waiter.said() == "", "no run has written the baselines")
  }

  @Test func `with nothing undecided it does not wait`() throws {
    try decide("tolerate", "--all")
    let result = try Program.run("wait", scratch.failures)
    #expect(result.status == 0)
    #expect(result.summary["tolerated"] == 2)
  }

  @Test func `it gives up when its time is over, and says what is left`() throws {
    try decide("tolerate", "--filter", "testA")
    let result = try Program.run("wait", scratch.failures, "--timeout", "0")
    #expect(result.status == 4)
    #expect(result.json["status"] as? String == "timedOut")
    #expect(result.json["undecided"] as? [String] == ["AppTests/testB"])
    #expect(try Program.run("wait", scratch.failures, "--timeout", "-1").status == 2)
  }

  @Test func `a rejection in git, which puts the old file back, is told all the same`() throws {
    let repository = TestRepository()
    let folder = repository.folder
    folder.write("T/__Snapshots__/A/one.1.png", .plain(8, 8))
    repository.commit()
    folder.write("T/__Snapshots__/A/one.1.png", .plain(8, 8, changes: 5))
    let waiter = try Waiter(["--git"], in: folder.path)
    let rejected = try folder.run("reject", "--git", "HEAD", "--all", "--note", "no")
    #expect(rejected.status == 0)
    let result = waiter.end()
    #expect(result.status == 1)
    #expect(result.texts("note") == ["no"])
    let later = try folder.run("wait", "--git")
    #expect(later.status == 1 && later.texts("note") == ["no"])
  }

  @Test func `a folder that the run rewrites is said, and its new cases are awaited`() throws {
    let waiter = try Waiter([scratch.failures])
    scratch.addFailure("testA", changes: 9)
    #expect(waiter.said().contains("has rewritten the folder: 2 cases to decide now"))
    try decide("reject", "--all")
    let result = waiter.end()
    #expect(result.status == 1)
    #expect(result.cases.first?["mismatched"] as? Int == 9)
  }

  // MARK: - The screen

  private func screen() throws -> PseudoTerminal {
    try PseudoTerminal(Program.path, [scratch.failures], columns: 150, rows: 40)
  }

  @Test func `the screen says that somebody waits, asks why a case is rejected, and forgets both`()
    throws
  {
    let waiter = try Waiter([scratch.failures])
    let terminal = try screen()
    try terminal.wait("the mark") {
      $0.text.contains("a script waits for your decisions") && $0.text.contains("2 cases fail")
    }
    try terminal.waitUntilMeasured("2 cases")
    try terminal.openDecision()
    try terminal.send("r", showing: "rejected, because: ")
    try terminal.send("\u{1B}", showing: "Not rejected.")
    try terminal.send("r", showing: "rejected, because: ")
    try terminal.send("too dark\r", showing: "1 rejected")
    try terminal.send("t", showing: "1 tolerated")
    let result = waiter.end()
    #expect(result.status == 1)
    let rejected = result.cases.first { $0["decision"] as? String == "rejected" }
    #expect(rejected?["note"] as? String == "too dark")
    try terminal.wait("the end of the wait") { !$0.text.contains("a script waits") }
    #expect(try terminal.quit("q") == .code(1))
  }

  @Test func `a waiter that dies is not waited for`() throws {
    let waiter = try Waiter([scratch.failures])
    let terminal = try screen()
    try terminal.wait("the mark") {
      $0.text.contains("a script waits for your decisions") && $0.text.contains("2 cases fail")
    }
    kill(waiter.process.processIdentifier, SIGKILL)
    try terminal.wait("no mark") { !$0.text.contains("a script waits") }
    try terminal.waitUntilMeasured("2 cases")
    try terminal.openDecision()
    try terminal.send("r", showing: "1 rejected")
    try terminal.quit()
  }
}
