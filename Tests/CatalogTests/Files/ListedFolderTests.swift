import Catalog
import TestSupport
import Testing

/// What a folder's names are before anybody asks for one, and what is made of them then.
@Suite struct ListedFolderTests {
  private let folder = TestFolder()

  @Test func `names are given as the folder spells them`() throws {
    let composed = "caf\u{E9}.png"
    let decomposed = "cafe\u{301}.png"
    for name in ["a.png", "日本.txt", decomposed, ".hidden.png", "no-snapshot.zip", "a"] {
      folder.write(name, "x")
    }
    var listed = try ListedFolder(reading: folder.path)
    #expect(
      Set(listed.files.map { Array($0.utf8) })
        == Set(["a.png", "日本.txt", decomposed].map { Array($0.utf8) }))
    #expect(listed.entryCount == 6)
    #expect(listed.files.spelling(of: "a.PNG") == nil)
    #expect(listed.files.spelling(of: composed).map { Array($0.utf8) } == Array(decomposed.utf8))
    folder.write(composed, "x")
    listed = try ListedFolder(reading: folder.path)
    #expect(listed.files.spelling(of: composed).map { Array($0.utf8) } == Array(composed.utf8))
  }

  @Test func `a found case can be given another name, place or identifier, and keeps the rest`()
    throws
  {
    folder.png("__Snapshots__/Login/test%.1.png", "old")
    folder.png("Artifacts/Login/test%.1.png", "new")
    let found = try catalog(folder.path).cases[0]
    #expect(found.id == "Login/test%.1")
    #expect(found.key == "pointfree:Login/test%25.1.png")
    var changed = found
    changed.suite = "Other"
    #expect((changed.id, changed.key) == ("Other/test%.1", found.key))
    changed.name = "named"
    #expect((changed.id, changed.key) == ("Other/named", found.key))
    changed.id = "own"
    changed.failures = "/elsewhere"
    #expect((changed.id, changed.name, changed.suite) == ("own", "named", "Other"))
    #expect(changed.actual == folder["Artifacts/Login/test%.1.png"])
    #expect(changed != found)
    #expect(found == (try catalog(folder.path).cases[0]))
  }
}
