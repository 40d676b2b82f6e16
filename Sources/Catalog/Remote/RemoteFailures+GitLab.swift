/// Artifacts of GitLab: a pipeline has jobs, each of which leaves one archive.
extension RemoteFailures {
  private struct Pipeline: Decodable {
    let id: Int
    let sha: String
  }
  private struct Job: Decodable {
    struct File: Decodable { let size: Int }
    let id: Int
    let name: String
    let status: String
    let pipeline: Pipeline?
    let artifactsFile: File?
    let artifactsExpireAt: String?
  }

  mutating func gitLabArtifacts() throws(CatalogError) -> [Artifact] {
    let project = "projects/\(address.project.split(separator: "/").joined(separator: "%2F"))"
    var jobs: [Job]
    switch address.subject {
    case .part(let id):
      jobs = [try answer("\(project)/jobs/\(id)")]
      commit = jobs.first?.pipeline?.sha
    case .run(let id):
      let pipeline: Pipeline = try answer("\(project)/pipelines/\(id)")
      commit = pipeline.sha
      jobs = try answer("\(project)/pipelines/\(id)/jobs?per_page=100")
    case .change(let number):
      let pipelines: [Pipeline] = try answer("\(project)/merge_requests/\(number)/pipelines")
      guard let newest = pipelines.max(by: { $0.id < $1.id }) else { return try available([]) }
      commit = newest.sha
      jobs = try answer("\(project)/pipelines/\(newest.id)/jobs?per_page=100")
    }
    let failed = jobs.filter { $0.status == "failed" }
    if !failed.isEmpty { jobs = failed }
    return try available(
      jobs.compactMap { job in
        // A job whose artifacts have expired keeps the date alone.
        guard job.artifactsFile != nil || job.artifactsExpireAt != nil else { return nil }
        return (
          job.artifactsFile == nil,
          Artifact(
            name: job.name, size: job.artifactsFile?.size ?? 0,
            request: "\(project)/jobs/\(job.id)/artifacts")
        )
      })
  }
}
