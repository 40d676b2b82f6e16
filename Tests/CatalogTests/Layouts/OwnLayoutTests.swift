import Base
import Catalog
import TestSupport
import Testing

/// A team's own layout, described in `.snapreview.toml`.
struct OwnLayoutTests {
  private func scene(_ layout: String) -> Scene {
    let scene = Scene([
      "golden/menu/dark.png": "old", "out/run-2/menu/dark.png": "new",
      "out/run-2/menu/dark.delta.png": "d", "out/run-1/menu/dark.png": "earlier",
    ])
    scene.folder.write(".snapreview.toml", "[layout]\n" + layout)
    return scene
  }

  private let whole = """
    name = "ours"
    actual = "out/{run}/{dir*}/{name}.png"
    reference = "golden/{dir*}/{name}.png"
    difference = ["out/{run}/{dir*}/{name}.delta.png"]
    newest = "run"

    """

  @Test func `its files are found and written by the same table`() throws {
    let scene = scene(whole)
    let found = try scene.open()
    #expect(found.cases.map(\.layout.rawValue) == ["ours"])
    try scene.check([
      "menu/dark": Triple(
        "ours", "golden/menu/dark.png", "out/run-2/menu/dark.png", "out/run-2/menu/dark.delta.png")
    ])
  }

  @Test(arguments: [
    ("name = 1", ":2: \"name\" must be of small letters, digits and dashes."),
    ("name = \"loki\"", ":2: name = \"loki\" is a library's. Give it a name of its own."),
    ("name = \"a\"", ":1: a layout without \"actual\"."),
    (
      "name = \"a\"\nactual = \"{name}.png\"\nreference = \"r/{name}.png\"",
      ":3: actual = \"{name}.png\" fits every file."
    ),
    (
      "name = \"a\"\nactual = \"../x/{name}.png\"",
      ":3: actual = \"../x/{name}.png\" must stay below the folder that the layout lies in."
    ),
    (
      "name = \"a\"\nactual = \"a/{name}.png\"\nreference = \"/etc/{name}.png\"",
      ":4: reference = \"/etc/{name}.png\" must stay below"
    ),
    ("nmae = \"a\"", ":2: unknown key \"nmae\"."),
    (
      "name = \"a\"\nactual = \"a/{name}.png\"\nreference = \"b/{name}.png\"\njoin = \"near\"",
      ":5: join = \"near\": no such value. Allowed: path, bytes, pixels."
    ),
  ])
  func `what is wrong in it is named with file and line`(
    _ layout: String, _ message: String
  ) throws {
    let scene = scene(layout)
    let error = #expect(throws: CatalogError.self) { _ = try scene.open() }
    let file = scene.folder[".snapreview.toml"]
    #expect(error?.description.hasPrefix(file + message) == true, "\(error?.description ?? "")")
    #expect(error?.reason == .wrongUse)
  }

  @Test(arguments: ["out/{dir*}/", ""])
  func `a folder can be called as its snapshot is`(_ place: String) throws {
    let home = place.isEmpty ? "" : "out/menu/"
    let scene = Scene([
      "\(home)dark/actual.png": "new", "\(home)dark/expected.png": "old",
      "\(home)dark/diff.png": "d", "\(home)light/actual.png": "same",
      "\(home)light/expected.png": "same",
      "Artifacts/F/test.1.png": "new", "Tests/__Snapshots__/F/test.1.png": "old",
    ])
    let keys = [("actual", "actual"), ("reference", "expected"), ("difference", "diff")]
    scene.folder.write(
      ".snapreview.toml",
      "[layout]\nname = \"ours\"\n"
        + keys.map { "\($0) = \"\(place){name}/\($1).png\"\n" }.joined())
    let dark = Triple(
      "ours", "\(home)dark/expected.png", "\(home)dark/actual.png", "\(home)dark/diff.png")
    let suite = place.isEmpty ? Paths.name(scene.folder.path) : "menu"
    try scene.check([
      "\(suite)/dark": dark,
      "F/test.1": Triple("pointfree", "Tests/__Snapshots__/F/test.1.png", "Artifacts/F/test.1.png"),
    ])
  }

  @Test func `one that came with the failures is not obeyed`() throws {
    let scene = scene(whole)
    scene.folder.remove(".git")
    #expect(throws: CatalogError.self) { _ = try scene.open() }
  }

  @Test func `a layout that nobody knows is refused`() throws {
    let error = #expect(throws: CatalogError.self) {
      _ = try scene(whole).open(layouts: [Layout(rawValue: "theirs")])
    }
    #expect(
      error?.description.hasPrefix("--layout theirs: no such layout. Known: afsnapshot") == true)
    #expect(error?.description.contains("ours") == true)
  }
}
