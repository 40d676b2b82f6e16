import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport
import Testing

/// A folder with some uber failures and a store on it.
struct StoreFixture {
  let folder = TestFolder()
  let cases: [SnapshotCase]

  init(_ names: [String] = ["testA@2x"]) throws {
    for name in names {
      folder.png("Failures/Class/failed_\(name).png", "new \(name)")
      folder.png("Failures/Class/reference_\(name).png", "shown \(name)")
      folder.png("ReferenceImages_64/Class/\(name).png", "old \(name)")
    }
    cases = try catalog(folder["Failures"]).cases
  }

  var root: String { folder["Failures"] }
  func open(_ disk: Disk = quickDisk()) throws -> ReviewStore {
    try folder.store("Failures", disk: disk)
  }
  /// Returns the author of the journals here.
  func author() throws -> Author { try #require(try folder.stateFolder.author(on: .real)) }
  func baseline(_ name: String = "testA@2x") -> [UInt8]? {
    folder.bytes("ReferenceImages_64/Class/\(name).png")
  }
}

extension TestFolder {
  /// A failure whose baseline is still to be made, in a folder that is not there.
  func firstBaseline(_ place: String) -> SnapshotCase {
    png("Failures/Class/failed_testA@2x.png", "new")
    folder("ReferenceImages_64")
    return SnapshotCase(
      id: "Class/testA@2x", suite: "Class", name: "testA@2x", layout: .uber,
      actual: self["Failures/Class/failed_testA@2x.png"],
      baseline: Baseline(
        path: self["ReferenceImages_64/\(place)/testA@2x.png"], root: self["ReferenceImages_64"]),
      failures: self["Failures"])
  }
}

func shown(_ snapshot: SnapshotCase) -> Fingerprint { Fingerprint(of: snapshot) }

/// The reason of the `StoreError` that `body` throws; nil where it throws none.
func reason(_ body: () throws -> Void) -> StoreError.Reason? {
  do {
    try body()
    return nil
  } catch {
    return (error as? StoreError)?.reason
  }
}

struct ReviewStoreTests {
  private let fixture: StoreFixture
  private let snapshot: SnapshotCase

  init() throws {
    fixture = try StoreFixture()
    snapshot = fixture.cases[0]
  }

  @Test func `accepting writes the actual's bytes over the baseline and keeps the old ones`() throws
  {
    let store = try fixture.open()
    try store.accept(snapshot, note: "new logo")
    #expect(fixture.baseline() == fakePNG("new testA@2x"))
    #expect(
      store.decisions(for: [snapshot]) == [
        snapshot.id: DecisionRecord(.accepted, note: "new logo")
      ])
    let kept = try #require(store.keptReference(for: snapshot))
    #expect(FileManager.default.contents(atPath: kept).map(Array.init) == fakePNG("old testA@2x"))
    #expect(fixture.folder.names(in: "ReferenceImages_64/Class") == ["testA@2x.png"])
  }

