import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport
import Testing

/// Every system call of every story fails in every way, or is the process's last.
struct FaultTests {
  @Test(arguments: Story.all)
  func `whichever call fails or is the last, nothing is lost and every error is true`(
    _ story: Story
  ) throws {
    let stage = try Stage(story)
    for (position, call) in stage.calls.enumerated() where ProofTally.picks(position, oneIn: 9) {
      for (turn, effect) in stage.effects(of: call, at: position).enumerated() {
        let label = "\(effect) at call \(position), \(call.rawValue)"
        let outcome = stage.run(Faults(at: position, effect))
        let aftermath = stage.aftermath(of: outcome, label)
        guard !outcome.isDead else {
          try aftermath.checkNextStart()
          continue
        }
        aftermath.checkErrors(outcome.session?.failures ?? [])
        if ProofTally.isFull || (position + turn) % 2 == 0 { try aftermath.checkNextStart() }
        if ProofTally.isFull || (position + turn) % 2 == 1 {
          stage.goOn(after: effect, at: position, label)
        }
      }
    }
  }

  @Test func `a full disk is named, and the old baseline stays`() throws {
    let scene = ProofScene()
    _ = try scene.open()
    let full = Faults(at: 1, .failFromNowOn(ENOSPC), among: [.write])
    let store = try scene.open(full.disk)
    var session = Session(scene, store)
    session.perform([.record(.accepted, "a")])
    let error = try #require(session.failures.first?.error as? StoreError)
    #expect(error.reason == .system)
    #expect(error.description.contains("the disk is full"))
    #expect(error.description.hasSuffix("the old baseline is unchanged."))
    #expect(store.steps.isEmpty)
  }

  @Test func `failures that lie where nothing can be written are shown`() throws {
    let scene = ProofScene()
    _ = try scene.open()
    let store = try scene.open(Faults(at: 0, .fail(EROFS), among: [.access]).disk)
    let reason = try #require(store.readOnlyReason)
    #expect(reason.contains("cannot be made (the disk is read-only)"))
    #expect(reason.hasSuffix("Make it writable, or review a copy of the project."))
  }
}
