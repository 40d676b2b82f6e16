import Base
import Catalog
import TestSupport
import Testing

/// Copies that a person or a tool makes beside the files of a failure.
struct CopyTests {
  private static let marks = [" 2", " copy", " - Copy (2)", " (1)", "_backup", ".orig", "~"]

  @Test(arguments: EveryLibraryTests.libraries)
  func `a copy of a failure's file is told, and not accepted among others`(
    _ library: Layout
  ) throws {
    let scene = Scene(try #require(EveryLibraryTests.files(of: library)))
    let found = try #require(try scene.openWithState().cases.first)
    let own = found.files.filter { $0 != found.baseline?.path && $0.hasSuffix(".png") }
    #expect(!own.isEmpty || library.rawValue == "insta" || library.rawValue == "testthat")
    var copies: Set<String> = []
    for file in own.compactMap(scene.folder.short) {
      for mark in Self.marks {
        let copy = file.dropLast(4) + mark + ".png"
        scene.folder.png(String(copy), "a copy")
        copies.insert(scene.folder[String(copy)])
      }
    }
    let catalog = try scene.openWithState()
    let bulk = catalog.cases.filter { $0.obstacle == nil && $0.aloneReason == nil }
    #expect(bulk.compactMap(\.actual).filter(copies.contains) == [])
    let told = Set(catalog.skipped.map(\.path)).union(catalog.cases.flatMap(\.files))
    #expect(copies.subtracting(told) == [])
  }

  @Test func `a snapshot that has a reference of its own is no copy`() throws {
    let scene = Scene([
      "s/reference/a.png": "old", "s/actual/a.png": "new", "s/reference/a 2.png": "old",
      "s/actual/a 2.png": "new", "s/reference/b.png": "old", "s/actual/b.png": "new",
      "s/actual/b copy.png": "new", "s/actual/c 2.png": "new",
    ])
    let alone = try scene.open("s").cases.filter { $0.doubt == .copy }
    #expect(alone.map(\.name) == ["b copy"])
  }

  @Test(arguments: ["a.1-small", "a.1_fs8", "a.1-baseline", "a.1.heat"])
  func `a new artifact whose name goes on after another's number is not accepted among others`(
    _ name: String
  ) throws {
    let scene = Scene([
      "Tests/__Snapshots__/T/a.1.png": "old", "Artifacts/T/a.1.png": "new",
      "Artifacts/T/a.10.png": "new", "Artifacts/T/b.1.png": "new",
      "Artifacts/T/\(name).png": "other",
    ])
    let found = try scene.open("Artifacts").cases.filter { $0.obstacle == nil && $0.doubt == nil }
    #expect(found.map(\.name).sorted() == ["a.1", "a.10", "b.1"])
  }

  @Test func `a file that is called like a copy of a committed one is not accepted among others`()
    throws
  {
    let repository = TestRepository()
    for name in ["a.1", "c.1", "c.1 2"] {
      repository.folder.png("Tests/__Snapshots__/A/\(name).png", "old")
    }
    repository.commit()
    for name in ["a.1 2", "b.1", "c.1 2"] {
      repository.folder.png("Tests/__Snapshots__/A/\(name).png", "new")
    }
    let found = try repository.catalog().cases
    #expect(found.filter { $0.aloneReason != nil }.map(\.name) == ["a.1 2"])
    #expect(found.count == 3)
  }
}
