import Base
import Catalog
import Foundation
import TestSupport
import Testing

/// Every failure that a log names is a case or is skipped by name.
struct LogLossTests {
  private let scene = LogScene()
  private var folder: TestFolder { scene.folder }
  private var log: String { folder["run.log"] }

  /// The lines of a failure without those of its test.
  private func lines(_ name: String, test: String) -> [String] {
    scene.message(name, test: test).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init).filter { !$0.hasPrefix("Test Case") }
  }

  @Test func `each failure is a case or is skipped with its test, wherever its message breaks off`()
    throws
  {
    for name in ["testFoo.1.png", "testBar.1.png"] { scene.pointfree(name) }
    let (first, second) = (
      lines("testFoo.1.png", test: "testFoo"), lines("testBar.1.png", test: "testBar")
    )
    for cut in 1...second.count {
      let start = second.prefix(cut)
      let isWhole = start.contains {
        $0.hasSuffix("/ChartTests/testBar.1.png\"") && $0.contains("/Devices/")
      }
      for log in [first + Array(start), Array(start) + first] {
        let catalog = try scene.open(log.joined(separator: "\n"))
        #expect(catalog.cases.count == (isWhole ? 2 : 1), "\(cut)")
        #expect(catalog.cases.count + catalog.skipped.count == 2, "\(cut)")
        #expect(
          catalog.skipped.allSatisfy { $0.why.hasPrefix("ChartTests.testBar, ChartTests.swift:42") }
        )
      }
    }
  }

  @Test func `a log that begins within a failure's message is red, wherever it begins`() throws {
    for name in ["testFoo.1.png", "testBar.1.png"] { scene.pointfree(name) }
    let whole = lines("testFoo.1.png", test: "testFoo").joined(separator: "\n")
    let message = Array(lines("testBar.1.png", test: "testBar").joined(separator: "\n") + "\n")
    for start in stride(from: 1, to: message.count, by: 3) {
      let rest = String(message[start...])
      let found = try scene.open(rest + "\(whole)\n")
      #expect(found.cases.count + found.skipped.count >= 2, "\(rest)")
    }
    #expect(try scene.open(whole + "\n").skipped == [])
  }

  @Test(arguments: [
    "cd \"/Users/me/app\"", "Command line: \"x\"", "open \"file:///x/app.xcodeproj\"", "", "\n\n",
  ])
  func `a quoted path or a blank line at a log's beginning is no failure`(_ first: String) throws {
    scene.pointfree("testFoo.1.png")
    let found = try scene.open("\(first)\n\(scene.message("testFoo.1.png"))")
    #expect(found.cases.count == 1 && found.skipped.isEmpty)
  }

  @Test(arguments: [
    (" with 2 issues.", true), (" with 3 issues (including 1 warning and 1 known issue).", false),
    (" with 1 issue.", false),
  ])
  func `a summary of Swift Testing that counts more issues than the log tells is told`(
    _ words: String, _ isTold: Bool
  ) throws {
    scene.pointfree("testFoo.1.png")
    let message = lines("testFoo.1.png", test: "testFoo").joined(separator: "\n")
    let issue = "\u{2718} Test testFoo() recorded an issue at A.swift:4:5: Issue recorded: "
    let rest = try #require(message.range(of: "failed - ")).upperBound
    let end = "\n\u{2718} Test run with 4 tests failed after 0.1 seconds\(words)\n"
    let found = try scene.open(issue + message[rest...] + end)
    #expect(found.cases.count == 1 && found.skipped.count == (isTold ? 1 : 0))
  }

  @Test func `a reason on the line of the failure hides none`() throws {
    let words =
      "\u{21B3} Snapshot does not match reference. Newly-taken snapshot@(60.0, 40.0) does not match "
      + "reference@(60.0, 48.0)."
    let head = "\u{2718} Test testBar() recorded an issue at A.swift:4:5: Issue recorded\n"
    scene.pointfree("testFoo.1.png")
    let first = lines("testFoo.1.png", test: "testFoo").joined(separator: "\n")
    let catalog = try scene.open(first + "\n" + head + words + "\n")
    #expect(catalog.cases.count == 1 && catalog.skipped.count == 1)
  }

  @Test func `a message that another interrupts goes on after it`() throws {
    for name in ["testFoo.1.png", "testBar.1.png"] { scene.pointfree(name) }
    let (first, second) = (
      lines("testFoo.1.png", test: "testFoo"), lines("testBar.1.png", test: "testBar")
    )
    for cut in 1..<5 {
      let log = [Array(second[..<cut]), first, Array(second[cut...])].joined()
      let catalog = try scene.open(log.joined(separator: "\n"))
      #expect(catalog.cases.count + catalog.skipped.count == 2, "\(cut)")
    }
  }

  @Test(arguments: [
    ("No reference was found on disk. New snapshot was not recorded", "none was recorded"),
    ("Exceeded timeout of 5.0 seconds waiting for snapshot.", "waiting for snapshot"),
    ("Couldn't snapshot value", "Couldn't snapshot value"),
    ("Snapshot did not match. Difference: …", "inline"),
    ("No expected value to assert against.", "inline"),
    ("Automatically recorded a new snapshot. Difference: …", "inline"),
    ("Record mode is on. Automatically recorded snapshot: …", "has recorded a snapshot"),
  ])
  func `a failure without files is told by its test and line`(
    _ words: String, _ said: String
  ) throws {
    scene.pointfree("testFoo.1.png")
    let line = "/x/ChartTests.swift:7: error: -[AppTests.ChartTests testBar] : failed - \(words)\n"
    for forms in [
      line, "✘ Test testBar() recorded an issue at C.swift:7:1: Issue recorded\n↳ \(words)\n",
    ] {
      let catalog = try scene.open(scene.message("testFoo.1.png") + forms)
      #expect(catalog.cases.count == 1 && catalog.skipped.count == 1, "\(forms)")
      #expect(catalog.skipped.first?.why.contains("testBar") == true)
      #expect(catalog.skipped.first?.why.contains(said) == true, "\(catalog.skipped)")
      #expect(scene.refusal(forms)?.reason == .wrongUse)
    }
  }

  @Test func `a test that did not end, and a suite that did not, are told`() throws {
    scene.pointfree("testFoo.1.png")
    let message = scene.message("testFoo.1.png")
    #expect(try scene.open(message).skipped == [])
    let crashed = try scene.open(message + "Test Case '-[AppTests.ChartTests testBar]' started.\n")
    #expect(crashed.skipped.map(\.why).map { $0.hasPrefix("ChartTests.testBar: began") } == [true])
    let cut = try scene.open("Test Suite 'All tests' started at 1\n" + message)
    #expect(cut.skipped.count == 1)
    let whole = try scene.open(
      "Test Suite 'All tests' started at 1\n\(message)Test Suite 'All tests' failed at 2\n")
    #expect(whole.skipped == [])
  }

  @Test(arguments: [
    "Test Case '-[AppTests.ChartTests testBar]' failed (0.1 seconds).",
    "Test case 'ChartTests.testBar()' failed on 'Clone 1 of iPhone 17' (0.1 seconds)",
    "✘ Test testBar() failed after 0.1 seconds with 1 issue.",
    "✘ Test testBar(size:) with 3 test cases failed after 0.1 seconds with 1 issue.",
    "Failing tests:\n\tChartTests.testFoo()\n\tChartTests.testBar()\n\n** TEST FAILED **",
    "2026-11-20T10:11:12Z Failing tests:\n2026-11-20T10:11:12Z \t-[ChartTests testBar]",
    "    \u{2716} testBar on 'iPhone 16' (0.123 seconds)",
  ])
  func `a test that failed without a word of why is told`(_ words: String) throws {
    scene.pointfree("testFoo.1.png")
    let message = scene.message("testFoo.1.png")
    let catalog = try scene.open(message + words + "\n")
    #expect(catalog.cases.count == 1)
    #expect(
      catalog.skipped.map { $0.why.hasSuffix("-parallel-testing-enabled NO.") } == [true])
    #expect(catalog.skipped.first?.why.contains("testBar: failed") == true)
    #expect(scene.refusal(words + "\n")?.reason == .wrongUse)
  }

  @Test(arguments: [
    "Executed 2 tests, with 1 failure (0 unexpected) in 0.1 (0.2) seconds", "** TEST FAILED **",
    "✘ Test run with 3 tests in 1 suite failed after 0.1 seconds with 1 issue.",
  ])
  func `a summary that counts failures, of which no line names one, is told`(_ words: String) throws
  {
    let passed = "Test Case '-[AppTests.ChartTests testFoo]' passed (0.1 seconds).\n"
    #expect(scene.refusal(passed + words + "\n")?.reason == .wrongUse)
    #expect(scene.refusal(passed + "Executed 2 tests, with 0 failures\n")?.reason == .noCase)
    scene.pointfree("testFoo.1.png")
    #expect(try scene.open(scene.message("testFoo.1.png") + words + "\n").skipped == [])
  }

  @Test func `a summary that counts more failures than the log tells is told`() throws {
    scene.pointfree("testFoo.1.png")
    let message = scene.message("testFoo.1.png")
    let short = try scene.open(message + "Executed 3 tests, with 2 failures (0 unexpected)\n")
    #expect(short.cases.count == 1 && short.skipped.count == 1)
    let passed = "Test Case '-[AppTests.ChartTests testFoo]' passed (0.1 seconds).\n"
    let summary = "Executed 2 tests, with 1 test skipped and 0 failures (0 unexpected)\n"
    #expect(scene.refusal(passed + summary)?.reason == .noCase, "a skipped test is no failure")
  }

  @Test(arguments: [
    "✘ Suite \"Charts\" failed after 0.2 seconds with 2 issues.", "** BUILD FAILED **",
    "BUILD FAILED in 3s", "00:05 +1 -1: Some tests failed.", "test result: FAILED. 1",
    "=== 1 failed, 2 passed in 3.10s ===",
  ])
  func `a failure of another run in the log is told, whatever the first one left`(_ words: String)
    throws
  {
    scene.pointfree("testFoo.1.png")
    let message = scene.message("testFoo.1.png")
    for log in [message + words + "\n", words + "\n" + message] {
      let found = try scene.open(log)
      #expect(found.cases.count == 1 && found.skipped.count == 1)
    }
    #expect(
      try scene.open("\(message)✘ Suite Charts failed after 1s with 1 issue.\n").skipped == [])
  }

  @Test func `a log that breaks off within a failure's first line is told`() throws {
    scene.pointfree("testFoo.1.png")
    let line = "/x/ChartTests.swift:7: error: -[AppTests.ChartTests testBar] : failed - Snap"
    for end in ["error:", "testB", "failed -", "Snap"] {
      let cut = try #require(line.range(of: end)).upperBound
      let catalog = try scene.open(scene.message("testFoo.1.png") + line[..<cut])
      #expect(catalog.cases.count == 1 && catalog.skipped.count == 1, "\(end)")
    }
  }

  @Test(arguments: [
    "App/Chart.swift:12: Fatal error: Index out of range", "Test runner crashed",
    "Program crashed: Bad pointer dereference at 0x0", "Segmentation fault: 11", "Killed: 9",
    "bash: line 1: 412 Aborted (core dumped) swift test",
    "2026-11-20T10:11:12Z Fatal error: Index out of range: file Chart.swift, line 12",
    "error: Exited with unexpected signal code 6", "** TEST EXECUTE FAILED **", "Testing failed:",
    "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'x'",
    "Restarting after unexpected exit, crash, or test timeout; summary will include totals",
    "AppTests-Runner (12) encountered an error (Early unexpected exit)", "** BUILD FAILED **",
    "##[error]Process completed with exit code 65.", "ERROR: Job failed: exit code 1",
    "===== 1 failed, 2 passed in 3.10s =====", "3 tests completed, 1 failed", "  2 failed",
    "Tests:       1 failed, 3 total", "Tests  1 failed | 2 passed (3)",
    "00:05 +1 -1: Some tests failed.", "test result: FAILED. 1", "  1 failing",
    "Tests  1 failed (1)", "FAILURES!!!", "[INFO] BUILD FAILURE",
  ])
  func `a run that broke off or failed, of which no line names a test, is told`(_ words: String)
    throws
  {
    let refusal = scene.refusal("Compiling Chart.swift\n\(words)\n")
    #expect(refusal?.reason == .wrongUse)
    #expect(refusal?.skipped.first?.why.hasSuffix(words.suffix(8)) == true)
  }

  @Test(arguments: [
    "Build complete! 0 failed, 3 passed", "2 failed attempts to connect, trying again",
    "Tests retry what 3 failed requests asked for",
  ])
  func `words about failures that are no count of tests make no log fail`(_ words: String) {
    #expect(scene.refusal("Compiling Chart.swift\n\(words)\nOK (3 tests)\n")?.reason == .noCase)
  }

  @Test func `a run that broke off after a failure is told`() throws {
    scene.pointfree("testFoo.1.png")
    let message = scene.message("testFoo.1.png")
    let signal = "error: Exited with unexpected signal code 6\n"
    let summary = "Test run with 3 tests in 1 suite passed after 0.1 seconds.\n"
    let fatal = "App/Chart.swift:12: Fatal error: Index out of range\n"
    #expect(try scene.open(message + signal + summary).skipped.count == 1)
    #expect(try scene.open(message + fatal).skipped.count == 1)
    // A test may expect that its process crashes.
    #expect(try scene.open(message + fatal + summary).skipped == [])
    #expect(scene.refusal(fatal + summary)?.reason == .noCase)
  }

  @Test(arguments: ["ChartTests.testBar()", "-[ChartTests testBar]"])
  func `a test in which the app crashed is told once`(_ test: String) throws {
    let crash =
      "Restarting after unexpected exit, crash, or test timeout in \(test); summary will include\n"
    scene.pointfree("testFoo.1.png")
    let message = scene.message("testFoo.1.png")
    for start in ["", "Test Case '-[AppTests.ChartTests testBar]' started.\n"] {
      let skipped = try scene.open(message + start + crash).skipped
      #expect(skipped.map { $0.why.hasPrefix("ChartTests.testBar: ") } == [true], "\(skipped)")
    }
  }

  @Test func `a message in a line without end is read from the line's beginning`() throws {
    scene.pointfree("testFoo.1.png")
    let line = "/x/ChartTests.swift:7: error: -[AppTests.ChartTests testBar] : failed - "
    for length in [70_000, 3_000_000] {
      let rest = String(repeating: "x", count: length)
      let words = "Snapshot did not match. Difference: \(rest)\n"
      let catalog = try scene.open(line + words + scene.message("testFoo.1.png"))
      #expect(catalog.cases.count == 1)
      #expect(catalog.skipped.map { $0.why.hasPrefix("ChartTests.testBar") } == [true])
    }
  }

  @Test func `a test that failed for another reason than a snapshot is none of ours`() throws {
    scene.pointfree("testFoo.1.png")
    let catalog = try scene.open(
      scene.message("testFoo.1.png") + """
        /x/SumTests.swift:7: error: -[AppTests.SumTests testSum] : XCTAssertEqual failed: ("1") is not equal to ("2")
        Test Case '-[AppTests.SumTests testSum]' failed (0.1 seconds).
        ✘ Test "a sum" recorded an issue at S.swift:7:1: Expectation failed: 1 == 2
        ✘ Test "a sum" failed after 0.1 seconds with 1 issue.
        ✘ Test run with 2 tests failed after 0.2 seconds with 1 issue.
        Failing tests:
        \tChartTests.testFoo()
        \tSumTests.testSum()

        """)
    #expect(catalog.cases.count == 1 && catalog.skipped == [])
  }

  @Test func `a command that compares two files alone names a failure`() throws {
    scene.pointfree("testFoo.1.png")
    let catalog = try scene.open(
      "ksdiff \"\(scene.reference("testFoo.1.png"))\" \"\(scene.failure("testFoo.1.png"))\"\n")
    #expect(catalog.cases.count == 1 && catalog.skipped == [])
  }
}
