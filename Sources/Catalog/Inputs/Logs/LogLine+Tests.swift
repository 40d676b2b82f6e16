import Base

extension LogLine {
  /// The test that the line names in any form, as "LoginTests/testDark".
  var test: String? {
    if let start = end(of: ": error: -[") ?? end(of: "Test Case '-[") {
      let parts = text(from: start, upTo: "]").split(separator: " ")
      guard parts.count == 2, let name = parts[0].split(separator: ".").last else { return nil }
      return "\(name)/\(parts[1])"
    }
    if let start = end(of: "Test Case '") ?? end(of: "Test case '") {
      return Self.test(named: text(from: start, upTo: "'"))
    }
    if let end = place(of: " recorded an issue") { return swiftTest(upTo: end) }
    if let end = place(of: ", failed - ") {
      return text(0..<end).split(separator: " ").last.map(String.init)
    }
    // XCTest on Linux.
    guard let start = end(of: ": error: "), let end = place(of: " : ", from: start) else {
      return nil
    }
    return Self.test(named: text(start..<end))
  }

  /// Returns "testDark" for "✘ Test testDark() recorded an issue"; a name in quotes as it is.
  private func swiftTest(upTo end: Int) -> String? {
    var start = 0
    while let next = self.end(of: "Test ", from: start), next < end {
      let name = text(next..<end)
      if name.hasPrefix("\"") { return name }
      if !name.contains(" ") { return String(name.prefix { $0 != "(" }) }
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

  /// The line of the source that the line names, as "LoginTests.swift:42".
  var sourceLine: String? {
    for ending in [".swift:", ".m:", ".mm:"] {
      guard let end = end(of: ending) else { continue }
      let digits = bytes[end...].prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { continue }
      let file = text(0..<digits.endIndex)
      return Paths.name(file).split(separator: " ").last.map(String.init)
    }
    return nil
  }
}

/// The tests and suites that have begun and not ended.
///
/// Only a log that tells the beginning of a test tells its end as well.
struct TestProgress: Sendable {
  private var tests: [String: Int] = [:]
  private var suites: [String: Int] = [:]
  private var runs = 0

  /// The tests that did not end; where all have, but their suite or run has not, nil for that.
  var unfinished: [String?] {
    let tests = tests.filter { $0.value > 0 }.keys.sorted()
    guard tests.isEmpty else { return tests }
    return runs > 0 || suites.contains { $0.value > 0 } ? [nil] : []
  }

  mutating func read(_ line: LogLine) {
    if let start = line.end(of: "Test Case '") {
      Self.count(line, from: start, in: &tests, as: line.test)
    } else if let start = line.end(of: "Test Suite '") {
      Self.count(line, from: start, in: &suites, as: line.text(from: start, upTo: "'"))
    } else if line.contains("Test run started") {
      runs += 1
    } else if line.contains("Test run with ") {
      runs = max(0, runs - 1)
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
