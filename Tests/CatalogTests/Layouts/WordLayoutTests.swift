import Base
import Catalog
import Store
import TestSupport
import Testing

/// Folders whose files say themselves which is the reference, the actual and the difference.
struct WordLayoutTests {
  /// Names of reference, actual and difference for the snapshot "login".
  static let folders: [[String]] = [
    ["run/login.reference.png", "run/login.actual.png", "run/login.diff.png"],
    ["run/login_expected.png", "run/login_actual.png", "run/login_diff.png"],
    ["run/login-baseline.png", "run/login-new.png", "run/login-difference.png"],
    ["run/login before.png", "run/login after.png", "run/login compare.png"],
    ["run/reference_login.png", "run/actual_login.png", "run/diff_login.png"],
    ["run/Golden-login.png", "run/GOT-login.png", "run/Delta-login.png"],
    ["run/login/expected.png", "run/login/received.png", "run/login/delta.png"],
    ["run/Reference/login.png", "run/Actual/login.png", "run/Difference/login.png"],
    ["run/golden/login.png", "run/current/login.png", "run/diff/login.png"],
    ["x/Original/run/login.png", "x/candidate/run/login.png", "x/diffs/run/login.png"],
    ["run/references/login.png", "run/actuals/login.actual.png", "run/diffs/login_diff.png"],
    ["run/login.from_cache.png", "run/login.from_test.png", "run/login.diff.png"],
    ["run/from_cache_login.png", "run/from_test_login.png", "run/diff_login.png"],
    ["run/expectedScreens/login.png", "run/outputScreens/login.png", "run/diffScreens/login.png"],
    ["run/ReferenceOutput/login.png", "run/ActualOutput/login.png", "run/DiffOutput/login.png"],
    ["run/login.png", "run/login.got.png", "run/login.delta.png"],
    ["run/login.png", "run/result/login.png", "run/compare/login.png"],
  ]

  private func scene(_ names: [String?], isRepository: Bool = true) -> Scene {
    let words = ["old", "new", "d"]
    let files = zip(names, words).compactMap { name, word in name.map { ($0, word) } }
    return Scene(Dictionary(files) { one, _ in one }, isRepository: isRepository)
  }

  @Test(arguments: folders)
  func `reference, actual and difference are told by words, and accepting writes the reference`(
    _ names: [String]
  ) throws {
    let scene = scene(names)
    try scene.check(["run/login": Triple("words", names[0], names[1], names[2])])
  }

  @Test(arguments: folders)
  func `all three are told in a folder that nobody named too`(_ names: [String]) throws {
    let scene = scene(names)
    let found = try scene.openWithState(isNamed: false)
    #expect(scene.parts(of: found) == [names.map(Optional.some)])
    #expect(found.remarks.contains { $0.contains("words in file names") && $0.contains(names[0]) })
  }

  @Test(arguments: folders.dropLast())
  func `a pair is told in a folder that was named, and in no other`(_ names: [String]) throws {
    let scene = scene(names.dropLast())
    #expect(scene.parts(of: try scene.open()) == [[names[0], names[1], nil]])
    #expect(throws: CatalogError.self) { try scene.openWithState(isNamed: false) }
  }

  @Test(arguments: [true, false])
  func `what was accepted of two trees outside git stays a case, which a reject puts back`(
    _ isNew: Bool
  ) throws {
    let names = ["run/golden/x.png", "run/current/x.png"]
    let scene = scene(names, isRepository: false)
    scene.folder.png("run/golden/y.png", "same")
    scene.folder.png("run/current/y.png", isNew ? "new y" : "same")
    let store = { try ReviewStore($0, stateFolder: scene.folder.stateFolder) }
    #expect(try scene.accepted(scene.openWithState()).isEmpty == false)
    let found = try scene.openWithState()
    #expect(found.cases.map(\.name) == (isNew ? ["x", "y"] : ["x"]))
    let snapshot = try #require(found.cases.first)
    let open = try store(found)
    #expect(open.decisions(for: found.cases)[snapshot.id]?.decision == .accepted)
    try open.record(.rejected, for: snapshot, shown: Fingerprint(of: snapshot))
    open.close()
    #expect(scene.folder.bytes(names[0]) == fakePNG("old"))
    let again = try scene.openWithState()
    let decisions = try store(again).decisions(for: again.cases)
    #expect(decisions[again.cases[0].id]?.decision == .rejected)
  }

