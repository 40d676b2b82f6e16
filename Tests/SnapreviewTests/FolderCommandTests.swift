import TestSupport
import Testing

struct FolderCommandTests {
  private let scratch = TestFolder()

  init() {
    scratch.addFailure("testBig", changes: 20)
    scratch.addFailure("testNoise", changes: 2)
    scratch.addFailure("testSame", changes: 0)
  }

  @Test func `list and check print each case and a summary`() throws {
    for command in ["list", "check"] {
      let result = try Program.run(command, scratch.failures, "--format", "json")
      #expect(result.status == 1)
      #expect(result.errors == "")
      #expect(
        result.texts("id") == [
          "AppTests/testBig", "AppTests/testNoise", "AppTests/testSame",
        ])
      #expect(result.numbers("mismatched") == [20, 2, 0])
      #expect(result.cases.allSatisfy { $0["layout"] as? String == "uber" })
      #expect(result.cases.allSatisfy { $0["decision"] as? String == "undecided" })
      #expect(
        result.summary == [
          "total": 3, "match": 1, "mismatch": 2, "sizeMismatch": 0, "unreadable": 0,
          "accepted": 0, "rejected": 0, "tolerated": 0, "undecided": 3, "failing": 2,
          "stale": 0, "skipped": 0,
        ])
    }
  }

  @Test func `a table for people has aligned columns and no colours in a pipe`() throws {
    let result = try Program.run("list", scratch.failures)
    #expect(
      result.lines.prefix(2).map {
        $0.split(separator: " ").joined(separator: " ")
          .replacing(#/[a-z0-9]{4} (?=black)/#, with: "ID ")
      } == [
        "VERDICT DIFFERENT CLUSTERS DECISION CASE CAUSE",
        "mismatch 20 px 1 undecided AppTests/testBig ID black appeared on grey #c8c8c8, 8 × 3",
      ])
    let places = result.lines.dropLast().map { line in
      line.prefix { $0 != "C" && $0 != "A" }.count
    }
    #expect(!result.output.contains("\u{1B}"))
    #expect(Set(places.dropFirst()).count == 1)
    #expect(result.lines.last?.hasSuffix("2 failing.") == true)
  }

  @Test func `at a terminal verdicts have colours, unless they are refused`() throws {
    func output(_ environment: [String: String]) throws -> String {
      let terminal = try PseudoTerminal(
        Program.path, ["list", scratch.failures], columns: 120, environment: environment)
      #expect(try terminal.waitForExit() == .code(1))
      return String(decoding: terminal.output, as: UTF8.self)
    }
    let red = "\u{1B}[31mmismatch"
    #expect(try output(["TERM": "xterm-256color"]).contains(red))
    #expect(try !output(["TERM": "xterm-256color", "NO_COLOR": "1"]).contains("\u{1B}"))
    #expect(try !output(["TERM": "dumb"]).contains("\u{1B}"))
  }

  @Test func `many cases keep their order on every core`() throws {
    for index in 0..<60 { scratch.addFailure("testMany\(index)", changes: index % 7) }
    let result = try Program.run("list", scratch.failures, "--format", "json")
    let many = result.cases.filter { ($0["id"] as? String)?.contains("Many") == true }
    #expect(many.map { $0["id"] as? String } == (0..<60).map { "AppTests/testMany\($0)" })
    #expect(many.map { $0["mismatched"] as? Int } == (0..<60).map { $0 % 7 })
  }

  @Test func `check passes under the rules, and flags win over them`() throws {
    scratch.write(".snapreview.toml", "[default]\nthreshold = 2\n")
    let ruled = try Program.run("check", scratch.failures, "--format", "json")
    #expect(ruled.summary["failing"] == 1)
    #expect(ruled.summary["match"] == 2)
    let loose = try Program.run("check", scratch.failures, "--threshold", "20")
    #expect(loose.status == 0)
    #expect(loose.output.contains("0 failing"))
    let strict = try Program.run("check", scratch.failures, "--threshold", "0", "--format", "json")
    #expect(strict.summary["failing"] == 2)
  }

  @Test func `a broken rules file is wrong use and named with its line`() throws {
    scratch.write(".snapreview.toml", "[default]\nthreshold = -4\n")
    let result = try Program.run("check", scratch.failures)
    #expect(result.status == 2)
    #expect(result.errors.contains(".snapreview.toml:2"))
    #expect(result.output == "")
  }

  @Test func `a report is never written over a file of a case`() throws {
    let baseline = "ReferenceImages_64/AppTests/testBig.png"
    let before = try #require(scratch.bytes(baseline))
    let result = try Program.run("check", scratch.failures, "--output", scratch[baseline])
    #expect(result.status == 2)
    #expect(result.errors.contains("\(scratch[baseline]): "))
    #expect(scratch.bytes(baseline) == before)
  }

  @Test func `what was accepted and tolerated passes, what was rejected does not`() throws {
    let actual = try #require(scratch.bytes("FailureDiffs/AppTests/failed_testBig.png"))
    let before = try #require(scratch.bytes("ReferenceImages_64/AppTests/testNoise.png"))
    #expect(try Program.run("accept", scratch.failures, "--filter", "testBig").status == 0)
    #expect(scratch.bytes("ReferenceImages_64/AppTests/testBig.png") == actual)
    let tolerated = try Program.run(
      "tolerate", scratch.failures, "--filter", "**/testNoise", "--note", "thin lines")
    #expect(tolerated.status == 0)
    #expect(scratch.bytes("ReferenceImages_64/AppTests/testNoise.png") == before)
    let passing = try Program.run("check", scratch.failures, "--format", "json")
    #expect(passing.status == 0)
    #expect(passing.summary["accepted"] == 1)
    #expect(passing.cases[1]["note"] as? String == "thin lines")
    #expect(passing.cases[0]["verdict"] as? String == "mismatch")
    #expect(try Program.run("reject", scratch.failures, "--filter", "testNoise").status == 0)
    #expect(try Program.run("check", scratch.failures).status == 1)
  }

  @Test func `undo takes back the last command, in another run, byte for byte`() throws {
    let names = ["testBig", "testNoise"].map { "ReferenceImages_64/AppTests/\($0).png" }
    let before = names.map(scratch.bytes)
    let accepted = try Program.run("accept", scratch.failures, "--all")
    #expect(accepted.status == 0)
    #expect(accepted.output.contains("2 cases accepted"))
    #expect(names.map(scratch.bytes) != before)
    _ = try Program.run("reject", scratch.failures, "--filter", "testSame")
    let first = try Program.run("undo", scratch.failures)
    #expect(first.output.contains("AppTests/testSame"))
    #expect(names.map(scratch.bytes) != before)
    let second = try Program.run("undo", in: scratch.failures)
    #expect(second.output.contains("2 steps undone"))
    #expect(names.map(scratch.bytes) == before)
    let third = try Program.run("undo", scratch.failures)
    #expect(third.status == 0)
    #expect(third.output == "Nothing to undo.\n")
  }

  @Test func `a reader that goes away early does not stop decisions`() throws {
    _ = try Program.shell("\"$0\" reject \"$1\" --all | true", scratch.failures)
    let list = try Program.run("list", scratch.failures, "--format", "json")
    #expect(list.summary["rejected"] == 2)
  }

  @Test func `undo of everything goes back to the start`() throws {
    let before = try #require(scratch.bytes("ReferenceImages_64/AppTests/testBig.png"))
    _ = try Program.run("accept", scratch.failures, "--filter", "testBig")
    _ = try Program.run("reject", scratch.failures, "--filter", "testNoise")
    let result = try Program.run("undo", scratch.failures, "--all")
    #expect(result.output.contains("2 steps undone"))
    #expect(scratch.bytes("ReferenceImages_64/AppTests/testBig.png") == before)
    let list = try Program.run("list", scratch.failures, "--format", "json")
    #expect(list.summary["undecided"] == 3)
  }

  @Test func `neither looking nor a dry run writes, which says what it would do`() throws {
    for words in [["list"], ["check"], []] { _ = try Program.run(words + [scratch.failures]) }
    let before = try #require(scratch.bytes("ReferenceImages_64/AppTests/testBig.png"))
    let result = try Program.run("accept", scratch.failures, "--all", "--dry-run")
    #expect(result.output.contains("AppTests/testBig"))
    #expect(!result.output.contains("testSame"))
    #expect(result.output.contains("Nothing was written"))
    #expect(scratch.bytes("ReferenceImages_64/AppTests/testBig.png") == before)
    #expect(!scratch.exists(".git/snapreview"))
  }

  @Test func `a decision needs to know which cases`() throws {
    #expect(try Program.run("accept", scratch.failures).status == 2)
    #expect(try Program.run("accept", scratch.failures, "--all", "--filter", "x").status == 2)
    let none = try Program.run("accept", scratch.failures, "--filter", "testNone")
    #expect(none.status == 2)
    #expect(none.errors.contains("testNone"))
  }

  @Test func `without a terminal, review prints commands that a shell can run`() throws {
    scratch.addFailure("it's [new]*", changes: 1)
    let result = try Program.run("review", scratch.failures)
    #expect(result.status == 1)
    let accepts = result.lines.filter { $0.hasPrefix("snapreview accept ") }
    #expect(accepts.count == 3)
    #expect(result.lines.filter { $0.hasPrefix("snapreview reject ") }.count == 3)
    let odd = try #require(accepts.first { $0.contains("new") })
    let ran = try Program.shell("\"$0\"" + odd.dropFirst("snapreview".count))
    #expect(ran.status == 0, "\(ran.errors)")
    #expect(ran.output.hasPrefix("accepted  AppTests/it's [new]*"))
    #expect(ran.output.contains("1 case accepted"))
  }

  @Test func `two files are a case`() throws {
    let first = scratch.write("a.png", .plain(4, 4))
    let second = scratch.write("b.png", .plain(4, 4, changes: 1))
    let result = try Program.run("list", first, second, "--format", "json")
    #expect(result.cases.count == 1)
    #expect(result.cases.first?["layout"] as? String == "pair")
    let review = try Program.run(first, second)
    #expect(review.status == 1)
    #expect(review.output.contains("snapreview accept "))
  }
}
