import Catalog
import Foundation
import Host
import TestSupport
import Testing

struct UserFolderTests {
  private let folder = TestFolder()

  @Test func `it is where the XDG specification puts it`() {
    func state(_ variables: [String: String]) -> String? {
      UserFolder(.state) { variables[$0] }?.path
    }
    #expect(state(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/snapreview")
    #expect(state(["HOME": "/h"]) == "/h/.local/state/snapreview")
    #expect(state(["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state/snapreview")
    #expect(state([:]) == nil)
    #expect(state(["XDG_STATE_HOME": "s", "HOME": "h"]) == nil)
    let cache = UserFolder(.cache) { $0 == "XDG_CACHE_HOME" ? "/c" : "/h" }
    #expect(cache?.path == "/c/snapreview")
  }

  @Test func `it is made for the user alone, with what is missing above it`() throws {
    let state = UserFolder(path: folder["home/.local/state/snapreview"])
    #expect(!state.isPrivate)
    #expect(!folder.exists("home"), "asking makes nothing")
    try state.make()
    #expect(state.isPrivate)
    #expect(folder.mode("home/.local/state/snapreview") == 0o700)
    #expect(folder.mode("home/.local") == 0o700)
    try state.make()
  }

  @Test func `a folder that others can write to, a file and a dead link prove nothing`() throws {
    folder.folder("open")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder["open"])
    folder.write("file", "")
    folder.link("dangling", to: folder["nowhere"])
    for name in ["open", "file", "file/below", "dangling"] {
      let state = UserFolder(path: folder[name])
      #expect(throws: SystemError.self) { try state.make() }
      #expect(!state.isPrivate)
    }
  }
}
