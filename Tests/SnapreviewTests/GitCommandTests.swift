import Foundation
import PNGCodec
import TestSupport
import Testing

/// `--git` by the program itself, and the program as git's tool.
struct GitCommandTests {
  private let repository = TestRepository()
  private var folder: TestFolder { repository.folder }

  init() {
    folder.write("T/__Snapshots__/A/one.1.png", .plain(8, 8))
    folder.write("T/__Snapshots__/A/gone.1.png", .plain(8, 8, changes: 1))
    repository.commit()
    folder.write("T/__Snapshots__/A/one.1.png", .plain(8, 8, changes: 5))
    folder.write("T/__Snapshots__/A/new.1.png", .plain(8, 8, changes: 7))
    folder.remove("T/__Snapshots__/A/gone.1.png")
  }

  private func bytes(_ name: String) -> [UInt8]? { folder.bytes("T/__Snapshots__/A/\(name).png") }

  private func ids(_ result: Program.Result) -> [String] {
    result.texts("id").compactMap(\.self)
  }

  @Test func `list, accept, reject and undo work on what git says has changed`() throws {
    let listed = try folder.run("list", "--git", "--format", "json")
    #expect(listed.status == 1)
    #expect(ids(listed) == ["A/gone.1", "A/new.1", "A/one.1"])
    #expect(listed.texts("verdict") == ["unreadable", "unreadable", "mismatch"])
    let before = ["one.1", "new.1", "gone.1"].map(bytes)
    let rejected = try folder.run("reject", "--git", "HEAD", "--all")
    #expect(rejected.status == 0)
    #expect(rejected.output.contains("A/new.1  removed "))
    #expect(
      rejected.output.contains(
        "3 cases rejected, 2 old baselines restored, 1 new file removed. Undo with: snapreview undo"
      ))
    #expect(repository.git("status", "--porcelain").output == "")
    let clean = try folder.run("check", "--git")
    #expect(clean.status == 1 && clean.output.contains("3 rejected"), "\(clean.output)")
    #expect(try folder.run("undo").status == 0)
    #expect(["one.1", "new.1", "gone.1"].map(bytes) == before)
    #expect(try folder.run("accept", "--git", "--all", "--dry-run").status == 0)
    #expect(try folder.run("accept", "--git", "--all", "--stage").status == 0)
    #expect(["one.1", "new.1", "gone.1"].map(bytes) == before)
    let staged = repository.git("diff", "--cached", "--name-status").output
    #expect(staged.split(separator: "\n").map { $0.prefix(1) } == ["D", "A", "M"])
    #expect(try folder.run("check", "--git").status == 0)
  }

  @Test func `what is accepted of a run's failures goes to the index as well`() throws {
    repository.git("stash", "--include-untracked")
    folder.write("Artifacts/A/one.1.png", .plain(8, 8, changes: 7))
    let words = ["accept", "Artifacts", "--references", "T", "--all", "--stage"]
    let accepted = try Program.run(
      words, in: folder.path)
    #expect(accepted.status == 0, "\(accepted.errors)")
    let staged = repository.git("diff", "--cached", "--name-only").output
    #expect(staged == "T/__Snapshots__/A/one.1.png\n")
  }

  @Test(arguments: ["txt", "json", "pdf", "data", "md"])
  func `a rejected snapshot that is no picture is listed as what it is`(_ ending: String) throws {
    for (name, old) in [("changed", "a\n"), ("gone", "b\n"), ("new", nil)] {
      if let old { folder.write("T/__Snapshots__/B/\(name).1.\(ending)", old) }
    }
    repository.commit()
    folder.write("T/__Snapshots__/B/changed.1.\(ending)", "c\n")
    folder.write("T/__Snapshots__/B/new.1.\(ending)", "d\n")
    folder.remove("T/__Snapshots__/B/gone.1.\(ending)")
    #expect(try folder.run("reject", "--git", "--all", "--note", "cut").status == 0)
    let listed = try folder.run("check", "--git", "--format", "json")
    #expect(listed.status == 1, "\(listed.output)")
    #expect(listed.texts("decision") == ["rejected", "rejected", "rejected"])
    #expect(listed.texts("note") == ["cut", "cut", "cut"])
  }

  @Test func `the flag may stand before a path, and two revisions decide nothing`() throws {
    folder.write("Other/x.png", .plain(8, 8))
    #expect(ids(try folder.run("list", "--format", "json", "--git", "Other")) == ["Other/x"])
    repository.commit()
    let two = try folder.run("list", "--git", "HEAD~1..HEAD", "--format", "json")
    #expect(ids(two) == ["A/gone.1", "A/new.1", "A/one.1", "Other/x"])
    let refused = try folder.run("accept", "--git", "HEAD~1..HEAD", "--all")
    #expect(refused.status == 3)
    #expect(refused.errors.contains("compares two revisions: there is nothing to write"))
    #expect(try folder.run("list", "--git", "--output=x").status == 2)
  }

  @Test func `without a terminal the commands that decide are printed with the flag`() throws {
    let result = try folder.run("--git")
    #expect(result.status == 1)
    #expect(result.output.contains("snapreview accept --git HEAD --filter A/one.1"))
  }

  @Test func `nothing that was unpacked is left behind`() throws {
    let state = folder.top + "/state"
    let result = try Program.run(
      ["list", "--git"], in: folder.path, environment: ["XDG_STATE_HOME": state])
    #expect(result.status == 1)
    let left = try FileManager.default.contentsOfDirectory(atPath: state + "/snapreview/open")
    #expect(left == [])
  }

  // MARK: - As git's tool

  /// Runs `git difftool` as docs/git.md configures it, but for the screen.
  private func difftool(_ words: String...) -> (output: String, status: Int32) {
    let command = "'\(Program.path)' list --format json \"$LOCAL\" \"$REMOTE\" || true"
    let settings = ["-c", "diff.tool=snapreview", "-c", "difftool.snapreview.cmd=\(command)"]
    return repository.run(
      settings + ["difftool", "--no-prompt"] + words,
      environment: ["XDG_STATE_HOME": Program.stateHome])
  }

  @Test func `git difftool shows each change, also with a side that is not there, and folders`()
    throws
  {
    repository.git("add", "--intent-to-add", "T/__Snapshots__/A/new.1.png")
    let (files, _) = difftool()
    #expect(files.components(separatedBy: "\"schema\":1").count == 4)
    #expect(files.contains("The first file is /dev/null"))
    repository.git("add", "--all")
    let (folders, _) = difftool("-d", "--cached")
    #expect(folders.contains("\"total\":3,") && !folders.contains("accepting writes"))
    for output in [files, folders] {
      #expect(output.contains("\"mismatched\":5") && output.contains("git's temporary copy"))
    }
  }

  @Test(arguments: [[], ["-d"]])
  func `without a terminal no command is printed for copies that git removes`(_ words: [String]) {
    let command = "'\(Program.path)' \"$LOCAL\" \"$REMOTE\" || true"
    let settings = ["-c", "diff.tool=snapreview", "-c", "difftool.snapreview.cmd=\(command)"]
    let (shown, _) = repository.run(
      settings + ["difftool", "--no-prompt"] + words + ["--", "T/__Snapshots__/A/one.1.png"],
      environment: ["XDG_STATE_HOME": Program.stateHome])
    #expect(shown.contains("A/one.1") && !shown.contains("snapreview reject"), "\(shown)")
    #expect(shown.contains("decide by snapreview --git"), "\(shown)")
  }

  @Test func `of what git difftool shows none remains for another run`() throws {
    let terminal = try PseudoTerminal(
      "/usr/bin/env",
      [
        "git", "-C", folder.path, "-c", "diff.tool=snapreview", "-c",
        "difftool.snapreview.cmd='\(Program.path)' \"$LOCAL\" \"$REMOTE\"", "difftool",
        "--no-prompt", "--", "T/__Snapshots__/A/one.1.png",
      ], columns: 100,
      environment: [
        "TERM": "xterm-256color", "XDG_STATE_HOME": folder.top + "/state",
        "GIT_CONFIG_GLOBAL": "/dev/null",
      ])
    try terminal.wait("the first frame") { $0.text.contains("5 px") }
    try terminal.quit("q")
    #expect(terminal.screen.text.contains("1 undecided; 1 failing."))
    #expect(!terminal.screen.text.contains("run snapreview again"))
  }

  @Test(arguments: [("a", true), ("r", false)])
  func `git mergetool ends a conflict with theirs or ours`(_ key: String, _ isTheirs: Bool) throws {
    folder.write("T/__Snapshots__/A/one.1.png", .plain(8, 8, changes: 20))
    repository.commit("ours")
    repository.git("checkout", "--quiet", "-b", "theirs", "HEAD~1")
    folder.write("T/__Snapshots__/A/one.1.png", .plain(8, 8, changes: 30))
    repository.commit("theirs")
    repository.git("checkout", "--quiet", "main")
    #expect(repository.git("merge", "theirs").status != 0)
    let terminal = try PseudoTerminal(
      "/usr/bin/env",
      [
        "git", "-C", folder.path, "-c", "merge.tool=snapreview", "-c",
        "mergetool.snapreview.cmd='\(Program.path)' \"$LOCAL\" \"$REMOTE\" --merged \"$MERGED\"",
        "-c", "mergetool.snapreview.trustExitCode=true", "-c", "mergetool.keepBackup=false",
        "mergetool", "--no-prompt",
      ], columns: 100,
      environment: .terminal([
        "XDG_STATE_HOME": folder.top + "/state", "GIT_CONFIG_GLOBAL": "/dev/null",
      ]))
    try terminal.wait("the first frame") {
      $0.text.contains("10 px in 1 cluster") && $0.text.contains("theirs 8 × 8")
    }
    #expect(terminal.screen.text.contains("ours 8 × 8"))
    terminal.send(key)
    try terminal.wait("the decision") {
      $0.text.contains(isTheirs ? "theirs is written" : "ours is written")
    }
    #expect(try terminal.quit("q") == .code(0))
    let wanted = try PNG.encode(.plain(8, 8, changes: isTheirs ? 30 : 20))
    #expect(bytes("one.1") == wanted)
    #expect(repository.git("ls-files", "-u").output == "")
  }

  @Test func `undo takes --git, from anywhere in the repository and when nothing differs any more`()
    throws
  {
    let before = ["one.1", "new.1", "gone.1"].map(bytes)
    let rejected = try folder.run("reject", "--git", "--all")
    #expect(rejected.output.contains("Undo with: snapreview undo --git HEAD\n"))
    folder.folder("Sources")
    let undone = try Program.run("undo", "--git", in: folder["Sources"])
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(["one.1", "new.1", "gone.1"].map(bytes) == before)
  }

  @Test func `what was rejected stays so, with its note, also when it is recorded again`() throws {
    let recorded = try #require(bytes("one.1"))
    #expect(try folder.run("reject", "--git", "--all", "--note", "the title is cut").status == 0)
    let waited = try folder.run("wait", "--git", "--timeout", "5")
    #expect(waited.status == 1 && waited.output.contains("the title is cut"))
    folder.write("T/__Snapshots__/A/one.1.png", recorded)
    #expect(try folder.run("check", "--git").output.contains("3 rejected"))
    folder.write("T/__Snapshots__/A/one.1.png", .plain(8, 8, changes: 9))
    #expect(try folder.run("check", "--git").output.contains("2 rejected"))
  }

  @Test func `rejecting says what stays staged, and how to unstage it`() throws {
    repository.git("add", "--all")
    let rejected = try folder.run("reject", "--git", "--filter", "A/one*")
    #expect(rejected.status == 0)
    let path = "T/__Snapshots__/A/one.1.png"
    #expect(
      rejected.errors
        == "snapreview: \(folder[path]): a version of it stays staged. "
        + "To unstage: git -C \(folder.path) restore --staged -- \(path)\n")
    #expect(repository.git("restore", "--staged", "--", path).status == 0)
    #expect(!(try folder.run("reject", "--git", "--filter", "A/new*")).errors.contains("one.1"))
  }

  @Test func `a stale lock of the index is named, and the decisions stand`() throws {
    folder.write(".git/index.lock", "")
    let accepted = try folder.run("accept", "--git", "--all", "--stage")
    #expect(accepted.status == 3)
    #expect(accepted.output.contains("3 cases accepted."))
    #expect(accepted.errors.contains(folder[".git/index.lock"]))
    #expect(try folder.run("check", "--git").status == 0)
  }
}
