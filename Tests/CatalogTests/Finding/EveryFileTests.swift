import Catalog
import TestSupport
import Testing

/// Files of every type are cases: what cannot be drawn is compared byte for byte.
@Suite struct EveryFileTests {
  private let folder = TestFolder()

  private func binary(_ last: UInt8) -> [UInt8] { [0, 1, 2, 255, last] }

  @Test(arguments: ["b.log", "c.gif", "d.bmp", "e", "f.data", "g.tiff", "h.unknown"])
  func `two folders pair files of any type`(_ name: String) throws {
    folder.png("A/a.png", "same")
    folder.png("B/a.png", "same")
    folder.write("A/\(name)", binary(0))
    folder.write("B/\(name)", binary(1))
    let found = try #require(
      try catalog(folder["A"], folder["B"]).cases.first { $0.name == name })
    #expect(found.content == .bytes && found.baseline?.path == folder["A/\(name)"])
  }

  @Test(arguments: [".hidden", "node_modules"])
  func `two folders pair files in folders that no other search enters`(_ name: String) throws {
    for side in ["A", "B"] {
      folder.png("\(side)/a.png", "same")
      folder.png("\(side)/\(name)/b.png", side)
    }
    #expect(try catalog(folder["A"], folder["B"]).cases.map(\.name).sorted() == ["a", "b"])
  }

  @Test func `a file of an unknown type that holds a text is shown as one`() throws {
    folder.write("A/run.log", "one\n")
    folder.write("B/run.log", "two\n")
    #expect(try catalog(folder["A"], folder["B"]).cases.map(\.content) == [.text])
  }

  @Test func `what a system leaves in a folder is no snapshot`() throws {
    for side in ["A", "B"] {
      folder.png("\(side)/a.png", side)
      folder.write("\(side)/Thumbs.db", binary(1))
      folder.write("\(side)/.DS_Store", binary(1))
    }
    #expect(try catalog(folder["A"], folder["B"]).cases.map(\.name) == ["a"])
  }

  @Test func `both folders' own files are listed, whatever the folders are called`() throws {
    folder.png("expected/both.png", "same")
    folder.png("actual/both.png", "same")
    folder.png("expected/gone.png", "old")
    folder.png("actual/new.png", "new")
    let found = try catalog(folder["expected"], folder["actual"])
    #expect(Set(found.cases.map(\.name)) == ["both", "gone", "new"])
  }

  @Test func `two folders of failures are no pair where references are named`() throws {
    folder.png("Tests/__Snapshots__/L/a.1.png", "old")
    folder.png("phone/L/a.1.png", "new")
    folder.png("pad/L/a.1.png", "new")
    let found = try catalog(folder["phone"], folder["pad"], references: [folder["Tests"]])
    #expect(found.cases.map(\.layout) == [.pointfree, .pointfree])
  }

  @Test(arguments: ["testB.1", "testC.1.pdf", "testD.1.data", "testE.1.caf"])
  func `swift-snapshot-testing's artifacts may be of any type`(_ name: String) throws {
    folder.folder(".git")
    folder.write("Tests/__Snapshots__/L/\(name)", binary(0))
    folder.write("Artifacts/L/\(name)", binary(1))
    let found = try catalog(folder["Artifacts"]).cases
    #expect(found.map(\.name) == [name] && found.map(\.content) == [.bytes])
    #expect(found.first?.baseline?.path == folder["Tests/__Snapshots__/L/\(name)"])
  }

  @Test
  func `of one name a picture and a text are two failures, and the difference is the picture's`()
    throws
  {
    folder.folder(".git")
    for (ending, old, new) in [("png", fakePNG("old"), fakePNG("new")), ("txt", [65], [66])] {
      folder.write("tests/x.spec.ts-snapshots/a-linux.\(ending)", old)
      folder.write("test-results/x-t/a-expected.\(ending)", old)
      folder.write("test-results/x-t/a-actual.\(ending)", new)
    }
    folder.png("test-results/x-t/a-diff.png", "d")
    let found = try catalog(folder.path).cases
    #expect(found.map { folder.short($0.difference) } == ["test-results/x-t/a-diff.png", nil])
    #expect(found.allSatisfy { $0.obstacle == nil && $0.baseline != nil })
  }

  @Test(arguments: ["Foo.tests", "a.test.ts-snapshots", "a.test.x"])
  func `a folder may have a dot in its name`(_ suite: String) throws {
    folder.folder(".git")
    folder.png("Tests/__Snapshots__/\(suite)/one.png", "old")
    folder.png("Artifacts/\(suite)/one.png", "new")
    #expect(try catalog(folder["Artifacts"]).cases.map(\.suite) == [suite])
  }

  @Test func `a path that gives nothing beside others is skipped by its name`() throws {
    folder.uber("FailureDiffs")
    folder.folder("Empty")
    folder.write("Run.xcresult/Info.plist", "")
    var options = folder.options()
    options.resultTool = folder["none"]
    let found = try Catalog(
      paths: [folder["FailureDiffs"], folder["Empty"], folder["Run.xcresult"]], options: options)
    #expect(found.cases.count == 1)
    #expect(found.skipped.map { folder.short($0.path) } == ["Empty", "Run.xcresult"])
  }
}
