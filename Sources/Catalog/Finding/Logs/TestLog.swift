import Base
import Host

/// The snapshots that failed according to the log of a test run, whatever its lines begin with.
struct TestLog: Sendable {
  /// Each file once, in the order in which it was named first.
  private(set) var failures: [LoggedFailure] = []
  /// Failed snapshots whose files no line names.
  private(set) var unfiled = 0
  /// AFSnapshotTesting's failures that left no picture, as those by size.
  private(set) var undrawn = 0
  /// References of failures whose file a later failure of another test has overwritten.
  private(set) var overwritten: [String] = []
  /// True if there were more failures than are kept.
  private(set) var isCut = false
  /// True if the log tells of tests at all.
  private(set) var isOfTests = false

  private var places: [ExactName: Int] = [:]
  private var test: String?
  private var line: String?
  private var message = Message.none
  /// The number of more lines the message may go on.
  private var patience = 0

  /// The part of swift-snapshot-testing's message that was read last.
  private enum Message {
    case none
    /// "Snapshot does not match reference."
    case mismatch
    /// "@−", after which the reference follows.
    case minus
    case reference(String)
    /// "@+", after which the failure follows.
    case plus(String)
  }

  /// The most failures that are kept: as many as an archive may hold.
  static let failureLimit = 200_000
  private static let longestMessage = 6

  init() {}

  /// The references of each test's failures in their order, by "Class/test".
  var references: [String: [String]] {
    Dictionary(grouping: failures) { $0.test ?? "" }.mapValues { $0.compactMap(\.reference) }
  }

  /// True if the next line may be part of a message, whatever it holds.
  var isInMessage: Bool {
    if case .none = message { false } else { true }
  }

  mutating func read(_ given: LogLine) {
    guard !given.bytes.isEmpty else { return }
    noteTest(given)
    if let address = Self.difference(in: given) {
      add(.afsnapshot, FileAddress.path(address))
    } else if Self.isUndrawn(given) {
      undrawn += 1
    } else if let failed = Self.kaleidoscope(given) {
      add(.uber, failed)
    } else if let mismatch = given.end(of: "napshot"),
      given.place(of: "does not match reference", from: mismatch) != nil,
      !given.contains("Newly-taken snapshot")
    {
      finishMessage()
      begin(.mismatch)
    } else {
      readMessage(given)
    }
  }

  /// Ends the last message; to be called after the last line.
  mutating func finishMessage() {
    if case .mismatch = message { unfiled += 1 }
    message = .none
  }

  /// Adds what another log of the same run says.
  mutating func add(_ other: TestLog) {
    for failure in other.failures { keep(failure) }
    unfiled += other.unfiled
    undrawn += other.undrawn
    overwritten += other.overwritten
    isCut = isCut || other.isCut
    isOfTests = isOfTests || other.isOfTests
  }
}

// MARK: - Files

extension TestLog {
  private mutating func begin(_ part: Message) { (message, patience) = (part, Self.longestMessage) }

  /// Reads the lines of swift-snapshot-testing's message: "@−", the reference, "@+", the failure;
  /// or a command with both.
  private mutating func readMessage(_ line: LogLine) {
    if line.ends(with: "@\u{2212}") { return begin(.minus) }
    let paths = line.quotedPaths
    switch message {
    case .none: return
    case .mismatch:
      let both = paths.isEmpty ? line.unquotedPaths : paths
      if both.count == 2, add(reference: both[0], failure: both[1]) {
        message = .none
        return
      }
    case .minus: if paths.count == 1 { return begin(.reference(paths[0])) }
    case .reference(let path): if line.ends(with: "@+") { return begin(.plus(path)) }
    case .plus(let path):
      if paths.count == 1, add(reference: path, failure: paths[0]) {
        message = .none
        return
      }
    }
    patience -= 1
    if patience == 0 { finishMessage() }
  }

  /// - Returns: False for two files that the library would not compare.
  private mutating func add(reference: String, failure: String) -> Bool {
    let name = Paths.name(failure)
    guard name == Paths.name(reference) else { return false }
    add(.pointfree, failure, reference: reference)
    return true
  }

  private mutating func add(_ layout: Layout, _ file: String, reference: String? = nil) {
    let reference = reference ?? (layout == .afsnapshot ? Self.reference(of: file) : nil)
    // iOSSnapshotTestCase prints its line before the error's.
    keep(
      LoggedFailure(
        layout, file, reference: reference, test: test, line: layout == .uber ? nil : line))
  }

