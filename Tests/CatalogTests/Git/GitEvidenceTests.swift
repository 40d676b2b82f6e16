import Base
import Catalog
import Store
import TestSupport
import Testing

/// What git knows tells what a run has left, where words in names would guess.
struct GitEvidenceTests {
  private let repository = TestRepository()
  private var folder: TestFolder { repository.folder }

  private func open(_ path: String = "") throws -> Catalog {
    try Catalog(paths: [folder[path]], options: folder.options())
  }

  @Test(arguments: [
    ["screens/login.png", "screens/login-failed.png"],
    ["res/expected_label.png", "res/actual_label.png"],
    ["shots/golden/a.png", "shots/current/a.png", "shots/other/a.png"],
    ["a/x.png", "a/x_actual.png"], ["a/x.png", "a/x.actual.png"], ["a/x.png", "a/x.new.png"],
  ])
  func `committed files are no failure because of words in their names`(_ names: [String]) throws {
    for name in names { folder.png(name, name) }
    repository.commit()
    let reason = #expect(throws: CatalogError.self) { try open() }?.reason
    #expect(reason == .noCase || reason == .wrongUse)
  }

  @Test func `a new file beside a committed one is a failure that is accepted with others`() throws
  {
    folder.png("shots/login.png", "old")
    repository.commit()
    folder.png("shots/login-failed.png", "new")
    let only = try #require(try open().cases.first)
    #expect(only.baseline?.path == folder["shots/login.png"] && only.doubt == nil)
  }

  @Test func `what two words alone say is accepted by itself`() throws {
    let scene = Scene(["run/a.expected.png": "old", "run/a.actual.png": "new"])
    #expect(try scene.open().cases.first?.doubt == .wordsAlone)
    let whole = Scene(["a.expected.png": "old", "a.actual.png": "new", "a.diff.png": "d"])
    #expect(try whole.open().cases.first?.doubt == nil)
  }

  @Test func `the run's copy of a committed baseline is never written`() throws {
    folder.png("pictures/menu.png", "old")
    folder.png("pictures/other.png", "other")
    repository.commit()
    folder.png("out/expected_menu.png", "old")
    folder.png("out/actual_menu.png", "new")
    folder.png("out/diff_menu.png", "d")
    let only = try #require(try open().cases.first)
    #expect(only.reference == folder["out/expected_menu.png"])
    #expect(only.baseline?.path == folder["pictures/menu.png"])
  }

  @Test func `folders called expected and actual may hold a copy of a committed baseline`() throws {
    folder.png("shots/win/menu.png", "old")
    repository.commit()
    for (tree, words) in [("expected", "old"), ("actual", "new"), ("diff", "d")] {
      folder.png("out/\(tree)/menu.png", words)
    }
    let only = try #require(try open("out").cases.first)
    #expect(only.baseline?.path == folder["shots/win/menu.png"])
  }

  @Test func `what is committed as expected and actual is no failure`() throws {
    folder.png("docs/expected/x.png", "one")
    folder.png("docs/actual/x.png", "other")
    repository.commit()
    for place in ["", "docs"] {
      #expect(throws: CatalogError.self) { try open(place) }
    }
  }

  @Test func `trees of pictures hold failures of any type`() throws {
    let files = ["b.txt", "c.gif", "d.pdf", "e", "f.json", "g.svg"]
    for (place, words) in [("golden", "old"), ("current", "new")] {
      folder.png("s/\(place)/a.png", words)
      for file in files { folder.write("s/\(place)/\(file)", "\(file) \(words)\n") }
      if place == "golden" { repository.commit() }
    }
    let listed = try open("s").cases.compactMap { folder.short($0.actual) }
    #expect(Set(listed) == Set((["a.png"] + files).map { "s/current/\($0)" }))
  }

  @Test func `a text that was obtained beside a committed one is told, not that none is beside it`()
    throws
  {
    folder.write("t/x.csv", "1,2")
    repository.commit()
    folder.write("t/x.obtained.csv", "1,3")
    let error = try #require(#expect(throws: CatalogError.self) { try open("t") })
    #expect("\(error)".contains("but nothing tells which file is its reference"), "\(error)")
  }

  @Test func `a committed file beside one that was obtained is the baseline`() throws {
    folder.png("t/x.png", "old")
    repository.commit()
    folder.png("t/x.obtained.png", "new")
    let only = try #require(try open("t").cases.first)
    #expect(only.baseline?.path == folder["t/x.png"])
  }

