import Essentials

/// The artifacts of a run, which the service's own program fetches: it holds the user's login.
struct RemoteFailures {
  /// The artifacts as archives in the private folder of this process.
  private(set) var archives: [Place] = []
  /// The commit that the run tested.
  private(set) var commit: String?
  /// Artifacts that were not fetched.
  private(set) var skipped: [Skipped] = []

  let address: RunAddress
  /// The address as given, safe to show.
  private let shown: String
  private let options: CatalogOptions

  /// What was fetched in this process: a run that is over does not change.
  private static let known = Mutex<[RunAddress: RemoteFailures]>([:])

  /// Fetches what an address names.
  static func fetched(
    _ given: String, _ options: CatalogOptions
  ) throws(CatalogError) -> RemoteFailures {
    guard let address = RunAddress(given) else {
      throw CatalogError(
        .wrongUse,
        "\(printable(given)): not the address of a pull request, a run or an artifact of GitHub, nor of "
          + "a merge request, a pipeline or a job of GitLab. Download the artifact, and open the zip."
      )
    }
    if let known = known.withLock({ $0[address] }) { return known }
    var failures = RemoteFailures(address: address, given, options)
    try failures.fetch()
    known.withLock { [failures] in $0[address] = failures }
    return failures
  }

  /// The repository in whose work tree the baselines lie; the folder itself where there is none.
  static func checkout(around folder: String) -> String {
    WriteScope(named: []).repository(around: folder) ?? folder
  }

  /// A warning where the checkout is not what the run tested.
  func remark(in options: CatalogOptions) -> String? {
    let folder = Self.checkout(around: options.workingFolder)
    guard let commit,
      let repository = try? GitRepository(around: folder, in: options.stateFolder),
      let output = try? repository.output(["rev-parse", "HEAD"])
    else { return nil }
    let head = String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard head != commit else { return nil }
    let advice =
      switch (address.forge, address.subject) {
      case (.gitHub, .change(let number)): "gh pr checkout \(number)"
      case (.gitLab, .change(let number)): "glab mr checkout \(number)"
      default: "git checkout \(printable(commit))"
      }
    return "The run tested commit \(printable(String(commit.prefix(10)))), and this checkout is at "
      + "\(head.prefix(10)): its baselines may be others. \(advice) gets that commit."
  }

  private init(address: RunAddress, _ given: String, _ options: CatalogOptions) {
    (self.address, shown, self.options) = (address, printable(given), options)
  }

  /// One file of a run.
  private struct Artifact {
    let name: String
    let size: Int
    /// The request that answers with its bytes.
    let request: String
  }

  private mutating func fetch() throws(CatalogError) {
    let artifacts =
      switch address.forge {
      case .gitHub: try gitHubArtifacts()
      case .gitLab: try gitLabArtifacts()
      }
    let own = try PrivateFolder.own(in: options.stateFolder)
    for (index, artifact) in artifacts.enumerated() {
      let folder = Paths.join(own.path, "fetched/\(index)")
      let path = Paths.join(folder, "artifact.zip")
      guard artifact.size <= UnpackedArchive.totalLimit else {
        skipped.append(Skipped(shown, "\(printable(artifact.name)) is larger than 4 GiB."))
        continue
      }
      do throws(SystemError) {
        try own.makeFolder(folder)
      } catch {
        throw CatalogError(.unreadable, "\(printable(folder)): \(error).")
      }
      try download(artifact, to: path)
      archives.append(Place(fetched: path, shown: "\(shown), \(printable(artifact.name))"))
    }
  }

  private func download(_ artifact: Artifact, to path: String) throws(CatalogError) {
    let child = try started(artifact.request)
    var size = 0
    do throws(SystemError) {
      try Disk.real.create(path) { () throws(SystemError) in
        let bytes = child.bytes(1 << 20)
        size += bytes.count
        return bytes.isEmpty || size > UnpackedArchive.totalLimit ? nil : bytes
      }
    } catch {
      throw CatalogError(
        .unreadable, "\(shown): \(printable(artifact.name)) cannot be kept (\(error)).")
    }
    guard child.end() == 0 else { throw refused(child) }
  }

  // MARK: GitHub

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

  private mutating func gitHubArtifacts() throws(CatalogError) -> [Artifact] {
    let project = "repos/\(address.project)"
    var files: [Listed.File] = []
    switch address.subject {
    case .artifact(let id):
      files = [try answer("\(project)/actions/artifacts/\(id)")]
    case .run(let id), .job(let id):
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

  // MARK: GitLab

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

  private mutating func gitLabArtifacts() throws(CatalogError) -> [Artifact] {
    let project = "projects/\(address.project.split(separator: "/").joined(separator: "%2F"))"
    var jobs: [Job]
    switch address.subject {
    case .job(let id), .artifact(let id):
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

  // MARK: Asking

  private func available(
    _ artifacts: [(isExpired: Bool, Artifact)]
  ) throws(CatalogError) -> [Artifact] {
    let left = artifacts.filter { !$0.isExpired }.map(\.1)
    guard left.isEmpty else { return left }
    throw CatalogError(
      .noCase,
      artifacts.isEmpty
        ? "\(shown): the run has left no artifact. Does it upload the failures when it fails, and is it "
          + "over?"
        : "\(shown): its artifacts have expired. Run the tests again.")
  }

  private func answer<Answer: Decodable>(_ request: String) throws(CatalogError) -> Answer {
    let child = try started(request)
    let bytes = child.bytes(64 << 20)
    guard child.end() == 0 else { throw refused(child) }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let answer = try? decoder.decode(Answer.self, from: Data(bytes)) else {
      throw CatalogError(
        .unreadable, "\(shown): \(address.forge.rawValue) gives an answer that is not understood.")
    }
    return answer
  }

  private func started(_ request: String) throws(CatalogError) -> ChildProcess {
    let program = address.forge.rawValue
    do throws(SystemError) {
      return try ChildProcess(
        [program, "api", "--hostname", address.host, request],
        environment: ChildProcess.ownEnvironment)
    } catch {
      throw CatalogError(
        .unreadable,
        "\(shown): \(program), which holds your login at \(printable(address.host)), cannot be started "
          + "(\(error)). Install it and run \(program) auth login, or download the artifact and open "
          + "the zip.")
    }
  }

  private func refused(_ child: ChildProcess) -> CatalogError {
    let program = address.forge.rawValue
    return CatalogError(
      .unreadable,
      "\(shown): \(program) could not fetch it: \(child.complaint) Are you logged in "
        + "(\(program) auth status --hostname \(printable(address.host)))?")
  }
}
