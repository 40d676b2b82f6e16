import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport
import Testing

struct AuthorTests {
  private let folder = TestFolder()

  private var state: UserFolder { UserFolder(path: folder["home/state/snapreview"]) }

  /// RFC 4231, cases 2 and 6: a short secret and one that is longer than a block.
  @Test(arguments: [
    ([UInt8]("Jefe".utf8), "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c7"),
    (
      [UInt8](repeating: 0xAA, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First", "60e431591ee0b67f0d8a26aacbf5b77f"
    ),
  ])
  func `codes are those of the published examples`(
    _ secret: [UInt8], _ message: String, _ code: String
  ) {
    #expect(Author(secret: secret).code(for: Array(message.utf8)) == code)
  }

  @Test func `the secret is made once, for the user alone, and the same ever after`() throws {
    let first = try state.settledAuthor(on: .real)
    #expect(folder.mode("home/state/snapreview/key") == 0o600)
    #expect(folder.mode("home/state/snapreview") == 0o700)
    #expect(folder.names(in: "home/state/snapreview") == ["key"])
    let second = try #require(try state.author(on: .real))
    #expect(first.code(for: [1]) == second.code(for: [1]))
  }

  @Test func `first starts at once agree on one secret`() async throws {
    let state = state
    let codes = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { try state.settledAuthor(on: .real).code(for: [1]) } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(codes.count == 1)
    #expect(folder.names(in: "home/state/snapreview") == ["key"])
  }

  @Test func `looking makes no secret`() throws {
    #expect(try state.author(on: .real) == nil)
    folder.folder("Failures")
    _ = try folder.store("Failures", readOnly: true, state: state)
    #expect(!folder.exists("home"))
  }

  @Test(arguments: ["others read it", "too short", "a folder", "the folder cannot be made"])
  func `a secret that cannot be trusted is named, and nothing is decided`(_ fault: String) throws {
    let fixture = try StoreFixture()
    let snapshot = fixture.cases[0]
    do { try fixture.open().record(.rejected, for: snapshot) }
    let key = folder.write("home/state/snapreview/key", Array(repeating: 7, count: 32))
    switch fault {
    case "others read it": chmod(key, 0o640)
    case "too short": folder.write("home/state/snapreview/key", [1, 2, 3])
    case "a folder":
      folder.remove("home/state/snapreview/key")
      folder.folder("home/state/snapreview/key")
    default:
      folder.remove("home")
      folder.write("home", "in the way")
    }
    if fault == "too short" { chmod(key, 0o600) }
    let before = folder.tree()
    for readOnly in [false, true] {
      let store = try fixture.folder.store("Failures", readOnly: readOnly, state: state)
      if !readOnly || fault != "the folder cannot be made" {
        let sentence = try #require(store.readOnlyReason)
        #expect(sentence.contains(key) && sentence.contains("XDG_STATE_HOME"))
      }
      #expect(store.decisions(for: [snapshot]).isEmpty)
      #expect(reason { try store.accept(snapshot) } == .readOnly)
    }
    #expect(folder.tree() == before)
  }

  @Test func `a user without a home only looks`() throws {
    let fixture = try StoreFixture()
    let store = try ReviewStore(
      roots: [fixture.root], writableRoots: [fixture.folder.path], disk: quickDisk(),
      stateFolder: nil)
    #expect(store.readOnlyReason?.contains("Set XDG_STATE_HOME") == true)
  }
}
