import Catalog
import TestSupport
import Testing

/// One failure of each library, in a folder as its run leaves it.
struct EveryLibraryTests {
  static let libraries = Layout.allCases.filter { ![.words, .pair, .git].contains($0) }

  @Test(arguments: libraries)
  func `a library's failure is found where nothing is named`(_ library: Layout) throws {
    let files = try #require(
      Self.files(of: library), "a folder as \(library.title) leaves it is missing here")
    let found = try Scene(files).openWithState(isNamed: false)
    #expect(Set(found.cases.map(\.layout)) == [library])
  }

  /// The files of a folder as a library leaves it, each with its words.
  static func files(of library: Layout) -> [String: String]? {
    trees[library.rawValue].map(files) ?? folders[library.rawValue]
      ?? PythonRuns.files[library.rawValue]
  }

  /// The folders of references, actuals and differences of libraries that keep them side by side.
  static let trees: [String: [String]] = [
    "reg-cli": ["expected", "actual", "diff"],
    "reg-suit": [".reg/expected", ".reg/actual", ".reg/diff"],
    "loki": [".loki/reference", ".loki/current", ".loki/difference"],
    "lost-pixel": [".lostpixel/baseline", ".lostpixel/current", ".lostpixel/difference"],
    "webdriverio": ["test/__snapshots__", ".tmp/actual", ".tmp/diff"],
    "cypress-image-diff": ["baseline", "comparison", "diff"].map {
      "cypress-image-diff-screenshots/\($0)"
    },
    "cypress-visual-regression": ["base", "actual", "diff"].map { "cypress/snapshots/\($0)" },
    "react-native-owl": ["baseline", "latest", "diff"].map { ".owl/\($0)" },
    "nightwatch-vrt": ["baseline", "latest", "diff"].map { "vrt/\($0)" },
    "dropshots": ["app/src/androidTest/screenshots"]
      + ["reference", "diff"].map { "app/build/test-results/dropshots/Debug/\($0)" },
    "compose-preview": ["app/src/screenshotTestDebug/reference"]
      + ["rendered", "diffs"].map {
        "app/build/outputs/screenshotTest-results/preview/debug/\($0)"
      },
    "sentry": ["snapshots-base", "snapshots", "diff-output"],
    "gojek": ["reference", "actual", "difference"].map { "\($0)/390+844+17.2/HomeTests" },
  ]

  private static func files(_ trees: [String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: trees.map { ("\($0)/menu.png", $0) })
  }

  private static let folders: [String: [String: String]] = [
    "afsnapshot": ["UI/MenuTests/menu.png": "old", "UI/Difference/MenuTests/menu.diff.png": "d"],
    "pointfree": [
      "Tests/__Snapshots__/MenuTests/testMenu.1.png": "old",
      "Artifacts/MenuTests/testMenu.1.png": "new",
    ],
    "uber": [
      "ReferenceImages_64/MenuTests/testMenu@2x.png": "old",
      "FailureDiffs/MenuTests/reference_testMenu@2x.png": "old",
      "FailureDiffs/MenuTests/failed_testMenu@2x.png": "new",
    ],
    "xcode": [
      "out/manifest.json": """
      [{"testIdentifier": "MenuTests/testMenu()", "attachments": [
        {"exportedFileName": "1.png", "suggestedHumanReadableName": "reference.png"},
        {"exportedFileName": "2.png", "suggestedHumanReadableName": "failure.png"}]}]
      """, "out/1.png": "old", "out/2.png": "new",
    ],
    "attachments": [
      "out/reference.png": "old", "out/failure.png": "new", "out/difference.png": "d",
    ],
    "playwright": [
      "tests/home.spec.ts-snapshots/menu-linux.png": "old",
      "test-results/home-menu/menu-actual.png": "new",
      "test-results/home-menu/menu-expected.png": "old",
      "test-results/home-menu/menu-diff.png": "d",
    ],
    "vitest": [
      "src/__screenshots__/menu.test.ts/menu-chromium-linux.png": "old",
      ".vitest-attachments/src/menu.test.ts/menu-actual-chromium-linux.png": "new",
    ],
    "jest-image-snapshot": [
      "shots/menu.png": "old", "shots/__received_output__/menu-received.png": "new",
      "shots/__diff_output__/menu-diff.png": "d",
    ],
    "cypress-image-snapshot": [
      "shots/menu.snap.png": "old", "shots/__received_output__/menu-received.png": "new",
      "shots/__diff_output__/menu.diff.png": "d",
    ],
    "frsource": ["e2e/menu.png": "old", "e2e/menu.actual.png": "new", "e2e/menu.diff.png": "d"],
    "creevey": [
      "images/Menu/menu.png": "old", "report/Menu/menu-actual-1.png": "new",
      "report/Menu/menu-expect-1.png": "old", "report/Menu/menu-diff-1.png": "d",
    ],
    "testplane": [
      "tests/screens/1a2b3c4/chrome/menu.png": "old",
      "html-report/images/1a2b3c4/menu/chrome~current_1700_0.png": "new",
      "html-report/images/1a2b3c4/menu/chrome~ref_1700_0.png": "old",
      "html-report/images/1a2b3c4/menu/chrome~diff_1700_0.png": "d",
    ],
    "backstop": [
      "data/bitmaps_reference/menu.png": "old", "data/bitmaps_test/20260101-120000/menu.png": "new",
      "data/bitmaps_test/20260101-120000/failed_diff_menu.png": "d",
    ],
    "roborazzi": [
      "app/src/test/menu.png": "old", "app/src/test/menu_actual.png": "new",
      "app/src/test/menu_compare.png": "d",
    ],
    "shot": [
      "app/screenshots/debug/menu.png": "old",
      "app/build/reports/shot/debug/verification/images/menu.png": "new",
      "app/build/reports/shot/debug/verification/images/diff_menu.png": "d",
    ],
    "paparazzi": [
      "app/src/test/snapshots/images/menu.png": "old",
      "app/build/paparazzi/failures/menu.png": "new",
      "app/build/paparazzi/failures/delta-menu.png": "d",
    ],
    "flutter": [
      "test/goldens/menu.png": "old", "test/failures/menu_testImage.png": "new",
      "test/failures/menu_masterImage.png": "old", "test/failures/menu_isolatedDiff.png": "d",
    ],
    "insta": ["src/snapshots/app__menu.snap": "old", "src/snapshots/app__menu.snap.new": "new"],
    "egui": [
      "tests/snapshots/menu.png": "old", "tests/snapshots/menu.new.png": "new",
      "tests/snapshots/menu.diff.png": "d",
    ],
    "pytest-regressions": [
      "tests/test_menu/menu.png": "old", "out/test_menu0/menu.png": "old",
      "out/test_menu0/menu.obtained.png": "new",
    ],
    "pytest-pyvista": [
      "plot_image_cache/menu.png": "old", "failed/errors/from_cache/menu.png": "old",
      "failed/errors/from_test/menu.png": "new",
    ],
    "pytest-image-diff": [
      "tests/image_diff_reference/menu--reference.png": "old",
      "tests/.tests/image_diff/menu--screenshot.png": "new",
    ],
    "testthat": [
      "tests/testthat/_snaps/menu/plot.svg": "old",
      "tests/testthat/_snaps/menu/plot.new.svg": "new",
    ],
    "suitcase": [
      "Images/Reference/MenuTests/menu.png": "old", "Images/Unexpected/MenuTests/menu.png": "new",
    ],
    "unity": [
      "Assets/ReferenceImages/Linear/menu.png": "old", "Assets/ActualImages/Linear/menu.png": "new",
      "Assets/ActualImages/Linear/menu.expected.png": "old",
      "Assets/ActualImages/Linear/menu.diff.png": "d",
    ],
    "modern-web": [
      "screenshots/Chrome/baseline/menu.png": "old", "screenshots/Chrome/failed/menu.png": "new",
      "screenshots/Chrome/failed/menu-diff.png": "d",
    ],
    "verify": ["Tests/Menu.verified.png": "old", "Tests/Menu.received.png": "new"],
    "approvaltests": ["Tests/Menu.approved.png": "old", "Tests/Menu.received.png": "new"],
  ]
}
