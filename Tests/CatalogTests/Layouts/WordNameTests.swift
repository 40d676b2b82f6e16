import Catalog
import TestSupport
import Testing

/// Names in which a word for a part of a failure has another place, or is the snapshot's own.
struct WordNameTests {
  /// A failure whose names have their words where most libraries put them.
  private let scene = Scene([
    "run/login.reference.png": "old", "run/login.actual.png": "new", "run/login.diff.png": "d",
  ])

  @Test(arguments: [
    ("x.expected", "x.actual"), ("x.expected.raw", "x.actual.raw"), ("expected", "actual"),
    ("golden_x", "received_x"), ("x.json.expected", "x.json.actual"),
  ])
  func `a word may be the ending, or stand before an unknown one`(
    _ reference: String, _ actual: String
  ) throws {
    scene.folder.write("run/\(reference)", [0, 1, 255])
    scene.folder.write("run/\(actual)", [0, 1, 254])
    let found = try scene.open().cases.filter { $0.name != "login" }
    #expect(found.map { scene.folder.short($0.reference) } == ["run/\(reference)"])
    #expect(found.map { scene.folder.short($0.actual) } == ["run/\(actual)"])
    #expect(found.map { scene.folder.short($0.baseline?.path) } == ["run/\(reference)"])
    #expect(found.map(\.content) == [reference.contains("json") ? .text : .bytes])
  }

  @Test(arguments: ["txt", "json", "svg"])
  func `a text about a picture is a failure too, or named`(_ ending: String) throws {
    let scene = Scene(["s/a.expected.png": "same", "s/a.actual.png": "same"])
    scene.folder.write("s/a.actual.png.\(ending)", "new")
    #expect(try scene.open("s").cases.map(\.name) == ["a", "a.png.\(ending)"])
    scene.folder.write("s/a.expected.png.\(ending)", "old")
    let catalog = try scene.open("s")
    #expect(catalog.skipped == [])
    #expect(catalog.cases.map(\.name) == ["a", "a.png.\(ending)"])
    #expect(catalog.cases.last?.baseline?.path == scene.folder["s/a.expected.png.\(ending)"])
  }

  @Test func `pictures without an ending are drawn`() throws {
    let scene = Scene()
    scene.folder.write("run/x.expected", fakePNG("old"))
    scene.folder.write("run/x.actual", fakePNG("new"))
    #expect(try scene.open("run").cases.map(\.content) == [.image])
  }

  @Test func `an actual of any ending without its reference is named`() throws {
    for name in ["x.expected", "x.actual", "y.actual"] { scene.folder.write("run/\(name)", name) }
    let found = try scene.open()
    #expect(found.cases.map(\.name) == ["login", "x"])
    #expect(found.skipped.map { scene.folder.short($0.path) } == ["run/y.actual"])
  }

  @Test(arguments: [
    ("x.expected.2.png", "x.actual.2.png"), ("xExpected.png", "xActual.png"),
    ("x-golden-1.png", "x-diff-1.png"), ("x.expected.png", "x.actual.de.png"),
    ("x.expected.png", "x.actual copy.png"), ("x_golden.png", "x_received_2.png"),
  ])
  func `a failure with a word in the middle of its name is named`(
    _ reference: String, _ name: String
  ) throws {
    scene.folder.png("run/\(reference)", "old")
    scene.folder.png("run/\(name)", "new")
    // A screen that is called so.
    scene.folder.png("run/loginFailed.png", "old")
    let found = try scene.open()
    #expect(found.cases.map(\.name) == ["login"])
    #expect(found.skipped.map { scene.folder.short($0.path) } == ["run/\(name)"])
  }

  /// Ways to name the files of a failure.
  static let forms: [@Sendable (_ name: String, _ role: String) -> String] = [
    { "\($1)/\($0).png" }, { "\($1)/suite/\($0).png" }, { "\($0).\($1).png" },
    { "\($1)_\($0).png" }, { "\($0)/\($1).png" },
  ]

  @Test(
    arguments: forms.indices, [["golden", "received", "delta"], ["actual", "expected", "diff"]])
  func `a snapshot may be called like a part of a failure`(_ form: Int, _ names: [String]) throws {
    let name = Self.forms[form]
    let wanted = (names + ["login"]).map { snapshot in
      ["golden", "received", "delta"].map { "run/" + name(snapshot, $0) }
    }
    // Folders called "actual" and "expected" are a library's.
    guard form < 4 || names[0] == "golden" else { return }
    let files = wanted.flatMap { zip($0, ["old", "new", "d"]) }
    let scene = Scene(Dictionary(uniqueKeysWithValues: files))
    let found = try scene.open()
    #expect(Set(scene.parts(of: found)) == Set(wanted))
    #expect(found.cases.allSatisfy { $0.obstacle == nil && $0.baseline?.path == $0.reference })
  }

  @Test func `a suite that is called like a part of a failure is asked or named`() throws {
    let scene = Scene()
    for suite in ["golden", "received", "delta", "login"] {
      for (role, words) in [("golden", "old"), ("received", "new"), ("delta", "d")] {
        scene.folder.png("run/\(role)/\(suite)/x.png", words + suite)
      }
    }
    let found = try scene.open()
    #expect(found.cases.map(\.suite) == ["golden", "login", "received"])
    #expect(found.cases.map { $0.obstacle?.contains("in two ways") } == [true, nil, true])
    // What lies in a folder of differences is never an actual.
    #expect(found.skipped.map { scene.folder.short($0.path) } == ["run/received/delta/x.png"])
  }

  @Test func `a triple is asked where a form of more failures reads its files otherwise`() throws {
    let names = ["golden", "received", "delta", "login"]
    let scene = Scene(
      Dictionary(
        uniqueKeysWithValues: names.flatMap {
          [("run/golden_\($0).png", "old"), ("run/received_\($0).png", "new")]
        }))
    let found = try scene.open().cases
    #expect(found.map(\.name) == ["golden", "login", "received"])
    #expect(found.map { $0.obstacle?.contains("read in two ways") } == [true, nil, true])
  }
}
