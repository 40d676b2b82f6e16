import Base

/// Artifacts of GitHub: each workflow has runs, and each run has artifacts.
extension RemoteFailures {
  private struct Pull: Decodable {
    struct Head: Decodable {
      let sha: String
      let ref: String?
    }
    let head: Head
  }
  private struct Runs: RemotePage {
    let totalCount: Int?
    let workflowRuns: [Run]
    var items: [Run] { workflowRuns }
  }
  private struct Run: Decodable {
    let id: Int
    let workflowId: Int
    let name: String?
    let headSha: String
    let headBranch: String?
    let event: String?
    let status: String?
    let conclusion: String?

    /// True if the run has nothing to show: it passed, or did not apply to this change.
    var isFine: Bool { ["success", "neutral", "skipped"].contains(conclusion) }
  }
  private struct Listed: RemotePage {
    struct File: Decodable {
      let id: Int
      let name: String
      let sizeInBytes: Int
      let expired: Bool
      let createdAt: String?
    }
    let totalCount: Int?
    let artifacts: [File]
    var items: [File] { artifacts }
  }

  mutating func gitHubArtifacts() throws(CatalogError) -> [Artifact] {
    let project = "repos/\(address.project)"
    let files: [Listed.File]
    switch address.subject {
    case .part(let id):
      files = [try answer("\(project)/actions/artifacts/\(id)")]
    case .run(let id):
      let run: Run = try answer("\(project)/actions/runs/\(id)")
      (commit, branch) = (run.headSha, run.headBranch)
      files = try self.files(of: [run], project)
    case .change(let number):
      let pull: Pull = try answer("\(project)/pulls/\(number)")
      (commit, branch) = (pull.head.sha, pull.head.ref)
      let runs = try all(
        Runs.self, "\(project)/actions/runs?per_page=100&head_sha=\(pull.head.sha)")
      // Take the newest run of each workflow and event, because a push and the pull request can
      // each start one. The failures are in the runs that did not end well.
      var seen: Set<String> = []
      let newest = runs.sorted { $0.id > $1.id }
        .filter { seen.insert("\($0.workflowId) \($0.event ?? "")").inserted }
      if newest.isEmpty { skip("no workflow has run for its last commit.") }
      let wanting = newest.filter { !$0.isFine }
      files = try self.files(of: wanting.isEmpty ? newest : wanting, project)
    }
    return files.map {
      Artifact(
        name: $0.name, size: $0.sizeInBytes, isExpired: $0.expired,
        request: "\(project)/actions/artifacts/\($0.id)/zip")
    }
  }

  /// Returns the artifacts of some runs, and reports runs whose artifacts may be incomplete.
  private mutating func files(
    of runs: [Run], _ project: String
  ) throws(CatalogError) -> [Listed.File] {
    var files: [Listed.File] = []
    for run in runs {
      let listed = try all(Listed.self, "\(project)/actions/runs/\(run.id)/artifacts?per_page=100")
      files += Self.newest(listed)
      guard !run.isFine else { continue }
      note(
        run.name ?? "run \(run.id)", run.conclusion ?? run.status ?? "no conclusion",
        hasLeftFiles: !listed.isEmpty)
    }
    return files
  }

  /// Keeps the newest artifact of each name: a job that is run again uploads a second one.
  private static func newest(_ files: [Listed.File]) -> [Listed.File] {
    var seen: Set<ExactName> = []
    // Times in ISO 8601 sort as text.
    return files.sorted { ($0.createdAt ?? "", $0.id) > ($1.createdAt ?? "", $1.id) }
      .filter { seen.insert(ExactName($0.name)).inserted }
  }
}
