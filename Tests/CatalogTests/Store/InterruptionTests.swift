import Catalog
import Foundation
import Testing

/// What the tests look at after a fault: the baselines, and whether anything of ours lies beside.
private struct Scene {
  let folder = TestFolder()
  let snapshot: SnapshotCase

  /// - Parameter isNew: Whether there is no baseline yet, nor the folder for it.
  init(isNew: Bool) {
    folder.png("Failures/Class/failed_a@2x.png", "new")
    folder.folder("ReferenceImages_64")
    if !isNew { folder.png("ReferenceImages_64/Deep/Class/a@2x.png", "old") }
    let path = folder["ReferenceImages_64/Deep/Class/a@2x.png"]
    snapshot = SnapshotCase(
      id: "Class/a@2x", suite: "Class", name: "a@2x", layout: .uber,
      reference: isNew ? nil : path, actual: folder["Failures/Class/failed_a@2x.png"],
      baseline: Baseline(path: path, root: folder["ReferenceImages_64"]),
      failures: folder["Failures"])
  }

  func open(_ disk: Disk = quickDisk()) throws -> ReviewStore {
    try folder.store("Failures", disk: disk)
  }

  var baseline: [UInt8]? { folder.bytes("ReferenceImages_64/Deep/Class/a@2x.png") }

  /// Files under the references: nothing of ours may stay there.
  var besides: Set<String> {
    Set(folder.everything().keys.filter { $0.hasPrefix("ReferenceImages_64") })
      .subtracting(["ReferenceImages_64/Deep/Class/a@2x.png"])
  }
}

private let effects: [Faults.Effect] = [
  .die, .tear, .fail(SystemError(28)), .fail(SystemError(5)),
]

@Suite struct InterruptionTests {
  private typealias Act = @Sendable (ReviewStore, SnapshotCase) throws -> Void

  private static let old = fakePNG("old")
  private static let new = fakePNG("new")

  /// Runs an act with the n-th change on disk failing, for every n, and looks at what is left.
  ///
  /// - Parameters:
  ///   - prepare: What was done before, in an earlier run.
  ///   - check: Is given the scene, the store that was opened afterwards, and whether the act
  ///     returned without an error.
  private func interrupt(
    isNew: Bool, prepare: Act = { _, _ in }, act: Act,
    check: (Scene, ReviewStore, Bool) throws -> Void
  ) throws {
    for effect in effects {
      for at in 0..<200 {
        let scene = Scene(isNew: isNew)
        do { try prepare(scene.open(), scene.snapshot) }
        let faults = Faults(at: at, effect)
        var isDone = false
        if let store = try? scene.open(faults.disk) {
          isDone = (try? act(store, scene.snapshot)) != nil
        }
        if faults.calls <= at { break }
        try #require(at < 199, "the act never ends")
        #expect(scene.baseline == nil || [Self.old, Self.new].contains(scene.baseline))
        let store = try scene.open()
        #expect(scene.besides.isEmpty, "\(effect) at \(at) left \(scene.besides)")
        try check(scene, store, isDone)
      }
    }
  }

  @Test(arguments: [false, true])
  func `accepting that is cut off anywhere is whole or undone at the next start`(_ isNew: Bool)
    throws
  {
    try interrupt(isNew: isNew) { store, snapshot in
      try store.accept(snapshot, shown: Fingerprint(of: snapshot))
    } check: { scene, store, isDone in
      let isAccepted = store.decisions(for: [scene.snapshot])[scene.snapshot.id] != nil
      #expect(isAccepted || !isDone, "what was reported as done is done")
      #expect(scene.baseline == (isAccepted ? Self.new : isNew ? nil : Self.old))
      if isAccepted {
        _ = try store.undo()
        #expect(scene.baseline == (isNew ? nil : Self.old))
        #expect(!isNew || scene.folder.names(in: "ReferenceImages_64").isEmpty)
      } else {
        #expect(!isNew || scene.folder.names(in: "ReferenceImages_64").isEmpty)
        try store.accept(scene.snapshot, shown: Fingerprint(of: scene.snapshot))
        #expect(scene.baseline == Self.new)
      }
    }
  }

