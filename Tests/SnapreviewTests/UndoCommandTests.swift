import Foundation
import TestSupport
import Testing

/// `undo` of the real program.
struct UndoCommandTests {
  private let scratch = TestFolder()

  init() {
    scratch.makeRepository()
    scratch.addFailure("testA")
    scratch.addFailure("testB")
  }

  private func baseline(_ name: String) throws -> [UInt8] {
    try #require(scratch.bytes("ReferenceImages_64/AppTests/\(name).png"))
  }

  @Test func `what cannot be undone is named, and the rest is undone`() throws {
    let old = try baseline("testA")
    for name in ["testA", "testB"] {
      _ = try Program.run("accept", scratch.failures, "--filter", name)
    }
    scratch.write("ReferenceImages_64/AppTests/testB.png", "committed since")
    let first = try Program.run("undo", scratch.failures)
    #expect(first.status == 3)
    #expect(first.errors.contains("Cannot undo \"Accepted AppTests/testB"))
    #expect(first.output.hasPrefix("Undid: accepted AppTests/testA"))
    #expect(try baseline("testA") == old)
    let second = try Program.run("undo", scratch.failures, "--all")
    #expect(second.status == 3 && second.output == "")
    #expect(try baseline("testB") == Array("committed since".utf8))
  }

  /// Loki keeps its references in a hidden folder, which only its failures say is the library's.
  @Test func `what was written in a library's hidden folder is undone without its failures`() throws
  {
    let project = TestFolder()
    project.makeRepository()
    project.write(".loki/reference/menu.png", .plain(10, 10))
    project.write(".loki/current/menu.png", .plain(10, 10, changes: 5))
    let old = project.bytes(".loki/reference/menu.png")
    #expect(try project.run("accept", ".", "--all").status == 0)
    #expect(project.bytes(".loki/reference/menu.png") != old)
    project.remove(".loki/current")
    let undone = try project.run("undo")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(project.bytes(".loki/reference/menu.png") == old)
  }

  @Test(arguments: [true, false])
  func `the note of a decision that was undone waits on the screen, by key or by command`(
    _ isByKey: Bool
  ) throws {
    _ = try Program.run(
      "reject", scratch.failures, "--filter", "testA", "--note", "cut title")
    if isByKey {
      let terminal = try PseudoTerminal(Program.path, [scratch.failures], columns: 200, rows: 40)
      try terminal.waitUntilMeasured("of 2")
      try terminal.send("u", showing: "Undone")
      try terminal.send("/testA\r", showing: "“cut title” waits")
      terminal.send("Q")
      _ = try terminal.waitForExit()
    } else {
      #expect(try Program.run("undo", scratch.failures).status == 0)
    }
    let terminal = try PseudoTerminal(Program.path, [scratch.failures], columns: 200, rows: 40)
    try terminal.waitUntilMeasured("of 2")
    try terminal.send("/testA\r", showing: "“cut title” waits")
    try terminal.send("t", showing: "Tolerated")
    let list = try Program.run("list", scratch.failures, "--format", "json")
    #expect(list.output.contains("cut title"))
  }

  @Test func `an accepted first baseline stays accepted`() throws {
    let path = scratch["ReferenceImages_64/AppTests/testA.png"]
    try FileManager.default.removeItem(atPath: path)
    scratch.remove("FailureDiffs/AppTests/reference_testA.png")
    let accepted = try Program.run("accept", scratch.failures, "--filter", "testA")
    #expect(accepted.status == 0, "\(accepted.errors)")
    let list = try Program.run("list", scratch.failures, "--format", "json")
    #expect(list.summary["accepted"] == 1)
    #expect(try Program.run("undo", scratch.failures).status == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `references that are away are no reason to say that there is nothing to undo`() throws
  {
    // A process that was killed between the baseline and the journal's second line.
    _ = try Program.run("accept", scratch.failures, "--filter", "testA")
    let journal = ".git/snapreview/journal.jsonl"
    let first = try #require(scratch.bytes(journal)?.split(separator: 10).first)
    scratch.write(journal, Array(first) + [10])
    let (references, away) = (scratch["ReferenceImages_64"], scratch["away"])
    try FileManager.default.moveItem(atPath: references, toPath: away)
    for _ in 0..<2 {
      let result = try Program.run("undo", scratch.failures)
      #expect(result.status == 3)
      #expect(result.errors.contains("An interrupted run is not settled yet"))
      #expect(!result.output.contains("Nothing to undo"))
    }
    try FileManager.default.moveItem(atPath: away, toPath: references)
    let result = try Program.run("undo", scratch.failures)
    #expect(result.status == 0 && result.output.contains("Undid: accepted AppTests/testA"))
  }

  @Test(arguments: [
    ["compare", "ReferenceImages_64/AppTests/testA.png", "FailureDiffs/AppTests/failed_testA.png"],
    ["list", "FailureDiffs"], ["check", "FailureDiffs"], ["list", "Emptied"], ["list", "--git"],
    ["show", "ReferenceImages_64/AppTests/testA.png"], ["tune", "--git", "HEAD"],
    ["show", "FailureDiffs", "--case", "AppTests/testA"],
    ["decisions", "FailureDiffs", "--output", "decisions.json"], ["undo", "--list"], ["doctor"],
  ])
  func `the next command of any kind removes what a killed run left beside a baseline`(
    _ command: [String]
  ) throws {
    let baseline = "ReferenceImages_64/AppTests/testA.png"
    let old = try #require(scratch.bytes(baseline))
    _ = try Program.run("accept", scratch.failures, "--filter", "testA")
    let journal = ".git/snapreview/journal.jsonl"
    let first = try #require(scratch.bytes(journal)?.split(separator: 10).first)
    let name = try #require(
      String(decoding: first, as: UTF8.self).firstMatch(of: /"temporary":"([^"]+)"/)?.1)
    scratch.write(journal, Array(first) + [10])
    scratch.write(baseline, old)
    scratch.write("ReferenceImages_64/AppTests/\(name)", Array(old.prefix(20)))
    _ = try Program.run(command, in: scratch.path)
    #expect(!scratch.exists("ReferenceImages_64/AppTests/\(name)"))
    #expect(scratch.bytes(baseline) == old)
  }

