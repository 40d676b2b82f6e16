import Catalog
import Host
import TestSupport
import Testing

struct FileAddressTests {
  @Test(arguments: [
    ("file:///a/b%20c.png", "/a/b c.png"), ("file://localhost/a%C3%A9", "/aé"),
    ("file:///a/100%", "/a/100%"), ("file:///a/%zz%4", "/a/%zz%4"), ("a/b%20c", "a/b%20c"),
    ("/a", "/a"), ("-", "-"), ("file://server/a", "file://server/a"), ("file:a", "file:a"),
    ("file:///a%00b", "/a%00b"), ("file:///%ff", "/%ff"),
  ])
  func `an address is its path, and what is none stays`(_ given: String, _ path: String) {
    #expect(FileAddress.path(given) == path)
  }

  @Test func `a file that has an escape in its name is meant by it`() {
    let folder = TestFolder()
    let file = folder.write("100%25.png", "x")
    #expect(FileAddress.path("file://\(file)") == file)
    #expect(FileAddress.path("file://\(file)x") == folder["100%.pngx"])
  }
}
