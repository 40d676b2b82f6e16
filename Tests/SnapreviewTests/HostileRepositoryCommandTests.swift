import Foundation
import TestSupport
import Testing

/// A repository whose configuration names a program wherever git would start one.
struct HostileRepositoryCommandTests {
  private let repository = TestRepository()
  private var folder: TestFolder { repository.folder }

  init() {
    folder.write("T/__Snapshots__/A/one.1.png", .plain(8, 8))
    folder.write("T/__Snapshots__/A/two.1.png", .plain(8, 8))
    folder.write("T/__Snapshots__/A/menu.1.txt", "one\n")
    folder.write("Plain/three.1.png", .plain(8, 8))
    repository.commit("first")
    folder.write("T/__Snapshots__/A/one.1.png", .plain(8, 8, changes: 1))
    repository.commit("second")
    for name in ["T/__Snapshots__/A/one.1", "T/__Snapshots__/A/two.1", "Plain/three.1"] {
      folder.write("\(name).png", .plain(8, 8, changes: 5))
    }
    folder.write("T/__Snapshots__/A/menu.1.txt", "two\n")
    // The run has recorded what it made.
    folder.write("Artifacts/A/two.1.png", .plain(8, 8, changes: 5))
    folder.write("T/.gitattributes", "*.png filter=evil diff=evil merge=evil\n")
    folder.write(
      "T/__Snapshots__/.gitattributes",
      Array("*.txt filter=".utf8) + [0xFF] + Array("\ntwo.* filter=e=v\n".utf8))
  }

  /// A program that leaves a trace.
  private var trap: String { folder.top + "/trap" }

  private func setTrap() throws {
    let script = "#!/bin/sh\necho \"$0 $*\" >> '\(folder.top)/sprung'\ncat\n"
    let hooks = ["pre-commit", "post-index-change", "fsmonitor-watchman", "post-checkout"]
    for path in [trap] + hooks.map({ "\(folder.top)/hooks/\($0)" }) {
      try FileManager.default.createDirectory(
        atPath: folder.top + "/hooks", withIntermediateDirectories: true)
      try script.write(toFile: path, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
  }

  private var trace: String? {
    try? String(contentsOfFile: folder.top + "/sprung", encoding: .utf8)
  }

  /// Every setting that this git knows, with a program for its value; none that must be a number for
  /// git to read the repository at all, and none that is passed on for what it says.
  private var everySetting: [UInt8] {
    let known = repository.git("help", "--config").output.split(separator: "\n").map(String.init)
    let names = known.filter { !$0.contains(" ") && $0.contains(".") }.map { name in
      name.replacing(#/<[^>]*>|\*/#, with: "evil")
    }
    let needed = [
      "bare", "repositoryformatversion", "worktree", "autocrlf", "eol", "filemode", "ignorecase",
      "precomposeunicode", "sharedrepository", "symlinks",
    ].map { "core." + $0 }
    let isNeeded = { (name: String) in
      needed.contains(name.lowercased()) || name.hasPrefix("extensions.")
        || name.hasPrefix("include") || name.contains("_")
    }
    var text = ""
    for name in names + ["alias.status", "alias.ls-files"] where !isNeeded(name) {
      let parts = name.split(separator: ".").map(String.init)
      let section = parts[0]
      let middle = parts.dropFirst().dropLast().joined(separator: ".")
      text += middle.isEmpty ? "[\(section)]\n" : "[\(section) \"\(middle)\"]\n"
      let value =
        switch name {
        case "core.hooksPath": folder.top + "/hooks"
        case "log.showSignature": "true"
        default: section == "alias" ? "!" + trap : trap
        }
      text += "\(parts.last!) = \(value)\n"
    }
    var bytes = Array(text.utf8)
    // Names that no flag and no variable can hold.
    for (section, name) in [
      ("filter", [0xFF]), ("diff", [0xFF]), ("merge", [0xFF]), ("filter", Array("e=v".utf8)),
    ] {
      bytes += Array("[\(section) \"".utf8) + name + Array("\"]\n".utf8)
      for key in ["clean", "smudge", "process", "textconv", "command", "driver"] {
        bytes += Array("\(key) = \(trap)\n".utf8)
      }
      bytes += Array("required = true\n".utf8)
    }
    return bytes
  }

  @Test func `no command starts a program that it names`() throws {
    try setTrap()
    let own = try #require(folder.bytes(".git/config"))
    folder.write(".git/config", own + Array("[filter \"evil\"]\nclean = \(trap)\n".utf8))
    repository.git("hash-object", "T/__Snapshots__/A/one.1.png")
    #expect(trace != nil, "the trap is one")
    try FileManager.default.removeItem(atPath: folder.top + "/sprung")

    folder.write(".git/config", own + everySetting)
    let listed = try folder.run("list", "--git", "--format", "json")
    #expect(listed.status == 1, "\(listed.errors)")
    #expect(
      listed.cases.compactMap { $0["id"] as? String }
        == [
          "A/menu.1.txt", "A/one.1", "A/two.1", "Plain/three.1",
        ])
    #expect(try folder.run("list", "--git", "HEAD~1..HEAD").status == 1)
    #expect(try folder.run("check", "--git", "--format", "json").status == 1)
    let overwritten = try folder.run("list", "Artifacts", "--format", "json")
    #expect(overwritten.output.contains("The run has overwritten the baseline"))
    #expect(try folder.run("tune", "--git", "HEAD").status == 2)
    #expect(try folder.run("check", "--since", "HEAD~1").status == 1)
    #expect(try folder.run("accept", "--git", "--filter", "A/menu*").status == 0)
    let staged = try folder.run("accept", "--git", "--stage", "--filter", "Plain/*")
    #expect(staged.status == 0, "\(staged.errors)")
    let refused = try folder.run("accept", "--git", "--stage", "--filter", "A/one*")
    #expect(refused.status == 3)
    #expect(refused.errors.contains("the filter evil, a program that snapreview does not start"))
    let rejected = try folder.run("reject", "--git", "--all")
    #expect(rejected.output.contains("snapreview undo --git HEAD"), "\(rejected)")
    #expect(try folder.run("undo", "--git").status == 0)
    #expect(trace == nil)

    folder.write(".git/config", own)
    #expect(repository.git("diff", "--cached", "--name-only").output == "Plain/three.1.png\n")
  }
}
