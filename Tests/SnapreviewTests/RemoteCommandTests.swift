import Foundation
import PNGCodec
import TestSupport
import Testing

/// Runs of a service, opened by their address.
struct RemoteCommandTests {
  private let scene: ServiceScene
  private var folder: TestFolder { scene.folder }
  private var service: TestFolder { scene.service }

  init() throws { scene = try ServiceScene() }

  private func answer(_ request: String, _ text: String, host: String = "github.com") {
    scene.answer(request, text, host: host)
  }

  private func answer(_ request: String, _ bytes: [UInt8], host: String = "github.com") {
    scene.answer(request, bytes, host: host)
  }

  private func recordPull() throws {
    answer("repos/o/r/pulls/12", #"{"head": {"sha": "abc123", "ref": "topic"}}"#)
    answer(
      "repos/o/r/actions/runs?per_page=100&head_sha=abc123",
      """
      {"workflow_runs": [
        {"id": 7, "workflow_id": 1, "head_sha": "abc123", "conclusion": "failure"},
        {"id": 9, "workflow_id": 1, "head_sha": "abc123", "conclusion": "failure"},
        {"id": 8, "workflow_id": 2, "head_sha": "abc123", "conclusion": "success"}]}
      """)
    answer(
      "repos/o/r/actions/runs/9/artifacts?per_page=100",
      """
      {"artifacts": [
        {"id": 51, "name": "shard 1", "size_in_bytes": 900, "expired": false},
        {"id": 52, "name": "shard 2", "size_in_bytes": 900, "expired": false}]}
      """)
    answer("repos/o/r/actions/artifacts/51/zip", try scene.shard("a"))
    answer("repos/o/r/actions/artifacts/52/zip", try scene.shard("b"))
  }

  @Test func `the service's program ends with ours, and so does what it has started`() throws {
    #expect(mkfifo(service["alive"], 0o600) == 0)
    service.write(
      "bin/gh",
      """
      #!/bin/sh
      exec 9> "$(dirname "$0")/../alive"
      (sleep 20; echo survived >&9) & echo begun >&9; sleep 20; echo survived >&9
      """)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let terminal = try PseudoTerminal(
      Program.path, ["list", "https://github.com/o/r/pull/12"],
      environment: .terminal([
        "PATH": "\(service["bin"]):\(path)", "XDG_STATE_HOME": service["state"],
      ]))
    let pipe = try FileHandle(forReadingFrom: URL(fileURLWithPath: service["alive"]))
    #expect(try pipe.read(upToCount: 6) == Data("begun\n".utf8))
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForExit() == .signal(SIGTERM))
    #expect(try pipe.readToEnd() ?? Data() == Data())
  }

