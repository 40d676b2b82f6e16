import Catalog
import PNGCodec
import Store
import TestSupport
import Testing

/// Libraries that keep references, actuals and differences in folders side by side.
struct TreeLayoutTests {
  @Test func `a folder for each device is part of the path, and no other folder is one`() throws {
    let (one, other) = ("390+844+17.2", "834+1194+17.2")
    try Scene.check(
      [
        "iPhone/Home/menu": Triple(
          "words", "Tests/Reference/iPhone/Home/menu.png", "Tests/Actual/iPhone/Home/menu.png"),
        "Home/menu": Triple(
          "gojek", "Tests/Reference/\(one)/Home/menu.png", "Tests/Actual/\(one)/Home/menu.png",
          "Tests/Difference/\(one)/Home/menu.png"),
      ],
      and: [
        "Tests/Reference/\(other)/Home/menu.png": "wide",
        "Tests/Actual/\(other)/Home/menu.png": "wide",
        "Tests/Actual/iPhone/Home/menu.png": "no device",
        "Tests/Reference/iPhone/Home/menu.png": "o",
      ])
  }

  /// Each of two devices has its own reference, whatever the trees are called.
  @Test func `folders for devices pair by their path below the references that were named`() throws
  {
    let (one, other) = ("320+568+11.4", "375+812+12.1")
    let scene = Scene([
      "accepted/\(one)/HomeTests/menu.png": "old", "accepted/\(other)/HomeTests/menu.png": "wide",
      "run 7/\(one)/HomeTests/menu.png": "new", "run 7/\(other)/HomeTests/menu.png": "wide new",
      "run 7/\(other)/HomeTests/passed.png": "same",
      "accepted/\(other)/HomeTests/passed.png": "same",
    ])
    let pairs = Set(
      [one, other].map {
        Triple("gojek", "accepted/\($0)/HomeTests/menu.png", "run 7/\($0)/HomeTests/menu.png")
      })
    #expect(Set(scene.found(try scene.open("run 7", references: ["accepted"])).values) == pairs)
    // Asked for, what has passed is listed, too.
    let asked = try scene.open(
      "run 7", references: ["accepted"], layouts: [Layout(rawValue: "gojek")])
    #expect(Set(scene.found(asked).values).isSuperset(of: pairs))
    // A device alone, and one whose references are missing: never another device's.
    let alone = try scene.open("run 7/\(one)", references: ["accepted"])
    #expect(
      alone.cases.map { scene.folder.short($0.reference) } == ["accepted/\(one)/HomeTests/menu.png"]
    )
    let fresh = Scene([
      "accepted/\(one)/HomeTests/menu.png": "old", "run/\(other)/HomeTests/menu.png": "new",
    ])
    let lone = try fresh.open("run", references: ["accepted"])
    #expect(lone.cases.allSatisfy { $0.reference == nil && $0.obstacle != nil })
  }

  @Test func `a layout that was asked for and not found is named`() throws {
    let scene = Scene(["out/a/b.png": "x"])
    let error = #expect(throws: CatalogError.self) {
      try scene.open("out", layouts: [Layout(rawValue: "gojek")])
    }
    #expect(error?.description.contains(", by the names of GO-JEK's device folders. ") == true)
  }

  /// All but GO-JEK's, whose folders are told by their names.
  @Test(arguments: EveryLibraryTests.trees.keys.filter { $0 != "gojek" }.sorted())
  func `failures are what differs and what is new, and what has passed is not listed`(
    _ layout: String
  ) throws {
    let trees = try #require(EveryLibraryTests.trees[layout])
    let (reference, actual, difference) = (trees[0], trees[1], trees[2])
    for given in ["", actual] {
      let scene = Scene([
        "\(reference)/desktop/button.png": "old", "\(actual)/desktop/button.png": "new",
        "\(difference)/desktop/button.png": "difference",
        "\(reference)/desktop/same.png": "same", "\(actual)/desktop/same.png": "same",
        "\(reference)/desktop/tolerated.png": "almost", "\(actual)/desktop/tolerated.png": "alike",
        "\(reference)/desktop/not-run.png": "old",
      ])
      let button = Triple(
        layout, "\(reference)/desktop/button.png", "\(actual)/desktop/button.png",
        "\(difference)/desktop/button.png")
      try scene.check(given, ["desktop/button": button])
    }
  }

  @Test func `a snapshot without a reference is new`() throws {
    try Scene.check(
      [
        "d/b": Triple(
          "loki", reference: nil, actual: ".loki/current/b.png", writes: ".loki/reference/b.png")
      ],
      and: [".loki/reference/a.png": "old", ".loki/current/a.png": "old"])
  }

  @Test func `folders by common words are a library's only beside each other`() throws {
    let scene = Scene(["actual/a.png": "new", "other/a.png": "old"])
    #expect(throws: CatalogError.self) { _ = try scene.open() }
  }

  @Test func `without any differences what has other bytes is a failure`() throws {
    try Scene.check(
      ["d/a": Triple("reg-cli", "expected/a.png", "actual/a.png")],
      and: ["expected/b.png": "b", "actual/b.png": "b"])
  }

  @Test func `no difference is drawn of two sizes, and it is a failure all the same`() throws {
    let scene = Scene(["diff/x.png": "", "expected/x.png": "o", "actual/x.png": "n"])
    for (name, width) in [("expected/a.png", 2), ("actual/a.png", 3)] {
      scene.folder.write(name, picture(width, 1))
    }
    #expect(Set(scene.found(try scene.open()).keys) == ["d/a", "d/x"])
  }

  @Test func `reg-suit's references are fetched anew, and it says so`() throws {
    let scene = Scene([
      ".reg/expected/a.png": "old", ".reg/actual/a.png": "new", ".reg/diff/a.png": "d",
    ])
    #expect(
      try scene.open().cases[0].sentences.contains {
        $0.contains("what is accepted here will be lost")
      })
  }

  @Test func `reg draws its differences as WebP, and keeps other pictures than PNG`() throws {
    try Scene.check([
      "d/a": Triple("reg-cli", "expected/a.png", "actual/a.png", "diff/a.webp"),
      "d/b.jpg": Triple(
        "reg-cli", reference: "expected/b.jpg", actual: "actual/b.jpg", difference: "diff/b.png",
        writes: "expected/b.jpg"),
    ])
  }

  @Test func `WebdriverIO's references beside several specs are not confused`() throws {
    let scene = Scene([
      "test/a/__snapshots__/home.png": "old", "test/b/__snapshots__/home.png": "old",
      "test/b/__snapshots__/desktop/menu.png": "old",
      ".tmp/actual/home.png": "new", ".tmp/diff/home.png": "d",
      ".tmp/actual/desktop/menu.png": "new", ".tmp/diff/desktop/menu.png": "d",
    ])
    let found = scene.found(try scene.open())
    #expect(found["d/home"]?.writes == nil && found["d/home"]?.isRefused == true)
    #expect(found["desktop/menu"]?.writes == "test/b/__snapshots__/desktop/menu.png")
  }

  @Test func `cypress-visual-regression's actuals lie below the spec's whole path`() throws {
    let base = "cypress/snapshots/base/home.cy.ts/menu.png"
    let difference = "cypress/snapshots/diff/e2e/home.cy.ts/menu.png"
    try Scene.check(
      [
        "e2e/home.cy.ts/menu": Triple(
          "cypress-visual-regression", base, "cypress/screenshots/e2e/home.cy.ts/menu.png",
          difference)
      ],
      and: ["cypress/screenshots/e2e/home.cy.ts/menu -- it (failed).png": "window"])
  }

  @Test(arguments: ["home.cy.ts/cypress/e2e/home.cy.ts", "cypress/e2e/home.cy.ts"])
  func `where the actual's folders say more, so do the difference's or they do not`(
    _ drawn: String
  ) throws {
    let base = "cypress/snapshots/base/cypress/e2e/home.cy.ts/menu.png"
    let actual = "cypress/snapshots/actual/home.cy.ts/cypress/e2e/home.cy.ts/menu.png"
    let difference = "cypress/snapshots/diff/\(drawn)/menu.png"
    try Scene.check([
      "home.cy.ts/cypress/e2e/home.cy.ts/menu": Triple(
        "cypress-visual-regression", base, actual, difference)
    ])
  }

  @Test func `what a retry, Cypress itself or an older version left is no new snapshot`() throws {
    let (base, actual) = ("cypress/snapshots/base/a.cy.ts", "cypress/snapshots/actual/a.cy.ts")
    try Scene.check(
      [
        "a.cy.ts/menu": Triple(
          "cypress-visual-regression", "\(base)/menu.png", "\(actual)/menu.png",
          "cypress/snapshots/diff/a.cy.ts/menu.png"),
        "a.cy.ts/old-base": Triple(
          "cypress-visual-regression", "\(base)/old-base.png", "\(actual)/old-actual.png"),
      ],
      and: [
        "\(actual)/menu (attempt 2).png": "retried", "\(actual)/menu -- it (failed).png": "window",
        "\(actual)/menu -- it (failed) (attempt 2).png": "window",
        "\(actual)/stale-actual.png": "left", "\(actual)/stale-diff.png": "left",
      ])
  }

  /// First baselines of a project, for which their folders are made; undone, both are gone.
  @Test(arguments: [
    ("backstop", "web/bitmaps_test/20261102-101010/a.png", "web/bitmaps_reference/a.png"),
    ("loki", ".loki/current/desktop/a.png", ".loki/reference/desktop/a.png"),
    ("lost-pixel", ".lostpixel/current/a.png", ".lostpixel/baseline/a.png"),
    (
      "cypress-image-diff", "cypress-image-diff-screenshots/comparison/a.png",
      "cypress-image-diff-screenshots/baseline/a.png"
    ),
    (
      "compose-preview", "app/build/outputs/screenshotTest-results/preview/debug/rendered/b/a.png",
      "app/src/screenshotTestDebug/reference/b/a.png"
    ),
    ("paparazzi", "app/build/paparazzi/failures/a.png", "app/src/test/snapshots/images/a.png"),
    ("reg-suit", ".reg/actual/a.png", ".reg/expected/a.png"),
  ])
  func `a first baseline is written where its folder is missing`(
    _ layout: String, _ actual: String, _ baseline: String
  ) throws {
    let scene = Scene([actual: "new"])
    if layout == "backstop" {
      scene.folder.png("web/bitmaps_test/20261102-101010/failed_diff_a.png")
    }
    let before = Tree(of: scene.folder.path).outsideStores
    let found = try scene.open()
    #expect(found.cases.map(\.layout.rawValue) == [layout])
    #expect(try scene.accepted(found) == [baseline: fakePNG("new")])
    let store = try ReviewStore(found, stateFolder: scene.folder.stateFolder)
    #expect(try store.undo(.session).failures.isEmpty)
    #expect(Tree(of: scene.folder.path).outsideStores == before)
  }

  @Test func `of BackstopJS's runs the newest counts, and of its files those with a difference`()
    throws
  {
    let test = "backstop_data/bitmaps_test"
    try Scene.check(
      [
        "backstop_data/home": Triple(
          "backstop", "backstop_data/bitmaps_reference/home.png",
          "\(test)/20261102-101010/home.png", "\(test)/20261102-101010/failed_diff_home.png"),
        "backstop_data/fresh": Triple(
          "backstop", reference: nil, actual: "\(test)/20261102-101010/fresh.png",
          difference: "\(test)/20261102-101010/failed_diff_fresh.png",
          writes: "backstop_data/bitmaps_reference/fresh.png"),
        // It is not drawn where there was nothing to compare with.
        "backstop_data/undrawn": Triple(
          "backstop", reference: nil, actual: "\(test)/20261102-101010/undrawn.png",
          difference: nil, writes: "backstop_data/bitmaps_reference/undrawn.png"),
      ],
      and: [
        "backstop_data/bitmaps_reference/same.png": "same",
        "\(test)/20261101-101010/home.png": "earlier",
        "\(test)/20261101-101010/failed_diff_home.png": "d",
        "\(test)/20261102-101010/same.png": "same", "\(test)/20261102-101010/fresh.png": "fresh",
        "\(test)/20261102-101010/failed_diff_fresh.png": "one white pixel",
      ])
  }

  @Test func `a failure of an earlier run that has passed since is none`() throws {
    let test = "backstop_data/bitmaps_test"
    let scene = Scene([
      "backstop_data/bitmaps_reference/home.png": "old",
      "\(test)/20261101-101010/home.png": "earlier",
      "\(test)/20261101-101010/failed_diff_home.png": "d",
      "\(test)/20261102-101010/home.png": "old",
    ])
    #expect(throws: CatalogError.self) { _ = try scene.open() }
  }

  @Test(arguments: [
    "app/build/paparazzi/failures", "app/build/paparazzi/failures/debug", "app/out/failures",
  ])
  func `Paparazzi's failures are found in every version's folder`(_ folder: String) throws {
    let name = "com.example_HomeTest_menu_dark.png"
    let golden = "app/src/test/snapshots/images/\(name)"
    let scene = Scene([
      golden: "old", "\(folder)/\(name)": "new", "\(folder)/delta-\(name)": "strip",
    ])
    let found = scene.found(try scene.open())
    #expect(
      Array(found.values) == [
        Triple("paparazzi", golden, "\(folder)/\(name)", "\(folder)/delta-\(name)")
      ])
  }

  @Test func `Paparazzi's goldens of another source set are found, of two named`() throws {
    let actual = "app/build/paparazzi/failures/a.png"
    let scene = Scene(["app/src/testDebug/snapshots/images/a.png": "old", actual: "new"])
    try scene.check(
      ["app/a": Triple("paparazzi", "app/src/testDebug/snapshots/images/a.png", actual)])
    scene.folder.png("app/src/testRelease/snapshots/images/a.png", "old")
    scene.folder.png(actual, "new")
    #expect(try scene.open().cases[0].obstacle?.hasPrefix("2 baselines could be meant") == true)
  }

  @Test func `Compose previews of a flavour have their own references`() throws {
    let place = "app/build/outputs/screenshotTest-results/preview/debug/demo"
    let scene = Scene([
      "app/src/screenshotTestDemoDebug/reference/com/HomeKt/menu.png": "old",
      "app/src/screenshotTestDebug/reference/com/HomeKt/menu.png": "another",
      "\(place)/rendered/com/HomeKt/menu.png": "new", "\(place)/diffs/com/HomeKt/menu.png": "d",
    ])
    let found = try scene.open().cases
    #expect(
      found.map { scene.folder.short($0.baseline?.path) }
        == ["app/src/screenshotTestDemoDebug/reference/com/HomeKt/menu.png"])
  }

  @Test(arguments: [
    "btn~diff", "btn (diff)", "btnDiff", "btn-diff-1", "btn_comparison", "btn-heatmap",
    "btn-side-by-side", "btn-highlight", "btn-failed-diff", "btn.diff.full", "diff_btn",
    "delta-btn", "failed_diff_btn",
  ])
  func `what shows a difference beside its actual becomes no baseline`(_ name: String) throws {
    let scene = Scene([
      "v/expected/btn.png": "old", "v/actual/btn.png": "new", "v/actual/\(name).png": "d",
    ])
    #expect(try scene.accepted(try scene.open()).keys.sorted() == ["v/expected/btn.png"])
  }

  @Test func `where a difference says that a reference was read, no first one is made up`() throws {
    let scene = Scene([
      "art/actual/desktop/a.png": "new", "art/diff/desktop/a.png": "d",
      ".loki/current/b.png": "new", ".loki/difference/b.png": "d", ".loki/reference/c.png": "old",
    ])
    let catalog = try scene.open()
    #expect(!catalog.cases.isEmpty && catalog.cases.allSatisfy { $0.baseline == nil })
    #expect(try scene.accepted(catalog).isEmpty)
  }

  @Test func `Unity's pictures of other types are failures, and its copies and differences none`()
    throws
  {
    let place = "Assets/ActualImages/L"
    let scene = Scene([
      "Assets/ReferenceImages/L/b.exr": "old", "\(place)/b.exr": "new",
      "\(place)/b.expected.exr": "old", "\(place)/b.diff.png": "d",
    ])
    let catalog = try scene.openWithState()
    #expect(catalog.cases.map(\.layout.rawValue) == ["unity"])
    #expect(
      catalog.cases.map { scene.folder.short($0.baseline?.path) }
        == ["Assets/ReferenceImages/L/b.exr"])
  }

  @Test func `Paparazzi's videos are failures`() throws {
    let (name, home) = ("com.example_HomeTest_menu.gif", "app/src/test/snapshots/videos")
    let scene = Scene(["\(home)/\(name)": "old", "app/build/paparazzi/failures/\(name)": "new"])
    let found = try scene.openWithState().cases
    #expect(found.map { scene.folder.short($0.baseline?.path) } == ["\(home)/\(name)"])
  }

  @Test func `Shot's recorded copies are no failures`() throws {
    let images = "app/build/reports/shot/debug/verification/images"
    let scene = Scene([
      "app/screenshots/debug/Home_menu.png": "old", "\(images)/Home_menu.png": "new",
      "\(images)/diff_Home_menu.png": "d", "\(images)/recorded/Home_menu.png": "old",
    ])
    let found = try scene.open().cases
    #expect(
      found.map(scene.triple) == [
        Triple(
          "shot", "app/screenshots/debug/Home_menu.png", "\(images)/Home_menu.png",
          "\(images)/diff_Home_menu.png")
      ])
  }
}

extension Tree {
  /// The tree without the stores' own files.
  fileprivate var outsideStores: Tree {
    var tree = self
    tree.nodes = nodes.filter { !$0.key.split(separator: "/").contains(".snapreview") }
    return tree
  }
}

/// A picture of one colour.
func picture(_ width: Int, _ height: Int, _ colour: Int = 0) -> [UInt8] {
  PNGWriter(
    width: width, height: height, depth: 8, colourType: 0,
    samples: [Int](repeating: colour, count: width * height)
  ).file()
}
