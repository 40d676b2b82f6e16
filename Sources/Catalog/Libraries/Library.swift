import Base
import DiffEngine
import Host

/// All that the program knows of one snapshot library. Each is a value in a file of this folder;
/// what is looked for, shown, proposed and written follows from it.
struct Library: Sendable {
  /// Its name on the command line, in rules and in the journal.
  let layout: Layout
  let title: String
  /// The names that it gives the files of a failure; several presets if these vary with its version
  /// or settings.
  var presets: [Preset] = []
  /// The places of references that follow from where the failures lie; nil where the presets say
  /// it.
  var references: (@Sendable (_ failures: String) -> [String])?
  /// The strategy by which it compares unless its test says otherwise; nil for libraries that are
  /// exact, or whose tests always say.
  var strategy: Strategy?
  /// The strategies that its tests can ask for, where that is not `strategy` alone.
  var kinds: [Strategy.Kind]?
  /// Patterns of paths below a repository's root at which only its references lie.
  var homes: [String] = []
  /// Patterns of the names that it makes itself; see `AxisPattern`.
  var axes: [String] = []
  /// A sentence for each of its cases.
  var remark: String?
  /// The environment variable that tells it where failures go.
  var variable: String?
  /// The setting by which a failed run overwrites the baseline.
  var recording: String?
  /// True if its difference is the actual with the mismatches painted over; see
  /// `DifferencePicture`.
  var paintsDifferences = false
  /// Reads a line of a log that names a failure's files.
  var logLine: (@Sendable (LogLine) -> LoggedLine?)?
  /// Folders that a run writes: no baseline lies in them.
  var outputs: [String] = []
}

extension Library {
  /// Every library. Where a file fits several, the first is preferred.
  static let all: [Library] = [
    afsnapshot, pointfree, uber, xcode, attachments,
    playwright, jestImageSnapshot, regSuit, regCLI, loki, lostPixel, webdriverIO, backstop, vitest,
    creevey, testplane,
    cypressImageSnapshot, cypressImageDiff, frsource, cypressVisualRegression,
    roborazzi, dropshots, shot, paparazzi, composePreview,
    gojek, flutter, insta, egui, verify, approvalTests,
    pytestMPL, matplotlib, pytestPlaywrightVisual, pytestRegressions, pytestPyVista,
    pytestImageDiff, testthat, owl, nightwatchVRT, modernWeb,
    suitcase, sentry, unity,
  ]

  private static let logLines = all.compactMap(\.logLine)

  /// Returns the files that a line of a log names, as some library prints it.
  static func logged(in line: LogLine) -> LoggedLine? {
    logLines.lazy.compactMap { $0(line) }.first
  }

  static let byLayout = Dictionary(uniqueKeysWithValues: all.map { ($0.layout, $0) })

  /// The strategies that its tests can ask for; nil where any may have made the files.
  var testKinds: [Strategy.Kind]? { kinds ?? strategy.map { [$0.kind] } }

  /// The places of references that follow from where the failures lie, whatever was opened.
  func prescribed(beside failures: String) -> [String] {
    references?(failures)
      ?? presets.flatMap { $0.prescribed(beside: failures) }
      // A link can lead anywhere.
      .filter { place in (try? Paths.real(place)).map { $0 == place } ?? true }
  }
}
