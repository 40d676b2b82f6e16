import Base

/// The snapshots that failed according to a test run's log, whatever prefix its lines have.
///
/// Every line that reports a failed snapshot test becomes a failure with its files, a file that the
/// run recorded, or a lost failure.
struct TestLog: Sendable {
  /// Each file once, in the order of first mention.
  private(set) var failures: [LoggedFailure] = []
  /// Snapshots that the run recorded, each once: new ones, and those it overwrote.
  private(set) var recorded: [LoggedFailure] = []
  /// The tests, or the run, that failed but that no case can show: each with its line and the reason.
  private(set) var lost: [String] = []
  /// References of failures whose file a later failure of another test overwrote.
  private(set) var overwritten: [String] = []
  /// True if there were more failures than are kept.
  private(set) var isCut = false

  private var places: [ExactName: Int] = [:]
  private var recordings: Set<ExactName> = []
  /// The test that a line has named last.
  private(set) var test: String?
  private var line: String?
  private var message = LogMessage()
  /// Messages that other lines interrupted and that may continue.
  private var interrupted: [LogMessage] = []
  private(set) var progress = TestProgress()
  /// The number of lines with files whose error has yet to follow.
  private var announced = 0
  /// True until the first line, which may be the rest of a message whose beginning is missing.
  private var isAtStart = true
  private var beginsBlank = false

  /// The maximum number of failures to keep, which equals the limit for an archive's entries.
  static let failureLimit = 200_000

  /// The references of each test's failures in order, by "Class/test".
  var references: [String: [String]] {
    Dictionary(grouping: failures) { $0.test ?? "" }.mapValues { $0.compactMap(\.reference) }
  }

  var namesNothing: Bool { failures.isEmpty && recorded.isEmpty && lost.isEmpty }

  /// True if the next line may be part of a message, whatever it holds.
  var isInMessage: Bool { isAtStart || message.part != .none || progress.isInList }

  mutating func read(_ given: LogLine) {
    guard !given.bytes.isEmpty else {
      beginsBlank = isAtStart
      return
    }
    if isHeadless(given) { lose(LostFailure.headless, test: nil, line: nil) }
    // A fragment of "@−" or "@+" tells nothing by itself.
    isAtStart = isAtStart && given.bytes.count <= 3
    noteTest(given)
    if let found = Library.logLines.lazy.compactMap({ $0(given) }).first {
      add(found)
    } else if let opening = LogMessage.Opening(given) {
      begin(opening)
    } else {
      readMessage(given)
    }
  }

  /// True if a line ends a message whose beginning is missing. A run begins with other lines, so a
  /// blank one before a failure does.
  private func isHeadless(_ line: LogLine) -> Bool {
    let isFirst = failures.isEmpty && lost.isEmpty && message.part == .none
    return isFirst && line.contains(LogMessage.end)
      || isAtStart
        && (line.endsPath || LogMessage.end.hasSuffix(line.words())
          || beginsBlank && line.givesReason)
  }

  /// Reads a last line without an end, which may break off before a failure's first words.
  mutating func read(cut given: LogLine) {
    let known = lost.count + failures.count + recorded.count
    read(given)
    guard given.givesReason || given.ends(with: ": error:"), message.part == .none,
      known == lost.count + failures.count + recorded.count
    else { return }
    lose(LostFailure.cut, test: test, line: given.sourceLine)
  }

  /// Ends everything that is still open; to be called after the last line.
  mutating func finish() {
    interrupt()
    // The rest of a message may belong to one that waits for it.
    let isWaiting = interrupted.contains(where: \.isOwned)
    for message in interrupted where message.isOwned || message.reference != nil || !isWaiting {
      let unfiled = message.isOwned ? LostFailure.unfiled : LostFailure.headless
      let why = message.part == .recording ? LostFailure.unnamed : unfiled
      lose(why, test: message.test, line: message.line)
    }
    interrupted = []
    for test in progress.unfinished { lose(LostFailure.unfinished, test: test, line: nil) }
    for test in progress.unexplained { lose(LostFailure.unexplained, test: test, line: nil) }
    if lost.isEmpty, let words = progress.end ?? (namesNothing ? progress.unnamed : nil) {
      lost.append("the run: failed, and the log does not name the test: \(printable(words))")
    }
  }

  mutating func add(_ other: TestLog) {
    for failure in other.failures { keep(failure) }
    for failure in other.recorded { keep(recorded: failure) }
    lost += other.lost
    overwritten += other.overwritten
    isCut = isCut || other.isCut
  }
}