  @Test func `a case is the same whether its folder or one above it was opened`() throws {
    let scene = scene(Self.folders[6])
    let identities = try ["", "run", "run/login"].map { try scene.open($0).cases.map(\.identity) }
    #expect(identities[0].count == 1)
    #expect(Set(identities).count == 1)
  }

  @Test func `text snapshots are told by their own names`() throws {
    let scene = Scene()
    for (name, text) in [("expected", "old"), ("actual", "new")] {
      scene.folder.write("run/view.\(name).txt", text)
      scene.folder.write("run/menu/\(name).json", text)
    }
    try scene.check([
      "run/view.txt": Triple("words", "run/view.expected.txt", "run/view.actual.txt"),
      "run/menu.json": Triple("words", "run/menu/expected.json", "run/menu/actual.json"),
    ])
  }

  @Test func `a new snapshot becomes a reference as those beside it are marked`() throws {
    let scene = scene(Self.folders[1])
    scene.folder.png("run/menu_actual.png", "first")
    scene.folder.png("trees/Reference/a.png", "old")
    scene.folder.png("trees/Actual/a.png", "new")
    scene.folder.png("trees/Actual/sub/b.png", "first")
    // No other file says that these are new.
    let alone = try scene.open().cases.filter { $0.reference == nil }
    #expect(alone.map(\.doubt) == [.wordsAlone, .wordsAlone])
    scene.folder.png("trees/Actual/c.png.tmp", "unfinished")
    let catalog = try scene.open()
    #expect(catalog.cases.count == 4)
    #expect(catalog.skipped.map(\.path) == [scene.folder["trees/Actual/c.png.tmp"]])
    scene.folder.remove("trees/Actual/c.png.tmp")
    try scene.check([
      "run/login": Triple("words", Self.folders[1][0], Self.folders[1][1], Self.folders[1][2]),
      "run/menu": Triple(
        "words", reference: nil, actual: "run/menu_actual.png", writes: "run/menu_expected.png"),
      "trees/a": Triple("words", "trees/Reference/a.png", "trees/Actual/a.png"),
      "sub/b": Triple(
        "words", reference: nil, actual: "trees/Actual/sub/b.png",
        writes: "trees/Reference/sub/b.png"),
    ])
  }

