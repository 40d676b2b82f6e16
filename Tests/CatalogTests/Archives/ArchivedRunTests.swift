import Base
import Catalog
import Store
import TestSupport
import Testing

/// Runs of each library as archives, opened for the checkout in which the run left the same files.
struct ArchivedRunTests {
  private let place = TestFolder()

  private func archive(_ scene: Scene, _ names: some Sequence<String>) -> String {
    let entries = names.sorted().map {
      ArchiveWriter.Entry($0, .file(scene.folder.bytes($0) ?? []))
    }
    return place.write("run.zip", ArchiveWriter.zip(entries))
  }

  private func open(_ archive: String, for scene: Scene) throws -> Catalog {
    try Catalog(
      paths: [archive], options: scene.folder.options(references: [scene.folder.path]))
  }

  private func reopened(_ archive: String, _ scene: Scene) throws -> Catalog? {
    do {
      return try open(archive, for: scene)
    } catch let error as CatalogError where error.reason == .unchanged && error.skipped.isEmpty {
      return nil
    }
  }

  @Test func `a word may be the ending of a file in an archive as well`() throws {
    let scene = Scene(["run/login_actual.png": "new", "run/login_expected.png": "old"])
    var names = ["run/login_actual.png", "run/login_expected.png"]
    for name in ["run/x.expected", "run/x.actual", "run/y.expected.raw", "run/y.actual.raw"] {
      scene.folder.write(name, name)
      names.append(name)
    }
    let found = try Catalog(paths: [archive(scene, names)], options: place.options())
    #expect(found.cases.map(\.name) == (try scene.open("run").cases.map(\.name)))
    #expect(found.cases.count == 3)
  }

  @Test func `files that words name are parts of a failure, not baselines of an equal run`() throws
  {
    let parts = ["login_expected.png": "old", "login_actual.png": "new", "login_diff.png": "d"]
    let scene = Scene(Dictionary(uniqueKeysWithValues: parts.map { ("run/\($0)", $1) }))
    let found = try open(archive(scene, parts.keys.map { "run/\($0)" }), for: scene)
    #expect(found.cases.map(\.id) == ["run/login"] && found.cases.map(\.layout) == [.words])
    #expect(found.skipped.isEmpty)
  }

  @Test func `what was accepted stays so where no name tells whose baseline it is`() throws {
    let baseline = "tests/a.spec.ts-snapshots/x-chromium-linux.png"
    let failure = ["actual": "new", "expected": "old", "diff": "d"]
    let files = failure.map { ("test-results/a-shows/x-\($0).png", $1) }
    let scene = Scene(Dictionary(uniqueKeysWithValues: files + [(baseline, "old")]))
    let archive = archive(scene, files.map(\.0))
    for (name, _) in files { scene.folder.remove(name) }
    let found = try open(archive, for: scene)
    let store = try ReviewStore(found, stateFolder: scene.folder.stateFolder)
    try store.accept(found.cases[0])
    store.close()
    let again = try open(archive, for: scene)
    #expect(again.cases.map(\.baseline?.path) == [scene.folder[baseline]])
    let reopened = try ReviewStore(again, stateFolder: scene.folder.stateFolder)
    #expect(reopened.decisions(for: again.cases).values.map(\.decision) == [.accepted])
    // Another archive's failure was not accepted, whatever its name.
    scene.folder.png("test-results/b-other/x-diff.png", "d")
    for (mark, words) in failure { scene.folder.png("test-results/b-other/x-\(mark).png", words) }
    let others = failure.keys.map { "test-results/b-other/x-\($0).png" }
    let other = try open(self.archive(scene, others), for: scene)
    #expect(other.cases.map(\.baseline) == [nil])
  }

  @Test(arguments: [".loki/reference", ".owl/baseline", "web/.lostpixel/baseline"])
  func `a library's hidden folder below the named one is written, and restored`(
    _ folder: String
  ) throws {
    let actuals = ["loki": "current", "owl": "latest", "lostpixel": "current"]
    let run = Paths.parent(folder)
    let actual = "\(run)/\(actuals[String(Paths.name(run).dropFirst())] ?? "")/a.png"
    let scene = Scene(["\(folder)/a.png": "old", actual: "new", "\(folder)/.x/b.png": "old"])
    let (old, new) = (scene.folder.bytes("\(folder)/a.png"), scene.folder.bytes(actual))
    let found = try open(archive(scene, [actual]), for: scene)
    for isUndone in [false, true] {
      let store = try ReviewStore(found, stateFolder: scene.folder.stateFolder)
      if isUndone { _ = try store.undo() } else { try store.accept(found.cases[0]) }
      store.close()
      #expect(scene.folder.bytes("\(folder)/a.png") == (isUndone ? old : new))
    }
  }

  @Test(arguments: EveryLibraryTests.libraries, [true, false])
  func `what was accepted from an archive stays accepted beside the run's own files`(
    _ library: Layout, _ isWhole: Bool
  ) throws {
    let files = try #require(EveryLibraryTests.files(of: library))
    let scene = Scene(files)
    let plain = try scene.openWithState().cases
    let baselines = Set(plain.compactMap { scene.folder.short($0.baseline?.path) })
    // A library that does not say where its references are, or leaves no actual, has none to accept.
    guard !baselines.isEmpty, plain.allSatisfy({ $0.obstacle == nil }) else { return }
    let archive = archive(scene, files.keys.filter { isWhole || !baselines.contains($0) })
    let found = try open(archive, for: scene)
    #expect(Set(found.cases.map(\.layout)).isSuperset(of: [library]))
    #expect(found.cases.count >= plain.count)
    let store = try ReviewStore(found, stateFolder: scene.folder.stateFolder)
    for snapshot in found.cases {
      #expect(snapshot.obstacle == nil, "\(snapshot.id)")
      if snapshot.obstacle == nil { try store.accept(snapshot) }
    }
    store.close()
    // Some libraries say of an actual that equals its baseline that it has passed.
    guard let again = try reopened(archive, scene) else { return }
    let decided = try ReviewStore(again, readOnly: true, stateFolder: scene.folder.stateFolder)
      .decisions(for: again.cases)
    for snapshot in again.cases {
      #expect(snapshot.obstacle == nil, "\(snapshot.id)")
      #expect(decided[snapshot.id]?.decision == .accepted, "\(snapshot.id)")
    }
  }

  @Test(arguments: EveryLibraryTests.libraries)
  func `what the run left in the checkout is the baseline of no new snapshot`(
    _ library: Layout
  ) throws {
    let files = try #require(EveryLibraryTests.files(of: library))
    let plain = try Scene(files).openWithState().cases
    let names = Set(plain.compactMap(\.baseline).map { Paths.name($0.path) })
    // The baselines' own names can be those of actuals and differences too.
    let baselines = files.keys.filter { files[$0] == "old" && names.contains(Paths.name($0)) }
    let run = files.filter { !baselines.contains($0.key) }
    guard !baselines.isEmpty, !run.isEmpty else { return }
    let scene = Scene(run)
    guard let found = try? open(archive(scene, run.keys), for: scene) else { return }
    for snapshot in found.cases {
      let baseline = scene.folder.short(snapshot.baseline?.path)
      #expect(baseline.flatMap { run[$0] } == nil, "\(snapshot.id) \(baseline ?? "")")
    }
  }
}
