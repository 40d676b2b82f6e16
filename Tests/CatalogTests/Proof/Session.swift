import Base
import Catalog
import Store

/// Deeds carried out on a scene, and what was reported of them.
struct Session {
  let scene: ProofScene
  let store: ReviewStore
  /// The number of times each case was reported as done.
  var reported: [String: Int] = [:]
  var failures: [Failure] = []
  /// Called after each report.
  var whenReported: (Session) -> Void = { _ in }

  /// An error, and whether the baselines had changed when it was thrown.
  struct Failure {
    var error: any Error
    /// nil where one of several is meant.
    var hasChanged: Bool?
  }

  init(_ scene: ProofScene, _ store: ReviewStore) {
    self.scene = scene
    self.store = store
  }

  /// Carries out one deed after the other, up to the first that fails as a whole.
  mutating func perform(_ deeds: [Story.Deed]) {
    for deed in deeds where failures.isEmpty {
      switch deed {
      case .record(let decision, let name, let note): record(decision, name, note: note)
      case .acceptAll:
        for name in scene.cases.keys.sorted() { record(.accepted, name, batch: "bulk") }
      case .undo: reverse { try $0.undo() }
      case .undoAll: reverse { try $0.undo(.session) }
      case .redo: reverse { try $0.redo() }
      }
    }
  }

  private mutating func record(
    _ decision: Decision, _ name: String, note: String = "", batch: String? = nil
  ) {
    let old = scene.bytes(name)
    let snapshot = scene.cases[name]!
    do {
      try store.record(decision, for: snapshot, note: note, batch: batch)
      report(name)
    } catch {
      failures.append(Failure(error: error, hasChanged: scene.bytes(name) != old))
    }
  }

  private mutating func reverse(_ body: (ReviewStore) throws -> Reversal) {
    let old = scene.cases.keys.map(scene.bytes)
    do {
      let reversal = try body(store)
      for step in reversal.steps { report(String(step.caseID.suffix(1))) }
      let isOne = reversal.steps.isEmpty && reversal.failures.count == 1
      let isChanged = isOne ? scene.cases.keys.map(scene.bytes) != old : nil
      failures += reversal.failures.map { Failure(error: $0, hasChanged: isChanged) }
    } catch {
      failures.append(Failure(error: error, hasChanged: scene.cases.keys.map(scene.bytes) != old))
    }
  }

  private mutating func report(_ name: String) {
    reported[name, default: 0] += 1
    whenReported(self)
  }
}
