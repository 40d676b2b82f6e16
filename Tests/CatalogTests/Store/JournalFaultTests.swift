import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport
import Testing

/// A damaged journal loses no entries, and cannot cause a crash or a hang.
struct JournalFaultTests {
  private let fixture: StoreFixture
  private let snapshot: SnapshotCase
  private let journal = "Failures/.snapreview/journal.jsonl"

  init() throws {
    fixture = try StoreFixture(["testA@2x", "testB@2x"])
    snapshot = fixture.cases[0]
  }

  private var bytes: [UInt8] { fixture.folder.bytes(journal) ?? [] }

  @Test func `a journal that seems to be missing is not begun anew`() throws {
    do { try fixture.open().accept(snapshot) }
    let before = bytes
    let isHidden = Mutex(true)
    let disk = Disk { call, path, _ in
      let isSeen = path.hasSuffix("journal.jsonl") && [.open, .lstat].contains(call)
      return isSeen && isHidden.withLock(\.self) ? .fail(SystemError(2)) : .proceed
    }
    let store = try fixture.open(disk)
    isHidden.withLock { $0 = false }
    #expect(reason { try store.record(.rejected, for: snapshot) } == .system)
    store.close()
    #expect(bytes == before)
    #expect(try fixture.open().decisions(for: [snapshot]).count == 1)
  }

  @Test func `one call alone does not make a journal missing`() throws {
    do { try fixture.open().accept(snapshot) }
    let disk = Disk { call, path, _ in
      call == .open && path.hasSuffix("journal.jsonl") ? .fail(SystemError(2)) : .proceed
    }
    let error = try #require(throws: StoreError.self) { try fixture.open(disk) }
    #expect(error.description.contains("journal.jsonl: the disk is gone. Nothing was written."))
  }

  @Test(arguments: [SystemCall.open, .fstat, .pread])
  func `a journal that cannot be read is said to be, and left alone`(_ call: SystemCall) throws {
    do { try fixture.open().accept(snapshot) }
    let before = bytes
    let disk = Disk { made, path, _ in
      made == call && path.hasSuffix("journal.jsonl") ? .fail(SystemError(5)) : .proceed
    }
    for readOnly in [false, true] {
      let error = try #require(throws: StoreError.self) {
        try fixture.folder.store("Failures", readOnly: readOnly, disk: disk)
      }
      #expect(error.description.contains("journal.jsonl: the disk reports an input/output error."))
    }
    #expect(bytes == before)
  }

  @Test func `a journal that has grown since it was read is not cut`() throws {
    do { try fixture.open().accept(snapshot) }
    let store = try fixture.open()
    let grown = bytes + Array("{\"from\":\"elsewhere\"}\n".utf8)
    fixture.folder.write(journal, grown)
    let failure = try #require(try store.undo().failures.first)
    #expect(failure.description.contains("another program is using it"))
    #expect(bytes == grown)
  }

  @Test func `a line that stands twice counts once`() throws {
    let cases = fixture.cases
    do {
      let store = try fixture.open()
      for snapshot in cases { try store.accept(snapshot) }
      _ = try store.undo()
      _ = try store.redo()
    }
    let lines = bytes.split(separator: 10).map { Array($0) + [10] }
    fixture.folder.write(journal, lines.flatMap { $0 + $0 } + lines.flatMap(\.self))
    let store = try fixture.open()
    #expect(store.steps.count == 2)
    #expect(try store.undo(.session).steps.count == 2)
    for name in ["testA@2x", "testB@2x"] {
      #expect(fixture.baseline(name) == fakePNG("old \(name)"))
    }
    #expect(try store.undo(.session).steps.isEmpty)
  }

  /// Each line stands for itself: one that is changed harms no other.
  @Test func `a changed line is someone else's, and the others stay ours`() throws {
    let cases = fixture.cases
    do {
      let store = try fixture.open()
      for snapshot in cases { try store.record(.rejected, for: snapshot) }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let range = try #require(text.range(of: "rejected"))
    fixture.folder.write(journal, text.replacingCharacters(in: range, with: "accepted"))
    let store = try fixture.open()
    #expect(store.decisions(for: cases).map(\.key) == [cases[1].id])
    #expect(store.notices.count == 1 && store.notices[0].hasPrefix("1 line of "))
  }

  @Test(arguments: [
    #"{"v":1,"event":"begin","id":9223372036854775807,"action":"decide","at":1e308}"#,
    #"{"v":2,"event":"begin","id":-9223372036854775808,"action":"undo","of":-1,"at":-1e308}"#,
    #"{"v":2,"event":"done","id":1,"files":{"actual":{"hash":"x","stamp":{"size":1e99}}}}"#,
    #"{"v":9223372036854775807,"event":"begin","id":1}"#,
    #"{"v":2,"event":"begin","id":1e99}"#,
    String(repeating: "[", count: 100_000), "\u{0}", "[]", "null", "{}",
  ])
  func `no number and no nesting in a line does harm`(_ line: String) throws {
    fixture.folder.write(journal, line + "\n" + line + "\n")
    let store = try fixture.open()
    #expect(store.steps.isEmpty)
    try store.accept(snapshot)
    store.close()
    let again = try fixture.open()
    #expect(again.steps.map(\.id) == [1])
    #expect(try again.undo(.session).steps.count == 1)
  }

  /// Files can be dated by whoever unpacks an archive.
  @Test(arguments: [9_223_372_036, 9_223_372_037, 10_413_792_000, -9_223_372_037, 0])
  func `files of any date are compared, accepted and known again`(_ seconds: Int) throws {
    for name in ["Failures/Class/failed_testA@2x.png", "ReferenceImages_64/Class/testA@2x.png"] {
      var times = [
        timespec(tv_sec: seconds, tv_nsec: 999_999_999), timespec(tv_sec: seconds, tv_nsec: 0),
      ]
      utimensat(AT_FDCWD, fixture.folder[name], &times, 0)
    }
    let cases = try catalog(fixture.folder["Failures"]).cases
    do { try fixture.open().record(.rejected, for: cases[0]) }
    #expect(try fixture.open().decisions(for: cases).count == 1)
    do { try fixture.open().accept(cases[0]) }
    #expect(try fixture.open().decisions(for: cases)[cases[0].id]?.decision == .accepted)
  }

  /// Whoever packs an archive chooses sizes and dates.
  @Test func `another picture of the same size and date is undecided`() throws {
    let name = "Failures/Class/failed_testA@2x.png"
    fixture.folder.age(name, 0)
    do { try fixture.open().record(.tolerated, for: snapshot) }
    fixture.folder.png(name, "NEW testA@2x")
    fixture.folder.age(name, 0)
    #expect(try fixture.open().decisions(for: [snapshot]).isEmpty)
  }
}
