import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport
import Testing

/// Two runs have failed on one reference: a second store does all its work between two calls of the
/// first.
struct TwoStoresTests {
  /// The failures of two runs, with one baseline.
  private final class Scene: Sendable {
    let folder = TestFolder()
    let originals: Tree

    init() {
      for run in ["One", "Two"] { folder.png("\(run)/Class/failed_a.png", "new \(run)") }
      folder.png("References/Class/a.png", "old")
      folder.folder("State")
      // The author's key, which both use.
      _ = try! ReviewStore(
        roots: [], writableRoots: [], disk: quickDisk(),
        stateFolder: UserFolder(path: folder["State"]))
      originals = Tree(of: folder.path)
    }

    func snapshot(_ run: String) -> SnapshotCase {
      let path = folder["References/Class/a.png"]
      return SnapshotCase(
        id: "Class/a", suite: "Class", name: "a", layout: .uber, reference: path,
        actual: folder["\(run)/Class/failed_a.png"],
        baseline: Baseline(path: path, root: folder["References"]), failures: folder[run])
    }

    func open(_ run: String, _ disk: Disk = quickDisk()) throws -> ReviewStore {
      try ReviewStore(
        roots: [folder[run]], writableRoots: [folder["References"]], disk: disk,
        stateFolder: UserFolder(path: folder["State"]))
    }

    /// - Returns: The error's text; nil if the act was done.
    func act(_ run: String, _ disk: Disk = quickDisk(), _ body: (ReviewStore) throws -> Void)
      -> String?
    {
      do {
        let store = try open(run, disk)
        try body(store)
        store.close()
        return nil
      } catch {
        return String(describing: error)
      }
    }

    var baseline: [UInt8]? { Tree.bytes(of: folder["References/Class/a.png"]) }

    /// The files outside the stores.
    var outside: [String: Tree.Node] {
      Tree(of: folder.path).nodes.filter {
        !$0.key.contains(".snapreview/") && !$0.key.hasSuffix("/.snapreview")
      }
    }
  }

  /// Runs `first` and, at one of its calls, `second`.
  private func interleave(
    _ scene: Scene, at position: Int, _ first: (Disk) -> String?,
    _ second: @escaping @Sendable () -> String?
  ) -> (first: String?, second: String?, calls: Int) {
    let count = Mutex(0)
    let answer = Mutex<String?>("It had no turn.")
    let disk = Disk { call, _, _ in
      let isTurn = count.withLock { count in
        defer { count += 1 }
        return count == position
      }
      if isTurn {
        let said = second()
        answer.withLock { $0 = said }
      }
      return Faults.normal(call)
    }
    let said = first(disk)
    return (said, answer.withLock { $0 }, count.withLock { $0 })
  }

  private func accept(_ scene: Scene, _ run: String, _ shown: Fingerprint, _ disk: Disk) -> String?
  {
    scene.act(run, disk) { try $0.accept(scene.snapshot(run), shown: shown) }
  }

  private func undo(_ scene: Scene, _ run: String, _ disk: Disk) -> String? {
    scene.act(run, disk) { store in
      if let failure = try store.undo(.session).failures.first { throw failure }
    }
  }

  @Test func `of two acceptances of one baseline at most one writes it`() throws {
    let scene = Scene()
    let shown = ["One", "Two"].map { Fingerprint(of: scene.snapshot($0)) }
    for position in 0..<2000 {
      scene.originals.restore(at: scene.folder.path)
      ProofTally.shared.inject("turns of a second store")
      let result = interleave(scene, at: position) { disk in
        accept(scene, "One", shown[0], disk)
      } _: {
        accept(scene, "Two", shown[1], quickDisk())
      }
      if result.calls <= position { return }
      check(
        scene, result, [fakePNG("new One"), fakePNG("new Two")], neither: fakePNG("old"), position)
    }
    Issue.record("accepting never ends")
  }

  @Test func `an acceptance during another store's undoing does not get lost`() throws {
    let scene = Scene()
    let first = Fingerprint(of: scene.snapshot("One"))
    #expect(accept(scene, "One", first, quickDisk()) == nil)
    let accepted = Tree(of: scene.folder.path)
    let shown = Fingerprint(of: scene.snapshot("Two"))
    for position in 0..<2000 {
      accepted.restore(at: scene.folder.path)
      ProofTally.shared.inject("turns of a second store")
      let result = interleave(scene, at: position) {
        undo(scene, "One", $0)
      } _: {
        accept(scene, "Two", shown, quickDisk())
      }
      if result.calls <= position { return }
      check(
        scene, result, [fakePNG("old"), fakePNG("new Two")], neither: fakePNG("new One"), position)
    }
    Issue.record("undoing never ends")
  }

  private func check(
    _ scene: Scene, _ result: (first: String?, second: String?, calls: Int), _ wanted: [[UInt8]],
    neither: [UInt8], _ position: Int
  ) {
    let now = scene.baseline
    let label = "a turn at call \(position): \(result.first ?? "done"), \(result.second ?? "done")"
    #expect(promise(.whole, now == neither || wanted.contains { $0 == now }), "\(label)")
    let expected =
      switch (result.first, result.second) {
      case (nil, nil): [UInt8]?.none
      case (nil, _): wanted[0]
      case (_, nil): wanted[1]
      default: neither
      }
    #expect(promise(.twoStores, expected != nil && now == expected), "\(label)")
    // Whoever came last is undone first.
    for run in ["Two", "One", "Two"] { _ = undo(scene, run, quickDisk()) }
    #expect(promise(.undone, scene.baseline == fakePNG("old")), "\(label)")
    #expect(
      promise(.clean, scene.outside.keys.allSatisfy { scene.originals.nodes[$0] != nil }),
      "\(label)")
  }

  @Test func `a second run of the same store waits, looks or goes first`() throws {
    let scene = Scene()
    let shown = Fingerprint(of: scene.snapshot("One"))
    for position in 0..<2000 {
      scene.originals.restore(at: scene.folder.path)
      ProofTally.shared.inject("turns of a second store")
      let result = interleave(scene, at: position) {
        accept(scene, "One", shown, $0)
      } _: {
        accept(scene, "One", shown, quickDisk())
      }
      if result.calls <= position { return }
      let label = "at call \(position): \(result.first ?? "done"), \(result.second ?? "done")"
      let isWritten = result.first == nil || result.second == nil
      #expect(promise(.twoStores, isWritten && scene.baseline == fakePNG("new One")), "\(label)")
      #expect(
        promise(
          .undone, undo(scene, "One", quickDisk()) == nil && scene.baseline == fakePNG("old")),
        "\(label)")
    }
    Issue.record("accepting never ends")
  }
}
