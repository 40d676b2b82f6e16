import Base

extension LogLine {
  /// The test that the line names in any format, such as "LoginTests/testDark".
  var test: String? {
    if let start = end(of: ": error: -[") ?? end(of: "Test Case '-[") ?? end(of: Self.crash + "-[")
    {
      return Self.test(inBrackets: text(from: start, upTo: "]"))
    }
    if let start = end(of: "Test Case '") ?? end(of: "Test case '") ?? end(of: Self.crash) {
      return Self.test(named: text(from: start, upTo: "';"))
    }
    if let end = place(of: " recorded an issue") ?? endOfSwiftTest { return swiftTest(upTo: end) }
    if let end = place(of: ", failed - ") ?? endOfMarkedTest {
      return text(0..<end).split(separator: " ").last.map(String.init)
    }
    // XCTest on Linux.
    guard let start = end(of: ": error: "), let end = place(of: " : ", from: start) else {
      return nil
    }
    return Self.test(named: text(start..<end))
  }

  /// The index of " failed after" in "✘ Test testDark() failed after 0.1 seconds".
  private var endOfSwiftTest: Int? {
    contains("Test run with ") || !contains("Test ") ? nil : place(of: " failed after ")
  }

  /// The index of " on '" in xcbeautify's "✖ testDark on 'iPhone 16' (0.1 seconds)".
  private var endOfMarkedTest: Int? {
    bytes.starts(with: "\u{2716} ".utf8) && ends(with: " seconds)") ? place(of: " on '") : nil
  }

  /// True if the line says that a test failed, but not why.
  var endsFailedTest: Bool {
    if let start = end(of: "Test Case '") ?? end(of: "Test case '") {
      return end(of: "' ", from: start).map { bytes[$0...].starts(with: "failed".utf8) } ?? false
    }
    return endOfSwiftTest != nil || endOfMarkedTest != nil || contains(Self.crash)
  }

  /// The words of xcodebuild before the test in which the app crashed.
  private static let crash = "Restarting after unexpected exit, crash, or test timeout in "

  /// True for words of the runner or of the job that something failed, such as a summary.
  var saysThatTestsFailed: Bool {
    if let failureCount { return failureCount > 0 }
    return Self.failures.contains(where: contains)
      || isSummary && place(of: " failed after ") != nil || counts(" failed") || counts(" failing")
  }

  /// The failures that a summary counts: "Executed 5 tests, with 2 failures", and of Swift Testing
  /// "Test run with 5 tests failed after 1 second with 2 issues (including 1 known issue)", or the
  /// same of a suite.
  var failureCount: Int? {
    guard let start = end(of: "Executed ") ?? end(of: "Test run with ") ?? end(of: "Suite "),
      let end = place(of: " failure", from: start) ?? place(of: " issue", from: start),
      let count = text(0..<end).split(separator: " ").last.flatMap({ Int($0) })
    else { return nil }
    let others = self.end(of: "(including ", from: end).map { text(from: $0, upTo: ")") } ?? ""
    return count - others.split(separator: " ").compactMap { Int($0) }.reduce(0, +)
  }

  /// True for the last line of another test runner, such as "=== 1 failed, 2 passed in 3.10s ===".
  private func counts(_ word: String) -> Bool {
    // Most lines with the word count nothing: "Test Case 'A' passed".
    guard let found = bytes.firstRange(of: word.utf8), let last = bytes[..<found.lowerBound].last,
      "0123456789 |,:=[".utf8.contains(last)
    else { return false }
    let end = found.upperBound
    let (before, after) = (text(0..<end).split { " |,:=[".contains($0) }, text(end..<bytes.count))
    guard let count = before.dropLast().last.flatMap({ Int($0) }), count > 0,
      after.isEmpty || [",", " | ", " in ", " ("].contains(where: after.hasPrefix)
    else { return false }
    return before.count == 2 || contains(" completed, ") || bytes.starts(with: "Tests".utf8)
  }

  /// The words of xcodebuild, and of GitHub's and GitLab's jobs.
  private static let failures = [
    "** TEST FAILED **", "** TEST EXECUTE FAILED **", "** TEST INTERRUPTED **", "Testing failed:",
    "FAILURES!!!", "BUILD FAILURE",
    "##[error]Process completed with exit code", "Job failed: exit code ",
  ]

  /// True if the runner says that its tests did not run to their end; or if it is one of another
  /// language, whose failures are not those that this log has files for.
  var saysThatRunBroke: Bool {
    [
      "xited with unexpected signal code ", "Test runner crashed", " encountered an error (",
      "Restarting after unexpected exit", "BUILD FAILED", "Some tests failed.",
      "test result: FAILED",
    ].contains(where: contains) || bytes.starts(with: "=".utf8) && counts(" failed")
  }

  /// True if a process died. A test may expect that, so it counts in a run without a summary.
  var saysThatProcessDied: Bool {
    [
      "Fatal error: ", "Terminating app due to uncaught exception", "Program crashed: ",
      "Segmentation fault", "(core dumped)", "Killed: 9",
    ].contains(where: contains)
  }

  /// True for a line that counts the tests of a run.
  var isSummary: Bool { contains("Test run with ") || contains("Executed ") && contains(" with ") }

  /// True for words with which a runner, of whatever language, ends.
  var endsRun: Bool { isSummary || Self.ends.contains(where: contains) || counts(" passed") }

  static let ends = [
    "** TEST ", "Test Succeeded", "test result: ", "BUILD SUCCESSFUL", "All tests passed",
    "All specs passed", " passing (", "Tests run: ", "OK (",
  ]

  var givesReason: Bool {
    [": error: ", " recorded an issue", ", failed - "].contains(where: contains)
  }

  /// The test in a line of xcodebuild's list "Failing tests:"; nil for other lines.
  var failingTest: String? {
    guard let start = end(of: "-[") else {
      let name = text(0..<bytes.count).split { " \t".contains($0) }.last ?? ""
      return Self.test(named: String(name.map { $0 == "/" ? "." : $0 }))
    }
    return Self.test(inBrackets: text(from: start, upTo: "]"))
  }

  /// Returns "LoginTests/testDark" for "AppTests.LoginTests testDark".
  private static func test(inBrackets name: String) -> String? {
    let parts = name.split(separator: " ")
    guard parts.count == 2, let suite = parts[0].split(separator: ".").last else { return nil }
    return "\(suite)/\(parts[1])"
  }

  /// Returns "testDark" for "✘ Test testDark() recorded an issue"; keeps a name in quotes as is.
  private func swiftTest(upTo end: Int) -> String? {
    var start = 0
    while let next = self.end(of: "Test ", from: start), next < end {
      let name = text(next..<end)
      if name.hasPrefix("\""), let end = name.lastIndex(of: "\"") { return String(name[...end]) }
      let first = name.prefix { $0 != "(" }
      if !first.contains(" ") { return String(first) }
      start = next
    }
    return nil
  }

  /// Returns "LoginTests/testDark" for "LoginTests.testDark()".
  private static func test(named name: String) -> String? {
    let parts = name.prefix { $0 != "(" }.split(separator: ".")
    guard parts.count >= 2, !name.contains(" ") else { return nil }
    return parts.suffix(2).joined(separator: "/")
  }

  /// The source line that the log's line names, such as "LoginTests.swift:42".
  var sourceLine: String? {
    for case let end? in [".swift:", ".m:", ".mm:"].map({ end(of: $0) }) {
      let digits = bytes[end...].prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { continue }
      let file = text(0..<digits.endIndex)
      return Paths.name(file).split(separator: " ").last.map(String.init)
    }
    return nil
  }
}
