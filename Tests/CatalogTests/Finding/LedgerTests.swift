import Catalog
import TestSupport
import Testing

/// Given = cases + passes + skipped, for every kind of input.
struct LedgerTests {
  private typealias Entry = ArchiveWriter.Entry

  /// Checks the equation of a kind, and all that the reports say of it.
  private func expect(
    _ catalog: Catalog, _ kind: Ledger.Kind, _ given: Int, listed: Int = 0, passed: Int = 0,
    skipped: Int = 0, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(catalog.ledger.isBalanced, sourceLocation: location)
    #expect(given == listed + passed + skipped, sourceLocation: location)
    let account = catalog.ledger.accounts[kind]
    #expect(account?.given == given, sourceLocation: location)
    #expect(account?.listed == listed, sourceLocation: location)
    #expect(account?.passed == passed, sourceLocation: location)
    #expect(account?.skipped == skipped, sourceLocation: location)
    #expect(
      Set(catalog.skipped.map(\.sentence)).count == catalog.skipped.count, sourceLocation: location)
  }

  // MARK: Folders

  /// Projects of one library side by side, of which some passed, with junk among their files.
  private struct Projects {
    let scene = Scene()
    var failed: [String] = []
    var passed: [String] = []
    var junk: [String] = []

    init(_ library: Layout, seed: UInt64) throws {
      var random = SplitMix(seed: seed)
      let files = try #require(EveryLibraryTests.files(of: library))
      let trees = EveryLibraryTests.trees[library.rawValue]
      for number in 0...Int.random(in: 1...3, using: &random) {
        let place = "p\(number)"
        let hasPassed = number > 0 && trees != nil && Bool.random(using: &random)
        for (name, words) in files {
          if hasPassed, let difference = trees?.last, name.hasPrefix(difference) { continue }
          let unlike = hasPassed ? "same" : words
          let words = name.hasSuffix(".json") ? words : "\(unlike) of \(place)"
          if name.hasSuffix(".png") {
            scene.folder.png("\(place)/\(name)", words)
          } else {
            scene.folder.write("\(place)/\(name)", words)
          }
        }
        if hasPassed { passed.append(place) } else { failed.append(place) }
        addJunk(below: place, beside: files.keys.sorted(), &random)
      }
    }

    private mutating func addJunk(
      below place: String, beside files: [String], _ random: inout SplitMix
    ) {
      for number in 0..<Int.random(in: 0...4, using: &random) {
        let beside = files.randomElement(using: &random)!.split(separator: "/").dropLast()
        let name = ([place[...]] + beside + ["junk\(number)"]).joined(separator: "/")
        scene.folder.folder(name)
        scene.folder.remove(name)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: scene.folder.link(name + ".png", to: "gone.png")
        case 1: scene.folder.folder(name + ".png")
        case 2: scene.folder.write(name + ".zip", "no archive")
        default:
          // Not what a snapshot is called.
          scene.folder.write(name + ".log", "junk")
          continue
        }
        junk.append(name + (scene.folder.exists(name + ".zip") ? ".zip" : ".png"))
      }
    }
  }

  @Test(arguments: EveryLibraryTests.libraries)
  func `in a folder of any layout every file is a case, has passed or is named`(
    _ library: Layout
  ) throws {
    for seed in 0..<3 as Range<UInt64> {
      let projects = try Projects(library, seed: seed)
      let folder = projects.scene.folder
      let catalog = try projects.scene.openWithState()
      #expect(catalog.ledger.isBalanced)
      let named = Set(catalog.skipped.compactMap { folder.short($0.path) })
      #expect(Set(projects.junk).isSubset(of: named), "\(seed)")
      for place in projects.failed {
        let home = folder[place] + "/"
        let shows = { (snapshot: SnapshotCase) in
          (snapshot.files + [snapshot.failures + "/"]).contains { $0.hasPrefix(home) }
        }
        #expect(
          catalog.cases.contains(where: shows)
            || catalog.skipped.contains { $0.path.hasPrefix(home) },
          "\(seed): nothing of \(place)")
      }
      let account = try #require(catalog.ledger.accounts[.file])
      // Where a reference may lie anywhere, two that could be meant make a case of what passed.
      let listed = projects.passed.count { place in
        catalog.cases.contains { $0.actual?.hasPrefix(folder[place] + "/") == true }
      }
      #expect(account.passed + listed >= projects.passed.count, "\(seed)")
      #expect(account.listed + account.passed + account.skipped == account.given)
      #expect(account.skipped >= projects.junk.count)
    }
  }

  @Test func `what passed is counted, and what is no failure for sure is named`() throws {
    let scene = Scene([
      ".reg/expected/a.png": "old", ".reg/actual/a.png": "new", ".reg/diff/a.png": "d",
      ".reg/expected/b.png": "same", ".reg/actual/b.png": "same",
      "test/failures/c_testImage.png": "new",
    ])
    let catalog = try scene.open()
    #expect(catalog.cases.map(\.name) == ["a"])
    expect(catalog, .file, 3, listed: 1, passed: 1, skipped: 1)
    #expect(
      catalog.skipped.map { scene.folder.short($0.path) } == ["test/failures/c_testImage.png"])
  }

  @Test func `a stray picture among artifacts or actuals is named`() throws {
    let folder = TestFolder()
    folder.mix()
    for stray in ["pf/Artifacts/T/stray.png", "pf/Artifacts/odd.png", "af/Actuals/L/other.png"] {
      folder.png(stray)
    }
    folder.png("af/Actuals/L/test.png", "new")
    let catalog = try Catalog(paths: [folder.path], options: folder.options())
    #expect(catalog.cases.count == 3)
    #expect(
      Set(catalog.skipped.map { folder.short($0.path) ?? "" })
        == ["pf/Artifacts/T/stray.png", "pf/Artifacts/odd.png", "af/Actuals/L/other.png"])
    #expect(catalog.ledger.isBalanced)
  }

  @Test(arguments: [
    "actual/.hidden/x.png", "actual/node_modules/x.png", "actual/deeper/.hidden/x.png",
  ])
  func `a picture that is not read is named where all else passed`(_ path: String) throws {
    let scene = Scene(["s/reference/a.png": "same", "s/actual/a.png": "same"])
    scene.folder.png("s/\(path)", "new")
    // What a project keeps beside its snapshots is none of the run's.
    for other in [".github/logo.png", "node_modules/p/logo.png", "s/.github/logo.png"] {
      scene.folder.png(other)
    }
    for given in ["s", ""] {
      #expect(throws: CatalogError.self) { try scene.open(given) }
      do { _ = try scene.open(given) } catch let error as CatalogError {
        #expect(error.skipped.map { scene.folder.short($0.path) } == ["s/\(path)"], "\(given)")
      }
    }
  }

  @Test(arguments: ["run/y.diff.png", "run/x.actual.png/0.png", "run/z_difference.png"])
  func `a part of a failure that no case shows is named beside the failures`(
    _ name: String
  ) throws {
    let scene = Scene(["run/a.expected.png": "same", "run/a.actual.png": "same"])
    scene.folder.png("run/x.expected.png", "old")
    #expect(try scene.open("run").skipped.isEmpty)
    scene.folder.png(name, "new")
    #expect(try scene.open("run").skipped.map { scene.folder.short($0.path) } == [name])
  }

  @Test func `what is no file is named among failures, whatever it is called`() throws {
    let scene = Scene(["s/reference/a.png": "old", "s/actual/a.png": "new"])
    for name in ["s/actual/link", "s/actual/link.pdf", "link"] {
      scene.folder.link(name, to: "gone")
    }
    let catalog = try scene.open()
    #expect(
      Set(catalog.skipped.compactMap { scene.folder.short($0.path) })
        == ["s/actual/link", "s/actual/link.pdf"])
  }

  @Test(arguments: [
    ("Artifacts/MenuTests", "testOther.1.png"), ("test/failures", "other_testImage.png"),
    ("app/src/test", "other_actual.png"), ("s", "other.actual.png"),
  ])
  func `a failure in a folder below others is a case or named`(
    _ place: String, _ file: String
  ) throws {
    let layouts = ["pointfree", "flutter", "roborazzi"].map(Layout.init(rawValue:))
    let libraries = layouts.compactMap(EveryLibraryTests.files)
    let files = libraries.reduce(["s/a.expected.png": "old", "s/a.actual.png": "new"]) {
      $0.merging($1) { $1 }
    }
    for below in ["below", "x.png"] {
      let scene = Scene(files)
      let name = "\(place)/\(below)/\(file)"
      scene.folder.png(name, "new")
      let catalog = try scene.open()
      let told = catalog.skipped.map(\.path) + catalog.cases.compactMap(\.actual)
      #expect(told.contains(scene.folder[name]), "\(name)")
    }
  }

  @Test func `two folders give each of their files`() throws {
    let folder = TestFolder()
    for name in ["a.png", "b.data", "c.txt"] { folder.write("old/\(name)", "\(name) old") }
    for name in ["a.png", "b.data", "d.png"] { folder.write("new/\(name)", "\(name) new") }
    let catalog = try catalog(folder["old"], folder["new"])
    #expect(catalog.cases.count == 4)
    expect(catalog, .file, 4, listed: 4)
  }

  // MARK: Lists

  @Test func `each path is counted`() throws {
    let folder = TestFolder()
    folder.mix()
    folder.folder("empty")
    folder.write("other/notes.txt", "none")
    let given = ["uber", "pf", "af", "empty", "other"].map { folder[$0] }
    var options = folder.options()
    options.actuals = [folder["af/Actual"]]
    let catalog = try Catalog(paths: given, options: options)
    expect(catalog, .path, 5, listed: 3, skipped: 2)
  }

  @Test func `each failing test of a log is counted`() throws {
    let scene = LogScene()
    let names = (1...9).map { "test\($0).1.png" }
    for name in names.prefix(6) { scene.pointfree(name) }
    let log = names.map { scene.message($0) }.joined()
    let lost = "error: -[App.A testB] : failed - No reference was found on disk."
    let catalog = try scene.open(log + "\(scene.home)/A.swift:1: \(lost)\n")
    #expect(catalog.cases.count == 6)
    expect(catalog, .test, 10, listed: 6, skipped: 4)
  }

  @Test func `each entry of an archive that can be a snapshot is counted`() throws {
    let folder = TestFolder()
    let picture = { (name: String) in Entry(name, .file(fakePNG(name))) }
    let inner = ArchiveWriter.zip([picture("x.png")])
    let deep = (0..<3).reduce(inner) { bytes, _ in
      ArchiveWriter.zip([Entry("in.zip", .file(bytes))])
    }
    folder.write("deep.zip", deep)
    folder.write(
      "run.tar",
      ArchiveWriter.tar([
        picture(".loki/reference/a.png"), picture(".loki/current/a.png"),
        picture(".loki/difference/a.png"), picture(".git/b.png"), Entry("run.log", .file([1])),
        Entry("shots/c.png", .link(to: "../.loki/current/a.png")),
      ]))
    let catalog = try Catalog(paths: [folder["run.tar"]], options: folder.options())
    #expect(catalog.cases.map(\.layout.rawValue) == ["loki"])
    expect(catalog, .entry, 4, listed: 3, skipped: 1)
    let both = try Catalog(
      paths: [folder["run.tar"], folder["deep.zip"]], options: folder.options())
    #expect(both.skipped.contains { $0.sentence.contains("in.zip: an archive nested this deep") })
    #expect(both.ledger.isBalanced)
  }

  @Test func `each run is counted`() throws {
    let folder = TestFolder()
    for run in ["1", "2"] {
      folder.png("\(run)/a.reference.png", "old")
      folder.png("\(run)/a.actual.png", "new \(run)")
    }
    folder.folder("3")
    folder.write("3/.last-run.json", #"{"status": "passed"}"#)
    var options = folder.options()
    options.runs = .several
    let catalog = try Catalog(paths: ["1", "2", "3"].map { folder[$0] }, options: options)
    expect(catalog, .run, 3, listed: 2, passed: 1)
  }

  @Test func `each of git's changes is counted`() throws {
    let repository = TestRepository.changed()
    let folder = repository.folder
    folder.remove("\(TestRepository.place)text.1.txt")
    folder.link("\(TestRepository.place)text.1.txt", to: "same.1.png")
    let catalog = try repository.catalog()
    // A file that was renamed is two changes and one case.
    expect(catalog, .change, 6, listed: 5, skipped: 1)
    #expect(catalog.cases.count == 4)
  }
}
