import Base
import Catalog
import TestSupport
import Testing

/// The names in a folder, and the case that is made of them.
struct ListedFolderTests {
  private let folder = TestFolder()

  @Test func `names are in one order on every file system`() throws {
    let names = (0..<40).map { "\($0 * 7 % 40).png" }
    for name in names { folder.write(name, "x") }
    #expect(Array(try ListedFolder(reading: folder.path).files) == names.sorted())
  }

  @Test func `names are given as the folder spells them`() throws {
    let composed = "caf\u{E9}.png"
    let decomposed = "cafe\u{301}.png"
    for name in ["a.png", "日本.txt", decomposed, ".hidden.png", "no-snapshot.zip", "a"] {
      folder.write(name, "x")
    }
    var listed = try ListedFolder(reading: folder.path)
    #expect(
      Set(listed.files.map { Array($0.utf8) })
        == Set(["a.png", "日本.txt", decomposed, ".hidden.png"].map { Array($0.utf8) }))
    #expect(listed.entryCount == 6)
    #expect(listed.files.spelling(of: "a.PNG") == "a.png")
    #expect(listed.files.spelling(of: "A.png") == nil)
    #expect(listed.files.spelling(of: composed).map { Array($0.utf8) } == Array(decomposed.utf8))
    folder.write(composed, "x")
    listed = try ListedFolder(reading: folder.path)
    #expect(listed.files.spelling(of: composed).map { Array($0.utf8) } == Array(composed.utf8))
  }

  @Test func `a found case is named by its suite and file, and a changed copy leaves it alone`()
    throws
  {
    folder.png("__Snapshots__/Login/test%.1.png", "old")
    folder.png("Artifacts/Login/test%.1.png", "new")
    let found = try catalog(folder.path).cases[0]
    #expect((found.id, found.suite, found.name) == ("Login/test%.1", "Login", "test%.1"))
    #expect(found.key == "pointfree:Login/test%25.1.png")
    #expect(found.actual == folder["Artifacts/Login/test%.1.png"])
    var changed = found
    changed.remarks.append(.lossy)
    #expect(changed != found)
    changed.remarks.removeLast()
    #expect(changed == found)
    #expect(found == (try catalog(folder.path).cases[0]))
  }
}