  @Test(arguments: [false, true])
  func `undoing that is cut off anywhere is whole or still to do`(_ isNew: Bool) throws {
    try interrupt(isNew: isNew) { store, snapshot in
      try store.accept(snapshot, shown: Fingerprint(of: snapshot))
    } act: { store, _ in
      for failure in try store.undo().failures { throw failure }
    } check: { scene, store, isDone in
      let isAccepted = store.decisions(for: [scene.snapshot])[scene.snapshot.id] != nil
      #expect(!isAccepted || !isDone)
      #expect(scene.baseline == (isAccepted ? Self.new : isNew ? nil : Self.old))
      let reversal = isAccepted ? try store.undo() : try store.redo()
      #expect(reversal.failures.isEmpty)
      #expect(scene.baseline == (!isAccepted ? Self.new : isNew ? nil : Self.old))
    }
  }

  @Test func `a decision without a file is kept or not, never half`() throws {
    try interrupt(isNew: false) { store, snapshot in
      try store.record(.rejected, for: snapshot, shown: Fingerprint(of: snapshot), note: "no")
    } check: { scene, store, isDone in
      let decision = store.decisions(for: [scene.snapshot])[scene.snapshot.id]
      #expect(decision == nil || decision == DecisionRecord(.rejected, note: "no"))
      #expect(decision != nil || !isDone)
      #expect(scene.baseline == Self.old)
    }
  }

  @Test func `rejecting an accepted case that is cut off leaves the one or the other`() throws {
    try interrupt(isNew: false) { store, snapshot in
      try store.accept(snapshot, shown: Fingerprint(of: snapshot))
    } act: { store, snapshot in
      try store.record(.rejected, for: snapshot, shown: Fingerprint(of: snapshot))
    } check: { scene, store, isDone in
      let decision = store.decisions(for: [scene.snapshot])[scene.snapshot.id]?.decision
      #expect(decision == .rejected || !isDone)
      #expect(scene.baseline == (decision == .rejected ? Self.old : Self.new))
      #expect(decision != nil)
    }
  }

  @Test func `a recovery that is cut off itself is recovered from`() throws {
    for first in 0..<40 {
      for second in 0..<10 {
        let scene = Scene(isNew: true)
        let faults = Faults(at: first, .die)
        do {
          try? scene.open(faults.disk).accept(
            scene.snapshot, shown: Fingerprint(of: scene.snapshot))
        }
        if faults.calls <= first { return }
        do { _ = try? scene.open(Faults(at: second, .die).disk) }
        let store = try scene.open()
        let isAccepted = !store.decisions(for: [scene.snapshot]).isEmpty
        #expect(scene.baseline == (isAccepted ? Self.new : nil))
        #expect(scene.besides.isEmpty)
      }
    }
  }

  @Test func `a full disk is told in a sentence and leaves the old baseline`() throws {
    let scene = Scene(isNew: false)
    let full = Faults(at: 1, .fail(SystemError(28)), among: [.write], lasts: true)
    let store = try scene.open(full.disk)
    let error = try #require(throws: StoreError.self) {
      try store.accept(scene.snapshot, shown: Fingerprint(of: scene.snapshot))
    }
    #expect(error.reason == .system)
    #expect(error.description.contains("the disk is full"))
    #expect(error.description.hasSuffix("the old baseline is unchanged."))
    #expect(scene.baseline == Self.old)
    #expect(store.steps.isEmpty)
  }

  @Test func `a folder of baselines that cannot be written is told, and nothing changes`() throws {
    for at in 0..<100 {
      let scene = Scene(isNew: false)
      let faults = Faults(at: at, .fail(SystemError(13)))
      let store = try scene.open(faults.disk)
      guard store.readOnlyReason == nil else { continue }
      do throws(StoreError) {
        try store.accept(scene.snapshot, shown: Fingerprint(of: scene.snapshot))
        if faults.calls <= at { return }
      } catch {
        #expect(error.description.contains("permission denied"))
        #expect(error.description.contains("unchanged") || scene.baseline == Self.new)
      }
    }
  }

  @Test func `a folder of failures that cannot be written is opened for looking`() throws {
    let scene = Scene(isNew: false)
    let store = try scene.open(Faults(at: 0, .fail(SystemError(30)), among: [.access]).disk)
    let reason = try #require(store.readOnlyReason)
    #expect(reason.contains("cannot be made (the disk is read-only)"))
    #expect(reason.hasSuffix("make it writable."))
    #expect(store.decisions(for: [scene.snapshot]).isEmpty)
  }
}
