import Catalog
import TestSupport
import Testing

/// A case's name and the place of its decisions are the same however it was opened.
struct IdentityTests {
  private let folder = TestFolder()

  private func identity(_ snapshot: SnapshotCase) -> [String] { [snapshot.failures, snapshot.key] }

  @Test func `a failure without a difference has the identity that a difference would give it`()
    throws
  {
    folder.png("S/L/a.png", "old")
    folder.png("Actual/L/a.png", "new")
    let alone = try catalog(folder["S"], actuals: [folder["Actual"]])
    #expect(alone.cases.map(identity) == [[folder["S"], "afsnapshot:L/a"]])
    folder.folder("S/Difference")
    for given in ["S", "S/Difference"] {
      let found = try catalog(folder[given], actuals: [folder["Actual"]])
      #expect(found.cases.map(identity) == [[folder["S/Difference"], "afsnapshot:L/a"]])
    }
  }

  @Test func `a link to the failures changes nothing`() throws {
    folder.uber("real/FailureDiffs")
    folder.link("linked", to: folder["real"])
    folder.link("class", to: folder["real/FailureDiffs/C"])
    for given in ["real", "linked", "class"] {
      let found = try catalog(folder[given])
      #expect(found.cases.map(identity) == [[folder["real/FailureDiffs"], "uber:C/a@2x.png"]])
    }
  }

  @Test func `a pair is told by both of its files`() throws {
    for name in ["old/a.png", "other/a.png", "new/a.png"] { folder.png(name, name) }
    let keys = try ["old", "other"].map {
      try catalog(folder["\($0)/a.png"], folder["new/a.png"]).cases.map(identity)
    }
    #expect(
      keys == ["old", "other"].map { [[folder["new"], "pair:a.png//../\($0)/a.png"]] })
  }

  @Test func `keys are told apart byte by byte`() throws {
    let names = ["caf\u{E9}", "cafe\u{301}", "caf%C3%A9", "a b", "\u{1B}[2J"]
    let keys = names.map { SnapshotCase(id: $0, suite: "", name: "", layout: .uber).key }
    #expect(Set(keys).count == names.count)
    #expect(keys.joined().utf8.allSatisfy { (0x20...0x7E).contains($0) })
    #expect(keys[0] == "uber:caf%C3%A9" && keys[2] == "uber:caf%25C3%25A9")
  }
}

/// The folders in which baselines may be written.
struct ReachTests {
  private let folder = TestFolder()

  private func roots(
    _ given: String, references: [String] = [], actuals: [String] = []
  ) throws -> [String] {
    try catalog(
      folder[given], references: references.map { folder[$0] }, actuals: actuals.map { folder[$0] }
    ).writableRoots
  }

  @Test func `without a repository it is the opened folder and the library's own place`() throws {
    folder.mix()
    #expect(
      try roots("uber/FailureDiffs/C")
        == [folder["uber/FailureDiffs/C"], folder["uber/ReferenceImages_64"]])
    #expect(
      try roots("af/Snapshots/Difference")
        == [folder["af/Snapshots"], folder["af/Snapshots/Difference"]])
    #expect(try roots("pf/Artifacts") == [folder["pf/Artifacts"]])
    #expect(try roots("pf") == [folder["pf"]])
  }

  @Test func `references that were named stand for all else but the library's own place`() throws {
    folder.mix()
    #expect(try roots("pf/Artifacts", references: ["pf/Tests"]) == [folder["pf/Tests"]])
    #expect(
      try roots("uber", references: ["pf/Tests"])
        == [folder["pf/Tests"], folder["uber/ReferenceImages_64"]])
  }

  @Test func `in a repository it is the nearest one around the failures`() throws {
    folder.mix()
    folder.folder(".git")
    folder.write("pf/.git", "gitdir: ../.git/modules/pf")
    #expect(try roots("pf/Artifacts") == [folder["pf"]])
    #expect(try roots("uber/FailureDiffs") == [folder.path, folder["uber/ReferenceImages_64"]])
  }

  @Test func `a link beside the failures is not the library's place`() throws {
    folder.mix()
    folder.link("uber/ReferenceImages_ios", to: folder["pf/Tests"])
    #expect(
      try roots("uber/FailureDiffs")
        == [folder["uber/FailureDiffs"], folder["uber/ReferenceImages_64"]])
  }

  @Test func `two files may write the first one's folder alone`() throws {
    folder.png("old/a.png", "old")
    folder.png("new/a.png", "new")
    #expect(try catalog(folder["old/a.png"], folder["new/a.png"]).writableRoots == [folder["old"]])
  }
}
