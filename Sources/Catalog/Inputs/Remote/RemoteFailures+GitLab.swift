/// Artifacts of GitLab: a pipeline has jobs, and each job leaves one archive.
extension RemoteFailures {
  private struct Pipeline: Decodable {
    let id: Int
    let sha: String
    let ref: String?
    let status: String?
    let source: String?
    /// The project that it ran in; for a fork's merge request, the fork.
    let projectId: Int?
  }
  private struct Job: Decodable {
    struct File: Decodable { let size: Int }
    let id: Int
    let name: String
    let status: String
    let pipeline: Pipeline?
    let artifactsFile: File?
    let artifactsExpireAt: String?

    /// True if the job left an archive. An expired archive still has its date.
    var hasLeftFiles: Bool { artifactsFile != nil || artifactsExpireAt != nil }
  }

  /// A job that starts another pipeline.
  private struct Bridge: Decodable {
    let name: String?
    let status: String?
    let downstreamPipeline: Pipeline?
  }

  /// True if a job or bridge has nothing to show: it passed, or was not meant to run.
  private static func isFine(_ status: String?) -> Bool {
    [nil, "success", "skipped", "manual"].contains(status)
  }

  mutating func gitLabArtifacts() throws(CatalogError) -> [Artifact] {
    let project = "projects/\(address.project.split(separator: "/").joined(separator: "%2F"))"
    switch address.subject {
    case .part(let id):
      let job: Job = try answer("\(project)/jobs/\(id)")
      (commit, branch) = (job.pipeline?.sha, job.pipeline?.ref)
      return artifacts(of: [job], project)
    case .run(let id):
      let pipeline: Pipeline = try answer("\(project)/pipelines/\(id)")
      (commit, branch) = (pipeline.sha, pipeline.ref)
      return try artifacts(of: pipeline, project)
    case .change(let number):
      let pipelines = try all(
        [Pipeline].self, "\(project)/merge_requests/\(number)/pipelines?per_page=100")
      let sorted = pipelines.sorted { $0.id > $1.id }
      // A push and the merge request itself can each start a pipeline for one commit, which the
      // latter may merge with the target first.
      let isMerged = { (pipeline: Pipeline) in
        pipeline.ref == "refs/merge-requests/\(number)/merge"
      }
      let own = sorted.first { !isMerged($0) } ?? sorted.first
      (commit, branch) = (own?.sha, own?.ref)
      var seen: Set<String?> = []
      let newest = sorted.filter {
        ($0.sha == commit || isMerged($0)) && seen.insert($0.source).inserted
      }
      if newest.isEmpty { skip("no pipeline has run for its last commit.") }
      var artifacts: [Artifact] = []
      for pipeline in newest {
        let home = pipeline.projectId.map { "projects/\($0)" } ?? project
        artifacts += try self.artifacts(of: pipeline, home)
      }
      return artifacts
    }
  }

  private mutating func artifacts(
    of pipeline: Pipeline, _ project: String, depth: Int = 0
  ) throws(CatalogError) -> [Artifact] {
    let jobs = try all([Job].self, "\(project)/pipelines/\(pipeline.id)/jobs?per_page=100")
    let wanting = jobs.filter { !Self.isFine($0.status) }
    var artifacts = artifacts(of: wanting.isEmpty ? jobs : wanting, project)
    let started = startedPipelines(by: pipeline, project)
    if let status = pipeline.status, status != "failed", !Self.isFine(status) {
      note("pipeline \(pipeline.id)", status, hasLeftFiles: true)
    }
    if wanting.isEmpty, started?.isEmpty == true, pipeline.status == "failed" {
      skip(
        "pipeline \(pipeline.id) failed, but none of its jobs: the failure may be in a pipeline "
          + "that it started. Give the address of that one.")
    }
    for other in started ?? [] {
      guard depth < Self.mostPipelines else {
        skip("pipeline \(other.id) was started by too many others in a row. Give its address.")
        continue
      }
      let home = other.projectId.map { "projects/\($0)" } ?? project
      artifacts += try self.artifacts(of: other, home, depth: depth + 1)
    }
    return artifacts
  }

  /// Returns the pipelines that one started and that did not succeed; nil if that is not known.
  private mutating func startedPipelines(by pipeline: Pipeline, _ project: String) -> [Pipeline]? {
    do throws(CatalogError) {
      let bridges = try all(
        [Bridge].self, "\(project)/pipelines/\(pipeline.id)/bridges?per_page=100")
      for bridge in bridges where bridge.downstreamPipeline == nil && !Self.isFine(bridge.status) {
        note(bridge.name ?? "a bridge", bridge.status ?? "", hasLeftFiles: false)
      }
      return bridges.compactMap(\.downstreamPipeline).filter { $0.status != "success" }
    } catch {
      // An old GitLab, which cannot start pipelines from another one, has no such list.
      if error.description.contains("HTTP 404") { return [] }
      skip(
        "the pipelines that pipeline \(pipeline.id) started cannot be listed, so nothing of them was "
          + "looked at. \(error)")
      return nil
    }
  }

  /// GitLab itself lets pipelines start others only twice in a row.
  private static let mostPipelines = 3

  /// Returns the archives of some jobs, and reports jobs whose archives may be incomplete.
  private mutating func artifacts(of jobs: [Job], _ project: String) -> [Artifact] {
    for job in jobs where !Self.isFine(job.status) {
      note(job.name, job.status, hasLeftFiles: job.hasLeftFiles)
    }
    return jobs.filter(\.hasLeftFiles).map { job in
      Artifact(
        name: job.name, size: job.artifactsFile?.size ?? 0, isExpired: job.artifactsFile == nil,
        request: "\(project)/jobs/\(job.id)/artifacts")
    }
  }
}
