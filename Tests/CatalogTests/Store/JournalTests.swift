import Base
import Catalog
import Foundation
import PNGCodec
import Store
import TestSupport
import Testing

struct JournalTests {
  private let fixture: StoreFixture
  private let snapshot: SnapshotCase

  init() throws {
    fixture = try StoreFixture()
    snapshot = fixture.cases[0]
  }

  private let journal = "Failures/.snapreview/journal.jsonl"

  private var text: String { String(decoding: fixture.folder.bytes(journal)!, as: UTF8.self) }

  private func accept() throws { try fixture.open().accept(snapshot) }

  @Test func `a step is a line before and a line after, with the version in each`() throws {
    try accept()
    let lines = text.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(lines[0].contains("\"event\":\"begin\"") && lines[1].contains("\"event\":\"done\""))
    #expect(lines.allSatisfy { $0.contains("\"v\":3") && $0.contains(",\"mac\":\"") })
    #expect(lines[0].contains("\"path\":\"../ReferenceImages_64/Class/testA@2x.png\""))
    #expect(text.hasSuffix("\n"))
  }

  @Test func `the replaced baseline is kept by its hash`() throws {
    try accept()
    let old = Fingerprint.hash(fakePNG("old testA@2x"))
    #expect(fixture.folder.bytes("Failures/.snapreview/store/\(old)") == fakePNG("old testA@2x"))
  }

  @Test func `a torn last line is dropped, whatever it holds`() throws {
    try accept()
    let whole = text
    for cut in stride(from: 0, to: whole.utf8.count, by: 7) {
      fixture.folder.write(journal, Array(whole.utf8) + Array(whole.utf8.prefix(cut)))
      let store = try fixture.open()
      #expect(store.decisions(for: [snapshot])[snapshot.id]?.decision == .accepted)
      if cut < whole.utf8.count / 3 { #expect(store.notices.isEmpty) }
    }
    fixture.folder.write(journal, Array((whole + "{\"v\":1,\"ev").utf8))
    try fixture.open().record(.rejected, for: snapshot)
    #expect(!text.contains("\"ev{"), "the next line does not join the torn one")
    #expect(try fixture.open().notices.isEmpty)
  }

  @Test func `a damaged line is left out and told`() throws {
    try accept()
    fixture.folder.write(journal, "not a line\n" + text)
    let store = try fixture.open()
    #expect(store.decisions(for: [snapshot]).count == 1)
    #expect(store.notices.count == 1)
    #expect(store.notices[0].contains("damaged lines were left out (1)"))
  }

  @Test func `the journal of a newer snapreview is only read`() throws {
    try accept()
    let author = try fixture.author()
    var entry = JournalEntry(.begin, id: 9)
    entry.v = JournalEntry.currentVersion + 1
    let line = try String(decoding: JournalLine.bytes(entry, by: author), as: UTF8.self)
    fixture.folder.write(journal, text + line)
    let before = text
    let store = try fixture.open()
    #expect(store.readOnlyReason?.contains("a newer snapreview (version 4 of the journal)") == true)
    #expect(reason { _ = try store.undo() } == .readOnly)
    #expect(text == before)
  }

  @Test func `a kept file that is damaged is not written back`() throws {
    try accept()
    let old = Fingerprint.hash(fakePNG("old testA@2x"))
    fixture.folder.png("Failures/.snapreview/store/\(old)", "tampered with")
    let store = try fixture.open()
    let error = try #require(store.undo().failures.first)
    #expect(error.reason == .damagedStore)
    #expect(error.description.hasSuffix("is damaged. Nothing was written."))
    #expect(fixture.baseline() == fakePNG("new testA@2x"))
  }

  @Test func `steps are told in sentences`() throws {
    let store = try fixture.open()
    try store.accept(snapshot)
    try store.record(.tolerated, for: snapshot)
    #expect(
      store.steps.map(\.description) == [
        "Accepted Class/testA@2x, writing testA@2x.png.",
        "Tolerated Class/testA@2x, restoring testA@2x.png.",
      ])
    #expect(store.steps.map(\.changesBaseline) == [true, true])
  }
}

struct AcceptingTests {
  private let folder = TestFolder()

  init() {
    folder.png("refs/a.png", "old")
    folder.png("new.png", "new")
  }

  private func snapshot(
    actual: String = "new.png", baseline: String = "refs/a.png", root: String = "refs",
    content: SnapshotCase.Content = .image, obstacle: String? = nil
  ) -> SnapshotCase {
    SnapshotCase(
      id: "S/a", suite: "S", name: "a", layout: .pair, content: content,
      reference: folder[baseline], actual: folder[actual],
      baseline: Baseline(path: folder[baseline], root: folder[root]), obstacle: obstacle,
      failures: folder.path)
  }