  @Test func `undo brings the old bytes back, redo the new ones`() throws {
    let store = try fixture.open()
    try store.accept(snapshot)
    let undone = try #require(try store.undo().steps.first)
    #expect(undone.isUndone && undone.caseID == snapshot.id && undone.decision == .accepted)
    #expect(fixture.baseline() == fakePNG("old testA@2x"))
    #expect(store.decisions(for: [snapshot]).isEmpty)
    #expect(store.keptReference(for: snapshot) == nil)
    #expect(try store.undo().steps.isEmpty)
    #expect(try store.redo().steps.first?.isUndone == false)
    #expect(fixture.baseline() == fakePNG("new testA@2x"))
    #expect(store.decisions(for: [snapshot])[snapshot.id]?.decision == .accepted)
    #expect(try store.redo().steps.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a baseline that was written here is no sign of an older run`(_ isUndone: Bool) throws {
    let folder = TestFolder()
    func find() throws -> SnapshotCase {
      try catalog(folder["Snapshots"], actuals: [folder["Actual"]]).cases[0]
    }
    for name in ["Snapshots/C/a.png", "Snapshots/Difference/C/a.diff.png", "Actual/C/a.png"] {
      folder.png(name, name)
      folder.age(name, 0)
    }
    let snapshot = try find()
    #expect(snapshot.remarks == [])
    do {
      let store = try folder.store("Snapshots/Difference", writable: [folder["Snapshots"]])
      try store.accept(snapshot)
      if isUndone { #expect(try store.undo().steps.count == 1) }
    }
    let store = try folder.store("Snapshots/Difference", writable: [folder["Snapshots"]])
    #expect(try find().remarks.count == 1, "its age alone would say so")
    #expect(store.withoutOwnAges([try find()])[0].remarks == [])
    folder.png("Snapshots/C/a.png", "recorded by someone else")
    #expect(store.withoutOwnAges([try find()])[0].remarks.count == 1)
  }

  @Test func `a later run finds every decision and can take it back`() throws {
    let fixture = try StoreFixture(["testA@2x", "testB@2x", "testC@2x"])
    let cases = fixture.cases
    do {
      let store = try fixture.open()
      try store.accept(cases[0])
      try store.record(.rejected, for: cases[1], note: "the button moved")
      try store.record(.tolerated, for: cases[2])
    }
    let store = try fixture.open()
    #expect(
      store.decisions(for: cases) == [
        cases[0].id: DecisionRecord(.accepted),
        cases[1].id: DecisionRecord(.rejected, note: "the button moved"),
        cases[2].id: DecisionRecord(.tolerated),
      ])
    #expect(store.notices.isEmpty)
    #expect(try store.undo(.session).steps.map(\.caseID) == cases.reversed().map(\.id))
    #expect(fixture.baseline() == fakePNG("old testA@2x"))
    #expect(try fixture.open(quickDisk()).readOnlyReason != nil, "the first still has the lock")
  }

  /// A program that another thread is starting has such a copy until it runs.
  @Test func `a copy of the lock's descriptor does not keep the store`() throws {
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    do {
      let store = try fixture.open()
      try store.record(.rejected, for: fixture.cases[0])
      copies = Self.copies(of: fixture.folder["Failures/.snapreview/lock"])
      #expect(copies.count == 1)
    }
    #expect(try fixture.open().readOnlyReason == nil)
  }

  private static func copies(of path: String) -> [Int32] {
    var (wanted, open) = (stat(), stat())
    stat(path, &wanted)
    return (0..<Int32(1024)).filter {
      fstat($0, &open) == 0 && (open.st_dev, open.st_ino) == (wanted.st_dev, wanted.st_ino)
    }.map { dup($0) }
  }

  @Test(arguments: [
    ("ReferenceImages_64/Class/testA@2x.png", StoreError.Reason.baselineChanged),
    ("Failures/Class/failed_testA@2x.png", .actualChanged),
  ])
  func `neither a baseline nor an actual that changed since it was shown is accepted`(
    _ file: String, _ expected: StoreError.Reason
  ) throws {
    let store = try fixture.open()
    let before = shown(snapshot)
    fixture.folder.png(file, "changed since")
    let baseline = fixture.baseline()
    #expect(reason { try store.accept(snapshot, shown: before) } == expected)
    #expect(fixture.baseline() == baseline && store.steps.isEmpty)
  }

  @Test(arguments: Decision.allCases)
  func `a case that was rendered again is undecided again`(_ decision: Decision) throws {
    let store = try fixture.open()
    try store.record(decision, for: snapshot)
    #expect(store.decisions(for: [snapshot])[snapshot.id]?.decision == decision)
    fixture.folder.png("Failures/Class/failed_testA@2x.png", "NEW testA@2x")
    #expect(store.decisions(for: [snapshot]).isEmpty)
  }

  @Test func `a touched file is still the same file`() throws {
    try fixture.open().record(.rejected, for: snapshot)
    fixture.folder.age("Failures/Class/failed_testA@2x.png", 77)
    #expect(try fixture.open().decisions(for: [snapshot]).count == 1)
  }

