import Catalog
import Foundation
import TestSupport
import Testing

/// What `--git` finds.
@Suite struct GitCatalogTests {
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
      catalog.cases[3].remarks.first?.hasPrefix("Renamed from Tests/__Snapshots__/A/old.1.png")
        == true)
  }

  @Test func `a blob is a file with the name of the snapshot, which says its scale`() throws {
    let repository = TestRepository()
    repository.folder.png("shot@2x.png", "one")
    repository.commit()
    repository.folder.png("shot@2x.png", "two")
    let reference = try #require(try repository.catalog().cases.first?.reference)
    #expect(Paths.name(reference) == "shot@2x.png")
    #expect(reference.hasPrefix(repository.folder.stateFolder.path + "/open/"))
  }

  @Test func `a file that was written again with the same bytes is no case`() throws {
    let repository = TestRepository()
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
    ("Snapshots/Snapshot.swift", false), (".loki/reference/a.png", true), ("photo.jpg", false),
    (".snapreview/store/x.png", false), ("../outside.png", false), ("a/.git/b.png", false),
  ])
  func `pictures are snapshots, and texts whose folder or ending says so`(
    _ path: String, _ isSnapshot: Bool
  ) {
    #expect(GitChanges.isSnapshot(path) == isSnapshot)
  }

  @Test func `any name is a name`() throws {
    let repository = TestRepository()
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
    let repository = TestRepository()
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
    var options = CatalogOptions(git: "HEAD")
    options.stateFolder = folder.stateFolder
    let error = #expect(throws: CatalogError.self) {
      try Catalog(paths: [folder.path], options: options)
    }
    #expect(
      error?.description.hasSuffix("not in a git repository. --git compares with one.") == true)
  }

  @Test func `a Git LFS pointer is followed where the picture is here, else it is an obstacle`()
    throws
  {
    let repository = TestRepository()
    let picture = fakePNG("the real one")
    let hash = Fingerprint.hash(picture)
    repository.folder.write(
      "a.png",
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(hash)\nsize \(picture.count)\n")
    repository.commit()
    repository.folder.png("a.png", "rendered")
    let far = try #require(try repository.catalog().cases.first)
    #expect(far.obstacle?.contains("git lfs fetch") == true)
    #expect(far.reference == nil)
    let object = ".git/lfs/objects/\(hash.prefix(2))/\(hash.dropFirst(2).prefix(2))/\(hash)"
    repository.folder.png(object, "another picture by that name")
    #expect(try repository.catalog().cases.first?.reference == nil)
    repository.folder.write(object, picture)
    let near = try #require(try repository.catalog().cases.first)
    #expect(near.obstacle == nil)
    #expect(FileManager.default.contents(atPath: near.reference!) == Data(picture))
    repository.folder.write("a.png", picture)
    #expect(throws: CatalogError.self) { try repository.catalog() }
  }
}
