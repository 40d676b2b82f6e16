import Base
import Catalog
import TestSupport
import Testing

/// Libraries that mark their files in the name.
struct MarkLayoutTests {
  private let baseline = "tests/home.spec.ts-snapshots/menu-chromium-linux.png"

  private func playwright(_ others: [String: String] = [:]) -> Scene {
    let place = "test-results/home-menu-chromium"
    return Scene(
      [
        baseline: "old", "\(place)/menu-expected.png": "old", "\(place)/menu-actual.png": "new",
        "\(place)/menu-diff.png": "d", "\(place)/menu-previous.png": "unstable",
      ].merging(others) { $1 })
  }

  @Test(arguments: ["", "test-results", "test-results/home-menu-chromium"])
  func `Playwright's baseline is the file with the bytes of what was expected`(
    _ given: String
  ) throws {
    let other = "tests/other.spec.ts-snapshots/menu-chromium-linux.png"
    let place = "test-results/home-menu-chromium"
    try playwright([other: "another", "tests/home.spec.ts-snapshots/menu.png": "older"]).check(
      given,
      [
        "home-menu-chromium/menu": Triple(
          "playwright", baseline, "\(place)/menu-actual.png", "\(place)/menu-diff.png")
      ])
  }

  @Test func `of Playwright's retries only the last is listed`() throws {
    var files: [String: String] = [:]
    for retry in ["retry1", "retry2"] {
      let place = "test-results/home-menu-chromium-\(retry)"
      files["\(place)/menu-expected.png"] = "old"
      files["\(place)/menu-actual.png"] = "new \(retry)"
    }
    let place = "test-results/home-menu-chromium-retry2"
    let scene = playwright(files)
    try scene.check([
      "home-menu-chromium/menu": Triple("playwright", baseline, "\(place)/menu-actual.png")
    ])
    let runs = try #require(try scene.open().cases[0].runs)
    #expect(runs.count == 3 && runs.failed == 3)
  }

  @Test func `Playwright's baselines of two platforms with the same bytes are both named`() throws {
    let scene = playwright(["tests/home.spec.ts-snapshots/menu-chromium-darwin.png": "old"])
    let only = try scene.open().cases[0]
    #expect(only.baseline == nil && only.obstacle?.hasPrefix("2 baselines could be meant") == true)
    #expect(only.reference == scene.folder["test-results/home-menu-chromium/menu-expected.png"])
  }

  @Test func `of equal baselines the one that the folder's name points to is meant`() throws {
    let scene = playwright([
      "tests/home.spec.ts-snapshots/menu-firefox-linux.png": "old",
      "tests/other.spec.ts-snapshots/menu-chromium-linux.png": "old",
    ])
    #expect(try scene.open().cases.map { scene.folder.short($0.baseline?.path) } == [baseline])
  }

  @Test(arguments: [
    "tests/home.spec.ts-snapshots/menu-chromium-linux.png", "shots/menu.png",
    "tests/home.spec.ts-snapshots/menu-Mobile-Chrome-linux.png",
  ])
  func `what was accepted is known where no name of Playwright's says so`(_ baseline: String) throws
  {
    let place = "test-results/home-shows"
    let scene = Scene([
      baseline: "old", "\(place)/menu-expected.png": "old", "\(place)/menu-actual.png": "new",
    ])
    let bytes = scene.folder.bytes("\(place)/menu-actual.png")
    #expect(try scene.accepted(try scene.openWithState()) == [baseline: bytes])
    // Another failure, which compared with the same picture and shows the same, was not accepted.
    let other = Paths.join(Paths.parent(baseline), "title-chromium-linux.png")
    scene.folder.png("test-results/title-shows/title-expected.png", "old")
    scene.folder.png("test-results/title-shows/title-actual.png", "new")
    let found = try scene.openWithState().cases
    #expect(found.map { scene.folder.short($0.baseline?.path) } == [baseline, nil])
    scene.folder.png(other, "old")
    let both = try scene.openWithState().cases
    #expect(both.map { scene.folder.short($0.baseline?.path) } == [baseline, other])
  }

