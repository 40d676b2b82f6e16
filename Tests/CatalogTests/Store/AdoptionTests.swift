import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport
import Testing

/// Decisions of another machine, taken over knowingly.
@Suite struct AdoptionTests {
  private let fixture: StoreFixture
  private let cases: [SnapshotCase]
  private var elsewhere: UserFolder { UserFolder(path: fixture.folder["../elsewhere"]) }

  init() throws {
    fixture = try StoreFixture(["testA@2x", "testB@2x", "testC@2x"])
    cases = fixture.cases
    let store = try fixture.folder.store("Failures", state: elsewhere)
    try store.accept(cases[0])
    try store.record(.rejected, for: cases[1], note: "no")
    try store.record(.tolerated, for: cases[2])
    _ = try store.undo()
  }

  @Test func `they are shown, and count for nothing until they are adopted`() throws {
    let store = try fixture.open()
    #expect(store.decisions(for: cases).isEmpty)
    #expect(store.notices.count == 1 && store.notices[0].hasPrefix("2 decisions in "))
    #expect(try store.undo().steps.isEmpty)
    let remarks = store.withStoreRemarks(cases).map(\.remarks.last)
    #expect(remarks[0] == "Recorded elsewhere: accepted.")
    #expect(remarks[1] == "Recorded elsewhere: rejected, \"no\".")
    #expect(remarks[2] == cases[2].remarks.last)
  }

  @Test func `a trial says what would be adopted and writes nothing`() throws {
    let before = fixture.folder.tree()
    let store = try fixture.folder.store("Failures", readOnly: true)
    #expect(try store.adopt(cases, isTrial: true).steps.map(\.decision) == [.accepted, .rejected])
    #expect(fixture.folder.tree() == before)
  }

  @Test func `what is adopted holds, and is undone and redone like one's own`() throws {
    do {
      let store = try fixture.open()
      let report = try store.adopt(cases, isTrial: false)
      #expect(report.steps.map(\.caseID) == [cases[0].id, cases[1].id])
      #expect(report.refused == 0)
      #expect(store.decisions(for: cases).count == 2)
      try store.record(.rejected, for: cases[2])
    }
    let store = try fixture.open()
    #expect(store.notices.isEmpty)
    #expect(store.decisions(for: cases).count == 3)
    #expect(try store.adopt(cases, isTrial: false).steps.isEmpty, "there is nothing left")
    #expect(try store.undoAll().steps.count == 3)
    #expect(fixture.baseline() == fakePNG("new testA@2x"), "decisions were adopted, never bytes")
    #expect(try fixture.open().withStoreRemarks(cases) == cases)
  }

  /// The bytes that the other's store keeps as the old baseline never lay in it on this machine.
  @Test(arguments: [Decision.rejected, .tolerated])
  func `what another's store keeps is never written`(_ next: Decision) throws {
    let store = try fixture.open()
    _ = try store.adopt(cases, isTrial: false)
    let before = fixture.folder.everything()
    try store.record(next, for: cases[0])
    #expect(fixture.folder.everything() == before)
    _ = try store.undoAll()
    _ = try store.redo()
    #expect(fixture.folder.everything() == before)
  }

  @Test func `a step that was not completed is not adopted`() throws {
    let journal = "Failures/.snapreview/journal.jsonl"
    let lines = String(decoding: fixture.folder.bytes(journal)!, as: UTF8.self)
      .split(separator: "\n").filter { !$0.contains("\"event\":\"done\"") }
    fixture.folder.write(journal, lines.joined(separator: "\n") + "\n")
    #expect(try fixture.open().adopt(cases, isTrial: false).steps.map(\.decision) == [.rejected])
  }

  @Test func `what is killed while it adopts leaves the one journal or the other`() throws {
    for position in 0..<100 {
      let test = try Self()
      do { _ = try test.fixture.open() }
      let faults = Faults(at: position, .die)
      do { _ = try? test.fixture.open(faults.disk).adopt(test.cases, isTrial: false) }
      if faults.calls <= position { return }
      let store = try test.fixture.open()
      let count = store.decisions(for: test.cases).count
      #expect(count == 2 || count == 0 && store.notices[0].hasPrefix("2 decisions in "))
      _ = try store.adopt(test.cases, isTrial: false)
      #expect(store.decisions(for: test.cases).count == 2)
    }
  }
}
