import Base
import Catalog
import Foundation
import Store
import TestSupport
import Testing

/// One store for each place of baselines, however the failures were named.
struct HomesTests {
  private let repository = TestRepository()
  private var folder: TestFolder { repository.folder }

  /// A failure of iOSSnapshotTestCase with its baseline.
  private func fail(_ place: String = "", in folder: TestFolder) {
    for (name, content) in [
      ("FailureDiffs/C/failed_a@2x.png", "new"), ("ReferenceImages_64/C/a@2x.png", "old"),
    ] {
      folder.png(place + name, content)
    }
  }

  private func open(
    _ path: String, references: [String] = [], in folder: TestFolder
  ) throws -> (store: ReviewStore, cases: [SnapshotCase], places: [String?]) {
    let found = try Catalog(
      paths: [path.hasPrefix("/") ? path : folder[path]],
      options: folder.options(references: references.map { folder[$0] }))
    let store = try ReviewStore(found, stateFolder: folder.stateFolder)
    return (store, found.cases, found.homes(in: folder.stateFolder).map(\.place))
  }

  private func undo(_ paths: [String], in folder: TestFolder) throws -> [Step] {
    let folders = DecidedFolders(
      below: paths.map { folder[$0] }, references: [], catalog: nil, stateFolder: folder.stateFolder
    )
    return try ReviewStore(folders, stateFolder: folder.stateFolder).undo().steps
  }

  @Test func `in a repository it is the work tree's own git folder`() throws {
    fail(in: folder)
    let (store, cases, places) = try open("FailureDiffs", in: folder)
    #expect(places == [folder[".git/snapreview"]])
    try store.accept(cases[0])
    store.close()
    #expect(folder.names(in: "FailureDiffs") == ["C"])
    #expect(folder.exists(".git/snapreview/journal.jsonl"))
    #expect(repository.git("status", "--short", "--ignored").output.contains("snapreview") == false)
    repository.git("clean", "-fdxq", "FailureDiffs")
    #expect(try undo([], in: folder).isEmpty, "the working folder is another")
    #expect(try undo(["FailureDiffs"], in: folder).map(\.caseID) == ["C/a@2x"])
    #expect(folder.bytes("ReferenceImages_64/C/a@2x.png") == fakePNG("old"))
  }

