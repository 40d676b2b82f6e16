import Base
import Host

/// A message of several lines, as far as it has been read.
struct LogMessage: Sendable {
  /// The part that was read last.
  enum Part: Hashable, Sendable {
    case none
    /// "Snapshot does not match reference."
    case mismatch
    /// "@−", after which the reference follows.
    case minus
    case reference(String)
    /// "@+", after which the failure follows; nil if other lines separate it from the reference.
    case plus(String?)
    /// "Automatically recorded snapshot: …", after which the file follows.
    case recording
  }

  private(set) var part = Part.none
  let test: String?
  let line: String?
  /// True if its first line was read, which says that a test failed.
  let isOwned: Bool
  /// The number of lines that may still follow.
  var patience = Self.longest

  private static let longest = 6
  /// The last line of swift-snapshot-testing's message.
  static let end = "Newly-taken snapshot does not match reference."

  init() { (test, line, isOwned) = (nil, nil, false) }

  init(_ part: Part, test: String?, line: String?) {
    (self.part, self.test, self.line, isOwned) = (part, test, line, true)
  }

  mutating func go(on part: Part) { (self.part, patience) = (part, Self.longest) }

  var reference: String? {
    switch part {
    case .reference(let path), .plus(let path?): path
    case .none, .mismatch, .minus, .plus(nil), .recording: nil
    }
  }

  /// The first line of a message, which says that a snapshot test failed.
  enum Opening: Sendable {
    /// Two files differ; the lines that follow name them.
    case mismatch
    /// The run recorded a file; nil if a later line names it.
    case recording(String?)
    /// The failure has no files, for this reason.
    case lost(String)
    /// The library's own words say why; a line before them may name the files.
    case told(String)

    init?(_ line: LogLine) {
      if let known = Self.known.first(where: { line.contains($0.words) }) {
        self = known.opening
      } else if let end = line.end(of: "napshot"),
        line.place(of: "does not match reference", from: end) != nil,
        line.end(of: "Newly-taken snapshot") != end
      {
        self = .mismatch
      } else if Self.others.contains(where: line.contains) {
        self = Self.told(line, from: 0)
      } else if let start = line.failure {
        self.init(line, from: start)
      } else {
        return nil
      }
    }

    /// - Parameter start: The index at which the failure's words begin.
    private init?(_ line: LogLine, from start: Int) {
      if let end = line.end(of: "utomatically recorded snapshot: ", from: start) {
        let path = FileAddress.path(line.text(end..<line.bytes.count))
        self = .recording(path.hasPrefix("/") ? path : nil)
        return
      }
      let known = Self.inFailures.first { line.place(of: $0.words, from: start) != nil }
      guard let known else { return nil }
      self = known.opening ?? Self.told(line, from: start)
    }

    /// Words that open a message anywhere in a line: of AFSnapshotTesting's failures without a
    /// picture, and of iOSSnapshotTestCase before the command that names both files.
    private static let known: [(words: String, opening: Opening)] = [
      ("Snapshot size does not match. render size: ", .lost(LostFailure.undrawn)),
      ("Threshold exceeded: current difference (", .lost(LostFailure.undrawn)),
      ("failed - Failed with unknown error", .lost(LostFailure.undrawn)),
      ("If you have Kaleidoscope installed you can run this command", .mismatch),
    ]

    /// Words that open a message behind a test runner's prefix; without an opening, they are told.
    private static let inFailures: [(words: String, opening: Opening?)] = [
      ("Record mode is on. Turn", .recording(nil)),
      ("Snapshot did not match. Difference", .lost(LostFailure.inline)),
      ("No expected value to assert against", .lost(LostFailure.inline)),
      ("utomatically recorded a new snapshot", .lost(LostFailure.inline)),
      ("No reference was found", .lost(LostFailure.unrecorded)), ("napshot", nil),
      ("eference image", nil),
    ]

    /// Other libraries' messages of a mismatch, whose files the log does not name.
    private static let others = [
      "toHaveScreenshot(expected) failed", "toMatchSnapshot(expected) failed",
      "Expected image to match or be a close match to snapshot", "different from saved snapshot",
      "Screenshot does not match the stored reference", "Image did not match snapshot",
      "snapshot assertion for ", "Pixel test failed, ", "Images differ (by ", "Snapshot name: `",
      "` mismatched", "Image files did not match", "FILES DIFFER:", "between images too high",
      "Failed Approval", "creenshot comparison failed", "A snapshot doesn't exist at ",
    ]

    private static func told(_ line: LogLine, from start: Int) -> Opening {
      .told("failed: " + printable(line.words(from: start)))
    }
  }
}

extension LogLine {
  /// The index at which the words of a failure begin, after the test runner's prefix; nil if the
  /// line reports no failure.
  fileprivate var failure: Int? {
    if let end = end(of: "failed - ") ?? end(of: "Issue recorded: ") { return end }
    // Swift Testing puts the same prefix before each line of a message.
    return Self.firstWords.lazy.compactMap { self.place(of: "\u{21B3} " + $0) }.first
  }

  private static let firstWords = [
    "No reference was found", "No expected value", "Record mode is on", "Automatically recorded",
    "Snapshot did not match", "Couldn\u{27}t snapshot", "Exceeded timeout",
    "Unable to load reference",
  ]
}
