/// The reasons why no case shows a snapshot test that failed according to a log; each follows the
/// test's place.
enum LostFailure {
  static let unfiled =
    "failed, but no line names its files. xcbeautify and xcpretty leave those lines out: log what "
    + "xcodebuild itself prints, xcodebuild test 2>&1 | tee run.log | xcbeautify."
  static let undrawn =
    "failed, but AFSnapshotTesting left no picture: the sizes differ, or none was recorded. Record "
    + "again, or open its folder with --actuals DIR."
  static let unrecorded =
    "failed without a reference, and none was recorded. Record it, and look at it."
  static let unnamed = "has recorded a snapshot that no line names. Look at it with --git."
  static let inline =
    "failed with an inline snapshot, which is in the test's source. Look at it there."
  static let unexplained =
    "failed, but the log does not say why, as when tests run in parallel. Open the run's "
    + "attachments instead, or run it again with -parallel-testing-enabled NO."
  static let cut = "failed, and the log breaks off before it says why. Give the log of a whole run."
  static let headless =
    "failed, and the log begins within its message. Give the log of a whole run."
  static let unfinished =
    "began and did not end: it crashed, or the log was cut off. Give the log of a whole run."
}
