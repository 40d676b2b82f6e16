import Base
import Catalog
import Host
import PNGCodec
import Pixels
import Store
import TestSupport
import Testing

/// `record: .failed` writes the actual over the baseline: what that was is in git alone.
struct OverwrittenBaselineTests {
  private let repository = TestRepository()
  private let baseline = "Tests/__Snapshots__/A/menu.1.png"

  /// A run that has written its artifact and recorded it.
  init() {
    repository.folder.png(baseline, "old")
    repository.commit()
    repository.folder.png("Artifacts/A/menu.1.png", "new")
    repository.folder.png(baseline, "new")
  }

  @Test(arguments: [[], ["mv", "Tests", "UI"]])
  func `what was rejected among a run's files is rejected in git, too`(_ move: [String]) throws {
    let (found, only) = try open()
    do {
      let store = try store(found)
      try store.record(.rejected, for: only, shown: Fingerprint(of: only), note: "cut")
    }
    if !move.isEmpty {
      #expect(repository.run(move).status == 0)
      repository.git("commit", "--quiet", "--message", "moved")
    }
    let catalog = try repository.catalog()
    let cases = catalog.cases.filter { $0.name == "menu.1" && $0.reference != nil }
    #expect(cases.count == 1)
    #expect(try store(catalog).decisions(for: cases).values.map(\.note) == ["cut"])
  }

  @Test(arguments: [false, true])
  func `a baseline that was deleted is no first recording`(_ isCommitted: Bool) throws {
    let repository = TestRepository()
    let folder = repository.folder
    for name in ["menu", "other"] { folder.png("Tests/__Snapshots__/A/\(name).1.png", "old") }
    repository.commit()
    folder.remove(baseline)
    if isCommitted { repository.commit() }
    for name in ["menu", "new"] { folder.png("Artifacts/A/\(name).1.png", "new") }
    let found = try Catalog(paths: [folder["Artifacts"]], options: folder.options()).cases
    #expect(found.map { $0.remarks.contains(.newBaseline) } == [false, true])
    #expect(found[0].baseline == nil && found[0].obstacle?.contains("Git has its") == true)
  }

  @Test func `a reference that the run recorded over did not pass in a tree of two words`() throws {
    let repository = TestRepository()
    let folder = repository.folder
    for name in ["menu", "same"] { folder.png("shots/golden/\(name).png", "old") }
    repository.commit()
    folder.png("shots/golden/menu.png", "new")
    folder.png("shots/current/menu.png", "new")
    folder.png("shots/current/same.png", "old")
    let open = { try Catalog(paths: [folder["shots"]], options: folder.options()) }
    let found = try #require(try open().cases.first)
    #expect(found.name == "menu" && found.writing == .rejecting)
    let store = try repository.store(try open())
    try store.record(.rejected, for: found, shown: Fingerprint(of: found))
    #expect(folder.bytes("shots/golden/menu.png") == fakePNG("old"))
    // Now it is no longer equal; what was accepted stays listed, so that a reject can follow.
    let again = try #require(try open().cases.first)
    try store.record(.accepted, for: again, shown: Fingerprint(of: again))
    #expect(try open().cases.map(\.mayBeOverwritten) == [false])
  }

  @Test func `a copy of the references that a run left beside its failures is not written`() throws
  {
    let repository = TestRepository()
    let folder = repository.folder
    folder.png(baseline, "old")
    repository.commit()
    folder.png("ci/__Snapshots__/A/menu.1.png", "old")
    folder.png("ci/Artifacts/A/menu.1.png", "new")
    let open = { try Catalog(paths: [folder["ci"]], options: folder.options()) }
    for _ in 0..<2 {
      let found = try #require(try open().cases.first)
      #expect(found.baseline?.path == folder[baseline])
      let store = try repository.store(try open())
      try store.record(.accepted, for: found, shown: Fingerprint(of: found))
    }
  }

  @Test(arguments: ["branch", "tag", "stash", "capitals"])
  func `a baseline that only git has elsewhere makes no first recording`(_ form: String) throws {
    let repository = TestRepository()
    let folder = repository.folder
    folder.png("Tests/__Snapshots__/A/other.1.png", "old")
    repository.commit()
    if form != "stash" { repository.git("checkout", "-q", "-b", "side") }
    folder.png(form == "capitals" ? "Tests/__Snapshots__/a/Menu.1.png" : baseline, "old")
    if form == "stash" { repository.git("stash", "-q", "-u") } else { repository.commit() }
    if form == "tag" { repository.git("tag", "then") }
    if form != "capitals", form != "stash" { repository.git("checkout", "-q", "-") }
    if form == "tag" { repository.git("branch", "-q", "-D", "side") }
    folder.png("Artifacts/A/menu.1.png", "new")
    let found = try Catalog(paths: [folder["Artifacts"]], options: folder.options()).cases
    #expect(found.map(\.baseline?.path) == [nil])
    #expect(found.first?.obstacle?.contains("Git has its baseline") == true)
  }