  @Test func `rejecting an accepted case restores its baseline, and undo accepts it again`() throws
  {
    let store = try fixture.open()
    let before = shown(snapshot)
    try store.accept(snapshot, shown: before)
    try store.record(.rejected, for: snapshot, shown: before)
    #expect(fixture.baseline() == fakePNG("old testA@2x"))
    #expect(store.decisions(for: [snapshot])[snapshot.id]?.decision == .rejected)
    #expect(store.steps.last?.description == "Rejected Class/testA@2x, restoring testA@2x.png.")
    _ = try store.undo()
    #expect(fixture.baseline() == fakePNG("new testA@2x"))
    #expect(store.decisions(for: [snapshot])[snapshot.id]?.decision == .accepted)
  }

  @Test(arguments: [Decision.rejected, .tolerated], [false, true])
  func `a decision on a new failure leaves the baseline that was accepted`(
    _ decision: Decision, _ isOpenedAgain: Bool
  ) throws {
    var store = try fixture.open()
    try store.accept(snapshot)
    fixture.folder.png("Failures/Class/failed_testA@2x.png", "another")
    fixture.folder.png("Failures/Class/reference_testA@2x.png", "new testA@2x")
    if isOpenedAgain {
      store.close()
      store = try fixture.open()
    }
    #expect(!store.writes(decision, for: snapshot, shown: shown(snapshot)))
    let step = try #require(try store.record(decision, for: snapshot, shown: shown(snapshot)))
    #expect(!step.changesBaseline)
    #expect(fixture.baseline() == fakePNG("new testA@2x"))
    #expect(store.decisions(for: [snapshot])[snapshot.id]?.decision == decision)
    #expect(try store.undo().steps.count == 1)
    #expect(fixture.baseline() == fakePNG("new testA@2x"))
    #expect(try store.undo().steps.count == 1)
    #expect(fixture.baseline() == fakePNG("old testA@2x"))
  }

  @Test(arguments: [Decision.rejected, .tolerated])
  func `a change of mind says that it writes the old baseline`(_ decision: Decision) throws {
    let store = try fixture.open()
    try store.accept(snapshot)
    #expect(store.writes(decision, for: snapshot, shown: shown(snapshot)))
    let step = try #require(try store.record(decision, for: snapshot, shown: shown(snapshot)))
    #expect(step.changesBaseline && step.baseline == snapshot.baseline?.path)
    #expect(fixture.baseline() == fakePNG("old testA@2x"))
    #expect(!store.writes(decision, for: snapshot, shown: shown(snapshot)))
  }

  @Test func `accepting twice is one step`() throws {
    let store = try fixture.open()
    try store.accept(snapshot)
    try store.accept(snapshot)
    #expect(store.steps.count == 1)
    try store.accept(snapshot, note: "why")
    #expect(store.steps.count == 2)
    #expect(store.keptReference(for: snapshot) != nil)
    try store.record(.tolerated, for: snapshot)
    #expect(fixture.baseline() == fakePNG("old testA@2x"))
  }

  @Test func `a first baseline is made with its folders, and undo removes them again`() throws {
    let folder = TestFolder()
    var snapshot = folder.firstBaseline("Deep/Class")
    let store = try folder.store("Failures")
    try store.accept(snapshot)
    #expect(folder.bytes("ReferenceImages_64/Deep/Class/testA@2x.png") == fakePNG("new"))
    #expect(store.keptReference(for: snapshot) == nil)
    _ = try store.undo()
    #expect(folder.names(in: "ReferenceImages_64").isEmpty)
    _ = try store.redo()
    #expect(folder.bytes("ReferenceImages_64/Deep/Class/testA@2x.png") == fakePNG("new"))
    snapshot.reference = snapshot.baseline?.path
    try store.record(.rejected, for: snapshot)
    #expect(folder.names(in: "ReferenceImages_64").isEmpty)
  }

  @Test func `undo leaves a folder alone that holds something else by now`() throws {
    let folder = TestFolder()
    let snapshot = folder.firstBaseline("Class")
    let store = try folder.store("Failures")
    try store.accept(snapshot)
    folder.png("ReferenceImages_64/Class/other.png")
    _ = try store.undo()
    #expect(folder.names(in: "ReferenceImages_64/Class") == ["other.png"])
  }

