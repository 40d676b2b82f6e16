import Base

/// A snapshot test that failed according to a log, but that no case can show.
struct LostFailure: Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    /// No line names the files.
    case unfiled
    /// AFSnapshotTesting has drawn no picture.
    case undrawn
    /// There was no reference, and the run recorded none.
    case unrecorded
    /// The run recorded a file that no line names.
    case unnamed
    /// The reference is in the test's source.
    case inline
    /// The library's own words say why.
    case other(String)
    /// The test began and did not end.
    case unfinished
    /// The test failed, and no line says why.
    case unexplained
    /// The run failed or broke off, in these words, and no line names a test.
    case run(String)
  }

  let reason: Reason
  let test: String?
  /// The line of the test's source, such as "ChartTests.swift:42".
  let line: String?

  var place: String {
    if case .run = reason { return "the run" }
    return LoggedFailure.words(test: test, line: line) ?? "a test that the log does not name"
  }

  var sentence: String { "\(place): \(words)" }

  private var words: String {
    switch reason {
    case .unfiled:
      "failed, but no line names its files. xcbeautify and xcpretty leave those lines out: log what "
        + "xcodebuild itself prints, xcodebuild test 2>&1 | tee run.log | xcbeautify."
    case .undrawn:
      "failed, but AFSnapshotTesting left no picture: the sizes differ, or none was recorded. Record "
        + "again, or open its folder with --actuals DIR."
    case .unrecorded:
      "failed without a reference, and none was recorded. Record it, and look at it."
    case .unnamed: "has recorded a snapshot that no line names. Look at it with --git."
    case .inline:
      "failed with an inline snapshot, which is in the test's source. Look at it there."
    case .other(let message): "failed: \(printable(message))"
    case .unexplained:
      "failed, but the log does not say why, as when tests run in parallel. Open the run's "
        + "attachments instead, or run it again with -parallel-testing-enabled NO."
    case .run(let words):
      "failed, and the log does not name the test: \(printable(words))"
    case .unfinished:
      "began and did not end: it crashed, or the log was cut off. Give the log of a whole run."
    }
  }
}
