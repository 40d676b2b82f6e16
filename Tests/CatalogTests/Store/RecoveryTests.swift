import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport
import Testing

/// A step stays open until its baseline has been seen: nothing is forgotten.
struct RecoveryTests {
  private let fixture: StoreFixture
  private let snapshot: SnapshotCase
  private let baseline = "ReferenceImages_64/Class/testA@2x.png"
  private let old = fakePNG("old testA@2x")
  private let new = fakePNG("new testA@2x")

  init() throws {
    fixture = try StoreFixture()
    snapshot = fixture.cases[0]
    do { _ = try fixture.open() }
  }

  /// A disk of a process that is killed after, or before, a call.
  private func dying(at call: SystemCall, on name: String, hasHappened: Bool) -> Disk {
    let isDead = Mutex(false)
    return Disk { made, path, target in
      isDead.withLock { isDead in
        if isDead { return .fail(SystemError(5)) }
        if made == call, (target ?? path).hasSuffix(name) {
          isDead = true
          return hasHappened ? .proceed : .fail(SystemError(5))
        }
        return made == .fsync ? .skip : .proceed
      }
    }
  }

  /// Accepts in a process that is killed right after the baseline was replaced.
  private func acceptAndDie() throws {
    let store = try fixture.open(dying(at: .rename, on: "testA@2x.png", hasHappened: true))
    #expect(throws: StoreError.self) { try store.accept(snapshot) }
    #expect(fixture.baseline() == new)
  }

  private func failing(_ calls: Set<SystemCall>, _ code: Int32) -> Disk {
    Disk { call, path, _ in
      if calls.contains(call), path.hasSuffix(baseline) { return .fail(SystemError(code)) }
      return call == .fsync || call == .usleep ? .skip : .proceed
    }
  }

  /// Opens the store while the baseline cannot be seen.
  private func openMeanwhile(
    _ disk: Disk = quickDisk(), writable: [String]? = nil
  ) throws -> ReviewStore {
    try fixture.folder.store("Failures", writable: writable, disk: disk)
  }

  /// Checks the store while a step is unsettled.
  private func check(_ store: ReviewStore, cause: String) throws {
    #expect(store.readOnlyReason == nil)
    let sentence = try #require(store.unsettled.first)
    #expect(sentence.contains("accepting Class/testA@2x") && sentence.contains(cause))
    #expect(store.notices == [sentence])
    let reversal = try store.undo()
    #expect(reversal.steps.isEmpty && reversal.failures.isEmpty)
    #expect(!store.unsettled.isEmpty, "it is still to do")
    store.close()
  }