  @Test func `decisions are nobody else's where the own key is damaged`() throws {
    let state = ["XDG_STATE_HOME": scratch["state"]]
    let reject = ["reject", scratch.failures, "--filter", "testA"]
    #expect(try Program.run(reject, environment: state).status == 0)
    scratch.write("state/snapreview/key", [1, 2, 3])
    let list = try Program.run(["list", scratch.failures], environment: state)
    #expect(list.errors.contains("state/snapreview/key is damaged: your decisions cannot be"))
    #expect(!list.errors.contains("another user"), "\(list.errors)")
  }

  /// Runs the command that a decision has printed.
  private func undo(as hint: Program.Result, in folder: String? = nil) throws -> Program.Result {
    let start = try #require(hint.output.firstRange(of: "Undo with: snapreview "))
    let words = hint.output[start.upperBound...].prefix { $0 != "\n" }
    return try Program.shell("cd '\(folder ?? scratch.path)' && \"$0\" \(words)")
  }

  @Test func `the command that is printed undoes what several folders hold, and nothing else`()
    throws
  {
    for name in ["one", "two", "third"] {
      scratch.write("\(name)/AppTests/reference_\(name).png", .plain(8, 8))
      scratch.write("\(name)/AppTests/failed_\(name).png", .plain(8, 8, changes: 3))
    }
    let decided = try scratch.run("reject", "one", "two", "--all")
    #expect(decided.status == 0, "\(decided.errors)")
    #expect(decided.output.contains("Undo with: snapreview undo one two\n"))
    #expect(try scratch.run("reject", "third", "--all").status == 0)
    let undone = try undo(as: decided)
    #expect(
      undone.status == 0 && undone.output.contains("2 steps undone."),
      "\(undone.output)\(undone.errors)")
    let list = try scratch.run("list", "third", "--format", "json")
    #expect(list.summary["rejected"] == 1)
  }

  @Test func `what two files decided is undone by their names, also when one is gone`() throws {
    scratch.write("a.png", .plain(8, 8))
    scratch.write("b/c.png", .plain(8, 8, changes: 3))
    let old = scratch.bytes("a.png")
    let accepted = try scratch.run("accept", "a.png", "b/c.png", "--all")
    #expect(accepted.status == 0, "\(accepted.errors)")
    #expect(scratch.bytes("a.png") != old)
    scratch.remove("b/c.png")
    let undone = try undo(as: accepted)
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(scratch.bytes("a.png") == old)
  }

  @Test func `an undo that cannot see whether a step was written says so by its status`() throws {
    _ = try Program.run("reject", scratch.failures, "--filter", "testB")
    _ = try Program.run("accept", scratch.failures, "--filter", "testA")
    let journal = ".git/snapreview/journal.jsonl"
    let lines = try #require(scratch.bytes(journal)?.split(separator: 10))
    scratch.write(journal, lines.dropLast().flatMap { Array($0) + [10] })
    try FileManager.default.moveItem(atPath: scratch["ReferenceImages_64"], toPath: scratch["away"])
    let result = try Program.run("undo", scratch.failures)
    #expect(result.output.hasPrefix("Undid: rejected AppTests/testB"))
    #expect(result.errors.contains("An interrupted run is not settled yet"))
    #expect(result.status == 3)
  }

  @Test func `refusals for one reason are one line`() throws {
    for number in 0..<9 { scratch.addFailure("many\(number)") }
    _ = try Program.run("accept", scratch.failures, "--filter", "many*")
    for number in 0..<9 {
      scratch.write("ReferenceImages_64/AppTests/many\(number).png", "committed since")
    }
    let result = try Program.run("undo", scratch.failures)
    #expect(result.status == 3)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 1, "\(result.errors)")
    #expect(lines.first?.contains("Likewise ") == true)
    #expect(lines.first?.hasSuffix("5 more.") == true)
  }
}