  @Test func `a pull request's shards are one folder, accepted into the checkout`() throws {
    try recordPull()
    let address = "https://github.com/o/r/pull/12/files"
    let listed = try scene.run("list", address, "--format", "json")
    #expect(
      listed.texts("id") == ["AppTests/a@2x", "AppTests/b@2x"],
      "\(listed.errors)")
    let tested = "The run tested commit abc123 of topic, and this checkout is at "
    #expect(listed.errors.contains(tested))
    #expect(listed.errors.contains("gh pr checkout 12 gets that commit."))
    let accepted = try scene.run("accept", address, "--all")
    #expect(accepted.status == 0, "\(accepted.errors)")
    #expect(accepted.output.contains("Undo with: snapreview undo \(address)"))
    #expect(
      accepted.output.contains("Commit with: git add -- ReferenceImages_64/AppTests && git commit"))
    #expect(
      folder.bytes("ReferenceImages_64/AppTests/b@2x.png")
        == (try PNG.encode(.plain(8, 8, changes: 3))))
    #expect(try scene.run("check", address).status == 0)
    // By then the artifacts have expired.
    scene.service.write("refusal", "gone")
    #expect(try scene.run("undo", address, "--all").output.hasSuffix("2 steps undone.\n"))
    #expect(scene.repository.git("status", "--porcelain").output == "")
  }

  @Test func `a job of GitLab on a host of one's own, in a group below a group`() throws {
    let project = "projects/group%2Fapps%2Fios"
    answer(
      "\(project)/jobs/7",
      """
      {"id": 7, "name": "snapshots", "status": "failed", "pipeline": {"id": 3, "sha": "def"},
       "artifacts_file": {"filename": "artifacts.zip", "size": 900}}
      """, host: "git.example.com")
    answer("\(project)/jobs/7/artifacts", try scene.shard("a"), host: "git.example.com")
    let listed = try scene.run(
      "list", "https://git.example.com/group/apps/ios/-/jobs/7", "--format", "json")
    #expect(listed.texts("id") == ["AppTests/a@2x"], "\(listed.errors)")
  }

  @Test func `an artifact that holds nothing at all is named beside a good one`() throws {
    let project = "projects/o%2Fr"
    let pipeline = #"{"id": 5, "sha": "abc", "status": "failed"}"#
    answer("\(project)/pipelines/5", pipeline, host: "gitlab.com")
    let jobs = [(1, "good"), (2, "empty")].map { id, name in
      #"{"id": \#(id), "name": "\#(name)", "status": "failed", "artifacts_file": {"size": 900}}"#
    }
    answer(
      "\(project)/pipelines/5/jobs?per_page=100", "[\(jobs.joined(separator: ","))]",
      host: "gitlab.com")
    answer("\(project)/jobs/1/artifacts", try scene.shard("a", changes: 0), host: "gitlab.com")
    answer("\(project)/jobs/2/artifacts", ArchiveWriter.zip([]), host: "gitlab.com")
    answer("\(project)/pipelines/5/bridges?per_page=100", "[]", host: "gitlab.com")
    let address = "https://gitlab.com/o/r/-/pipelines/5"
    let found = try scene.run("check", address)
    #expect(found.status == 1)
    #expect(found.output.contains("empty: nothing in it could be a snapshot"), "\(found.errors)")
    #expect(try scene.run("check", address, "--allow-empty").status == 0)
  }

  @Test func `two runs at once keep their artifacts apart`() throws {
    for (run, name) in [(5, "a"), (6, "b")] {
      answer(
        "repos/o/r/actions/runs/\(run)",
        #"{"id": \#(run), "workflow_id": 1, "head_sha": "abc"}"#)
      answer(
        "repos/o/r/actions/runs/\(run)/artifacts?per_page=100",
        """
        {"artifacts": [{"id": \(run), "name": "x", "size_in_bytes": 9, "expired": false}]}
        """)
      answer("repos/o/r/actions/artifacts/\(run)/zip", try scene.shard(name))
    }
    let runs = "https://github.com/o/r/actions/runs"
    let listed = try scene.run("list", "\(runs)/5", "\(runs)/6", "--format", "json")
    #expect(
      listed.texts("id") == ["AppTests/a@2x", "AppTests/b@2x"],
      "\(listed.errors)")
  }

  @Test func `an artifact that is too large is left, and said`() throws {
    try recordPull()
    answer(
      "repos/o/r/actions/runs/9/artifacts?per_page=100",
      """
      {"artifacts": [
        {"id": 51, "name": "shard 1", "size_in_bytes": 900, "expired": false},
        {"id": 52, "name": "films", "size_in_bytes": 99000000000, "expired": false}]}
      """)
    let checked = try scene.run("check", "https://github.com/o/r/pull/12", "--format", "json")
    #expect(checked.texts("id") == ["AppTests/a@2x"])
    #expect(checked.output.contains("films was not fetched: it is larger than the "))
  }

  @Test func `a token for one host is not sent to that of a stranger's address`() throws {
    let job = "projects/g%2Fp/jobs/7"
    for host in ["git.mine.example", "git.theirs.example"] {
      answer(
        job,
        """
        {"id": 7, "name": "x", "status": "failed", "artifacts_file": {"size": 900}}
        """, host: host)
      answer("\(job)/artifacts", try scene.shard("a"), host: host)
      _ = try scene.run(
        "list", "https://\(host)/g/p/-/jobs/7",
        environment: ["GITLAB_TOKEN": "secret", "GITLAB_HOST": "git.mine.example"])
    }
    let tokens = try String(contentsOfFile: service["tokens"], encoding: .utf8)
      .split(separator: "\n")
    #expect(
      tokens == [
        "git.mine.example secret", "git.mine.example secret", "git.theirs.example ",
        "git.theirs.example ",
      ])
  }

  @Test func `outside of a repository nothing there is taken for a baseline`() throws {
    try recordPull()
    let elsewhere = TestFolder()
    elsewhere.write("ReferenceImages_64/AppTests/a@2x.png", .plain(8, 8))
    let address = "https://github.com/o/r/pull/12"
    let before = elsewhere.bytes("ReferenceImages_64/AppTests/a@2x.png")
    let accepted = try scene.run("accept", address, "--all", in: elsewhere.path)
    #expect(accepted.status != 0)
    #expect(accepted.errors.contains("--references DIR"), "\(accepted.errors)")
    #expect(elsewhere.bytes("ReferenceImages_64/AppTests/a@2x.png") == before)
  }

  @Test func `what cannot be fetched is said in the user's words`() throws {
    let run9 = "https://github.com/o/r/actions/runs/9"
    service.write("refusal", "To get started with GitHub CLI, please run:  gh auth login\n")
    let stranger = try scene.run("list", run9)
    #expect(stranger.status == 3)
    #expect(stranger.errors.contains("please run:  gh auth login"))
    service.remove("refusal")
    answer(
      "repos/o/r/actions/runs/9",
      #"{"id": 9, "workflow_id": 1, "head_sha": "abc", "conclusion": "success"}"#)
    let list = "repos/o/r/actions/runs/9/artifacts?per_page=100"
    answer(list, #"{"artifacts": []}"#)
    #expect(try scene.run("list", run9).errors.contains("the run has no artifacts"))
    answer(
      list, #"{"artifacts": [{"id": 1, "name": "x", "size_in_bytes": 9, "expired": true}]}"#)
    #expect(try scene.run("list", run9).errors.contains("its artifacts have expired"))
    answer(list, "<html>")
    #expect(
      try scene.run("list", run9).errors.contains("an answer that snapreview does not understand"))
    let page = try scene.run("list", "https://github.com/o/r/issues/3")
    #expect(page.status == 2 && page.errors.contains("not the address of a pull request"))
    for hostile in ["https://github.com/o/../../pull/1", "https://-x/o/r/pull/1", "https://"] {
      #expect(try scene.run("list", hostile).status == 2, "\(hostile)")
    }
  }
}