  @Test func `a baseline that the run has written over is put back by rejecting`() throws {
    folder.png("shots/menu.png", "old")
    repository.commit()
    folder.png("shots/menu.base.png", "old")
    folder.png("shots/menu.png", "new")
    folder.png("shots/menu.diff.png", "d")
    let only = try #require(try open().cases.first)
    #expect(only.actual == only.baseline?.path && only.actual == folder["shots/menu.png"])
    #expect(only.replacement(by: .rejected)?.path == folder["shots/menu.base.png"])
    #expect(only.replacement(by: .accepted) == nil)
  }

  @Test func `pictures of differences beside their actuals are never actuals`() throws {
    for word in ["failed", "actual", "received"] {
      folder.png("s/\(word)/baseline/btn.png", "old")
      repository.commit()
      folder.png("s/\(word)/\(word)/btn.png", "new")
      folder.png("s/\(word)/\(word)/btn-diff.png", "d")
      let found = try open("s/\(word)").cases
      #expect(found.map(\.name) == ["btn"], "\(word)")
      #expect(found.first?.difference == folder["s/\(word)/\(word)/btn-diff.png"])
    }
  }

  @Test func `references that are opened by mistake name the folder of differences`() throws {
    folder.png("App/ChartTests/testDark.1.png", "old")
    repository.commit()
    folder.png("App/Difference/ChartTests/testDark.1.diff.png", "d")
    let error = #expect(throws: CatalogError.self) { try open("App/ChartTests") }
    #expect(error?.description.contains("__Snapshots__") == false)
  }

  @Test(arguments: ["gif", "bmp", "tiff", "avif"])
  func `a picture that is not drawn is a case of git in any folder`(_ ending: String) throws {
    folder.write("t/x.\(ending)", [0, 1])
    repository.commit()
    folder.write("t/x.\(ending)", [0, 1, 2])
    #expect(try repository.catalog().cases.map(\.baseline?.path) == [folder["t/x.\(ending)"]])
  }

  @Test(arguments: ["jpg", "webp", "heic", "pdf", "gif", "tiff", "data", "caf"])
  func `a snapshot of any type that changed is a case of git`(_ ending: String) throws {
    let path = "Tests/__Snapshots__/T/x.\(ending)"
    folder.write(path, [0, 1])
    repository.commit()
    folder.write(path, [0, 1, 2])
    #expect(try repository.catalog().cases.map(\.baseline?.path) == [folder[path]])
  }

  @Test func `what a failed run has left is no new snapshot`() throws {
    folder.png("App/LoginTests/dark.png", "1")
    folder.png("ReferenceImages_64/LoginTests/testDark.png", "2")
    folder.png("Tests/__Snapshots__/LoginTests/testDark.1.png", "3")
    repository.commit()
    for path in [
      "App/Difference/LoginTests/dark.diff.png", "FailureDiffs/LoginTests/failed_testDark.png",
      "FailureDiffs/LoginTests/reference_testDark.png", "Artifacts/LoginTests/testDark.1.png",
      "App/LoginTests/light.png", "Tests/__Snapshots__/LoginTests/testLight.1.png",
    ] {
      folder.png(path, path)
    }
    let found = try repository.catalog()
    #expect(found.cases.map(\.name) == ["light", "testLight.1"])
    #expect(found.remarks.contains { $0.contains("4 untracked files") })
  }

  @Test(arguments: [
    ["shots/x.png", "shots/x-actual.png", "shots/x-diff.png"]
  ])
  func `what words call parts of a failure is no new snapshot`(_ names: [String]) throws {
    folder.png(names[0], "old")
    repository.commit()
    for name in names.dropFirst() { folder.png(name, name) }
    folder.png("shots/new-failed.png", "a new one")
    #expect(try repository.catalog().cases.map(\.name) == ["new-failed"])
  }

  @Test func `the old picture beside a recorded one is no new snapshot`() throws {
    folder.png("doc/x.png", "old")
    repository.commit()
    for name in ["x", "x.base", "x.diff"] { folder.png("doc/\(name).png", name) }
    #expect(try repository.catalog().cases.map(\.name) == ["x"])
  }

  @Test(arguments: ["tests/snapshots", "shots"])
  func `a kept copy of what a run recorded over is no new snapshot`(_ place: String) throws {
    for name in ["x", "z"] { folder.png("\(place)/\(name).png", "old") }
    repository.commit()
    for name in ["x", "y"] { folder.png("\(place)/\(name).png", name) }
    for name in ["x.old", "z.old", "y.old"] { folder.png("\(place)/\(name).png", "old") }
    let found = try repository.catalog().cases
    #expect(Set(found.map(\.name)) == ["x", "y", "z.old", "y.old"])
    #expect(found.filter { $0.obstacle != nil }.count == 2)
  }

