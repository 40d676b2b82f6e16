import Base
import Catalog
import Store
import TestSupport
import Testing

/// Files among failures that no failure shows, and failures that no baseline of today belongs to.
struct StrayTests {
  @Test(arguments: [
    ("flutter", "test/failures"), ("jest-image-snapshot", "shots/__received_output__"),
    ("cypress-image-snapshot", "shots/__received_output__"), ("uber", "FailureDiffs/MenuTests"),
  ])
  func `a picture among a library's failures that is none by its name is told`(
    _ library: String, _ folder: String
  ) throws {
    var files = try #require(EveryLibraryTests.files(of: Layout(rawValue: library)))
    #expect(try Scene(files).open().skipped == [])
    files["\(folder)/stray.png"] = "s"
    let catalog = try Scene(files).open()
    #expect(catalog.cases.count == 1)
    #expect(catalog.skipped.map { Paths.name($0.path) } == ["stray.png"])
  }

  @Test(arguments: [
    "flutter", "playwright", "egui", "loki", "backstop", "webdriverio", "roborazzi", "matplotlib",
    "vitest", "modern-web", "shot", "unity", "uber",
  ])
  func `a failure of which only the difference is left is told`(_ library: String) throws {
    var files = try #require(EveryLibraryTests.files(of: Layout(rawValue: library)))
    if library == "vitest" {
      for (mark, words) in [("reference", "old"), ("diff", "d")] {
        files[".vitest-attachments/src/menu.test.ts/menu-\(mark)-chromium-linux.png"] = words
      }
    }
    let whole = Scene(files)
    let found = try #require(try whole.open().cases.first)
    let actual = try #require(whole.folder.short(found.actual))
    // The same failure of another test, without its actual.
    for (path, words) in files where path != actual {
      let name = Paths.name(path).replacing("menu", with: "bad").replacing("Menu", with: "Bad")
      whole.folder.png(Paths.join(Paths.parent(path), name), words)
    }
    let catalog = try whole.open()
    #expect(catalog.cases.count { $0.obstacle == nil } == 1)
    #expect(catalog.cases.count + catalog.skipped.count > 1, "\(catalog.skipped)")
  }

  @Test(arguments: EveryLibraryTests.libraries)
  func `a link among failures to a folder that shows nothing is told`(_ library: Layout) throws {
    guard let files = EveryLibraryTests.files(of: library) else { return }
    let scene = Scene(files)
    let found = try #require(try scene.openWithState().cases.first)
    let file = try #require(scene.folder.short(found.difference ?? found.actual))
    // The accepted part of a pending text is kept elsewhere.
    if library.rawValue == "insta" { return }
    scene.folder.png("rest/Picture 1.png", "other")
    let count = try scene.openWithState().skipped.count
    let link = Paths.join(Paths.parent(file), "linked")
    scene.folder.link(link, to: scene.folder["rest"])
    let skipped = try scene.openWithState().skipped
    #expect(skipped.count > count && skipped.contains { $0.path == scene.folder[link] })
  }

  @Test(arguments: ["App", "App/Difference"])
  func `a link in a folder of actuals that leads out of it is told`(_ opened: String) throws {
    let scene = Scene([
      "App/A/a.png": "old", "App/Actuals/A/a.png": "new", "App/B/b.png": "old",
      "App/rest/B/b.png": "new", "App/Difference/A/a.diff.png": "d",
    ])
    scene.folder.link("App/Actuals/B", to: scene.folder["App/rest/B"])
    let catalog = try scene.open(opened)
    #expect(catalog.cases.map(\.id) == ["A/a"])
    #expect(catalog.skipped.map(\.path) == [scene.folder["App/Actuals/B"]])
  }

  @Test func `what was compared with another picture than the baseline is now is refused`() throws {
    let scene = Scene()
    let names = ["goldens/menu", "failures/menu_testImage", "failures/menu_masterImage"]
    for (name, grey) in zip(names, [60, 20, 90]) {
      scene.folder.write("test/\(name).png", rgba(3, 3, grey))
    }
    let catalog = try scene.open()
    let store = try ReviewStore(catalog, stateFolder: scene.folder.stateFolder)
    defer { store.close() }
    let snapshot = try #require(catalog.cases.first)
    #expect(throws: StoreError.self) { try store.accept(snapshot) }
    #expect(scene.folder.bytes("test/goldens/menu.png") == rgba(3, 3, 60))
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:"
    let other = "\(pointer)\(String(repeating: "a", count: 64))\nsize 9\n"
    scene.folder.write("test/goldens/menu.png", other)
    #expect(throws: StoreError.self) { try store.accept(snapshot) }
    #expect(scene.folder.bytes("test/goldens/menu.png") == Array(other.utf8))
    scene.folder.write("test/goldens/menu.png", rgba(3, 3, 90))
    try store.accept(snapshot)
    #expect(scene.folder.bytes("test/goldens/menu.png") == rgba(3, 3, 20))
  }

  @Test func `AFSnapshotTesting's folder of differences is known by its references, not its name`()
    throws
  {
    let scene = Scene([
      "AppTests/CartTests/dark.png": "old", "run/CartTests/dark.diff.png": "d",
      "run/OtherTests/light.diff.png": "d",
    ])
    let catalog = try scene.open("run", references: ["AppTests"])
    #expect(catalog.cases.map(\.layout.rawValue) == ["afsnapshot"])
    #expect(catalog.cases.map(\.id) == ["CartTests/dark"])
  }

  @Test func `no file is named twice where a lone actual is refused`() throws {
    let error = #expect(throws: (any Error).self) { try Scene(["s/a.actual.png": "n"]).open() }
    #expect(error.map { "\($0)" }?.contains("neither a.diff.png nor a.diff.png") == false)
  }

  @Test func `differences beside their references are another library's`() throws {
    let scene = Scene([
      "crates/ui/tests/snapshots/a.png": "old", "crates/ui/tests/snapshots/a.new.png": "new",
      "crates/ui/tests/snapshots/a.diff.png": "d",
    ])
    let found = try scene.open("crates", references: ["crates"]).cases
    #expect(found.map(\.layout.rawValue) == ["egui"])
  }
}