  private func checkAfterwards() throws {
    let store = try fixture.open()
    #expect(
      store.notices == [
        "An interrupted run was finished: accepting Class/testA@2x; testA@2x.png is written."
      ])
    #expect(store.decisions(for: [snapshot])[snapshot.id]?.decision == .accepted)
    #expect(try store.undo().steps.count == 1)
    #expect(fixture.baseline() == old)
    #expect(fixture.folder.names(in: "ReferenceImages_64/Class") == ["testA@2x.png"])
  }

  @Test(arguments: [
    (5 as Int32, "input/output"), (13, "permission"), (4, "interrupted"), (2, "the disk is gone"),
  ])
  func `a baseline that cannot be read leaves the step open`(
    _ code: Int32, _ cause: String
  ) throws {
    try acceptAndDie()
    let calls: Set<SystemCall> = code == 4 ? [.fstat, .stat] : [.open]
    for _ in 0..<2 { try check(openMeanwhile(failing(calls, code)), cause: cause) }
    try checkAfterwards()
  }

  @Test func `references that are away leave the step open`() throws {
    try acceptAndDie()
    let folder = fixture.folder
    for away in ["ReferenceImages_64", "ReferenceImages_64/Class"] {
      rename(folder[away], folder["away"])
      try check(openMeanwhile(), cause: "is not there")
      rename(folder["away"], folder[away])
    }
    try checkAfterwards()
  }

  @Test func `a baseline outside of today's folders leaves the step open`() throws {
    try acceptAndDie()
    let elsewhere = [fixture.folder["Failures"]]
    try check(openMeanwhile(writable: elsewhere), cause: "give --references DIR")
    try checkAfterwards()
  }

  @Test func `what a killed run left and cannot be removed leaves the step open`() throws {
    do {
      let store = try fixture.open(dying(at: .rename, on: "testA@2x.png", hasHappened: false))
      _ = try? store.accept(snapshot)
    }
    #expect(fixture.folder.names(in: "ReferenceImages_64/Class").count == 2)
    let denied = Disk { call, path, _ in
      call == .unlink && path.contains("/.snapreview-") ? .fail(SystemError(13)) : .proceed
    }
    try check(openMeanwhile(denied), cause: "cannot be removed (permission denied)")
    let store = try fixture.open()
    #expect(store.notices.first?.hasSuffix("testA@2x.png is unchanged.") == true)
    #expect(fixture.folder.names(in: "ReferenceImages_64/Class") == ["testA@2x.png"])
  }

  @Test func `a case with an open step is not decided over`() throws {
    try acceptAndDie()
    fixture.folder.png("Failures/Class/failed_testA@2x.png", "newer")
    // The baseline cannot be read when the store is opened, but can by the time of the decision.
    let reads = Mutex(0)
    let disk = Disk { call, path, _ in
      guard call == .open, path.hasSuffix(baseline) else { return .proceed }
      return reads.withLock {
        $0 += 1
        return $0 <= 2 ? .fail(SystemError(5)) : .proceed
      }
    }
    let store = try openMeanwhile(disk)
    let error = try #require(throws: StoreError.self) {
      try store.accept(snapshot)
    }
    #expect(error.reason == .conflict && error.description.contains("not settled yet"))
    try store.accept(snapshot)
    #expect(fixture.baseline() == fakePNG("newer"))
    #expect(try store.undo(.session).steps.count == 2)
    #expect(fixture.baseline() == old)
  }

  @Test func `recovery removes the step's own temporary file and no other`() throws {
    do {
      let store = try fixture.open(dying(at: .rename, on: "testA@2x.png", hasHappened: false))
      _ = try? store.accept(snapshot)
    }
    let folder = fixture.folder
    let own = try #require(
      folder.names(in: "ReferenceImages_64/Class").first { $0.hasPrefix(".snapreview-1-") })
    folder.write("ReferenceImages_64/Class/.snapreview-1-0123456789abcdef.tmp", "theirs")
    folder.write("ReferenceImages_64/Class/.snapreview-2-0123456789abcdef.tmp", "theirs")
    folder.folder("ReferenceImages_64/Empty")
    do { _ = try fixture.open() }
    #expect(
      folder.names(in: "ReferenceImages_64/Class") == [
        "testA@2x.png", ".snapreview-1-0123456789abcdef.tmp", ".snapreview-2-0123456789abcdef.tmp",
      ])
    #expect(folder.exists("ReferenceImages_64/Empty") && !own.isEmpty)
  }

  @Test func `an interrupted undo of a first baseline leaves no folder and says it is removed`()
    throws
  {
    for call in [SystemCall.unlink, .rmdir] {
      let folder = TestFolder()
      let snapshot = folder.firstBaseline("Deep/Class")
      do { try folder.store("Failures").accept(snapshot) }
      do {
        let name = call == .unlink ? "testA@2x.png" : "Deep/Class"
        let disk = dying(at: call, on: name, hasHappened: true)
        _ = try? folder.store("Failures", disk: disk).undo()
      }
      let store = try folder.store("Failures")
      #expect(
        store.notices == [
          "An interrupted run was finished: undoing Class/testA@2x; testA@2x.png is removed."
        ])
      #expect(folder.names(in: "ReferenceImages_64").isEmpty)
      #expect(try store.redo().steps.count == 1)
      #expect(folder.bytes("ReferenceImages_64/Deep/Class/testA@2x.png") == fakePNG("new"))
    }
  }
}
