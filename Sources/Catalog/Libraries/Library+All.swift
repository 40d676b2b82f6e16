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

  /// The formats of the lines of a log that name files.
  static let logLines = all.compactMap(\.logLine)

  static let byLayout = Dictionary(uniqueKeysWithValues: all.map { ($0.layout, $0) })
}
