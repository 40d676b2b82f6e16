import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport
import Testing

/// The start after a run that was cut off is cut off itself, or does not see the baselines.
struct FaultyRecoveryTests {
  @Test(arguments: Story.all)
  func `a recovery that meets a fault is recovered from`(_ story: Story) throws {
    let stage = try Stage(story)
    for (turn, wreck) in stage.wrecks().enumerated() where ProofTally.picks(turn, oneIn: 5) {
      for (position, call) in calls(ofOpening: wreck, in: stage).enumerated()
      where ProofTally.picks(turn + position, oneIn: 13) {
        let effect = stage.anyEffect(on: call, turn / 2)
        stage.scene.restore(wreck.tree)
        ProofTally.shared.inject("faults in recoveries")
        (try? stage.scene.open(Faults(at: position, effect).disk))?.close()
        var aftermath = stage.aftermath(
          of: wreck, "\(effect) at call \(position), \(call.rawValue)")
        aftermath.mayLeaveFiles = effect == .fail(ENOENT)
        try aftermath.checkNextStart()
      }
    }
  }

  private func calls(ofOpening wreck: Stage.Wreck, in stage: Stage) -> [SystemCall] {
    stage.scene.restore(wreck.tree)
    let faults = Faults()
    (try? stage.scene.open(faults.disk))?.close()
    return faults.made
  }

  /// The ways in which baselines can be absent.
  enum Absence: CaseIterable {
    case moved, locked, broken, interrupted
  }

  @Test(arguments: Story.all)
  func `baselines that are away at the next start are found when they are back`(
    _ story: Story
  ) throws {
    let stage = try Stage(story)
    for (turn, wreck) in stage.wrecks().enumerated() {
      for (kind, absence) in Absence.allCases.enumerated()
      where ProofTally.picks(turn + kind, oneIn: 7 * Absence.allCases.count) {
        stage.scene.restore(wreck.tree)
        ProofTally.shared.inject("starts without the baselines")
        start(stage.scene, absence)
        try stage.aftermath(of: wreck, "a start with baselines \(absence)").checkNextStart()
      }
    }
  }

  private func start(_ scene: ProofScene, _ absence: Absence) {
    let references = scene.folder[ProofScene.references]
    let code: Int32
    switch absence {
    case .moved:
      rename(references, references + "-away")
      (try? scene.open())?.close()
      rename(references + "-away", references)
      return
    case .locked: code = EACCES
    case .broken: code = EIO
    case .interrupted: code = EINTR
    }
    // A call that is retried is interrupted once.
    let retried = Mutex<Set<String>>([])
    let disk = Disk { call, path, _ in
      guard path.hasPrefix(references) else { return Faults.normal(call) }
      let isFirst = retried.withLock { $0.insert(call.rawValue + path).inserted }
      return code != EINTR || isFirst ? .fail(SystemError(code)) : Faults.normal(call)
    }
    (try? scene.open(disk))?.close()
  }
}