  @Test(arguments: [
    ("x.png", "x.old.png"), ("x.png", "x.actual.png"), ("x.png", "x.new.png"),
    ("x.png", "x.diff.png"), ("x.png", "x_actual.png"), ("x.png", "x_compare.png"),
    ("x_#0.png", "x_#0.diff.png"), ("x.expected.png", "x.immediate.out.png"),
    ("x.expected.png", "x.actual.png"), ("x.jpg", "x.diff.png"), ("x.webp", "x-actual.png"),
    ("x.jpg", "x.actual.jpg"), ("x.jpg", "x.old.png"),
  ])
  func `a word alone proves no leftover, in any library's folder`(
    _ reference: String, _ left: String
  ) throws {
    let places = [
      "shots", "tests/snapshots", "test/goldens", "testthat/_snaps/a",
      "app/src/test/snapshots/images",
    ]
    for place in places { folder.png("\(place)/\(reference)", "old") }
    repository.commit()
    for place in places { folder.png("\(place)/\(left)", place) }
    let found = try repository.catalog().cases
    #expect(found.count == places.count)
    #expect(found.allSatisfy { $0.obstacle?.contains("git add") == true })
  }

  @Test(arguments: ["__image_snapshots__", "Tests/__Snapshots__/S", "ReferenceImages_64/C"])
  func `an actual beside what its name says was expected is not removed by a reject`(
    _ place: String
  ) throws {
    for name in ["x.expected", "y_reference"] { folder.png("\(place)/\(name).png", "old") }
    repository.commit()
    for name in ["x.actual", "x-received", "y_failed"] {
      folder.png("\(place)/\(name).png", name)
    }
    folder.png("\(place)/z.png", "new")
    let found = try repository.catalog().cases
    #expect(found.count == 4 && found.allSatisfy { ($0.obstacle == nil) == ($0.name == "z") })
    #expect(found.contains { $0.sentences.contains { $0.hasSuffix("undo brings it back.") } })
  }

  @Test func `a clone in an ignored folder is another project's`() throws {
    folder.write(".gitignore", "vendor/\n")
    folder.png("shots/a.png", "old")
    repository.commit()
    repository.git("clone", "--quiet", folder.path, "vendor/copy")
    folder.png("vendor/copy/shots/a.png", "changed")
    #expect(throws: CatalogError.self) { try repository.catalog() }
    #expect(try repository.catalog("HEAD", folder["vendor/copy"]).cases.map(\.name) == ["a"])
  }

  @Test func `a new snapshot in a folder called test is no actual`() throws {
    for path in ["ReferenceImages_64/C/x.png", "golden/y.png"] { folder.png(path, "old") }
    repository.commit()
    folder.png("test/goldens/z.png", "new")
    #expect(try repository.catalog().cases.map(\.obstacle) == [nil])
  }

  @Test func `no test's name is taken for another module's artifact`() throws {
    folder.png("A/__Snapshots__/LoginTests/dark.1.png", "old")
    repository.commit()
    folder.png("B/Pictures/LoginTests/dark.1.png", "new")
    folder.png("out/Artifacts/LoginTests/dark.1.png", "newer")
    let found = try repository.catalog().cases
    #expect(found.map(\.actual) == [folder["B/Pictures/LoginTests/dark.1.png"]])
    #expect(found[0].obstacle != nil)
  }

  @Test(arguments: [
    ("test/goldens/x.png", "test/failures/x_masterImage.png"),
    ("test/goldens/x.png", "test/failures/x_isolatedDiff.png"),
    ("w/expected/x.png", "w/diff/x.png"), (".loki/reference/x.png", ".loki/difference/x.png"),
    ("backstop_data/bitmaps_reference/x.png", "backstop_data/bitmaps_test/2026/failed_diff_x.png"),
    ("tests/baseline/test_x.png", "results/mod.test_x/result-failed-diff.png"),
    ("T/a.b.verified.png", "T/a.b.received.png"), ("T/a.b.approved.png", "T/a.b.received.png"),
  ])
  func `a lone file of a failure is no new snapshot`(_ reference: String, _ left: String) throws {
    folder.png(reference, "old")
    folder.png("docs/menu.png", "old")
    repository.commit()
    folder.png(left, "left")
    for name in ["docs/menu-diff.png", "docs/failures/y.png"] { folder.png(name, name) }
    let found = try repository.catalog()
    #expect(Set(found.cases.map(\.name)) == ["menu-diff", "y"])
    // The one is removed by a reject, the other only named after a neighbour.
    #expect(found.cases.map { $0.obstacle != nil } == found.cases.map { $0.name == "menu-diff" })
  }