  private mutating func keep(_ failure: LoggedFailure) {
    let name = ExactName(failure.file)
    if let known = places[name] {
      if let old = failures[known].reference, old != failure.reference { overwritten.append(old) }
      failures[known] = failure
    } else if failures.count == Self.failureLimit {
      isCut = true
    } else {
      places[name] = failures.count
      failures.append(failure)
    }
  }

  /// Returns the file in AFSnapshotTesting's "Difference image save to file:///…/x.diff.png".
  private static func difference(in line: LogLine) -> String? {
    guard let start = line.end(of: "Difference image save to "),
      let end = line.end(of: ".diff.png", from: start)
    else { return nil }
    let path = line.text(start..<end)
    return reference(of: FileAddress.path(path)) == nil ? nil : path
  }

  private static func isUndrawn(_ line: LogLine) -> Bool {
    line.contains("Snapshot size does not match. render size: ")
      || line.contains("Threshold exceeded: current difference (")
  }

  /// Returns `<base>/<Class>/x.png` for `<base>/Difference/<Class>/x.diff.png`.
  private static func reference(of difference: String) -> String? {
    let parts = Paths.components(difference)
    guard difference.hasPrefix("/"), let name = parts.last,
      let at = parts.lastIndex(of: Substring(Finder.differenceFolder)), at + 2 < parts.count
    else { return nil }
    let folders = parts[..<at] + parts[(at + 1)...].dropLast()
    return "/" + folders.joined(separator: "/") + "/" + name.dropLast(".diff.png".count) + ".png"
  }

  /// The failure in iOSSnapshotTestCase's `ksdiff "…/reference_x" "…/failed_x"`.
  private static func kaleidoscope(_ line: LogLine) -> String? {
    let paths = line.quotedPaths
    guard paths.count == 2, Paths.parent(paths[0]) == Paths.parent(paths[1]) else { return nil }
    let (reference, failed) = (Paths.name(paths[0]), Paths.name(paths[1]))
    guard reference.hasPrefix("reference_"), failed.hasPrefix("failed_"),
      reference.dropFirst("reference_".count) == failed.dropFirst("failed_".count)
    else { return nil }
    return paths[1]
  }
}

// MARK: - Tests

extension TestLog {
  /// Remembers the test, and the line of its source, that the next files belong to.
  private mutating func noteTest(_ given: LogLine) {
    let name = Self.test(in: given)
    if let name {
      isOfTests = true
      if name != test { (test, line) = (name, nil) }
      finishMessage()
    }
    guard name != nil, let line = Self.line(in: given) else { return }
    self.line = line
    guard let last = failures.indices.last, failures[last].line == nil, failures[last].test == test
    else { return }
    failures[last].line = line
  }

  /// Returns the test that a line names in any form, as "LoginTests/testDark".
  private static func test(in line: LogLine) -> String? {
    if let start = line.end(of: ": error: -[") ?? line.end(of: "Test Case '-[") {
      let parts = line.text(from: start, upTo: "]").split(separator: " ")
      guard parts.count == 2, let name = parts[0].split(separator: ".").last else { return nil }
      return "\(name)/\(parts[1])"
    }
    if let start = line.end(of: "Test Case '") ?? line.end(of: "Test case '") {
      return test(named: line.text(from: start, upTo: "'"))
    }
    if let end = line.place(of: " recorded an issue") { return swiftTest(in: line, upTo: end) }
    if let end = line.place(of: ", failed - ") {
      return line.text(0..<end).split(separator: " ").last.map(String.init)
    }
    // XCTest on Linux.
    guard let start = line.end(of: ": error: "), let end = line.place(of: " : ", from: start) else {
      return nil
    }
    return test(named: line.text(start..<end))
  }

  /// Returns "testDark" for "✘ Test testDark() recorded an issue"; a name in quotes as it is.
  private static func swiftTest(in line: LogLine, upTo end: Int) -> String? {
    var start = 0
    while let next = line.end(of: "Test ", from: start), next < end {
      let name = line.text(next..<end)
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

  /// Returns the line of the source that a line names, as "LoginTests.swift:42".
  private static func line(in line: LogLine) -> String? {
    for ending in [".swift:", ".m:", ".mm:"] {
      guard let end = line.end(of: ending) else { continue }
      let digits = line.bytes[end...].prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { continue }
      let file = line.text(0..<digits.endIndex)
      return Paths.name(file).split(separator: " ").last.map(String.init)
    }
    return nil
  }
}
