import Catalog
import Host
import Store
import TestSupport
import Testing

/// A story that is played again and again from the same beginning, each time with another fault.
struct Stage {
  let scene = ProofScene()
  let story: Story
  /// The files at the beginning of the story.
  let beginning: Tree
  /// The views of a run without faults, and the calls that it makes.
  private(set) var course: [String: [ProofScene.View]]
  private(set) var calls: [SystemCall] = []

  struct Outcome {
    /// nil where the store could not be opened.
    var session: Session?
    var isDead: Bool
    /// The rehearsal does not tell: a file that was put back has another time and is read again.
    var struck: SystemCall?
    var reported: [String: Int] { session?.reported ?? [:] }
  }

  init(_ story: Story) throws {
    self.story = story
    do {
      var session = Session(scene, try scene.open())
      session.perform(story.before)
      try #require(session.failures.isEmpty)
    }
    beginning = scene.tree
    course = scene.views(try scene.open()).mapValues { [$0] }
    try rehearse()
  }

  private mutating func rehearse() throws {
    scene.restore(beginning)
    let faults = Faults()
    var seen = course
    do {
      var session = Session(scene, try scene.open(faults.disk))
      session.whenReported = { session in
        for (name, view) in session.scene.views(try! session.scene.open()) {
          let count = session.reported[name, default: 0]
          if seen[name]!.count <= count { seen[name]!.append(view) }
        }
      }
      session.perform(story.deeds)
      try #require(session.failures.isEmpty && !session.reported.isEmpty)
    }
    course = seen
    calls = faults.made
  }

  /// Plays the story from its beginning up to the closing of the store.
  func run(_ faults: Faults) -> Outcome {
    scene.restore(beginning)
    ProofTally.shared.inject("faults in system calls")
    guard let store = try? scene.open(faults.disk) else {
      return Outcome(session: nil, isDead: faults.isDead, struck: faults.struck)
    }
    var session = Session(scene, store)
    session.perform(story.deeds)
    let wasDead = faults.isDead
    store.close()
    return Outcome(session: session, isDead: wasDead, struck: faults.struck)
  }

  func aftermath(of outcome: Outcome, _ label: String) -> Aftermath {
    Aftermath(
      scene: scene, course: course, reported: outcome.reported, label: "\(story.name), \(label)",
      mayLeaveFolders: outcome.struck == .rmdir && !outcome.isDead)
  }

  /// Plays the story again and then undoes everything in the run that met the fault.
  func goOn(after effect: Faults.Effect, at position: Int, _ label: String) {
    guard case .fail = effect else { return }
    scene.restore(beginning)
    ProofTally.shared.inject("faults in system calls")
    let faults = Faults(at: position, effect)
    guard let store = try? scene.open(faults.disk) else { return }
    defer { store.close() }
    var session = Session(scene, store)
    session.perform(story.deeds)
    // A fault in the closing has not happened yet.
    guard store.readOnlyReason == nil, faults.calls > position else { return }
    let aftermath = Aftermath(
      scene: scene, course: course, reported: session.reported,
      label: "\(story.name), \(label), in the same run",
      mayLeaveFolders: faults.struck == .rmdir)
    aftermath.checkDisk()
    aftermath.checkStory(scene.views(store))
    aftermath.checkUndoing(store)
  }

  /// Returns the faults for a call: all that are possible, or in a quick run its end and one more.
  func effects(of call: SystemCall, at position: Int) -> [Faults.Effect] {
    ProofTally.isFull ? call.effects : [.die, anyEffect(on: call, position)]
  }

  /// Returns one of the faults that are possible on a call, a different one each turn.
  func anyEffect(on call: SystemCall, _ turn: Int) -> Faults.Effect {
    call.effects[turn % call.effects.count]
  }
}

extension Stage {
  /// The files that an ended process leaves behind.
  struct Wreck {
    var tree: Tree
    var reported: [String: Int]
    var label: String
  }

  /// Returns the distinct states that are left when the process ends before or within each call.
  func wrecks() -> [Wreck] {
    var wrecks: [Wreck] = []
    var last: [Int] = []
    for (position, call) in calls.enumerated() {
      for effect in call == .write ? [.die, .tear] : [Faults.Effect.die] {
        let outcome = run(Faults(at: position, effect))
        let tree = scene.tree
        // Names and times are others in every run, the sizes are not.
        let signature =
          tree.nodes.keys.sorted().map { tree.nodes[$0]!.size }
          + outcome.reported.values.sorted()
        guard signature != last else { continue }
        last = signature
        wrecks.append(
          Wreck(
            tree: tree, reported: outcome.reported,
            label: "\(effect) at call \(position), \(call.rawValue)"))
      }
    }
    return wrecks
  }

  func aftermath(of wreck: Wreck, _ label: String) -> Aftermath {
    Aftermath(
      scene: scene, course: course, reported: wreck.reported,
      label: "\(story.name), \(wreck.label), then \(label)")
  }
}

extension Tree.Node {
  fileprivate var size: Int { if case .file(let bytes) = self { bytes.count } else { 0 } }
}
