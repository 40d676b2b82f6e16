import Catalog
import Host
import Store
import TestSupport
import Testing

/// The power fails before any call, and of what was not flushed any part is lost.
struct PowerLossTests {
  @Test(arguments: Story.all)
  func `what was reported as done survives a power cut, and a baseline stays whole`(
    _ story: Story
  ) throws {
    let stage = try Stage(story)
    for (turn, cut) in cuts(of: stage).enumerated() where ProofTally.picks(turn, oneIn: 11) {
      for tree in cut.trees {
        stage.scene.restore(tree)
        ProofTally.shared.inject("states after a power cut")
        try stage.aftermath(
          of: Stage.Wreck(tree: tree, reported: cut.reported, label: cut.label),
          "the next start"
        ).checkNextStart()
      }
    }
  }

  @Test(arguments: Story.all)
  func `a recovery that ends in a power cut is recovered from`(_ story: Story) throws {
    let stage = try Stage(story)
    for (turn, wreck) in stage.wrecks().enumerated() where ProofTally.picks(turn, oneIn: 71) {
      stage.scene.restore(wreck.tree)
      let cuts = watch(stage.scene) { disk, _ in (try? stage.scene.open(disk))?.close() }
      for cut in cuts {
        for tree in cut.trees {
          stage.scene.restore(tree)
          ProofTally.shared.inject("states after a power cut")
          try stage.aftermath(of: wreck, cut.label).checkNextStart()
        }
      }
    }
  }

  /// A moment at which the power fails, and what may be left then.
  private struct Cut {
    var trees: Set<Tree>
    var reported: [String: Int]
    var label: String
  }

  private func cuts(of stage: Stage) -> [Cut] {
    stage.scene.restore(stage.beginning)
    return watch(stage.scene) { disk, report in
      guard let store = try? stage.scene.open(disk) else { return }
      var session = Session(stage.scene, store)
      session.whenReported = { report($0.reported) }
      session.perform(stage.story.deeds)
      store.close()
    }
  }

  /// Collects what a power cut could leave before each call that changes something, and at the end.
  private func watch(
    _ scene: ProofScene, _ body: (Disk, @escaping ([String: Int]) -> Void) -> Void
  ) -> [Cut] {
    let watcher = Watcher(scene)
    body(watcher.disk) { watcher.reported = $0 }
    watcher.cut("the end")
    return watcher.cuts
  }

  // Used by one thread, within the calls of one store.
  private final class Watcher: @unchecked Sendable {
    private let shadow: Shadow
    private var last: (SystemCall, String, String?)?
    private var count = 0
    var reported: [String: Int] = [:]
    var cuts: [Cut] = []

    init(_ scene: ProofScene) { shadow = Shadow(scene.folder.path, holding: scene.tree) }

    var disk: Disk {
      Disk { call, path, target in
        if Self.changes.contains(call) { self.cut("a power cut before call \(self.count)") }
        self.followLast()
        self.last = (call, path, target)
        self.count += 1
        return Faults.normal(call)
      }
    }

    private static let changes: Set<SystemCall> = [
      .open, .write, .fsync, .ftruncate, .rename, .unlink, .mkdir, .rmdir,
    ]

    private func followLast() {
      if let (call, path, target) = last { shadow.follow(call, path, target) }
      last = nil
    }

    func cut(_ label: String) {
      followLast()
      let trees = shadow.outcomes(seed: UInt64(count))
      if cuts.last?.trees != trees || cuts.last?.reported != reported {
        cuts.append(Cut(trees: trees, reported: reported, label: label))
      }
    }
  }
}
