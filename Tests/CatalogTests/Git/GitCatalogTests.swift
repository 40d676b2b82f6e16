import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport
import Testing

/// The cases that `--git` finds.
struct GitCatalogTests {
  private let repository = TestRepository()

  @Test func `what was changed, removed, added and renamed is a case, and nothing else`() throws {
    let repository = TestRepository.changed()
    let catalog = try repository.catalog()
    #expect(
      catalog.cases.map(\.id)
        == ["A/changed.1", "A/gone.1", "A/new.1", "A/renamed.1", "A/text.1.txt"])
    #expect(catalog.cases.map { $0.reference != nil } == [true, true, false, true, true])
    #expect(catalog.cases.map { $0.actual != nil } == [true, false, true, true, true])
    #expect(catalog.cases.map(\.isDeletion) == [false, true, false, false, false])
    #expect(catalog.cases.map(\.content) == [.image, .image, .image, .image, .text])
    #expect(catalog.cases.allSatisfy { $0.failures == repository.folder.path })
    let changed = catalog.cases[0]
    #expect(FileManager.default.contents(atPath: changed.reference!) == Data(fakePNG("changed.1")))
    #expect(changed.actual == repository.folder[TestRepository.place + "changed.1.png"])
    #expect(
      catalog.cases[3].sentences.first?.hasPrefix("Renamed from Tests/__Snapshots__/A/old.1.png")
        == true)
  }

  @Test(arguments: ["HEAD~1", "HEAD~1..HEAD", "HEAD~1...HEAD"])
  func `a renamed snapshot matches whatever it is compared with`(_ revisions: String) throws {
    repository.folder.png("shots/old.png", "one")
    repository.folder.png("shots/other.png", "two")
    repository.commit()
    repository.git("mv", "shots/old.png", "shots/new.png")
    repository.folder.png("shots/other.png", "three")
    repository.commit()
    let options = repository.folder.options(git: revisions)
    let cases = try Catalog(paths: [repository.folder.path], options: options).cases
    #expect(cases.map(\.id) == ["shots/new", "shots/other"])
    let (reference, actual) = (try #require(cases[0].reference), try #require(cases[0].actual))
    #expect(try Data(contentsOf: .init(filePath: reference)) == Data(fakePNG("one")))
    #expect(try Data(contentsOf: .init(filePath: actual)) == Data(fakePNG("one")))
    #expect(cases[0].sentences.first?.hasPrefix("Renamed from shots/old.png, ") == true)
  }

  @Test func `a blob is a file with the name of the snapshot, which says its scale`() throws {
    repository.folder.png("shot@2x.png", "one")
    repository.commit()
    repository.folder.png("shot@2x.png", "two")
    let reference = try #require(try repository.catalog().cases.first?.reference)
    #expect(Paths.name(reference) == "shot@2x.png")
    #expect(reference.hasPrefix(repository.folder.stateFolder.path + "/open/"))
  }

  @Test func `a bare repository has two revisions to compare, and no work tree`() throws {
    for content in ["one", "two"] {
      repository.folder.png("Tests/__Snapshots__/A/shot.1.png", content)
      repository.commit()
    }
    let bare = repository.folder["bare.git"]
    repository.git("clone", "--quiet", "--bare", repository.folder.path, bare)
    let elsewhere = TestFolder()
    let moved = elsewhere["shots.git"]
    try FileManager.default.moveItem(atPath: bare, toPath: moved)
    let catalog = try Catalog(paths: [moved], options: elsewhere.options(git: "HEAD~1..HEAD"))
    #expect(catalog.cases.map(\.id) == ["A/shot.1"] && catalog.readOnlyReason != nil)
    let error = #expect(throws: CatalogError.self) {
      try Catalog(paths: [moved], options: elsewhere.options(git: "HEAD"))
    }
    #expect(error?.description.contains("Give two revisions: --git A..B.") == true)
  }

  @Test func `a file that was written again with the same bytes is no case`() throws {
    repository.folder.png("same.png")
    repository.folder.png("other.png")
    repository.commit()
    repository.folder.png("same.png")
    repository.folder.png("other.png", "changed")
    repository.folder.age("same.png", 5)
    #expect(try repository.catalog().cases.map(\.name) == ["other"])
    repository.folder.png("other.png")
    let error = #expect(throws: CatalogError.self) { try repository.catalog() }
    #expect(error?.reason == .unchanged)
  }

  @Test(arguments: [
    ("a.png", true), ("src/logo.png", true), ("Tests/__Snapshots__/A/b.txt", true),
    ("web/__snapshots__/c.test.js.snap", true), ("Foo.verified.json", true),
    ("Foo.approved.txt", true), ("README.md", false), ("src/data.json", false),
    ("Snapshots/Snapshot.swift", false), ("Snapshots/a.gif", true), ("src/a.gif", true),
    ("Tests/__Snapshots__/A/b", true), ("Tests/SnapshotTests/Makefile", false),
    (".loki/reference/a.png", true), ("photo.jpg", true), ("x.expected", true),
    ("testdata/x.json.golden", true), ("x.expected.json", true), ("x.actual", false),
    ("expected.rs", false), ("tsconfig.base.json", false), (".secrets.baseline", false),
    ("lib/tests/baseline/a.svg", true), ("src/icons/a.svg", false),
    ("src/Page.verified/a.bin", true), ("../outside.png", false), ("a/.git/b.png", false),
  ])
  func `pictures are snapshots, and texts whose folder or ending says so`(
    _ path: String, _ isSnapshot: Bool
  ) {
    #expect(GitChanges.isSnapshot(path) == isSnapshot)
  }

  @Test func `any name is a name`() throws {
    let names = [
      "a\nb.png", "\"quoted\" 'name'.png", "-rf.png", "tab\t.png", "ä ö.png", ":(top).png",
    ]
    for name in names { repository.folder.png(name, "one") }
    repository.commit()
    for name in names { repository.folder.png(name, "two") }
    let found = try repository.catalog().cases.compactMap { $0.actual.map(Paths.name) }
    #expect(Set(found) == Set(names))
  }

  @Test func `a folder that is named limits what is found`() throws {
    let repository = TestRepository.changed()
    repository.folder.png("Other/b.png")
    #expect(try repository.catalog("HEAD", repository.folder["Other"]).cases.map(\.name) == ["b"])
    // As in git, what is no revision is a path.
    let names = try repository.catalog(repository.folder["Other"]).cases.map(\.name)
    #expect(names.contains("b"))
  }

  @Test func `two revisions are compared as they are committed, and nothing can be decided`() throws
  {
    let repository = TestRepository.changed()
    repository.commit("two")
    repository.folder.png(TestRepository.place + "changed.1.png", "not committed")
    let catalog = try repository.catalog("HEAD~1..HEAD")
    let snapshot = try #require(catalog.cases.first)
    #expect(
      FileManager.default.contents(atPath: snapshot.actual!) == Data(fakePNG("changed again")))
    #expect(snapshot.baseline == nil)
    let store = try ReviewStore(catalog, stateFolder: repository.folder.stateFolder)
    #expect(store.readOnlyReason?.contains("compares two revisions") == true)
  }

  @Test func `three dots compare with what both come from`() throws {
    repository.folder.png("a.png", "one")
    repository.commit()
    repository.git("checkout", "--quiet", "-b", "side")
    repository.folder.png("side.png", "side")
    repository.commit()
    repository.git("checkout", "--quiet", "main")
    repository.folder.png("main.png", "main")
    repository.commit()
    #expect(try repository.catalog("main..side").cases.map(\.name) == ["main", "side"])
    #expect(try repository.catalog("main...side").cases.map(\.name) == ["side"])
  }

  @Test(arguments: ["nothing", "--output=/tmp/x", "HEAD..nothing", "HEAD^{blob}", ""])
  func `what is no revision is refused`(_ revision: String) throws {
    let repository = TestRepository.changed()
    let error = #expect(throws: CatalogError.self) { try repository.catalog(revision) }
    #expect(error?.reason == .wrongUse)
    #expect(error?.description.contains("no such revision") == true)
  }

  @Test func `where there is no repository, that is said`() throws {
    let folder = TestFolder()
    let error = #expect(throws: CatalogError.self) {
      try Catalog(paths: [folder.path], options: folder.options(git: "HEAD"))
    }
    #expect(
      error?.description.hasSuffix(
        "is not in a git repository; --git and --since need one.") == true)
  }

  @Test func `a Git LFS pointer is followed where the picture is here, else it is an obstacle`()
    throws
  {
    let picture = fakePNG("the real one")
    repository.folder.write("a.png", pointer(to: picture))
    repository.commit()
    repository.folder.png("a.png", "rendered")
    let far = try #require(try repository.catalog().cases.first)
    #expect(far.obstacle?.contains("git lfs fetch") == true)
    #expect(far.reference == nil)
    repository.folder.png(object(of: picture), "another picture by that name")
    #expect(try repository.catalog().cases.first?.reference == nil)
    repository.folder.write(object(of: picture), picture)
    let near = try #require(try repository.catalog().cases.first)
    #expect(near.obstacle == nil)
    #expect(FileManager.default.contents(atPath: near.reference!) == Data(picture))
    repository.folder.write("a.png", picture)
    #expect(throws: CatalogError.self) { try repository.catalog() }
  }

  // MARK: - How files are compared

  @Test func `a clone with Git LFS is compared without its filters`() throws {
    for name in ["same.png", "changed.png"] {
      repository.folder.write(name, pointer(to: fakePNG("old \(name)")))
    }
    repository.commit()
    repository.folder.write(".gitattributes", "*.png filter=lfs diff=lfs merge=lfs -text\n")
    repository.git("config", "filter.lfs.required", "true")
    repository.git("config", "filter.lfs.clean", "false")
    repository.folder.png("same.png", "old same.png")
    repository.folder.png("changed.png", "new")
    let only = try repository.catalog().cases
    #expect(only.map(\.name) == ["changed"])
    #expect(only[0].obstacle?.contains("git lfs fetch") == true)
  }

  @Test func `a linked work tree has its own HEAD and index, and the repository's LFS pictures`()
    throws
  {
    let picture = fakePNG("old")
    repository.folder.write("large.png", pointer(to: picture))
    repository.folder.png("a.png", "one")
    repository.commit()
    repository.folder.write(object(of: picture), picture)
    let linked = repository.folder.top + "/linked"
    #expect(repository.git("worktree", "add", "--quiet", "-b", "side", linked).status == 0)
    try Data(fakePNG("side")).write(to: URL(fileURLWithPath: linked + "/a.png"))
    #expect(repository.git("-C", linked, "commit", "--quiet", "--all", "-m", "side").status == 0)
    try Data(fakePNG("mine")).write(to: URL(fileURLWithPath: linked + "/a.png"))
    try Data(fakePNG("new")).write(to: URL(fileURLWithPath: linked + "/large.png"))
    let cases = try repository.catalog("HEAD", linked).cases
    #expect(cases.map(\.name) == ["a", "large"])
    #expect(
      cases.map { $0.reference.flatMap { try? Disk.real.read($0).bytes } }
        == [fakePNG("side"), picture])
    #expect(try repository.catalog("main", linked).cases.count == 2)
  }

  @Test func `a repository may name its objects by SHA-256`() throws {
    let repository = TestRepository(objects: "sha256")
    repository.folder.png("a.png", "one")
    repository.folder.png("same.png", "one")
    repository.commit()
    repository.folder.png("a.png", "two")
    repository.folder.age("same.png", 7)
    #expect(try repository.catalog().cases.map(\.name) == ["a"])
  }

  @Test func `texts that differ in what git converts are no cases`() throws {
    let folder = repository.folder
    folder.write(".gitattributes", "*.txt text\n")
    for name in ["lines", "words"] { folder.write("snapshots/\(name).txt", "one\ntwo\n") }
    folder.write("snapshots/raw.snap", "one\ntwo\n")
    repository.commit()
    folder.write("snapshots/lines.txt", "one\r\ntwo\r\n")
    folder.write("snapshots/words.txt", "one\r\nthree\r\n")
    folder.write("snapshots/raw.snap", "one\r\ntwo\r\n")
    #expect(try repository.catalog().cases.map(\.name) == ["raw.snap", "words.txt"])
    repository.git("config", "core.autocrlf", "input")
    #expect(try repository.catalog().cases.map(\.name) == ["words.txt"])
  }

  @Test func `a change that leaves size and date alone is found`() throws {
    for name in ["a.png", "b.png"] {
      repository.folder.png(name, "one")
      repository.folder.age(name, 0)
    }
    repository.commit()
    repository.folder.png("a.png", "two")
    repository.folder.age("a.png", 0)
    #expect(try repository.catalog().cases.map(\.name) == ["a"])
  }

  @Test func `what a sparse checkout leaves out was not deleted`() throws {
    repository.folder.png("in/a.png", "one")
    repository.folder.png("out/b.png", "one")
    repository.commit("first")
    repository.folder.png("out/b.png", "two")
    repository.commit("second")
    repository.git("sparse-checkout", "set", "in")
    #expect(!repository.folder.exists("out/b.png"))
    repository.folder.png("in/a.png", "two")
    let catalog = try repository.catalog()
    #expect(catalog.cases.map(\.name) == ["a"] && catalog.remarks == [])
    #expect(
      try repository.catalog("HEAD~1").skipped.map(\.why)
        == [
          "1 changed snapshot that the sparse checkout leaves out. "
            + "Check it out: git sparse-checkout add."
        ])
  }

  @Test func `what the index alone holds is told`() throws {
    let folder = repository.folder
    for name in ["changed", "dropped", "same"] { folder.png("\(name).png", "one") }
    repository.commit()
    folder.png("changed.png", "two")
    for name in ["new", "meant"] { folder.png("\(name).png", "two") }
    repository.git("add", "changed.png", "new.png")
    repository.git("add", "--intent-to-add", "meant.png")
    repository.git("rm", "--cached", "dropped.png")
    folder.png("changed.png", "one")
    for name in ["new", "meant"] { folder.remove("\(name).png") }
    #expect(try skipped() == ["changed.png", "dropped.png", "meant.png", "new.png"])
    repository.git("restore", "--staged", ".")
    #expect(try skipped() == [])
  }

  /// The paths of what `--git` skips where no file of the work tree differs.
  private func skipped() throws -> [String] {
    do throws(CatalogError) {
      let catalog = try Catalog(
        paths: [repository.folder.path], options: repository.folder.options(git: "HEAD"))
      #expect(catalog.cases.isEmpty)
      return []
    } catch {
      #expect(error.reason == .unchanged)
      return error.skipped.map(\.path).sorted()
    }
  }

  @Test(arguments: ["--skip-worktree", "--assume-unchanged"])
  func `a snapshot that git was told not to look at is looked at`(_ mark: String) throws {
    for name in ["a", "b", "c"] { repository.folder.png("\(name).png", "one") }
    repository.commit()
    repository.git("update-index", mark, "a.png", "b.png", "c.png")
    repository.folder.png("a.png", "two")
    repository.folder.remove("b.png")
    let found = try repository.catalog().cases
    #expect(found.map(\.name) == ["a", "b"] && found.map(\.isDeletion) == [false, true])
  }

  @Test func `a repository that the one around it does not know is looked into`() throws {
    repository.folder.png("a.png", "one")
    repository.commit()
    let inner = repository.folder["inner"]
    repository.git("init", "--quiet", inner)
    repository.folder.png("inner/b.png", "one")
    repository.git("-C", inner, "add", ".")
    repository.git("-C", inner, "commit", "--quiet", "--message=inner")
    #expect(throws: CatalogError.self) { try repository.catalog() }
    repository.folder.png("inner/b.png", "two")
    #expect(try repository.catalog().cases.map(\.name) == ["b"])
  }

  @Test func `a branch may be named by what it follows`() throws {
    repository.folder.png("a.png", "one")
    repository.commit()
    repository.git("branch", "base")
    repository.git("branch", "--set-upstream-to", "base")
    repository.folder.png("a.png", "two")
    repository.commit()
    #expect(try repository.catalog("@{upstream}").cases.map(\.name) == ["a"])
    #expect(try repository.catalog("HEAD@{1}").cases.map(\.name) == ["a"])
  }

  @Test func `what git complains of is said`() throws {
    let repository = TestRepository.changed()
    let tree = repository.git("rev-parse", "HEAD:Tests").output.trimmingCharacters(in: .newlines)
    repository.folder.remove(".git/objects/\(tree.prefix(2))/\(tree.dropFirst(2))")
    let error = #expect(throws: CatalogError.self) { try repository.catalog() }
    #expect(error?.description.contains(": git ls-tree failed: ") == true)
    #expect(error?.description.contains(tree) == true)
    repository.folder.write(".git/config", "[core\n")
    let broken = #expect(throws: CatalogError.self) { try repository.catalog() }
    #expect(broken?.description.contains("git cannot read its configuration: bad config") == true)
  }
}
