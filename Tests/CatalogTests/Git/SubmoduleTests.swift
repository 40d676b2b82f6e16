import Base
import Catalog
import Store
import TestSupport
import Testing

/// A project whose baselines lie in a submodule.
struct SubmoduleTests {
  private let library = TestRepository()
  private let app = TestRepository()
  private let place = "References/__Snapshots__/F/test.1.png"

  init() throws {
    library.folder.png("__Snapshots__/F/test.1.png", "old")
    library.folder.write(".gitmodules", "")
    library.commit()
    app.git("commit", "--quiet", "--allow-empty", "--message", "first")
    app.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.folder.path,
      "References")
    app.commit()
    try #require(app.folder.exists(place))
  }

  private func commitInside() {
    app.git("-C", "References", "commit", "--quiet", "--all", "--message", "recorded")
  }

  private func ids(_ revisions: String = "HEAD") throws -> [String] {
    do throws(CatalogError) {
      return try Catalog(
        paths: [app.folder.path], options: app.folder.options(git: revisions)
      ).cases.map(\.id)
    } catch {
      guard error.reason == .unchanged, error.skipped.isEmpty else { throw error }
      return []
    }
  }

  @Test func `what was recorded again in it is a case until its commit is the one that is known`()
    throws
  {
    #expect(try ids() == [])
    app.folder.png(place, "new")
    #expect(try ids() == ["F/test.1"])
    commitInside()
    #expect(try ids() == ["F/test.1"])
    app.commit()
    #expect(try ids() == [])
    #expect(try ids("HEAD~1") == ["F/test.1"])
    #expect(try ids("HEAD~1..HEAD") == ["F/test.1"])
  }

  @Test func `a repository's settings hide no change in it`() throws {
    app.git("config", "--file", ".gitmodules", "submodule.References.ignore", "all")
    app.git("config", "submodule.References.ignore", "all")
    app.commit()
    #expect(try ids() == [])
    app.folder.png(place, "new")
    #expect(try ids() == ["F/test.1"])
    commitInside()
    #expect(try ids() == ["F/test.1"])
  }

  @Test func `a new submodule is new snapshots, and a decision writes into it`() throws {
    #expect(try ids("HEAD~1..HEAD") == ["F/test.1"])
    #expect(try ids("HEAD~1") == ["F/test.1"])
    app.folder.png(place, "new")
    let catalog = try app.catalog()
    let snapshot = try #require(catalog.cases.first)
    let store = try ReviewStore(catalog, stateFolder: app.folder.stateFolder)
    try store.record(.rejected, for: snapshot, shown: Fingerprint(of: snapshot))
    #expect(app.folder.bytes(place) == fakePNG("old"))
  }

  @Test func `one that is not checked out is named where it has moved, and only there`() throws {
    app.folder.png(place, "new")
    commitInside()
    app.commit()
    app.git("submodule", "--quiet", "deinit", "--force", "References")
    #expect(try ids() == [])
    for revisions in ["HEAD~1", "HEAD~1..HEAD"] {
      let error = #expect(throws: CatalogError.self) { try ids(revisions) }
      #expect(error?.skipped.map(\.path) == ["References"])
      #expect(error?.description.contains("git submodule update --init") == true)
    }
  }

  @Test func `one whose files have no repository is named`() throws {
    app.folder.remove("References/.git")
    app.folder.png(place, "new")
    let error = #expect(throws: CatalogError.self) { try ids() }
    #expect(error?.skipped.map(\.path) == ["References"])
    #expect(error?.description.contains("has no repository here") == true)
  }

  @Test func `undo in the app's repository reaches what was written in it`() throws {
    app.folder.png("Artifacts/F/test.1.png", "new")
    let found = try Catalog(paths: [app.folder["Artifacts"]], options: app.folder.options())
    try ReviewStore(found, stateFolder: app.folder.stateFolder).accept(
      try #require(found.cases.first))
    #expect(app.folder.bytes(place) == fakePNG("new"))
    app.folder.remove("Artifacts")
    let reached = DecidedFolders(
      below: [app.folder["Artifacts"]], references: [], catalog: nil,
      stateFolder: app.folder.stateFolder)
    let store = try ReviewStore(reached, stateFolder: app.folder.stateFolder)
    #expect(try store.undo().failures.isEmpty)
    #expect(app.folder.bytes(place) == fakePNG("old"))
  }

  @Test func `baselines in it are found for failures outside, and written in it`() throws {
    app.folder.png("Artifacts/F/test.1.png", "new")
    app.folder.folder("other/.git")
    app.folder.png("other/__Snapshots__/F/test.1.png", "another project's")
    for opened in ["Artifacts", ""] {
      let found = try catalog(app.folder[opened]).cases.first { $0.layout == .pointfree }
      #expect(found?.baseline?.path == app.folder[place], "\(opened)")
    }
  }
}
