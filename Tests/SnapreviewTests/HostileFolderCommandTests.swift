import Base
import Catalog
import Foundation
import Store
import TestSupport
import Testing

/// The real program in a repository that came with someone else's decisions.
struct HostileFolderCommandTests {
  private static let baseline = "ReferenceImages_64/AppTests/testA.png"
  private static let bystanders = [
    "package.json": "{}\n", "Makefile": "all:\n", "src/main.c": "int main;\n",
    ".github/workflows/x.yml": "on: push\n",
  ]

  /// Each claims to have replaced one of these, and keeps what would be "brought back".
  private static let journals: [(path: String, after: String?)] =
    bystanders.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    + [("GNUmakefile", nil), (".vscode/tasks.json", nil), (baseline, "own")]

  private static let commands: [[String]] = [
    ["list"], ["check"], ["review"], ["undo"], ["undo", "--all"], ["reject", "--all"],
    ["tolerate", "--all"], ["accept", "--all", "--dry-run"],
  ]

  private func hostile(_ index: Int) throws -> (scratch: TestFolder, state: String) {
    let scratch = TestFolder()
    scratch.makeRepository()
    scratch.addFailure("testA")
    for (name, text) in Self.bystanders { scratch.write(name, text) }
    let (path, after) = Self.journals[index]
    let evil = Array("EVIL BYTES".utf8)
    let now =
      after == "own"
      ? Fingerprint.hash(try #require(scratch.bytes(Self.baseline)))
      : after.map { Fingerprint.hash(Array($0.utf8)) }
    let hash = { (hash: String?) in hash.map { "\"\($0)\"" } ?? "null" }
    let actual = Fingerprint.hash(
      try #require(scratch.bytes("FailureDiffs/AppTests/failed_testA.png")))
    let kept = Fingerprint.hash(evil)
    scratch.write(".git/snapreview/store/\(kept)", evil)
    scratch.write(
      ".git/snapreview/journal.jsonl",
      """
      {"v":3,"event":"begin","id":1,"action":"decide","at":0,"decision":{"failures":"FailureDiffs","key":"uber:AppTests/testA.png","caseID":"AppTests/testA",\
      "decision":"accepted","note":"\\u001b[2J","files":{"actual":{"hash":"\(actual)"},\
      "baseline":{"hash":"\(now ?? "none")"}},"baseline":"\(path)",\
      "kept":{"hash":"\(kept)","folders":[]}},"file":{"path":"\(path)",\
      "before":"\(kept)","after":\(hash(now)),"temporary":"src/main.c","makes":[],"removes":[]}}
      {"v":3,"event":"done","id":1}

      """)
    return (scratch, scratch["state"])
  }

  private func surroundings(_ scratch: TestFolder) -> [String: Tree.Node] {
    Tree(of: scratch.path).nodes.filter {
      !$0.key.hasPrefix("state") && !$0.key.hasPrefix(".git/snapreview")
    }
  }

  @Test(arguments: journals.indices)
  func `no command obeys it, and each says that it is there`(_ index: Int) throws {
    let (scratch, state) = try hostile(index)
    let before = surroundings(scratch)
    for command in Self.commands {
      let result = try Program.run(
        command + [scratch.failures], environment: ["XDG_STATE_HOME": state])
      #expect(surroundings(scratch) == before, "\(command)")
      #expect(result.errors.contains("2 lines of "), "\(command)")
      #expect(!(result.output + result.errors).contains("\u{1B}"))
      if ["list", "check"].contains(command[0]) { #expect(result.status == 1) }
    }
    let list = try Program.run(
      ["list", scratch.failures, "--format", "json"], environment: ["XDG_STATE_HOME": state])
    #expect(list.cases.first?["decision"] as? String == "rejected")
  }

  @Test(arguments: journals.indices)
  func `no key obeys it, and the screen says that it is there`(_ index: Int) throws {
    let (scratch, state) = try hostile(index)
    let before = surroundings(scratch)
    let terminal = try PseudoTerminal(
      Program.path, [scratch.failures], columns: 120, rows: 30,
      environment: .terminal(["XDG_STATE_HOME": state]))
    try terminal.wait("the sentence") { $0.text.contains("2 lines of ") }
    try terminal.waitUntilMeasured("1 of 1")
    try terminal.send("u", showing: "othing")
    try terminal.send("r", showing: "Rejected AppTests/testA")
    try terminal.send("u", showing: "Undone")
    try terminal.quit()
    #expect(surroundings(scratch) == before)
  }

  @Test func `a store that is a link is not followed`() throws {
    let scratch = TestFolder()
    scratch.makeRepository()
    scratch.addFailure("testA")
    scratch.write("trap/journal.jsonl", "precious\n")
    scratch.folder(".git/snapreview")
    scratch.link(".git/snapreview/store", to: scratch["trap"])
    let before = surroundings(scratch)
    for command in [["accept", "--all"], ["reject", "--all"], ["undo"]] {
      let result = try Program.run(command + [scratch.failures])
      #expect(result.status == 3)
      #expect(result.errors.contains("/snapreview/store is a link."))
    }
    #expect(surroundings(scratch) == before)
  }
}
