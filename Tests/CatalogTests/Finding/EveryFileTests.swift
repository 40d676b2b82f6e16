import Catalog
import Foundation
import Store
import TestSupport
import Testing

/// Files of every type are cases: what cannot be drawn is compared byte for byte.
struct EveryFileTests {
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

  @Test(arguments: [".build", ".swiftpm", ".gradle", ".idea", ".vscode", ".cache", ".venv", ".svn"])
  func `a suite may be called like a program's folder, which is no suite`(_ suite: String) throws {
    for side in ["Artifacts", "Tests/__Snapshots__"] {
      folder.png("\(side)/Good/one.png", "same")
      folder.png("\(side)/\(suite)/one.png", side)
    }
    let skipped = { try catalog(folder["Artifacts"], references: [folder["Tests"]]).skipped }
    #expect(try skipped().map(\.path) == [folder["Artifacts/\(suite)/one.png"]])
    let pairs = try catalog(folder["Tests/__Snapshots__"], folder["Artifacts"]).cases
    #expect(Set(pairs.map(\.suite)) == ["Good", suite])
    folder.write("Artifacts/Package.swift", "")
    #expect(try skipped() == [])
  }

  @Test func `a file that was accepted and is then gone from the second folder is undecided`()
    throws
  {
    for (name, words) in [("A/a.png", "old"), ("B/a.png", "new"), ("A/b.png", ""), ("B/b.png", "")]
    {
      folder.png(name, words)
    }
    let decisions = { () throws -> [String] in
      let found = try catalog(folder["A"], folder["B"])
      let store = try ReviewStore(found, stateFolder: folder.stateFolder)
      defer { store.close() }
      return Array(store.decisions(for: found.cases).keys)
    }
    let found = try catalog(folder["A"], folder["B"])
    let store = try ReviewStore(found, stateFolder: folder.stateFolder)
    try store.accept(try #require(found.cases.first { $0.name == "a" }))
    store.close()
    #expect(try decisions().count == 1)
    folder.remove("B/a.png")
    #expect(try decisions().isEmpty)
  }

  @Test(arguments: ["folder", "pipe", "link to nowhere"])
  func `in two folders a baseline is not removed where the other has no plain file`(
    _ kind: String
  ) throws {
    for name in ["A/a.png", "B/a.png", "A/b.png"] { folder.png(name, "same") }
    switch kind {
    case "folder": folder.folder("B/b.png")
    case "pipe": #expect(mkfifo(folder["B/b.png"], 0o600) == 0)
    default: folder.link("B/b.png", to: "nowhere")
    }
    let found = try catalog(folder["A"], folder["B"])
    let only = try #require(found.cases.first { $0.name == "b" })
    #expect(only.obstacle?.contains("is there, but is no plain file") == true)
  }

  @Test(arguments: ["b.new.gif", "b.new.tiff", "b.new.png/1.png"])
  func `testthat's actual of a type that has no reference is named`(_ name: String) throws {
    folder.folder(".git")
    folder.png("tests/testthat/_snaps/p/a.png", "old")
    folder.png("tests/testthat/_snaps/p/a.new.png", "new")
    folder.png("tests/testthat/_snaps/p/b.png", "old")
    folder.png("tests/testthat/_snaps/p/\(name)", "new")
    let found = try catalog(folder["tests/testthat/_snaps"])
    #expect(found.cases.map(\.name) == ["a"])
    #expect(found.skipped.map(\.path) == [folder["tests/testthat/_snaps/p/\(name)"]])
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