// MARK: - Messages

extension TestLog {
  private mutating func begin(_ opening: LogMessage.Opening) {
    interrupt()
    switch opening {
    case .mismatch: message = LogMessage(.mismatch, test: test, line: line)
    case .recording(let path?): add(recorded: path)
    case .recording(nil): message = LogMessage(.recording, test: test, line: line)
    case .told where announced > 0: announced -= 1
    case .lost(let why), .told(let why): lose(why, test: test, line: line)
    }
  }

  /// Sets the current message aside, because the lines of several tests may be interleaved.
  private mutating func interrupt() {
    if message.part != .none { interrupted.append(message) }
    message = LogMessage()
  }

  private mutating func lose(_ why: String, test: String?, line: String?) {
    isCut = isCut || lost.count == Self.failureLimit
    guard !isCut else { return }
    let place = LoggedFailure.words(test: test, line: line) ?? "a test that the log does not name"
    lost.append("\(place): \(why)")
  }

  /// Reads the lines of swift-snapshot-testing's message: "@−", the reference, "@+", the failure;
  /// or a command with both.
  private mutating func readMessage(_ line: LogLine) {
    if line.ends(with: "@\u{2212}") { return message.go(on: .minus) }
    let paths = line.quotedPaths
    switch message.part {
    case .none where !line.contains("ksdiff "):
      if line.ends(with: "@+") { message.go(on: .plus(nil)) }
    case .none, .mismatch:
      let both = paths.isEmpty ? line.unquotedPaths : paths
      if both.count == 2, add(reference: both[0], failure: both[1]) { return }
    case .minus: if paths.count == 1 { return message.go(on: .reference(paths[0])) }
    case .reference(let path): if line.ends(with: "@+") { return message.go(on: .plus(path)) }
    case .plus(let path):
      if paths.count == 1, let path = path ?? reference(interruptedOf: paths[0]),
        add(reference: path, failure: paths[0])
      {
        return
      }
    case .recording:
      if paths.count == 1 {
        add(recorded: paths[0])
        message = LogMessage()
        return
      }
    }
    message.patience -= 1
    if message.patience == 0 { interrupt() }
  }

  /// Returns the reference of the interrupted message that a failure's file completes.
  private func reference(interruptedOf failure: String) -> String? {
    interrupted.lazy.compactMap(\.reference).first { Paths.name($0) == Paths.name(failure) }
  }

  /// Adds a failure with both files, which completes the current message, or else an interrupted
  /// one.
  ///
  /// - Returns: False for two files that the library would not compare.
  private mutating func add(reference: String, failure: String) -> Bool {
    guard Paths.name(failure) == Paths.name(reference) else { return false }
    let waiting = interrupted
    let place =
      waiting.firstIndex { $0.reference == reference }
      ?? waiting.firstIndex { $0.part == .mismatch || $0.part == .minus }
    if !message.isOwned, let place { message = interrupted.remove(at: place) }
    let owner = message.isOwned ? message : LogMessage(.mismatch, test: test, line: line)
    keep(
      LoggedFailure(.pointfree, failure, reference: reference, test: owner.test, line: owner.line))
    message = LogMessage()
    return true
  }
}

// MARK: - Files

extension TestLog {
  private mutating func add(_ found: LoggedFailure) {
    if found.precedesError { announced += 1 }
    var failure = found
    (failure.test, failure.line) = (test, found.precedesError ? nil : line)
    keep(failure)
  }

  private mutating func add(recorded path: String) {
    keep(recorded: LoggedFailure(.git, path, test: test, line: line))
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

  private mutating func keep(recorded failure: LoggedFailure) {
    isCut = isCut || recorded.count == Self.failureLimit
    guard !isCut, recordings.insert(ExactName(failure.file)).inserted else { return }
    recorded.append(failure)
  }
}

// MARK: - Tests

extension TestLog {
  /// Remembers the test and the source line that the next files belong to.
  private mutating func noteTest(_ given: LogLine) {
    let name = given.test
    progress.read(given, of: name)
    if let name {
      if name != test { (test, line) = (name, nil) }
      interrupt()
    }
    guard name != nil, let line = given.sourceLine else { return }
    self.line = line
    guard let last = failures.indices.last, failures[last].line == nil, failures[last].test == test
    else { return }
    failures[last].line = line
  }
}
