import Catalog
import Foundation
import TestSupport
import Testing

@Suite struct StateFolderTests {
  private let folder = TestFolder()

  private func mode(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
  }

  @Test func `it is where the XDG specification puts it`() {
    #expect(StateFolder(stateHome: "/s", home: "/h")?.path == "/s/snapreview")
    #expect(StateFolder(stateHome: nil, home: "/h")?.path == "/h/.local/state/snapreview")
    #expect(StateFolder(stateHome: "s", home: "/h")?.path == "/h/.local/state/snapreview")
    #expect(StateFolder(stateHome: nil, home: nil) == nil)
    #expect(StateFolder(stateHome: "s", home: "h") == nil)
  }

  @Test func `it is made for the user alone, with what is missing above it`() throws {
    let state = StateFolder(path: folder["home/.local/state/snapreview"])
    #expect(!state.isPrivate)
    #expect(!folder.exists("home"), "asking makes nothing")
    try state.make()
    #expect(state.isPrivate)
    #expect(mode(state.path) == 0o700 && mode(folder["home/.local"]) == 0o700)
    try state.make()
  }

  @Test func `a folder that others can write to, a file and a dead link prove nothing`() throws {
    folder.folder("open")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder["open"])
    folder.write("file", "")
    folder.link("dangling", to: folder["nowhere"])
    for name in ["open", "file", "file/below", "dangling"] {
      let state = StateFolder(path: folder[name])
      #expect(throws: SystemError.self) { try state.make() }
      #expect(!state.isPrivate)
    }
  }
}