  private func open() throws -> (catalog: Catalog, only: SnapshotCase) {
    let folder = repository.folder
    let found = try Catalog(paths: [folder["Artifacts"]], options: folder.options())
    return (found, try #require(found.cases.first))
  }

  private func store(_ catalog: Catalog) throws -> ReviewStore {
    try ReviewStore(catalog, stateFolder: repository.folder.stateFolder)
  }

  private var isCompared: Bool {
    get throws { try open().only.writing == .rejecting }
  }

  @Test func `it is compared with what was committed`() throws {
    let (_, only) = try open()
    let reference = try #require(only.reference)
    #expect(try Disk.real.read(reference).bytes == fakePNG("old"))
    #expect(only.baseline?.path == repository.folder[baseline])
    #expect(only.sentences.contains { $0.contains("record: .failed") && $0.contains("HEAD") })
    #expect(!only.sentences.contains { $0.contains("older") })
  }

  @Test func `accepting keeps the new one, rejecting puts the old one back, undo returns`() throws {
    let (catalog, only) = try open()
    let store = try store(catalog)
    try store.record(.accepted, for: only)
    #expect(repository.folder.bytes(baseline) == fakePNG("new"))
    try store.record(.rejected, for: only)
    #expect(repository.folder.bytes(baseline) == fakePNG("old"))
    #expect(try store.undo().failures.isEmpty)
    #expect(repository.folder.bytes(baseline) == fakePNG("new"))
  }

  @Test func `a run that keeps a copy of the reference is no exception`() throws {
    let folder = repository.folder
    let baseline = "ReferenceImages_64/A/menu@2x.png"
    folder.png(baseline, "old")
    repository.commit()
    for (part, words) in [("reference_", "old"), ("failed_", "new")] {
      folder.png("FailureDiffs/A/\(part)menu@2x.png", words)
    }
    folder.png(baseline, "new")
    let found = try Catalog(paths: [folder["FailureDiffs"]], options: folder.options())
    let only = try #require(found.cases.first)
    #expect(only.writing == .rejecting)
    try store(found).record(.rejected, for: only)
    #expect(folder.bytes(baseline) == fakePNG("old"))
  }

  @Test func `of a library that keeps only a strip, its first pane says what was compared`() throws
  {
    let folder = repository.folder
    let panes = [UInt8(10), 20, 30].map { grey in
      PixelImage(width: 4, height: 2, pixels: Array(repeating: Pixel(grey, 0, 0, 255), count: 8))
    }
    let strip = (0..<2).flatMap { _ in panes.flatMap { Array(repeating: $0[0, 0], count: 4) } }
    let baseline = "t/__image_snapshots__/menu-snap.png"
    folder.write(baseline, try PNG.encode(panes[0]))
    repository.commit()
    folder.write(
      "t/__image_snapshots__/__diff_output__/menu-snap-diff.png",
      try PNG.encode(PixelImage(width: 12, height: 2, pixels: strip)))
    let open = { try Catalog(paths: [folder["t"]], options: folder.options()) }
    #expect(try open().cases.map(\.writing) == [.accepting])
    folder.write(baseline, try PNG.encode(panes[2]))
    #expect(try open().cases.map(\.writing) == [.rejecting])
    repository.commit()
    #expect(try open().cases.map(\.writing) == [.accepting])
  }

  @Test func `the decision is found again in the next run`() throws {
    let (catalog, only) = try open()
    try store(catalog).record(.accepted, for: only)
    let again = try open()
    let decisions = try store(again.catalog).decisions(for: again.catalog.cases)
    #expect(decisions[again.only.id]?.decision == .accepted)
  }

  @Test func `a baseline that was not overwritten stays the reference`() throws {
    repository.folder.png(baseline, "old")
    #expect(try !isCompared)
    #expect(try open().only.reference == repository.folder[baseline])
  }

  @Test func `what is committed already has nothing to compare with`() throws {
    repository.commit()
    #expect(try !isCompared)
  }

  @Test func `neither has what git does not know, nor a repository without a commit`() throws {
    repository.git("rm", "--quiet", "--cached", baseline)
    repository.git("commit", "--quiet", "--message", "untracked")
    #expect(try !isCompared)
    repository.git("update-ref", "-d", "HEAD")
    #expect(try !isCompared)
  }

  @Test func `a pointer in git is not taken for the old picture`() throws {
    repository.folder.write(
      baseline,
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "a", count: 64))\nsize 9\n"
    )
    repository.commit()
    repository.folder.png(baseline, "new")
    #expect(try !isCompared)
    let recorded = try open().only
    #expect(recorded.reference == nil && recorded.obstacle?.contains("git lfs fetch") == true)
  }

  @Test func `a pointer to what is there is no other picture`() throws {
    let picture = fakePNG("new")
    repository.folder.write(baseline, pointer(to: picture))
    repository.commit()
    repository.folder.png(baseline, "new")
    #expect(try !isCompared)
    #expect(try open().only.remarks.isEmpty)
  }
}