  @Test(arguments: [
    "x-diff.png", "diff_x.png", "x.delta.png", "x-actual.png", "actual_x.png", "x.received.png",
    "x.obtained.png", "x-failed.png", "failed x.png", "x.out.png", "out_x.png", "xAfter.png",
    "x_overlay.png", "x-expected.png",
  ])
  func `a file named after its neighbour is listed, but no reject removes it`(_ left: String) throws
  {
    folder.png("shots/x.png", "old")
    folder.png("shots/other.png", "old")
    repository.commit()
    folder.png("shots/\(left)", "left")
    folder.png("shots/y.png", "new")
    let cases = try repository.catalog().cases.sorted { $0.name == "y" && $1.name != "y" }
    #expect(cases.map { $0.obstacle == nil } == [true, false])
    #expect(cases[1].obstacle?.contains("git add") == true)
    // "Rejecting removes it" is said of the other alone.
    #expect(cases.map { $0.remarks.contains(.added) } == [true, false])
    let store = try repository.store(repository.catalog())
    let reject = { try store.record(.rejected, for: $0, shown: Fingerprint(of: $0)) }
    _ = try reject(cases[0])
    #expect(throws: StoreError.self) { try reject(cases[1]) }
    #expect(folder.exists("shots/\(left)") && !folder.exists("shots/y.png"))
    repository.git("add", "shots")
    #expect(try repository.catalog().cases.allSatisfy { $0.obstacle == nil })
  }

  @Test(arguments: [
    ("__Snapshots__/S", "x.1"), ("__Snapshots__/S", "x.dark"), ("ReferenceImages_64/C", "testX@2x"),
    ("ReferenceImages_64/C", "testX"),
  ])
  func `what a test may have named is a new snapshot, anything else beside it is not`(
    _ place: String, _ name: String
  ) throws {
    folder.png("\(place)/\(name).png", "old")
    repository.commit()
    let marked = [
      ".heat", ".tmp", ".out", ".actual", "-new", "_compare", "Failed", ".old", " copy", ".diff",
    ]
    let left = marked.map { name + $0 } + ["failed_", "diff-", "new."].map { $0 + name }
    for name in left { folder.png("\(place)/\(name).png", name) }
    let found = try repository.catalog().cases.filter { $0.obstacle == nil }
    // A number or a scale ends a library's name; other names may go on.
    let mayGoOn = !["x.1", "testX@2x"].contains(name)
    #expect(
      Set(found.map(\.name))
        == (mayGoOn ? ["\(name)-new", "\(name)_compare", "\(name)Failed"] : []))
  }

  @Test(arguments: ["x copy.png", "x 2.png", "x (1).png", "x~.png", "x.bak.png", "Copy of x.png"])
  func `no reject removes a copy of a file next to it, even among a library's references`(
    _ copy: String
  ) throws {
    let folders = ["shots", "Tests/__Snapshots__/S", "ReferenceImages_64/C"]
    for name in folders { folder.png("\(name)/x.png", "old") }
    repository.commit()
    for name in folders {
      folder.png("\(name)/\(copy)", name)
      folder.png("\(name)/x-dark.png", name)
    }
    let found = try repository.catalog().cases
    #expect(found.count == 6)
    #expect(found.allSatisfy { ($0.obstacle == nil) == ($0.name == "x-dark") })
  }

  @Test(arguments: [
    ("golden/x.png", "current/x.png"), ("ui/golden/a/b/x.png", "ui/current/a/b/x.png"),
    ("ui/approved/x.png", "ui/received/x.png"), ("App/T/x.png", "Actuals/T/x.png"),
    ("App/T/x.png", "Sub/Actuals/T/x.png"), ("App/T/y.png", "Actuals/T/x.png"),
    ("ui/golden/y.png", "ui/current/x.png"), ("ui/base/a/y.png", "ui/actual/x.png"),
    ("t/home/baseline.png", "t/home/latest.png"), ("t/baseline.png", "t/baseline_diff.png"),
  ])
  func `a lone actual in its own folder is no new snapshot`(_ reference: String, _ left: String)
    throws
  {
    folder.png(reference, "old")
    repository.commit()
    for name in [left, "docs/new/login.png", "docs/login.png"] { folder.png(name, name) }
    let found = try repository.catalog().cases
    #expect(found.count == 3)
    // Only its folder's name speaks for it, so the check is red, and a reject leaves it alone.
    #expect(found.filter { $0.obstacle != nil }.map(\.actual) == [folder[left]])
  }

  @Test func `cases of two commits are called by their paths`() throws {
    for side in ["A", "B"] { folder.png("\(side)/__Snapshots__/T/a.png", "same") }
    repository.commit()
    for side in ["A", "B"] { folder.png("\(side)/__Snapshots__/T/a.png", "new") }
    repository.commit()
    let found = try repository.catalog("HEAD~1..HEAD").cases
    #expect(found.map(\.id) == ["A/__Snapshots__/T/a", "B/__Snapshots__/T/a"])
    #expect(found.map(\.place) == ["A", "B"].map { folder["\($0)/__Snapshots__/T/a.png"] })
  }
}
