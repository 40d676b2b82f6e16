import Base

/// The tests and suites that began but did not end, and the tests that failed without a message.
///
/// Only a log that reports the start of a test also reports its end.
struct TestProgress: Sendable {
  private var tests: [String: Int] = [:]
  /// Also the runs of Swift Testing, without a name.
  private var suites: [String: Int] = [:]
  private var failed: Set<String> = []
  private var explained: Set<String> = []
  /// The first line that says that something failed.
  private var failure: String?
  /// A line that says that the run broke off.
  private var breakage: String?
  /// A line that says that a process died, if no summary follows it.
  private var death: String?
  /// The number of lines that give the reason of a failure.
  private var reasons = 0
  /// A summary that counts more failures than there are such lines before it.
  private var shortfall: String?
  /// True after a line with which a runner ends.
  private(set) var hasEnded = false
  /// True while reading the list of failing tests at the end of a log of xcodebuild.
  private(set) var isInList = false

  /// The tests that did not end; a single nil if only their suite or run did not end.
  var unfinished: [String?] {
    let tests = tests.filter { $0.value > 0 }.keys.sorted()
    guard tests.isEmpty else { return tests }
    return suites.contains { $0.value > 0 } ? [nil] : []
  }

  /// The line that says that something failed, if no line says what.
  var unnamed: String? { failed.isEmpty && explained.isEmpty ? failure : nil }
  /// The line that says that tests did not run to their end.
  var end: String? { breakage ?? death ?? shortfall }

  /// The failed tests for which no line gives a reason.
  var unexplained: [String] {
    let names = Set(explained.map(Paths.name))
    return failed.subtracting(explained).filter { test in
      // Swift Testing names no suite.
      tests[test, default: 0] == 0
        && !(test.contains("/") ? explained.contains(Paths.name(test)) : names.contains(test))
    }.sorted()
  }

  mutating func read(_ line: LogLine, of test: String?) {
    if isInList {
      if let test = line.failingTest { failed.insert(test) } else { isInList = false }
      return
    }
    hasEnded = hasEnded || line.endsRun
    if line.isSummary { death = nil }
    if line.givesReason { reasons += 1 }
    if let count = line.failureCount, count > reasons { shortfall = line.words() }
    if failure == nil, line.saysThatTestsFailed { failure = line.words() }
    if breakage == nil, line.saysThatRunBroke { breakage = line.words() }
    if line.saysThatProcessDied { death = line.words() }
    if let test, line.endsFailedTest {
      failed.insert(test)
    } else if let test, line.givesReason {
      explained.insert(test)
    }
    if let start = line.end(of: "Test Case '") {
      Self.count(line, from: start, in: &tests, as: test)
    } else if let start = line.end(of: "Test Suite '") {
      Self.count(line, from: start, in: &suites, as: line.text(from: start, upTo: "'"))
    } else if line.contains("Test run started") {
      suites["", default: 0] += 1
    } else if line.contains("Test run with ") {
      suites[""] = max(0, suites["", default: 0] - 1)
    } else if line.ends(with: "Failing tests:") {
      isInList = true
    }
  }

  private static func count(
    _ line: LogLine, from start: Int, in counts: inout [String: Int], as name: String?
  ) {
    guard let name, let end = line.place(of: "' ", from: start) else { return }
    let words = line.text(end + 2..<line.bytes.count)
    if words.hasPrefix("started") {
      counts[name, default: 0] += 1
    } else if ["passed", "failed", "skipped"].contains(where: words.hasPrefix) {
      counts[name] = max(0, counts[name, default: 0] - 1)
    }
  }
}
