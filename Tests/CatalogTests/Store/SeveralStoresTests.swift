import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport
import Testing

/// Several stores in one review.
struct SeveralStoresTests {
  private let folder = TestFolder()

  init() {
    for module in ["one", "two"] {
      folder.png("\(module)/Failures/Class/failed_a@2x.png", "new \(module)")
      folder.png("\(module)/Failures/Class/reference_a@2x.png", "shown \(module)")
      folder.png("\(module)/ReferenceImages_64/Class/a@2x.png", "old \(module)")
    }
    folder.folder(".git")
  }

  private func open(
    _ paths: String..., disk: Disk = quickDisk()
  ) throws -> (store: ReviewStore, cases: [SnapshotCase]) {
    var found = try Catalog(paths: paths.map { folder[$0] })
    for index in found.cases.indices { found.cases[index].home = found.cases[index].failures }
    let store = try ReviewStore(
      roots: found.cases.map(\.failures), writableRoots: found.writableRoots, disk: disk,
      stateFolder: folder.stateFolder)
    return (store, found.cases.sorted { $0.failures < $1.failures })
  }

  private func baseline(_ module: String) -> [UInt8]? {
    folder.bytes("\(module)/ReferenceImages_64/Class/a@2x.png")
  }

  @Test func `a decision is found again by whatever path the failures are opened`() throws {
    do {
      let (store, cases) = try open("one/Failures")
      try store.record(.rejected, for: cases[0], note: "no")
    }
    for path in ["one", "one/Failures", "one/Failures/Class", "one/Failures/Class/failed_a@2x.png"]
    {
      let (store, cases) = try open(path)
      #expect(store.decisions(for: cases)[cases[0].id] == DecisionRecord(.rejected, note: "no"))
    }
    let (store, cases) = try open("one", "two")
    #expect(store.decisions(for: cases).count == 1)
    #expect(try store.undo().steps.map(\.note) == ["no"])
    store.close()
    #expect(folder.names(in: "one/Failures") == ["Class", ".snapreview"])
    #expect(!folder.exists(".snapreview") && !folder.exists("two/Failures/.snapreview"))
  }

  @Test func `a bulk over several roots is undone and redone as one`() throws {
    let (store, cases) = try open("one", "two")
    for snapshot in cases { try store.accept(snapshot, batch: "bulk") }
    #expect(try store.undo().steps.count == 2)
    #expect(baseline("one") == fakePNG("old one") && baseline("two") == fakePNG("old two"))
    #expect(try store.redo().steps.count == 2)
    #expect(baseline("one") == fakePNG("new one") && baseline("two") == fakePNG("new two"))
  }

  @Test func `undo goes by time, across the roots`() throws {
    let (store, cases) = try open("one", "two")
    for index in [0, 1, 0, 1, 1, 0] {
      let note = "\(store.steps.count)"
      try store.record(.rejected, for: cases[index], note: note)
    }
    let notes = try (0..<6).map { _ in try #require(try store.undo().steps.first).note }
    #expect(notes == ["5", "4", "3", "2", "1", "0"])
    #expect(try store.redo().steps.map(\.note) == ["0"])
    try store.record(.tolerated, for: cases[1])
    #expect(try store.redo().steps.isEmpty, "a decision in any root ends what can be redone")
  }

  @Test func `a root that takes no decisions does not keep others from it`() throws {
    folder.write("one/Failures/.snapreview", "in the way")
    let (store, cases) = try open("one", "two")
    #expect(store.readOnlyReason == nil)
    #expect(store.notices.count == 1 && store.notices[0].contains("one/Failures/.snapreview"))
    #expect(reason { try store.accept(cases[0]) } == .readOnly)
    try store.accept(cases[1])
    #expect(try store.undo(.session).steps.count == 1)
  }

  @Test func `many roots are opened without a file each`() throws {
    for index in 0..<40 {
      folder.png("many/\(index)/Failures/Class/failed_a@2x.png", "new")
      folder.png("many/\(index)/ReferenceImages_64/Class/a@2x.png", "old")
    }
    let before = folder.tree()
    let opened = Faults(among: [.open, .mkdir])
    do {
      let (store, cases) = try open("many", disk: opened.disk)
      #expect(cases.count == 40)
      #expect(store.decisions(for: cases).isEmpty)
      #expect(opened.calls <= 10, "the secret, and nothing for each root")
    }
    #expect(folder.tree() == before)
  }
}
