import Base
import Essentials
import Host
import Store

/// The artifacts of a run, which the service's own program fetches: it holds the user's login.
struct RemoteFailures {
  /// The artifacts as archives in the private folder of this process.
  private(set) var archives: [GivenPath] = []
  /// The commit that the run tested.
  var commit: String?
  /// Artifacts that were not fetched.
  private(set) var skipped: [Skipped] = []

  let address: RunAddress
  /// The address as given, safe to show.
  private let shown: String
  private let options: CatalogOptions

  /// What was fetched in this process: reading again, as after F5, shows the same run.
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

  /// The repository in whose work tree the baselines lie; nil where the user works in none.
  static func checkout(_ options: CatalogOptions) -> String? {
    WriteScope(named: []).repository(around: options.workingFolder)
  }

  /// A warning where the checkout is not what the run tested.
  func remark(in options: CatalogOptions) -> String? {
    guard let commit,
      let repository = try? GitRepository(
        around: options.workingFolder, in: options.stateFolder),
      let head = try? repository.line(["rev-parse", "HEAD"]), head != commit
    else { return nil }
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
  struct Artifact {
    let name: String
    let size: Int
    /// The request that answers with its bytes.
    let request: String
  }

  private mutating func fetch() throws(CatalogError) {
    options.tell("\(shown): asking \(address.forge.rawValue) for the artifacts.")
    let artifacts =
      switch address.forge {
      case .gitHub: try gitHubArtifacts()
      case .gitLab: try gitLabArtifacts()
      }
    let folder = Paths.join(try PrivateFolder.own(in: options.stateFolder).path, randomDigits(8))
    do throws(SystemError) {
      try Disk.real.makeFolder(folder, mode: 0o700)
    } catch {
      throw CatalogError(.unreadable, "\(printable(folder)): \(error).")
    }
    var room = UnpackedArchive.totalLimit
    for (index, artifact) in artifacts.enumerated() {
      let limit = min(room, SizeLimit.snapshot.bytes)
      let path = Paths.join(folder, "\(index).zip")
      options.tell("Fetching \(artifact.name), \(Wording.grouped(artifact.size)) bytes.")
      guard artifact.size <= limit, let size = try download(artifact, to: path, limit) else {
        skipped.append(
          Skipped(
            shown,
            "\(printable(artifact.name)) is not fetched: it takes more than \(Wording.grouped(limit)) "
              + "bytes, the most that is left. Download it, and open what you need of it."))
        continue
      }
      room -= size
      archives.append(GivenPath(fetched: path, shown: "\(shown), \(printable(artifact.name))"))
    }
  }

  /// - Returns: The number of bytes; nil if there are more than `limit`.
  private func download(
    _ artifact: Artifact, to path: String, _ limit: Int
  ) throws(CatalogError) -> Int? {
    let child = try started(artifact.request)
    var size = 0
    do throws(SystemError) {
      try Disk.real.create(path) { () throws(SystemError) in
        let bytes = child.bytes(1 << 20)
        size += bytes.count
        return bytes.isEmpty || size > limit ? nil : bytes
      }
    } catch {
      throw CatalogError(
        .unreadable, "\(shown): \(printable(artifact.name)) cannot be kept (\(error)).")
    }
    guard size <= limit else { return nil }
    guard child.end() == 0 else { throw refused(child) }
    return size
  }

  func available(
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

  func answer<Answer: Decodable>(_ request: String) throws(CatalogError) -> Answer {
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

  /// The milliseconds that the service may take before it answers, and between two parts of an answer.
  private static let patience = 60_000

  private func started(_ request: String) throws(CatalogError) -> ChildProcess {
    let program = address.forge.rawValue
    do throws(SystemError) {
      return try ChildProcess(
        [program, "api", "--hostname", address.host, request],
        environment: ChildProcess.ownEnvironment.filter { !isForAnotherHost($0) },
        limit: .silence(Self.patience))
    } catch {
      throw CatalogError(
        .unreadable,
        "\(shown): \(program), which holds your login at \(printable(address.host)), cannot be started "
          + "(\(error)). Install it and run \(program) auth login, or download the artifact and open "
          + "the zip.")
    }
  }

  /// True for a variable that holds a token which the program would send to whatever host the address
  /// names, unless the user has said that this is its host.
  private func isForAnotherHost(_ entry: String) -> Bool {
    let (tokens, variable, usual) =
      switch address.forge {
      case .gitHub: (["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"], "GH_HOST", "")
      case .gitLab:
        (["GITLAB_TOKEN", "GITLAB_ACCESS_TOKEN", "OAUTH_TOKEN"], "GITLAB_HOST", "gitlab.com")
      }
    let host = options.environment(variable) ?? usual
    let isTheirs = host == address.host || host.hasSuffix("://\(address.host)")
    return !isTheirs && tokens.contains { entry.hasPrefix("\($0)=") }
  }

  private func refused(_ child: ChildProcess) -> CatalogError {
    let program = address.forge.rawValue
    return CatalogError(
      .unreadable,
      "\(shown): \(program) could not fetch it: \(child.complaint) Are you logged in "
        + "(\(program) auth status --hostname \(printable(address.host)))?")
  }
}
