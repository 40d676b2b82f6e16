import Catalog
import DiffEngine
import Testing

struct LayoutStrategyTests {
  /// The defaults that the libraries document, or have in their source.
  @Test(arguments: [
    ("playwright", "pixelmatch  YIQ 0.2  antialiasing ignored  threshold 0"),
    ("vitest", "pixelmatch  YIQ 0.1  antialiasing ignored  over a checkerboard  threshold 0"),
    ("jest-image-snapshot", "pixelmatch  YIQ 0.01  antialiasing ignored  threshold 0  jest"),
    ("cypress-image-snapshot", "pixelmatch  YIQ 0.01  antialiasing ignored  threshold 0  jest"),
    ("reg-cli", "pixelmatch  YIQ 0.0  antialiasing counted  threshold 0  reg-cli"),
    ("reg-suit", "pixelmatch  YIQ 0.0  antialiasing counted  threshold 0  reg-cli"),
    ("backstop", "resemble  misMatchThreshold 0.1%  antialiasing counted"),
    ("testplane", "looks-same  tolerance 2.3  antialiasing ignored  aa tolerance 4  threshold 0"),
    ("roborazzi", "roborazzi  maxDistance 0.007  threshold 0"),
    ("dropshots", "roborazzi  maxDistance 0.004  threshold 0"),
    ("paparazzi", "paparazzi  maxPercentDifference 0.01%"),
    ("flutter", "naive  threshold 0"), ("afsnapshot", "naive  threshold 0"),
  ])
  func `a layout brings the settings of its library`(_ name: String, _ summary: String) {
    #expect(Layout.allCases.contains { $0.rawValue == name })
    #expect(Layout(rawValue: name).strategy.summary == summary)
  }
}
