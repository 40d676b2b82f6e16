import Base
import Catalog
import TestSupport
import Testing

/// Snapshots by names that are seldom given: in capitals, hidden, in a folder that no word names.
struct UnusualNamesTests {
  private let folder = TestFolder()

  private static let libraries = EveryLibraryTests.libraries.filter { layout in
    // Their baselines are told by the bytes of a copy, in whatever file.
    !["xcode", "attachments"].contains(layout.rawValue)
  }

  @Test(arguments: libraries)
  func `a baseline whose ending is in capitals is the one that is written`(_ library: Layout) throws
  {
    let files = try #require(EveryLibraryTests.files(of: library))
    // Where git or a report has to say which it is, none is written.
    guard let path = try Scene(files).openWithState().cases.first?.baseline?.path,
      let name = files.keys.first(where: { path.hasSuffix("/" + $0) }), name.hasSuffix(".png"),
      !files.keys.contains(where: { $0.hasSuffix(".json") })
    else { return }
    var capital = files
    capital[stem(name) + ".PNG"] = capital.removeValue(forKey: name)
    let scene = Scene(capital)
    let found = try #require(try scene.openWithState().cases.first)
    #expect(
      scene.folder.short(found.baseline?.path) == stem(name) + ".PNG"
        || found.baseline == nil && found.obstacle != nil)
    #expect(!found.remarks.contains(.newBaseline))
  }

  @Test func `of two names that differ in their ending's capitals each is itself`() throws {
    let scene = Scene([
      "Tests/__Snapshots__/T/a.1.png": "old", "Tests/__Snapshots__/T/a.1.PNG": "other",
      "Artifacts/T/a.1.png": "new",
    ])
    let found = try scene.open("Artifacts").cases
    #expect(
      found.map { scene.folder.short($0.baseline?.path) } == ["Tests/__Snapshots__/T/a.1.png"])
  }

  @Test(arguments: [".home.png", ".dark/home.png", "deep/.x/.y/home.png", ".settings.json"])
  func `what is hidden in one of two folders is listed`(_ name: String) throws {
    for side in ["A", "B"] {
      folder.png("\(side)/a.png", "same")
      folder.png("\(side)/._a.png", side)
      folder.png("\(side)/.git/x.png", side)
    }
    folder.write("A/\(name)", "old")
    folder.write("B/\(name)", "new")
    let found = try catalog(folder["A"], folder["B"]).cases
    #expect(
      found.compactMap { folder.short($0.actual) }.sorted() == ["B/\(name)", "B/a.png"].sorted())
    folder.remove("B/\(name)")
    #expect(try catalog(folder["A"], folder["B"]).cases.contains { $0.isDeletion })
  }

  @Test(arguments: [".png", ".PNG", ".jpg", ".webp", ".gif", ".x.gif"])
  func `a picture whose name is only an ending is a file like any other`(_ name: String) throws {
    let repository = TestRepository()
    let folder = repository.folder
    for place in ["Tests/__Snapshots__/T", "A", "shots"] { folder.write("\(place)/\(name)", "old") }
    repository.commit()
    for place in ["B", "shots"] { folder.write("\(place)/\(name)", "new") }
    for place in ["A", "B"] { folder.png("\(place)/a.png", "same") }
    #expect(try repository.catalog().cases.contains { $0.actual == folder["shots/\(name)"] })
    let pairs = try catalog(folder["A"], folder["B"]).cases
    #expect(pairs.contains { $0.actual == folder["B/\(name)"] && $0.reference != nil })
    guard FileKind.isHiddenPicture(name) else { return }
    folder.png("Tests/__Snapshots__/T/a.1.png", "old")
    folder.png("Artifacts/T/a.1.png", "new")
    folder.write("Artifacts/T/\(name)", "new")
    let found = try catalog(folder["Artifacts"])
    #expect(found.cases.count + found.skipped.count == 2)
  }

  @Test func `a hidden picture is a snapshot like any other`() throws {
    for (side, words) in [("expected", "old"), ("actual", "new")] {
      folder.png("shots/\(side)/.home.png", words)
      folder.png("shots/\(side)/._home.png", words)
    }
    #expect(
      try catalog(folder["shots"]).cases.compactMap(\.actual).map(Paths.name) == [".home.png"])
  }

  @Test(arguments: ["actual-firefox", "retry", "webkit"])
  func `pictures beside references and actuals in a folder that no word names are told`(
    _ third: String
  ) throws {
    for (tree, words) in [("expected", "old"), ("actual", "new"), ("diff", "d"), (third, "other")] {
      folder.png("shots/\(tree)/deep/home.png", words)
    }
    let found = try catalog(folder["shots"])
    #expect(found.cases.count == 1)
    #expect(found.skipped.map { folder.short($0.path) } == ["shots/\(third)/deep/home.png"])
    // A copy of what is shown already, and a picture of another place, say nothing new.
    folder.png("shots/\(third)/deep/home.png", "old")
    folder.png("shots/\(third)/logo.png", "logo")
    #expect(try catalog(folder["shots"]).skipped == [])
  }

  @Test(arguments: [
    ("egui", ".jpg"), ("egui", ".pdf"), ("flutter", ".gif"), ("jest-image-snapshot", ".data"),
    ("creevey", ".webp"), ("cypress-visual-regression", ".jpg"),
  ])
  func `an actual of a type that its library does not write is told`(
    _ library: String, _ ending: String
  ) throws {
    let files = try #require(EveryLibraryTests.files(of: Layout(rawValue: library)))
    let scene = Scene(files)
    let found = try #require(try scene.open().cases.first)
    for path in [found.actual, found.baseline?.path] {
      let path = try #require(scene.folder.short(path))
      scene.folder.write(stem(path) + ending, path)
    }
    let catalog = try scene.open()
    #expect(catalog.cases.count + catalog.skipped.count > 1)
  }

  @Test(arguments: ["L/failed_b@2x.jpg", "M/failed_b@2x.webp", "M/failed_b@2x.gif"])
  func `a failure of iOSSnapshotTestCase that is no PNG is told`(_ name: String) throws {
    folder.png("FailureDiffs/L/failed_a@2x.png", "new")
    folder.png("FailureDiffs/L/reference_a@2x.png", "old")
    folder.png("ReferenceImages_64/L/a@2x.png", "old")
    folder.write("FailureDiffs/M/failed_log.txt", "2 tests failed")
    folder.write("FailureDiffs/\(name)", "new")
    let found = try catalog(folder["FailureDiffs"])
    #expect(found.cases.map(\.name) == ["a@2x"])
    #expect(found.skipped.map { folder.short($0.path) } == ["FailureDiffs/\(name)"])
  }

  @Test(arguments: [("x.received", "x.approved"), ("x.actual", "x"), ("x.actual.jpg", "x.jpg")])
  func `an actual without an ending, or of another one, is found by its mark`(
    _ actual: String, _ baseline: String
  ) throws {
    folder.write("t/\(actual)", "new")
    folder.write("t/\(baseline)", "old")
    let found = try catalog(folder["t"]).cases
    #expect(found.map { folder.short($0.baseline?.path) } == ["t/\(baseline)"])
  }

  @Test(arguments: [
    "shots/%_0_1.png", "shots/%_0_3632A67C-1007-4AC4-8C3A-5988DF6139A4.png",
    "shots/iPhone 16/LoginTests/testA()/%_0_3632A67C-1007-4AC4-8C3A-5988DF6139A4.png",
  ])
  func `what only equal pixels join to its baseline is accepted by itself`(_ form: String) throws {
    let path = { (name: String) in
      form.split(separator: "%").map(String.init).joined(separator: name)
    }
    let repository = TestRepository()
    let folder = repository.folder
    let baseline = "Tests/__Snapshots__/LoginTests/testA.1.png"
    folder.write(baseline, rgba(3, 3, 60))
    repository.commit()
    let names = ["reference", "failure", "difference"]
    for (name, grey) in zip(names, [60, 20, 90]) {
      folder.write(path(name), rgba(3, 3, grey))
    }
    let doubt = { try catalog(folder["shots"]).cases.map(\.doubt) }
    #expect(try doubt() == [nil])
    // The same pixels in other bytes.
    folder.write(path("reference"), rgba(3, 3, 60, filter: 1))
    #expect(try doubt() == [.pixelsAlone])
  }

  @Test(arguments: ["testB.1.png.tmp", "testB.1.png~", "testB.1.png.gz", "testB.1.jpg.part"])
  func `a picture among failures that is packed, or not written to its end, is told`(
    _ name: String
  ) throws {
    let scene = Scene([
      "Tests/__Snapshots__/T/testA.1.png": "old", "Artifacts/T/testA.1.png": "new",
      "Artifacts/T/\(name)": "n", "Artifacts/T/notes.md.tmp": "n", "Artifacts/\(name)": "n",
    ])
    let found = try scene.open("Artifacts")
    #expect(found.cases.count == 1 && found.skipped.map { Paths.name($0.path) } == [name, name])
  }

  @Test(arguments: ["Artifacts/.T/testB.1.png", "Artifacts/testB.1.png"])
  func `artifacts that are in no folder of a test file, or a hidden one, are told`(_ name: String)
    throws
  {
    let scene = Scene([
      "Tests/__Snapshots__/T/testA.1.png": "old", "Artifacts/T/testA.1.png": "new", name: "new",
    ])
    let found = try scene.open("Artifacts")
    #expect(found.skipped.map { scene.folder.short($0.path) } == [name])
  }

  @Test func `what a walk of two folders leaves out is told`() throws {
    let deep = String(repeating: "d/", count: 70)
    for side in ["A", "B"] {
      folder.png("\(side)/a.png", "same")
      folder.png("\(side)/\(deep)b.png", side)
    }
    #expect(try catalog(folder["A"], folder["B"]).skipped.count == 2)
  }
}