  @Test(arguments: [false, true])
  func `undo leaves a baseline that someone else has changed, and undoes the rest`(
    _ isAll: Bool
  ) throws {
    let fixture = try StoreFixture(["testA@2x", "testB@2x", "testC@2x"])
    let cases = fixture.cases
    let store = try fixture.open()
    for snapshot in isAll ? cases : Array(cases.prefix(2)) { try store.accept(snapshot) }
    fixture.folder.png("ReferenceImages_64/Class/testB@2x.png", "committed since")
    let reversal = isAll ? try store.undo(.session) : try store.undo()
    #expect(reversal.failures.map(\.reason) == [.conflict])
    #expect(fixture.baseline("testB@2x") == fakePNG("committed since"))
    #expect(reversal.steps.map(\.caseID) == (isAll ? [cases[2].id, cases[0].id] : [cases[0].id]))
    #expect(fixture.baseline() == fakePNG("old testA@2x"))
  }

  @Test func `a baseline that git has put back already is undone without a write`() throws {
    let store = try fixture.open()
    try store.accept(snapshot)
    fixture.folder.png("ReferenceImages_64/Class/testA@2x.png", "old testA@2x")
    #expect(try store.undo().steps.count == 1)
    #expect(fixture.baseline() == fakePNG("old testA@2x"))
  }

  @Test func `one undo takes back a whole bulk, one redo brings it back`() throws {
    let fixture = try StoreFixture(["testA@2x", "testB@2x", "testC@2x"])
    let cases = fixture.cases
    let store = try fixture.open()
    try store.record(.rejected, for: cases[0])
    for snapshot in cases[1...] {
      try store.accept(snapshot, batch: "all that moved")
    }
    #expect(try store.undo().steps.map(\.caseID) == [cases[2].id, cases[1].id])
    #expect(store.decisions(for: cases).keys.sorted() == [cases[0].id])
    #expect(try store.redo().steps.map(\.caseID) == [cases[1].id, cases[2].id])
    #expect(store.decisions(for: cases).count == 3)
    _ = try store.undo()
    #expect(try store.undo().steps.map(\.caseID) == [cases[0].id])
  }

  @Test func `a new decision ends what can be done again`() throws {
    let fixture = try StoreFixture(["testA@2x", "testB@2x"])
    let cases = fixture.cases
    let store = try fixture.open()
    try store.accept(cases[0])
    _ = try store.undo()
    try store.record(.tolerated, for: cases[1])
    #expect(try store.redo().steps.isEmpty)
  }

  @Test func `the old baseline's mode stays`() throws {
    let path = snapshot.baseline!.path
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let store = try fixture.open()
    try store.accept(snapshot)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o640)
  }

  @Test func `looking leaves nothing behind`() throws {
    do { _ = try fixture.open().decisions(for: fixture.cases) }
    #expect(!fixture.folder.exists("Failures/.snapreview"))
    do { _ = try fixture.folder.store("Failures", readOnly: true) }
    #expect(!fixture.folder.exists("Failures/.snapreview"))
  }

  @Test func `a second store on the folder shows and does not write`() throws {
    let first = try fixture.open()
    try first.record(.tolerated, for: snapshot)
    let second = try fixture.open()
    let reasonText = try #require(second.readOnlyReason)
    #expect(reasonText.contains("Another snapreview (process \(getpid()))"))
    #expect(second.decisions(for: [snapshot])[snapshot.id]?.decision == .tolerated)
    #expect(reason { try second.accept(snapshot) } == .readOnly)
    #expect(fixture.baseline() == fakePNG("old testA@2x"))
    first.close()
    #expect(try fixture.open().readOnlyReason == nil)
  }

  @Test func `a moved project keeps its own baselines`() throws {
    do { try fixture.open().accept(snapshot) }
    let copy = TestFolder()
    try FileManager.default.copyItem(atPath: fixture.folder.path, toPath: copy["all"])
    let store = try copy.store("all/Failures", state: fixture.folder.stateFolder)
    _ = try store.undo()
    #expect(copy.bytes("all/ReferenceImages_64/Class/testA@2x.png") == fakePNG("old testA@2x"))
    #expect(fixture.baseline() == fakePNG("new testA@2x"))
  }
}