  private func refusal(_ snapshot: SnapshotCase) throws -> StoreError? {
    let store = try folder.store()
    let before = folder.everything()
    do throws(StoreError) {
      try store.accept(snapshot)
      return nil
    } catch {
      #expect(folder.everything() == before)
      #expect(store.steps.isEmpty)
      return error
    }
  }

  @Test(arguments: [
    ([UInt8](), "empty"),
    ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG picture, which has lost detail"),
    (Array("version https://git-lfs.github.com/spec/v1\n".utf8), "a Git LFS pointer"),
    ([0x47, 0x49, 0x46, 0x38, 0x39], "not a PNG file (first bytes 47 49 46 38)"),
  ])
  func `what is no PNG never becomes an image's baseline`(_ bytes: [UInt8], _ what: String) throws {
    folder.write("new.png", bytes)
    let error = try #require(try refusal(snapshot()))
    #expect(error.reason == .notAcceptable)
    #expect(
      error.description
        == "S/a cannot be accepted: the actual is \(what). Nothing was written.")
  }

  @Test func `a text is accepted as it is, also an empty one`() throws {
    folder.write("refs/a.txt", "old")
    folder.write("new.txt", "")
    #expect(try refusal(snapshot(actual: "new.txt", baseline: "refs/a.txt", content: .text)) == nil)
    #expect(folder.bytes("refs/a.txt") == [])
  }

  @Test func `an obstacle is repeated`() throws {
    let error = try #require(try refusal(snapshot(obstacle: "No actual: why.")))
    #expect(error.description == "S/a cannot be accepted. No actual: why.")
  }

  @Test(arguments: ["refs/../outside/a.png", "outside/a.png", "refs/linked/a.png", "refs/link.png"])
  func `a path that leaves its root is refused`(_ path: String) throws {
    folder.png("outside/a.png", "old")
    folder.png("refs/b.png", "old")
    folder.link("refs/linked", to: folder["outside"])
    folder.link("refs/link.png", to: folder["outside/a.png"])
    let error = try #require(try refusal(snapshot(baseline: path)))
    #expect(error.reason == .outsideRoot)
    #expect(
      error.description.hasSuffix("its path leads out of \(folder["refs"]). Nothing was written."))
  }

  @Test func `a link within its root is followed and stays a link`() throws {
    folder.png("refs/real/a.png", "old")
    folder.remove("refs/a.png")
    folder.link("refs/a.png", to: folder["refs/real/a.png"])
    #expect(try refusal(snapshot()) == nil)
    #expect(folder.bytes("refs/real/a.png") == fakePNG("new"))
    let type = try FileManager.default.attributesOfItem(atPath: folder["refs/a.png"])[.type]
    #expect(type as? FileAttributeType == .typeSymbolicLink)
  }

  @Test func `a folder in the baseline's place is refused`() throws {
    folder.remove("refs/a.png")
    folder.folder("refs/a.png")
    let error = try #require(try refusal(snapshot()))
    #expect(error.description == "a.png: a folder of this name is in the way.")
  }

  @Test func `a store folder that is a link is not written through`() throws {
    folder.folder("elsewhere")
    folder.link(".snapreview", to: folder["elsewhere"])
    #expect(try refusal(snapshot())?.reason == .readOnly)
    #expect(folder.names(in: "elsewhere").isEmpty)
  }

  @Test func `many threads at once leave one story`() async throws {
    for index in 0..<20 {
      folder.png("refs/\(index).png", "old \(index)")
      folder.png("new/\(index).png", "new \(index)")
    }
    let store = try folder.store()
    let cases = (0..<20).map { index in
      SnapshotCase(
        id: "S/\(index)", suite: "S", name: "\(index)", layout: .pair,
        reference: folder["refs/\(index).png"], actual: folder["new/\(index).png"],
        baseline: Baseline(path: folder["refs/\(index).png"], root: folder["refs"]),
        failures: folder.path)
    }
    await withTaskGroup(of: Void.self) { group in
      for snapshot in cases {
        group.addTask {
          try? store.accept(snapshot)
          _ = store.decisions(for: [snapshot])
        }
      }
    }
    #expect(store.decisions(for: cases).count == 20)
    #expect(try store.undo(.session).steps.count == 20)
    for index in 0..<20 { #expect(folder.bytes("refs/\(index).png") == fakePNG("old \(index)")) }
  }
}
