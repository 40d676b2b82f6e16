import Foundation
import TestSupport
import Testing

/// The real program is ended at each of its system calls on the project's files, and at any time.
struct TortureTests {
  struct Session: Sendable, CustomTestStringConvertible {
    var before: [[String]] = []
    var words: [String] = []
    /// Typed on the screen where there are no words.
    var keys = ""

    var testDescription: String {
      (before + [words.isEmpty ? [keys] : words]).map { $0.joined(separator: " ") }
        .joined(separator: ", ")
    }
  }

  static let sessions = [
    Session(words: ["accept", "--all"]),
    Session(before: [["accept", "--all"]], words: ["undo"]),
    Session(before: [["accept", "--all"]], words: ["reject", "--all"]),
    Session(before: [["accept", "--all"]], words: ["tolerate", "--all"]),
    Session(before: [["reject", "--all"], ["accept", "--all"]], words: ["undo", "--all"]),
    // By suite or by size: a decision on a whole group would ask.
    Session(keys: "OauUaau"),
  ]

  @Test(.enabled(if: Interposer.path != nil), arguments: sessions)
  func `the program may end at any system call`(_ session: Session) throws {
    let scene = TortureScene()
    for words in session.before { try scene.run(words) }
    let beginning = scene.tree
    let stride = ProofTally.isFull ? 1 : session.words.isEmpty ? 509 : 127
    for effect in ProofTally.isFull ? ["kill", "tear"] : ["tear"] {
      var position = 7 % stride
      while true {
        scene.restore(beginning)
        let strike = Interposer.environment(scene.scratch.path, at: position, effect)
        guard try isKilled(session, scene, strike) else { break }
        ProofTally.shared.inject("kills of the real program at a system call")
        try check(scene, "\(session.testDescription), \(effect) at call \(position)")
        position += stride
      }
    }
  }

  @Test(.enabled(if: ProofTally.isFull), arguments: sessions.dropLast())
  func `the program may end at any time`(_ session: Session) throws {
    let scene = TortureScene()
    for words in session.before { try scene.run(words) }
    let beginning = scene.tree
    var random = SplitMix(seed: 9)
    for turn in 0..<100 {
      scene.restore(beginning)
      let milliseconds = Int.random(in: 1...60, using: &random)
      _ = try Program.shell(
        #"HOME="$1/home" XDG_STATE_HOME="$1/home/state" "$0" "${@:3}" "$1/FailureDiffs" & "#
          + #"sleep "$2"; kill -9 $!; wait"#,
        [scene.scratch.path, "0.\(milliseconds < 10 ? "00" : "0")\(milliseconds)"] + session.words)
      ProofTally.shared.inject("kills of the real program at any time")
      try check(scene, "\(session.testDescription), killed in turn \(turn)")
    }
  }

  /// Runs the program to its end; whether that was violent.
  private func isKilled(
    _ session: Session, _ scene: TortureScene, _ strike: [String: String]
  ) throws -> Bool {
    guard session.words.isEmpty else {
      return try scene.run(session.words, strike).status == SIGKILL
    }
    let terminal = try PseudoTerminal(
      Program.path, [scene.scratch.failures],
      environment: .terminal(scene.environment.merging(strike) { $1 }))
    try? terminal.wait("the first frame") { $0.text.contains("alpha") }
    terminal.send(session.keys + "qq")
    return try terminal.waitForExit() == .signal(SIGKILL)
  }

  /// Checks the promises that hold however the program ended.
  private func check(_ scene: TortureScene, _ label: String) throws {
    checkBaselines(scene, label)
    let undone = try scene.run(["undo", "--all"])
    let isBack = scene.outside(scene.tree) == scene.outside(scene.originals)
    #expect(promise(.undone, isBack), "\(label): \(undone.output)\(undone.errors)")
    #expect(promise(.clean, litter(scene).isEmpty), "\(label): \(litter(scene))")
    let accepted = try scene.run(["accept", "--all"])
    let isAccepted = scene.outside(scene.tree) == scene.expected(accepting: scene.all)
    #expect(promise(.usable, accepted.status == 0 && isAccepted), "\(label): \(accepted.errors)")
  }

  private func checkBaselines(_ scene: TortureScene, _ label: String) {
    let tree = scene.tree
    for name in scene.all {
      let now = scene.baseline(name, in: tree)
      let old = scene.baseline(name, in: scene.originals)
      #expect(promise(.whole, now == old || now == scene.actual(name)), "\(name) after \(label)")
    }
    let aside = scene.outside(scene.originals).filter {
      !$0.key.hasPrefix("ReferenceImages_64/AppTests/") && tree.nodes[$0.key] != $0.value
    }
    #expect(promise(.aside, aside.isEmpty), "\(label): \(aside.keys.sorted())")
  }

  private func litter(_ scene: TortureScene) -> [String] {
    // A half-kept file from an ended run is overwritten when it is kept again.
    scene.tree.nodes.keys.filter {
      $0.hasSuffix(".tmp") && !$0.hasPrefix(".git/snapreview/store/")
    }
  }
}
