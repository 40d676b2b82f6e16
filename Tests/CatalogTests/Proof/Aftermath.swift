import Base
import Catalog
import Store
import TestSupport
import Testing

/// The promises that must hold after a story was cut off, wherever that was.
struct Aftermath {
  typealias View = ProofScene.View

  let scene: ProofScene
  /// The views of each case in a run without faults: at first, and after each report.
  let course: [String: [View]]
  /// The number of times each case was reported as done.
  let reported: [String: Int]
  /// The fault and the call that it hit.
  let label: String
  /// True if the system has refused to remove a folder, which may then stay, empty.
  var mayLeaveFolders = false
  /// True if the system has denied that a file exists, which may then stay with its folder.
  var mayLeaveFiles = false

  /// Checks the disk before anybody opens the store again.
  func checkDisk() {
    for (name, views) in course {
      let bytes = scene.bytes(name)
      #expect(promise(.whole, views.contains { $0.baseline == bytes }), "\(name) after \(label)")
    }
    checkKept()
  }

  private func checkKept() {
    for name in ["a", "c"] where scene.bytes(name) == ProofScene.new(name) {
      let old = fakePNG("old \(name)")
      let kept = scene.folder["Failures/.snapreview/store/\(Fingerprint.hash(old))"]
      #expect(promise(.kept, Tree.bytes(of: kept) == old), "\(name) after \(label)")
    }
  }

  /// Checks the next start, and everything after it.
  func checkNextStart() throws {
    checkDisk()
    do {
      let store = try scene.open()
      guard isUsable(store) else { return }
      checkStory(scene.views(store))
      checkLeftovers()
      checkUndoing(store)
    }
    let store = try scene.open()
    var session = Session(scene, store)
    session.perform([.record(.accepted, "b"), .undo])
    #expect(
      promise(.usable, session.failures.isEmpty && isAsBefore), "\(label): \(session.failures)")
  }

  private func isUsable(_ store: ReviewStore) -> Bool {
    #expect(
      promise(.usable, store.readOnlyReason == nil), "\(label): \(store.readOnlyReason ?? "")")
    return store.readOnlyReason == nil
  }

  func checkStory(_ views: [String: View]) {
    for (name, view) in views {
      let done = reported[name, default: 0]
      let course = course[name]!
      #expect(promise(.story, course.contains(view)), "\(name) after \(label): \(view)")
      let possible = course[min(done, course.count - 1)...min(done + 1, course.count - 1)]
      #expect(promise(.done, possible.contains(view)), "\(name) after \(label): \(view)")
    }
  }

  private func checkLeftovers() {
    let tree = scene.tree
    let baselines = Dictionary(uniqueKeysWithValues: course.keys.map { ($0, scene.bytes($0)) })
    let expected = scene.expected(baselines).outside.nodes
    let actual = tree.outside.nodes
    let left = actual.keys.filter { expected[$0] == nil && !isForgiven($0) } + tree.litter
    #expect(promise(.clean, left.isEmpty), "\(label): \(left)")
    let touched = expected.filter { actual[$0.key] != $0.value }.keys.sorted()
    #expect(promise(.aside, touched.isEmpty), "\(label): \(touched)")
  }

  private var isAsBefore: Bool {
    let originals = scene.originals.outside.nodes
    let now = scene.tree.outside.nodes
    return originals.allSatisfy { now[$0.key] == $0.value }
      && now.keys.allSatisfy { originals[$0] != nil || isForgiven($0) }
  }

  private func isForgiven(_ path: String) -> Bool {
    (mayLeaveFolders || mayLeaveFiles)
      && ["References/New", "References/New/Deep"].contains(path)
      || mayLeaveFiles && path.hasSuffix(".tmp")
  }

  func checkUndoing(_ store: ReviewStore) {
    let reversal = try? store.undo(.session)
    #expect(
      promise(.undone, isAsBefore && reversal?.failures.isEmpty == true),
      "\(label): \(reversal?.failures ?? []), \(scene.tree.outside.nodes.keys.sorted())")
  }

  /// Checks the errors that were thrown while the process lived.
  func checkErrors(_ failures: [Session.Failure]) {
    for failure in failures {
      let text = String(describing: failure.error)
      let claims = Claim.all.filter { text.contains($0.words) }
      let hasChanged = failure.hasChanged ?? claims.first?.isChange
      let isTrue = !claims.isEmpty && claims.allSatisfy { $0.isChange == hasChanged }
      #expect(promise(.said, isTrue), "after \(label), changed \(hasChanged as Any): \(text)")
    }
  }

  private struct Claim {
    var words: String
    var isChange: Bool

    static let all = [
      Claim(words: "unchanged", isChange: false),
      Claim(words: "Nothing was written", isChange: false),
      Claim(words: "Nothing was changed", isChange: false),
      Claim(words: "is read-only", isChange: false),
      Claim(words: "decisions cannot be kept", isChange: false),
      Claim(words: "neither read from there nor written", isChange: false),
      Claim(words: "shown but not applied", isChange: false),
      Claim(words: "is written", isChange: true),
      Claim(words: "is removed", isChange: true),
    ]
  }
}
