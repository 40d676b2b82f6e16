/// The one list of all libraries. Only this file and the libraries' own know that there are several.
extension Library {
  /// Every library. If a file fits several, the first is preferred.
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

  /// Returns the files that a line of a log names in the format of some library.
  static func logged(in line: LogLine) -> LoggedFailure? {
    logLines.lazy.compactMap { $0(line) }.first
  }

  static let byLayout = Dictionary(uniqueKeysWithValues: all.map { ($0.layout, $0) })
}
