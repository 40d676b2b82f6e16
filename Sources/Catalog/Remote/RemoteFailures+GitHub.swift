/// Artifacts of GitHub: each workflow has runs, each run artifacts.
extension RemoteFailures {
  private struct Pull: Decodable {
    struct Head: Decodable { let sha: String }
    let head: Head
  }
  private struct Runs: Decodable { let workflowRuns: [Run] }
  private struct Run: Decodable {
    let id: Int
    let workflowId: Int
    let headSha: String
    let conclusion: String?
  }
  private struct Listed: Decodable {
    struct File: Decodable {
      let id: Int
      let name: String
      let sizeInBytes: Int
      let expired: Bool
    }
    let artifacts: [File]
  }

  mutating func gitHubArtifacts() throws(CatalogError) -> [Artifact] {
    let project = "repos/\(address.project)"
    var files: [Listed.File] = []
    switch address.subject {
    case .part(let id):
      files = [try answer("\(project)/actions/artifacts/\(id)")]
    case .run(let id):
      let run: Run = try answer("\(project)/actions/runs/\(id)")
      commit = run.headSha
      files = try self.files(of: [run], project)
    case .change(let number):
      let pull: Pull = try answer("\(project)/pulls/\(number)")
      commit = pull.head.sha
      let runs: Runs = try answer(
        "\(project)/actions/runs?per_page=100&head_sha=\(pull.head.sha)")
      // The newest of each workflow; the failures are with those that failed.
      var seen: Set<Int> = []
      let newest = runs.workflowRuns.sorted { $0.id > $1.id }
        .filter { seen.insert($0.workflowId).inserted }
      let failed = newest.filter { $0.conclusion == "failure" }
      files = try self.files(of: failed.isEmpty ? newest : failed, project)
    }
    return try available(
      files.map {
        (
          $0.expired,
          Artifact(
            name: $0.name, size: $0.sizeInBytes,
            request: "\(project)/actions/artifacts/\($0.id)/zip")
        )
      })
  }

  private func files(of runs: [Run], _ project: String) throws(CatalogError) -> [Listed.File] {
    var files: [Listed.File] = []
    for run in runs {
      let listed: Listed = try answer("\(project)/actions/runs/\(run.id)/artifacts?per_page=100")
      files += listed.artifacts
    }
    return files
  }
}
