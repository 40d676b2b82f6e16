import Foundation
import TestSupport

/// Failures of a project, on which the real program is ended at any of its system calls.
struct TortureScene {
  let scratch = TestFolder()
  let originals: Tree
  let names = ["alpha", "beta", "gamma"]

  init() {
    for (index, name) in names.enumerated() { scratch.addFailure(name, changes: index + 1) }
    // A new one.
    scratch.write("FailureDiffs/AppTests/failed_delta.png", .plain(8, 8, changes: 9))
    scratch.write("ReferenceImages_64/notes.txt", "Not ours.")
    scratch.makeRepository()
    originals = Tree(of: scratch.path)
  }

  private static let cases = [
    "alpha": "AppTests", "beta": "AppTests", "gamma": "AppTests", "delta": "AppTests",
  ]

  func restore(_ tree: Tree) { tree.restore(at: scratch.path) }

  var tree: Tree { Tree(of: scratch.path) }

  /// Returns a baseline's bytes for the checker, read without any of our code.
  func baseline(_ name: String, in tree: Tree) -> Tree.Node? {
    tree.nodes["ReferenceImages_64/\(Self.cases[name]!)/\(name).png"]
  }

  func actual(_ name: String) -> Tree.Node? {
    originals.nodes["FailureDiffs/\(Self.cases[name]!)/failed_\(name).png"]
  }

  var all: [String] { Self.cases.keys.sorted() }

  /// Returns the files outside of the store and the user's own folder.
  func outside(_ tree: Tree) -> [String: Tree.Node] {
    tree.nodes.filter { !$0.key.hasPrefix(".git/snapreview") && !$0.key.hasPrefix("home") }
  }

  /// Everything as it was, but for the baselines of some cases, which are their actuals.
  func expected(accepting names: [String]) -> [String: Tree.Node] {
    var nodes = outside(originals)
    for name in names {
      nodes["ReferenceImages_64/\(Self.cases[name]!)"] = .folder
      nodes["ReferenceImages_64/\(Self.cases[name]!)/\(name).png"] = actual(name)
    }
    return nodes
  }

  var environment: [String: String] {
    ["HOME": scratch["home"], "XDG_STATE_HOME": scratch["home/state"]]
  }

  @discardableResult
  func run(_ words: [String], _ more: [String: String] = [:]) throws -> Program.Result {
    try Program.run(
      words + [scratch.failures], in: scratch.path, environment: environment.merging(more) { $1 })
  }
}

/// The library that strikes a call of the program: built once, where clang is.
enum Interposer {
  static let path: String? = {
    #if os(Linux)
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Torture/interposer.c").path
      let library = NSTemporaryDirectory() + "/snapreview-interposer-\(getpid()).so"
      let clang = Process()
      clang.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      clang.arguments = ["clang", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]
      guard (try? clang.run()) != nil else { return nil }
      clang.waitUntilExit()
      guard clang.terminationStatus == 0 else { return nil }
      atexit { unlink(NSTemporaryDirectory() + "/snapreview-interposer-\(getpid()).so") }
      return library
    #else
      return nil
    #endif
  }()

  static func environment(_ root: String, at position: Int, _ effect: String) -> [String: String] {
    [
      "LD_PRELOAD": path ?? "", "TORTURE_ROOT": root, "TORTURE_AT": String(position),
      "TORTURE_EFFECT": effect,
    ]
  }
}