  @Test func `a linked work tree and a submodule have their own`() throws {
    fail(in: folder)
    repository.commit()
    repository.git("worktree", "add", "--quiet", "--detach", "linked")
    fail("linked/", in: folder)
    #expect(
      try open("linked/FailureDiffs", in: folder).places
        == [folder[".git/worktrees/linked/snapreview"]])
    folder.write("module/.git", "gitdir: ../.git/modules/m\n")
    folder.write(".git/modules/m/HEAD", "ref: refs/heads/main\n")
    folder.folder(".git/modules/m/objects")
    fail("module/", in: folder)
    #expect(
      try open("module/FailureDiffs", in: folder).places == [folder[".git/modules/m/snapreview"]])
  }

  @Test func `a moved project keeps its decisions`() throws {
    fail(in: folder)
    do {
      let (store, cases, _) = try open("FailureDiffs", in: folder)
      try store.record(.rejected, for: cases[0], note: "no")
    }
    let moved = folder.top + "/moved"
    try FileManager.default.moveItem(atPath: folder.path, toPath: moved)
    let (store, cases, _) = try open(moved + "/FailureDiffs", in: folder)
    #expect(store.decisions(for: cases).values.map(\.note) == ["no"])
    store.close()
    try FileManager.default.moveItem(atPath: moved, toPath: folder.path)
  }

  @Test func `without a repository it is the state folder, by whatever path it was opened`() throws
  {
    let folder = TestFolder()
    fail("u/", in: folder)
    do {
      let (store, cases, places) = try open("u", in: folder)
      try store.accept(cases[0])
      let name = try #require(places[0]) + "/folder"
      #expect(Tree.bytes(of: name) == Array("\(cases[0].home)\n".utf8))
    }
    for path in ["u", "u/FailureDiffs", "u/FailureDiffs/C"] {
      let (store, cases, _) = try open(path, in: folder)
      #expect(store.decisions(for: cases).values.map(\.decision) == [.accepted])
    }
    folder.remove("u/FailureDiffs")
    #expect(try undo(["u/FailureDiffs"], in: folder).count == 1)
    #expect(folder.bytes("u/ReferenceImages_64/C/a@2x.png") == fakePNG("old"))
    #expect(folder.names(in: "u") == ["ReferenceImages_64"])
  }

  @Test func `undo reaches what was named, and nothing else`() throws {
    for place in ["one/", "two/"] { fail(place, in: folder) }
    for place in ["one", "two"] {
      let (store, cases, _) = try open(place, in: folder)
      try store.accept(cases[0])
    }
    #expect(try undo(["one"], in: folder).map(\.failures) == [folder["one/FailureDiffs"]])
    #expect(try undo(["one"], in: folder).isEmpty)
    #expect(folder.bytes("two/ReferenceImages_64/C/a@2x.png") == fakePNG("new"))
  }

  @Test func `an archive and a folder of one run have one store`() throws {
    fail(in: folder)
    let archive = folder.write(
      "run.zip",
      ArchiveWriter.zip([
        ArchiveWriter.Entry("FailureDiffs/C/failed_a@2x.png", .file(fakePNG("new"))),
        ArchiveWriter.Entry("FailureDiffs/C/reference_a@2x.png", .file(fakePNG("old"))),
      ]))
    do {
      let (store, cases, _) = try open(archive, references: ["ReferenceImages_64"], in: folder)
      try store.record(.tolerated, for: cases[0])
      #expect(store.steps.map(\.source) == [archive])
    }
    folder.png("FailureDiffs/C/reference_a@2x.png", "old")
    let (store, cases, _) = try open("FailureDiffs", in: folder)
    #expect(store.decisions(for: cases).values.map(\.decision) == [.tolerated])
  }

  @Test func `a decision on another run's picture is history until that picture is back`() throws {
    fail(in: folder)
    let (store, cases, _) = try open("FailureDiffs", in: folder)
    try store.record(.rejected, for: cases[0], note: "first")
    folder.png("FailureDiffs/C/failed_a@2x.png", "other")
    #expect(store.decisions(for: cases).isEmpty)
    try store.record(.tolerated, for: cases[0])
    folder.png("FailureDiffs/C/failed_a@2x.png", "new")
    #expect(store.decisions(for: cases).values.map(\.note) == ["first"])
    try store.record(.rejected, for: cases[0], note: "first")
    #expect(store.steps.count == 2, "rejecting twice is one step")
  }

  @Test func `a command that only looks settles what a killed run left`() throws {
    fail(in: folder)
    do {
      let (store, cases, _) = try open("FailureDiffs", in: folder)
      try store.accept(cases[0])
    }
    let journal = ".git/snapreview/journal.jsonl"
    let first = try #require(folder.bytes(journal)?.split(separator: 10).first)
    folder.write(journal, Array(first) + [10])
    folder.png("ReferenceImages_64/C/a@2x.png", "old")
    let words = try #require(
      String(decoding: first, as: UTF8.self).firstMatch(of: /"temporary":"([^"]+)"/))
    folder.png("ReferenceImages_64/C/\(words.1)", "new")
    let found = try Catalog(paths: [folder["FailureDiffs"]], options: folder.options())
    let store = try ReviewStore(found, readOnly: true, stateFolder: folder.stateFolder)
    #expect(store.notices.count == 1 && store.notices[0].contains("rolled back"))
    #expect(folder.names(in: "ReferenceImages_64/C") == ["a@2x.png"])
  }
}