  @Test func `what passed in trees is not listed`() throws {
    let scene = Scene()
    for name in ["a", "b", "c"] {
      scene.folder.write("run/golden/\(name).png", picture(2, 2, 10))
      scene.folder.write("run/current/\(name).png", picture(name == "c" ? 3 : 2, 2, 20))
    }
    scene.folder.write("run/golden/same.png", picture(2, 2, 10))
    scene.folder.write("run/current/same.png", picture(2, 2, 10))
    #expect(try scene.open().cases.map(\.name) == ["a", "b", "c"])
    scene.folder.write("run/diff/a.png", picture(2, 2, 30))
    #expect(
      try scene.open().cases.map(\.name) == ["a", "b", "c"],
      "no library says here that what has no difference has passed")
  }

  // MARK: References elsewhere

  @Test func `the baseline is at the same path under --references`() throws {
    let scene = Scene([
      "run/Actual/home/login.png": "new", "run/Difference/home/login.png": "d",
      "Snapshots/home/login.png": "old", "Snapshots/other/login.png": "another",
    ])
    try scene.check(
      "run", references: ["Snapshots"],
      [
        "home/login": Triple(
          "words", "Snapshots/home/login.png", "run/Actual/home/login.png",
          "run/Difference/home/login.png")
      ])
  }

  @Test func `where references were named, the one in sight is a copy`() throws {
    let scene = scene(Self.folders[1])
    scene.folder.png("Snapshots/login.png", "old")
    try scene.check(
      "run", references: ["Snapshots"],
      [
        "run/login": Triple(
          "words", reference: "run/login_expected.png", actual: "run/login_actual.png",
          difference: "run/login_diff.png", writes: "Snapshots/login.png")
      ])
    scene.folder.remove("Snapshots/login.png")
    let only = try scene.open("run", references: ["Snapshots"]).cases[0]
    #expect(only.baseline == nil)
    #expect(only.obstacle?.contains("Without --references accepting writes over") == true)
  }

  // MARK: What is asked

  private func obstacle(_ scene: Scene, layouts: [Layout] = []) throws -> String {
    let cases = try scene.open(layouts: layouts).cases
    #expect(cases.count == 1 && cases.first?.baseline == nil)
    return cases.first?.obstacle ?? ""
  }

  @Test func `two actuals of one reference are both named, and none is guessed`() throws {
    let scene = Scene([
      "login.png": "old", "login-candidate.png": "new", "login-result.png": "newer",
    ])
    let obstacle = try obstacle(scene)
    #expect(obstacle.hasPrefix("2 files could be the actual: "))
    #expect(obstacle.contains("login-candidate.png") && obstacle.contains("login-result.png"))
    #expect(obstacle.contains("[layout] in .snapreview.toml"))
  }

  @Test func `trees and marks that disagree are both named`() throws {
    let scene = scene(Self.folders[7])
    scene.folder.png("run/login.actual.png", "newer")
    #expect(try obstacle(scene).contains("run/login.actual.png"))
  }

  @Test func `folders that can be read in two ways are asked`() throws {
    let scene = Scene()
    for (number, path) in ["before/golden", "before/current", "after/golden", "after/current"]
      .enumerated()
    {
      scene.folder.png("\(path)/x.png", "\(number)")
    }
    #expect(try scene.open().cases.allSatisfy { $0.obstacle?.contains("in two ways") == true })
  }

  @Test
  func `a marked reference beside one without a mark is asked, and --layout words settles it`()
    throws
  {
    let scene = scene(Self.folders[1])
    scene.folder.png("run/login.png", "older")
    #expect(try obstacle(scene).hasPrefix("2 files could be the reference: "))
    let settled = try scene.open(layouts: [.words]).cases
    #expect(settled.map { scene.folder.short($0.baseline?.path) } == [Self.folders[1][0]])
  }

  @Test func `a layout of the team's own is the answer`() throws {
    let scene = Scene([
      "login.png": "old", "login-candidate.png": "new", "login-result.png": "another",
      "login-delta.png": "d",
    ])
    scene.folder.write(
      ".snapreview.toml",
      """
      [layout]
      name = "ours"
      actual = "{name}-candidate.png"
      reference = "{name}.png"
      """)
    #expect(
      try scene.open().cases.map(scene.triple)
        == [Triple("ours", "login.png", "login-candidate.png")])
  }

  // MARK: Libraries

  @Test func `a library's own layout wins where it explains all three files`() throws {
    let scene = Scene([
      "a/login.png": "old", "a/login_actual.png": "new", "a/login_compare.png": "d",
      "b/C/reference_x.png": "old", "b/C/failed_x.png": "new", "b/C/diff_x.png": "d",
      "c/expected/y.png": "old", "c/actual/y.png": "new", "c/diff/y.png": "d",
      "c/expected/same.png": "same", "c/actual/same.png": "same",
      "d/__diff_output__/z.diff.png": "strip", "d/z.snap.png": "old",
    ])
    #expect(
      Set(try scene.open().cases.map(\.layout.rawValue))
        == ["roborazzi", "uber", "reg-cli", "cypress-image-snapshot"])
  }

  @Test func `where a library knows a whole failure with another reference, both are named`() throws
  {
    let scene = Scene([
      "login.png": "old", "login.reference.png": "older", "login.actual.png": "new",
      "login.diff.png": "d",
    ])
    let obstacle = try obstacle(scene)
    #expect(obstacle.contains("reference login.reference.png"))
    #expect(obstacle.contains("frsource") && obstacle.contains("reference login.png"))
  }

  @Test func `of Playwright's retries words bring none back`() throws {
    var files = ["e2e/__screenshots__/menu.png": "old"]
    for retry in ["", "-retry1", "-retry2"] {
      for (mark, words) in [("expected", "old"), ("actual", "new\(retry)"), ("diff", "d")] {
        files["test-results/home\(retry)/menu-\(mark).png"] = words
      }
    }
    let found = try Scene(files).open()
    #expect(found.cases.map(\.layout.rawValue) == ["playwright"])
  }

  // MARK: What is none

  @Test func `a difference is never an actual, nor a baseline`() throws {
    let scene = Scene([
      "a/login.png": "old", "a/login.diff.png": "d", "b/login.diff.png": "d",
      "b/login.compare.png": "d", "c/diff/new/login.png": "x", "c/diff/base/login.png": "y",
      "d/Reference/diff/x.png": "old", "d/Actual/diff/x.png": "new",
    ])
    for snapshot in (try? scene.open())?.cases ?? [] {
      #expect(snapshot.actual?.contains("diff") != true)
      #expect(snapshot.baseline?.path.contains(".diff.") != true)
    }
  }

  @Test func `a reference and a difference without an actual cannot be accepted`() throws {
    let scene = Scene(["run/login.reference.png": "old", "run/login.difference.png": "d"])
    #expect(try obstacle(scene).hasPrefix("No actual: no file beside login.reference.png"))
  }

  @Test func `a picture called base is the reference of the one without a word`() throws {
    let scene = Scene([
      "run/x-base.png": "old", "run/x.png": "new", "run/same.png": "same",
      "run/same-base.png": "same", "run/icon.base.png": "alone",
    ])
    let found = try scene.open()
    #expect(scene.parts(of: found) == [["run/x-base.png", "run/x.png", nil]])
    #expect(found.cases.first?.doubt == .wordsAlone)
  }

  @Test func `an ordinary project holds no failures`() throws {
    let scene = Scene([
      "assets/new.png": "1", "assets/test.png": "2", "assets/logo-new.png": "3",
      "assets/compare.png": "4", "docs/result/chart.png": "5", "docs/before-after.png": "6",
      "icons/home.png": "9", "icons/new/home.png": "10", "icons/current/home.png": "11",
      "assets/icon-base.png": "7", "assets/photo.original.png": "8",
    ])
    for (name, text) in [
      ("src/base.css", "a"), ("src/new.css", "b"), ("src/test.css", "c"), ("src/index.js", "d"),
      ("src/index.test.js", "e"), ("tsconfig.base.json", "f"), ("tsconfig.test.json", "g"),
      ("config/base/app.yml", "h"), ("config/test/app.yml", "i"), ("config/compare/app.yml", "j"),
      ("docs/reference/index.md", "k"), ("docs/test/index.md", "l"), ("docs/compare/index.md", "m"),
      ("settings.master.yml", "n"), ("settings.new.yml", "o"),
    ] {
      scene.folder.write(name, text)
    }
    for isNamed in [true, false] {
      #expect(throws: CatalogError.self) { try scene.openWithState(isNamed: isNamed) }
    }
  }

  @Test func `among the baselines of a library a pair is none`() throws {
    let scene = Scene([
      "Tests/__Snapshots__/A/button.before.png": "1", "Tests/__Snapshots__/A/button.after.png": "2",
      "Artifacts/A/button.after.png": "3", "Snapshots/B/menu.png": "4",
      "Snapshots/B/menu_new.png": "5", "Snapshots/C/x.png": "6",
      "Snapshots/Difference/C/x.diff.png": "d",
    ])
    let layouts = try scene.open().cases.map(\.layout)
    #expect(Set(layouts) == [.pointfree, .afsnapshot] && layouts.count == 2)
  }

  @Test func `lossy actuals and links out of the folder are shown and not written`() throws {
    let scene = Scene(["run/a.expected.png": "old", "run/b.expected.png": "old", "other.png": "x"])
    scene.folder.write("run/a.actual.jpg", "jpeg")
    scene.folder.link("run/b.actual.png", to: scene.folder["other.png"])
    let cases = try scene.open("run").cases
    #expect(cases.count == 2 && cases.allSatisfy { $0.obstacle != nil })
  }

}
