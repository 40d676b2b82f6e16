import Base
import Catalog
import Store
import TestSupport
import Testing

/// insta's pending snapshots are accepted as `cargo insta accept` does it.
struct InstaTests {
  private let scene = Scene()
  private let place = "src/snapshots/app__menu.snap"

  private func text(_ source: String, line: Int? = nil, _ words: String = "") -> String {
    let line = line.map { "assertion_line: \($0)\n" } ?? ""
    return "---\nsource: \(source)\n\(line)expression: menu\n---\n\(words)"
  }

  private func string(_ name: String) -> String? {
    scene.folder.bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `the line of the assertion is not kept, and what waited is removed`() throws {
    let body = "assertion_line: 1\n---\nassertion_line: 2\n"
    scene.folder.write(place, text("a", "old\n"))
    scene.folder.write(place + ".new", text("a", line: 12, body))
    let before = scene.folder.everything()
    let found = try scene.openWithState()
    let only = try #require(found.cases.first)
    #expect(found.cases.count == 1 && only.content == .text && only.obstacle == nil)
    let store = try ReviewStore(found, stateFolder: scene.folder.stateFolder)
    try store.accept(only)
    #expect(string(place) == text("a", body))
    #expect(!scene.folder.exists(place + ".new"))
    #expect(store.decisions(for: [only])[only.id]?.decision == .accepted)
    #expect(try store.undo().steps.count == 2, "one key undoes both")
    #expect(scene.folder.everything() == before)
    _ = try store.redo()
    #expect(string(place) == text("a", body) && !scene.folder.exists(place + ".new"))
  }

  @Test(arguments: [nil, "a", "another"])
  func `a picture and its header are one case`(_ old: String?) throws {
    if let old {
      scene.folder.write(place, text(old))
      scene.folder.png(place + ".png", "old")
    }
    scene.folder.write(place + ".new", text("a", line: 12))
    scene.folder.png(place + ".new.png", "new")
    let before = scene.folder.everything()
    let found = try scene.openWithState()
    let only = try #require(found.cases.first)
    #expect(found.cases.count == 1 && only.content == .image)
    #expect(scene.folder.short(only.baseline?.path) == place + ".png")
    let store = try ReviewStore(found, stateFolder: scene.folder.stateFolder)
    try store.accept(only)
    #expect(
      scene.folder.everything()
        == [place: Array(text("a").utf8), place + ".png": fakePNG("new")])
    _ = try store.undo()
    #expect(scene.folder.everything() == before)
  }

  @Test func `a text beside a picture of its name stays a case of its own`() throws {
    scene.folder.write(place + ".new", text("a", "words\n"))
    scene.folder.png(place + ".new.png", "new")
    #expect(try scene.openWithState().cases.count == 2)
  }

  @Test func `without a place for what is taken out the pending file is written as it is`() throws {
    scene.folder.write(place, text("a", "old\n"))
    scene.folder.write(place + ".new", text("a", line: 12, "new\n"))
    var options = CatalogOptions()
    options.stateFolder = nil
    let found = try Catalog(paths: [scene.folder.path], options: options)
    #expect(found.cases.map { scene.folder.short($0.actual) } == [place + ".new"])
  }
}
