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
  enum Opening {
    /// Two files differ; the lines that follow name them.
    case mismatch
    /// The run recorded a file; nil if a later line names it.
    case recording(String?)
    /// The failure has no files, for this reason.
    case lost(String)
    /// The library's own words say why; a line before them may name the files.
    case told(String)

    init?(_ line: LogLine) {
      let opening =
        Self.undrawn(line) ?? Self.mismatch(line)
        ?? (Self.others.contains(where: line.contains) ? Self.told(line, from: 0) : nil)
        ?? line.failure.flatMap { Self.failed(line, $0) }
      guard let opening else { return nil }
      self = opening
    }

    /// Reads AFSnapshotTesting's failures without a picture.
    private static func undrawn(_ line: LogLine) -> Opening? {
      let words = [
        "Snapshot size does not match. render size: ", "Threshold exceeded: current difference (",
        "failed - Failed with unknown error",
      ]
      return words.contains(where: line.contains) ? .lost(LostFailure.undrawn) : nil
    }

    private static func mismatch(_ line: LogLine) -> Opening? {
      // iOSSnapshotTestCase prints nothing else before the command that names both files.
      if line.contains("If you have Kaleidoscope installed you can run this command") {
        return .mismatch
      }
      guard let end = line.end(of: "napshot"),
        line.place(of: "does not match reference", from: end) != nil,
        line.end(of: "Newly-taken snapshot") != end
      else { return nil }
      return .mismatch
    }

    /// Other libraries' messages of a mismatch, whose files the log does not name.
    private static let others = [
      "toHaveScreenshot(expected) failed", "toMatchSnapshot(expected) failed",
      "Expected image to match or be a close match to snapshot", "different from saved snapshot",
      "Screenshot does not match the stored reference", "Image did not match snapshot",
      "snapshot assertion for ", "Pixel test failed, ", "Images differ (by ", "Snapshot name: `",
      "` mismatched", "Image files did not match", "FILES DIFFER:", "between images too high",
      "Failed Approval", "creenshot comparison failed", "A snapshot doesn't exist at ",
    ]

    /// - Parameter start: The index at which the failure's words begin.
    private static func failed(_ line: LogLine, _ start: Int) -> Opening? {
      if line.place(of: "Record mode is on. Turn", from: start) != nil { return .recording(nil) }
      if let end = line.end(of: "utomatically recorded snapshot: ", from: start) {
        let path = FileAddress.path(line.text(end..<line.bytes.count))
        return .recording(path.hasPrefix("/") ? path : nil)
      }
      let inline = [
        "Snapshot did not match. Difference", "No expected value to assert against",
        "utomatically recorded a new snapshot",
      ]
      if inline.contains(where: { line.place(of: $0, from: start) != nil }) {
        return .lost(LostFailure.inline)
      }
      if line.place(of: "No reference was found", from: start) != nil {
        return .lost(LostFailure.unrecorded)
      }
      let isOfSnapshots = ["napshot", "eference image"].contains {
        line.place(of: $0, from: start) != nil
      }
      return isOfSnapshots ? told(line, from: start) : nil
    }

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