  @Test func `Playwright's second assertion on a name, and one cut short, find the baseline`()
    throws
  {
    let long = String(repeating: "long", count: 20)
    let scene = Scene([
      "e2e/__screenshots__/menu.png": "old", "e2e/__screenshots__/\(long).png": "long",
      "test-results/a/menu-1-expected.png": "old", "test-results/a/menu-1-actual.png": "new",
      "test-results/a/longlo-1a2b3-nglong-expected.png": "long",
      "test-results/a/longlo-1a2b3-nglong-actual.png": "new",
    ])
    #expect(
      Set(try scene.open().cases.map { scene.folder.short($0.baseline?.path) })
        == ["e2e/__screenshots__/menu.png", "e2e/__screenshots__/\(long).png"])
  }

  @Test func `a first recording of Playwright's is no failure`() throws {
    let scene = playwright(["test-results/home-new-chromium/new-actual.png": "written"])
    scene.folder.png("tests/home.spec.ts-snapshots/new-chromium-linux.png", "written")
    #expect(try scene.open().cases.count == 1)
  }

  @Test func `without Playwright's baseline it says what is missing`() throws {
    let scene = playwright()
    scene.folder.remove("tests")
    let only = try scene.open().cases[0]
    #expect(only.baseline == nil)
    #expect(only.obstacle?.contains("no file with the bytes of menu-expected.png") == true)
  }

  @Test func `Playwright's text snapshots are texts`() throws {
    let scene = Scene()
    scene.folder.write("tests/a.spec.ts-snapshots/log-chromium-linux.txt", "old")
    scene.folder.write("test-results/a-chromium/log-expected.txt", "old")
    scene.folder.write("test-results/a-chromium/log-actual.txt", "new")
    let found = try scene.open().cases
    #expect(found.map(\.content) == [.text])
    #expect(
      found.map { scene.folder.short($0.baseline?.path) }
        == ["tests/a.spec.ts-snapshots/log-chromium-linux.txt"])
  }

  @Test(arguments: [".vitest-attachments", ".vitest/attachments"])
  func `Vitest's attachments mirror the tests`(_ folder: String) throws {
    let name = "menu-actual-size"
    try Scene.check(
      [
        "src/home.test.ts/\(name)-chromium-linux": Triple(
          "vitest", "src/__screenshots__/home.test.ts/\(name)-chromium-linux.png",
          "\(folder)/src/home.test.ts/\(name)-actual-chromium-linux.png",
          "\(folder)/src/home.test.ts/\(name)-diff-chromium-linux.png"),
        "src/home.test.ts/first-chromium-linux": Triple(
          "vitest", reference: nil,
          actual: "\(folder)/src/home.test.ts/first-reference-chromium-linux.png",
          writes: "src/__screenshots__/home.test.ts/first-chromium-linux.png"),
      ],
      and: [
        "\(folder)/src/home.test.ts/\(name)-reference-chromium-linux.png": "old",
        "\(folder)/src/home.test.ts/first-reference-chromium-linux.png": "first",
      ])
  }

  @Test(arguments: ["git-diff", "a-diff-b", "menu-reference"])
  func `a name that holds the mark of another role is a snapshot like others`(
    _ name: String
  ) throws {
    let place = ".vitest-attachments/src/home.test.ts"
    try Scene.check([
      "src/home.test.ts/\(name)-chromium-linux": Triple(
        "vitest", "src/__screenshots__/home.test.ts/\(name)-chromium-linux.png",
        "\(place)/\(name)-actual-chromium-linux.png", "\(place)/\(name)-diff-chromium-linux.png")
    ])
  }

  @Test(arguments: [
    ("__image_snapshots__", "menu-snap"), ("__snapshots__", "components-menu--primary"),
  ])
  func `what jest-image-snapshot was told to keep is the actual`(
    _ folder: String, _ name: String
  ) throws {
    try Scene.check(
      [
        "\(folder)/\(name)": Triple(
          "jest-image-snapshot", "src/\(folder)/\(name).png",
          "src/\(folder)/__received_output__/\(name)-received.png",
          "src/\(folder)/__diff_output__/\(name)-diff.png")
      ],
      and: ["src/\(folder)/__diff_output__/\(name)-diff.png": "strip"])
  }

  @Test func `Roborazzi's files beside their golden are one case`() throws {
    let place = "app/build/outputs/roborazzi"
    try Scene.check(
      [
        "home/menu": Triple(
          "roborazzi", "\(place)/home/menu.png", "\(place)/home/menu_actual.png",
          "\(place)/home/menu_compare.png")
      ],
      and: ["\(place)/home/same.png": "same"])
  }

  @Test func `Roborazzi's golden elsewhere is found by its name, of two none is guessed`() throws {
    let place = "app/build/outputs/roborazzi"
    let scene = Scene([
      "app/src/test/screenshots/Home/menu.png": "old",
      "\(place)/menu_actual.png": "new", "\(place)/menu_compare.png": "d",
    ])
    try scene.check([
      "roborazzi/menu": Triple(
        "roborazzi", "app/src/test/screenshots/Home/menu.png", "\(place)/menu_actual.png",
        "\(place)/menu_compare.png")
    ])
    scene.folder.png("app/src/test/screenshots/List/menu.png", "other")
    #expect(try scene.open().cases[0].obstacle?.hasPrefix("2 baselines could be meant") == true)
    scene.folder.remove("app/src")
    #expect(try scene.open().cases[0].obstacle?.hasPrefix("No baseline found: no menu.png") == true)
  }

  @Test func `Flutter's golden is found by the pixels that the run compared with`() throws {
    let scene = Scene()
    for (folder, colour) in [("ci", 10), ("linux", 20)] {
      scene.folder.write("test/goldens/\(folder)/menu.png", picture(3, 3, colour))
    }
    scene.folder.write("test/failures/menu_testImage.png", picture(3, 3, 30))
    for mark in ["isolatedDiff", "maskedDiff"] {
      scene.folder.png("test/failures/menu_\(mark).png")
    }
    scene.folder.write("test/failures/menu_masterImage.png", rgba(3, 3, 20))
    try scene.check([
      "test/menu": Triple(
        "flutter", "test/goldens/linux/menu.png", "test/failures/menu_testImage.png",
        "test/failures/menu_isolatedDiff.png")
    ])
  }

  @Test func `egui's files lie beside each other, and what was kept of the last update is none`()
    throws
  {
    try Scene.check(
      [
        "tests/menu": Triple(
          "egui", "tests/snapshots/menu.png", "tests/snapshots/menu.new.png",
          "tests/snapshots/menu.diff.png"),
        "sub/first": Triple(
          "egui", reference: nil, actual: "tests/snapshots/sub/first.new.png",
          writes: "tests/snapshots/sub/first.png"),
      ],
      and: ["tests/snapshots/menu.old.png": "older", "tests/snapshots/sub/first.new.png": "first"])
  }

  @Test func `frsource's numbered files are one case each`() throws {
    let place = "cypress/e2e/__image_snapshots__"
    try Scene.check(
      [
        "__image_snapshots__/menu_#0": Triple(
          "frsource", "\(place)/menu_#0.png", "\(place)/menu_#0.actual.png",
          "\(place)/menu_#0.diff.png")
      ],
      and: ["\(place)/menu_#1.png": "same"])
  }

  @Test(arguments: [("verify", "verified"), ("approvaltests", "approved")])
  func `what was received is told by what lies beside it`(_ layout: String, _ mark: String) throws {
    let scene = Scene([
      "Tests/A.menu.\(mark).png": "old", "Tests/A.menu.received.png": "new",
      "Tests/A.first.received.png": "first",
    ])
    scene.folder.write("Tests/A.text.\(mark).cs", "old")
    scene.folder.write("Tests/A.text.received.cs", "new")
    try scene.check([
      "Tests/A.menu.\(mark)": Triple(
        layout, "Tests/A.menu.\(mark).png", "Tests/A.menu.received.png"),
      "Tests/A.first.\(mark)": Triple(
        layout, reference: nil, actual: "Tests/A.first.received.png",
        writes: "Tests/A.first.\(mark).png"),
      "Tests/A.text.\(mark).cs": Triple(
        layout, "Tests/A.text.\(mark).cs", "Tests/A.text.received.cs"),
    ])
  }

  @Test func `Verify's split snapshots are folders`() throws {
    let scene = Scene([
      "Tests/A.menu.verified/page#00.png": "old", "Tests/A.menu.received/page#00.png": "new",
    ])
    let found = try scene.open().cases
    #expect(
      found.map(scene.triple) == [
        Triple("verify", "Tests/A.menu.verified/page#00.png", "Tests/A.menu.received/page#00.png")
      ])
  }

  @Test func `what was received, of whom nothing says, is refused`() throws {
    let scene = Scene(["Tests/A.menu.received.png": "new"])
    let only = try scene.open().cases
    #expect(only.count == 1 && only[0].baseline == nil)
    #expect(only.first?.obstacle?.contains("--layout verify or --layout approvaltests") == true)
    try scene.check(
      "", layouts: [Layout(rawValue: "verify")],
      [
        "Tests/A.menu.verified": Triple(
          "verify", reference: nil, actual: "Tests/A.menu.received.png",
          writes: "Tests/A.menu.verified.png")
      ])
  }

  @Test func `what Verify was told to leave out of its names is not guessed`() throws {
    let scene = Scene([
      "Tests/A.menu.verified.png": "old", "Tests/A.menu_os=mac.received.png": "new",
    ])
    let only = try scene.open().cases
    #expect(only.count == 1 && only[0].baseline == nil)
    #expect(only.first?.obstacle?.contains("A.menu.verified.png") == true)
  }

  @Test func `what waits in insta's folder of its own belongs at the same path in the project`()
    throws
  {
    let scene = Scene([
      "crates/a/src/snapshots/a__menu.snap.png": "old",
      "crates/b/src/snapshots/a__menu.snap.png": "another",
      "pending/crates/a/src/snapshots/a__menu.snap.new.png": "new",
      "pending/crates/b/src/snapshots/b__first.snap.new.png": "first",
      "pending/crates/c/src/snapshots/c__lost.snap.new.png": "lost",
    ])
    var options = scene.folder.options()
    options.environment = { [folder = scene.folder] name in
      name == "INSTA_PENDING_DIR" ? folder["pending"] : nil
    }
    let found = try Catalog(paths: [scene.folder["pending"]], options: options)
    #expect(
      found.cases.map { scene.folder.short($0.baseline?.path) } == [
        "crates/a/src/snapshots/a__menu.snap.png", "crates/b/src/snapshots/b__first.snap.png", nil,
      ])
    #expect(found.cases.last?.obstacle?.contains("Give --references DIR") == true)
    #expect(
      try scene.accepted(found) == [
        "crates/a/src/snapshots/a__menu.snap.png": fakePNG("new"),
        "crates/b/src/snapshots/b__first.snap.png": fakePNG("first"),
      ])
  }

  @Test func `of Creevey's tries the last counts`() throws {
    try Scene.check(
      [
        "Button/chrome/simple": Triple(
          "creevey", "images/Button/chrome/simple.png", "report/Button/chrome/simple-actual-2.png",
          "report/Button/chrome/simple-diff-2.png")
      ],
      and: [
        "report/Button/chrome/simple-actual-1.png": "first",
        "report/Button/chrome/simple-expect-1.png": "old",
        "report/Button/chrome/simple-expect-2.png": "old",
      ])
  }

  @Test func `testplane's reference has the test's own folder`() throws {
    let place = "html-report/images/1a2b3c4/plain"
    let scene = Scene([
      "testplane/screens/1a2b3c4/chrome/plain.png": "old",
      "testplane/screens/9z9z9z9/chrome/plain.png": "old",
      "\(place)/chrome~ref_1700_0.png": "old", "\(place)/chrome~current_1700_0.png": "new",
      "\(place)/chrome~diff_1700_0.png": "d",
    ])
    let found = try scene.open().cases
    #expect(
      found.map { scene.folder.short($0.baseline?.path) } == [
        "testplane/screens/1a2b3c4/chrome/plain.png"
      ]
    )
    #expect(found.map { scene.folder.short($0.actual) } == ["\(place)/chrome~current_1700_0.png"])
  }

  @Test func `a reference that Git LFS has not fetched is named where it cannot be recognised`()
    throws
  {
    let scene = playwright()
    scene.folder.write(
      baseline,
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "0", count: 64))\n"
        + "size 1\n")
    #expect(try scene.open().cases[0].obstacle?.hasSuffix("Run: git lfs pull.") == true)
  }

  @Test func `files that are only called so are no failures`() throws {
    let scene = Scene([
      "docs/menu-actual.png": "a", "docs/menu_actual.png": "b", "docs/menu.actual.png": "c",
      "docs/menu.new.png": "d", "docs/logo.png": "e", "docs/failures/menu_testImage.png": "f",
    ])
    #expect(throws: CatalogError.self) { _ = try scene.open() }
  }
}

/// A picture of one colour, written with an alpha channel.
func rgba(_ width: Int, _ height: Int, _ grey: Int, filter: Int = 0) -> [UInt8] {
  var writer = PNGWriter(
    width: width, height: height, depth: 8, colourType: 6,
    samples: (0..<width * height).flatMap { _ in [grey, grey, grey, 255] })
  writer.filters = [filter]
  return writer.file()
}
