import PNGCodec
import TestSupport
import Testing

/// All that a service counts is among the cases, or skipped by name: then `check` is red.
struct RemoteCountTests {
  private let scene: ServiceScene
  private let project = "repos/o/r/actions"
  private let address = "https://github.com/o/r/actions/runs/5"

  init() throws { scene = try ServiceScene() }

  /// Says which artifacts run 5 has left: JSON of each, but for what is the same in all.
  private func record(
    _ artifacts: String..., conclusion: String = #""failure""#, run: Int = 5
  ) {
    scene.answer("\(project)/runs/\(run)", Self.run(run, 1, conclusion))
    list(artifacts, of: run)
  }

  private func list(_ artifacts: [String], of run: Int) {
    let all = artifacts.map { #"{"size_in_bytes": 900, \#($0)}"# }.joined(separator: ", ")
    scene.answer(
      "\(project)/runs/\(run)/artifacts?per_page=100",
      #"{"total_count": \#(artifacts.count), "artifacts": [\#(all)]}"#)
  }

  private static func run(_ id: Int, _ workflow: Int, _ conclusion: String) -> String {
    """
    {"id": \(id), "workflow_id": \(workflow), "name": "flow \(workflow)", "head_sha": "abc",
     "status": "completed", "conclusion": \(conclusion)}
    """
  }

  private func artifact(_ id: Int, _ name: String, isGone: Bool = false) -> String {
    #""id": \#(id), "name": "\#(name)", "expired": \#(isGone)"#
  }

  private func keep(_ id: Int, _ name: String, changes: Int = 0) throws {
    scene.answer("\(project)/artifacts/\(id)/zip", try scene.shard(name, changes: changes))
  }

  private func expectRed(
    _ words: String, _ address: String? = nil, from location: SourceLocation = #_sourceLocation
  ) throws {
    let address = address ?? self.address
    let checked = try scene.run("check", address)
    #expect(checked.status == 1, "\(checked.output)\(checked.errors)", sourceLocation: location)
    #expect(checked.output.contains(words), "\(checked.output)", sourceLocation: location)
    let allowed = try scene.run("check", address, "--allow-skipped")
    #expect(allowed.status == 0, "\(allowed.output)\(allowed.errors)", sourceLocation: location)
  }

  @Test func `an artifact that is gone, refused or broken is named beside the others`() throws {
    try keep(1, "a")
    record(artifact(1, "shard 1"), artifact(2, "shard 2", isGone: true))
    try expectRed("shard 2 has expired")
    record(artifact(1, "shard 1"), artifact(3, "shard 3"))
    try expectRed("shard 3 was not fetched: gh could not fetch it: ")
    record(artifact(4, "shard 4"), artifact(1, "shard 1"))
    scene.answer("\(project)/artifacts/4/zip", "no archive")
    try expectRed("shard 4: this archive cannot be read")
  }

  @Test func `an artifact of pictures that nothing explains is named, one of logs is not`() throws {
    try keep(1, "a")
    let file = ArchiveWriter.Entry.Content.file(try PNG.encode(.plain(8, 8)))
    scene.answer("\(project)/artifacts/2/zip", ArchiveWriter.zip([.init("shots/one.png", file)]))
    record(artifact(1, "shard 1"), artifact(2, "shots"))
    try expectRed("shots: no failed snapshot found among 1 images")
    scene.answer("\(project)/artifacts/2/zip", ArchiveWriter.zip([.init("a.txt", .file([65]))]))
    #expect(try scene.run("check", address).status == 0)
  }

  @Test func `an address is fetched where nothing need be there`() throws {
    try keep(1, "a", changes: 3)
    record(artifact(1, "shard 1"))
    let checked = try scene.run("check", address, "--allow-empty")
    #expect(checked.status == 1, "\(checked.output)\(checked.errors)")
    #expect(!checked.output.contains("is not there"))
  }

  @Test func `what does not fit on one page is on the next`() throws {
    try keep(1, "a")
    try keep(2, "b", changes: 3)
    let log = ArchiveWriter.zip([.init("log.txt", .file([65]))])
    for id in 100..<199 { scene.answer("\(project)/artifacts/\(id)/zip", log) }
    let first = [artifact(1, "shard")] + (100..<199).map { artifact($0, "log \($0)") }
    record(conclusion: #""failure""#)
    // A full page may have another behind it, whatever the service counts.
    for count in [100, 101] {
      for (page, artifacts) in [("", first), ("&page=2", [artifact(2, "last")])] {
        let all = artifacts.map { #"{"size_in_bytes": 900, \#($0)}"# }.joined(separator: ", ")
        scene.answer(
          "\(project)/runs/5/artifacts?per_page=100\(page)",
          #"{"total_count": \#(count), "artifacts": [\#(all)]}"#)
      }
      let listed = try scene.run("list", address, "--format", "json")
      #expect(listed.texts("id") == ["AppTests/a@2x", "AppTests/b@2x"], "\(listed.errors)")
    }
    scene.answer(
      "\(project)/runs/5/artifacts?per_page=100&page=2", #"{"total_count": 101, "artifacts": []}"#)
    try expectRed("1 of the 101 that gh counts are not listed")
  }

  @Test func `every workflow of a change that did not end well is fetched or named`() throws {
    try keep(1, "a")
    try keep(2, "b", changes: 3)
    scene.answer("repos/o/r/pulls/7", #"{"head": {"sha": "abc"}}"#)
    let pull = "https://github.com/o/r/pull/7"
    for (conclusion, said) in [
      (#""timed_out""#, "flow 2 is not over, or was stopped (timed_out)"),
      ("null", "flow 2 is not over, or was stopped (completed)"),
      (#""failure""#, ""),
    ] {
      scene.answer(
        "\(project)/runs?per_page=100&head_sha=abc",
        #"{"workflow_runs": [\#(Self.run(8, 2, conclusion)), \#(Self.run(9, 1, #""failure""#))]}"#)
      list([artifact(1, "good")], of: 9)
      list([artifact(2, "bad")], of: 8)
      let checked = try scene.run("check", pull)
      #expect(checked.status == 1 && checked.output.contains("AppTests/b@2x"))
      #expect(checked.output.contains(said), "\(checked.output)")
      list([], of: 8)
      try expectRed(said.isEmpty ? "flow 2 failed without leaving an artifact" : said, pull)
    }
  }

  @Test func `a run that is not over and has no artifact yet is named`() throws {
    record(conclusion: "null")
    let checked = try scene.run("check", address)
    #expect(checked.status == 2)
    #expect(checked.errors.contains("flow 1 is not over"), "\(checked.errors)")
  }

  @Test func `of an artifact that a job left twice the newer one counts`() throws {
    try keep(1, "a", changes: 3)
    try keep(2, "a", changes: 5)
    let times = ["2026-01-01T10:00:00Z", "2026-01-01T09:00:00Z"]
    let twice = [1, 2].map { artifact($0, "shard") + #", "created_at": "\#(times[2 - $0])""# }
    for order in [twice, twice.reversed()] {
      record(order[0], order[1])
      let listed = try scene.run("list", address, "--format", "json")
      #expect(listed.output.contains(#""mismatched":5"#) && listed.texts("id").count == 1)
    }
  }

  @Test func `two artifacts whose names Unicode calls equal both count`() throws {
    try keep(1, "a")
    try keep(2, "b", changes: 3)
    record(artifact(2, "é"), artifact(3, "log"), artifact(1, "e\u{301}"))
    #expect(try scene.run("list", address).output.contains("b@2x"))
  }

  @Test func `a change for which nothing has run is not green, though nothing is there`() throws {
    scene.answer("repos/o/r/pulls/7", #"{"head": {"sha": "abc"}}"#)
    scene.answer("\(project)/runs?per_page=100&head_sha=abc", #"{"workflow_runs": []}"#)
    let host = "gitlab.com"
    scene.answer("projects/g%2Fp/merge_requests/3/pipelines?per_page=100", "[]", host: host)
    for change in ["github.com/o/r/pull/7", "https://gitlab.com/g/p/-/merge_requests/3"] {
      let checked = try scene.run("check", change, "--allow-empty")
      #expect(
        checked.status == 1 && checked.output.contains(" has run for its last commit"), "\(checked)"
      )
    }
  }

  @Test(arguments: [
    "git@github.com:o/r/pull/7", "ssh://git@github.com/o/r/pull/7", "github.com/o/r/pull/7",
    "HTTPS://www.GitHub.com/o/r/pull/7", "gitlab.com/g/p/-/pipelines/5",
  ])
  func `an address in any form is no path that is not there`(_ address: String) throws {
    scene.service.write("refusal", "no such run")
    let checked = try scene.run("check", address, "--allow-empty")
    #expect(checked.status > 1 && !checked.errors.contains("is not there"), "\(checked)")
  }

  @Test func `an address and a remote may name the web's own host`() throws {
    try keep(1, "a", changes: 3)
    record(artifact(1, "shard"))
    for (host, remote) in [("www.github.com", ""), ("github.com", "www."), ("GITHUB.com", "")] {
      scene.repository.git("remote", "set-url", "origin", "https://\(remote)github.com/o/r")
      let listed = try scene.run("list", "\(host)/o/r/actions/runs/5")
      #expect(listed.status == 1 && !listed.errors.contains("The run is of"), "\(listed.errors)")
    }
  }

  @Test func `cases that only their artifacts tell apart are called by them`() throws {
    try keep(1, "a", changes: 3)
    try keep(2, "a", changes: 5)
    record(artifact(1, "iPad"), artifact(2, "iPhone"))
    let listed = try scene.run("list", address, "--format", "json")
    let ids = ["iPad", "iPhone"].map { "\($0)/FailureDiffs/AppTests/a@2x" }
    #expect(listed.texts("id") == ids, "\(listed.output)")
  }

  @Test func `a run of another repository finds its baselines where the user says`() throws {
    try keep(1, "a", changes: 3)
    record(artifact(1, "shard"))
    let before = scene.folder.bytes("ReferenceImages_64/AppTests/a@2x.png")
    let said = "The run is of github.com/o/r, and this checkout is of "
    for other in ["https://secret@github.com/other/r.git", "git@github.com:o/r2"] {
      scene.repository.git("remote", "set-url", "origin", other)
      let accepted = try scene.run("accept", address, "--all")
      #expect(accepted.status == 1 && accepted.errors.contains("--references DIR"))
      #expect(accepted.errors.contains(said) && !accepted.errors.contains("secret"))
    }
    #expect(scene.folder.bytes("ReferenceImages_64/AppTests/a@2x.png") == before)
    let named = try scene.run(
      "accept", address, "--all", "--references", "ReferenceImages_64")
    #expect(named.status == 0 && named.errors.contains(said), "\(named.errors)")
    scene.repository.git("checkout", "-q", ".")
    for own in ["ssh://git@ssh.github.com:443/O/R.git", "git@work:o/r", "https://github.com/o/r/"] {
      scene.repository.git("remote", "set-url", "origin", own)
      let listed = try scene.run("list", address)
      #expect(!listed.errors.contains("The run is of"), "\(listed.errors)")
    }
  }

  @Test func `every job of a pipeline is fetched or named, in the project that it ran in`() throws {
    let address = "https://git.example.com/g/p/-/merge_requests/3"
    let host = "git.example.com"
    scene.repository.git("remote", "set-url", "origin", "git@git.example.com:g/p.git")
    scene.answer(
      "projects/g%2Fp/merge_requests/3/pipelines?per_page=100",
      """
      [{"id": 4, "sha": "old", "project_id": 9}, {"id": 6, "sha": "abc", "project_id": 77}]
      """, host: host)
    scene.answer("projects/77/jobs/1/artifacts", try scene.shard("a", changes: 0), host: host)
    let left = #""artifacts_file": {"size": 900}"#
    for (job, said) in [
      (#""status": "failed""#, "ui 2 failed without leaving an artifact"),
      (#""status": "failed", "artifacts_expire_at": "2020-01-01""#, "ui 2 has expired"),
      (#""status": "running""#, "ui 2 is not over, or was stopped (running)"),
      (#""status": "canceled""#, "ui 2 is not over, or was stopped (canceled)"),
    ] {
      scene.answer(
        "projects/77/pipelines/6/jobs?per_page=100",
        """
        [{"id": 1, "name": "ui 1", "status": "failed", \(left)},
         {"id": 2, "name": "ui 2", \(job)}, {"id": 3, "name": "lint", "status": "success"}]
        """, host: host)
      try expectRed(said, address)
    }
  }

  @Test func `a pipeline that a pipeline started is fetched too`() throws {
    let address = "https://git.example.com/g/p/-/pipelines/6"
    let host = "git.example.com"
    scene.repository.git("remote", "set-url", "origin", "git@git.example.com:g/p.git")
    scene.answer("projects/g%2Fp/pipelines/6", #"{"id": 6, "sha": "abc"}"#, host: host)
    let left = #""artifacts_file": {"size": 900}"#
    for (project, pipeline, job) in [("g%2Fp", 6, 1), ("8", 7, 2)] {
      scene.answer(
        "projects/\(project)/pipelines/\(pipeline)/jobs?per_page=100",
        #"[{"id": \#(job), "name": "ui \#(job)", "status": "failed", \#(left)}]"#, host: host)
    }
    scene.answer(
      "projects/g%2Fp/pipelines/6/bridges?per_page=100",
      """
      [{"downstream_pipeline": {"id": 7, "sha": "d", "project_id": 8, "status": "failed"}},
       {"downstream_pipeline": {"id": 9, "sha": "d", "project_id": 8, "status": "success"}},
       {"downstream_pipeline": null}]
      """, host: host)
    scene.answer("projects/g%2Fp/jobs/1/artifacts", try scene.shard("a", changes: 0), host: host)
    scene.answer("projects/8/jobs/2/artifacts", try scene.shard("b"), host: host)
    #expect(try scene.run("check", address).status == 1)
    #expect(try scene.run("list", address).output.contains("b@2x"))
  }

  @Test(arguments: ["failed", "canceled", "created", "pending", "running"])
  func `a pipeline that was not started or is not over is named`(_ status: String) throws {
    let (address, host) = ("https://gitlab.com/g/p/-/pipelines/6", "gitlab.com")
    scene.repository.git("remote", "set-url", "origin", "git@gitlab.com:g/p.git")
    scene.answer(
      "projects/g%2Fp/pipelines/6/jobs?per_page=100",
      #"[{"id": 1, "name": "ui", "status": "success", "artifacts_file": {"size": 900}}]"#,
      host: host)
    scene.answer("projects/g%2Fp/jobs/1/artifacts", try scene.shard("a", changes: 0), host: host)
    let answer = { (pipeline: String, bridges: String) in
      scene.answer(
        "projects/g%2Fp/pipelines/6", #"{"id": 6, "sha": "abc", "status": "\#(pipeline)"}"#,
        host: host)
      scene.answer(
        "projects/g%2Fp/pipelines/6/bridges?per_page=100", "[\(bridges)]", host: host)
    }
    answer("success", #"{"name": "child", "status": "\#(status)", "downstream_pipeline": null}"#)
    try expectRed("child ", address)
    answer(status, "")
    try expectRed("pipeline 6", address)
    for fine in ["success", "skipped", "manual"] {
      answer("success", #"{"name": "child", "status": "\#(fine)", "downstream_pipeline": null}"#)
      #expect(try scene.run("check", address).status == 0)
    }
  }

  @Test func `a pipeline of a merge with the target counts beside the push's`() throws {
    let (address, host) = ("https://gitlab.com/g/p/-/merge_requests/3", "gitlab.com")
    scene.repository.git("remote", "set-url", "origin", "git@gitlab.com:g/p.git")
    scene.answer(
      "projects/g%2Fp/merge_requests/3/pipelines?per_page=100",
      """
      [{"id": 6, "sha": "abc", "ref": "fix/merge", "source": "push", "project_id": 9},
       {"id": 5, "sha": "fed", "ref": "refs/merge-requests/3/merge", "source":
        "merge_request_event", "project_id": 9},
       {"id": 4, "sha": "old", "ref": "fix/merge", "source": "web", "project_id": 9}]
      """, host: host)
    for (pipeline, name) in [(6, "a"), (5, "b")] {
      scene.answer(
        "projects/9/pipelines/\(pipeline)/jobs?per_page=100",
        #"[{"id": \#(pipeline), "name": "ui", "status": "failed", "artifacts_file": {"size": 9}}]"#,
        host: host)
      scene.answer("projects/9/pipelines/\(pipeline)/bridges?per_page=100", "[]", host: host)
      scene.answer("projects/9/jobs/\(pipeline)/artifacts", try scene.shard(name), host: host)
    }
    let listed = try scene.run("list", address, "--format", "json")
    #expect(listed.texts("id").count == 2, "\(listed)")
    #expect(listed.errors.contains("The run tested commit abc of fix/merge"))
  }

  @Test func `a list of started pipelines that is refused is red, beside another failure too`()
    throws
  {
    let address = "https://gitlab.com/g/p/-/pipelines/6"
    let host = "gitlab.com"
    scene.repository.git("remote", "set-url", "origin", "git@gitlab.com:g/p.git")
    scene.answer("projects/g%2Fp/pipelines/6", #"{"id": 6, "sha": "abc"}"#, host: host)
    scene.answer(
      "projects/g%2Fp/pipelines/6/jobs?per_page=100",
      #"[{"id": 1, "name": "ui", "status": "failed", "artifacts_file": {"size": 900}}]"#,
      host: host)
    scene.answer("projects/g%2Fp/jobs/1/artifacts", try scene.shard("a", changes: 0), host: host)
    try expectRed("pipelines that pipeline 6 started cannot be listed", address)
    // An old server has no such list.
    scene.answer("projects/g%2Fp/pipelines/6/bridges?per_page=100", "[]", host: host)
    #expect(try scene.run("check", address).status == 0)
  }
}
