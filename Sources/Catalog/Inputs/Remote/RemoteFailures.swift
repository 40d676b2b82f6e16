import Base
import Host
import Store

/// The artifacts of a run, fetched by the service's own program, which holds the user's login.
struct RemoteFailures {
  /// The artifacts as archives in the private folder of this process.
  private(set) var archives: [GivenPath] = []
  var commit: String?
  var branch: String?
  /// The artifacts that the service counts, and the outcome of each.
  private(set) var ledger = Ledger()

  let address: RunAddress
  private let shown: String
  private let options: CatalogOptions

  /// The failures fetched in this process; reading again, as after F5, shows the same run.
  private static let known = Mutex<[RunAddress: RemoteFailures]>([:])

  static func fetched(
    _ given: String, _ options: CatalogOptions
  ) throws(CatalogError) -> RemoteFailures {
    guard let address = RunAddress(given) else {
      throw .wrongUse(
        "\(printable(given)): not the address of a pull request, a run or an artifact on GitHub, or of "
          + "a merge request, a pipeline or a job on GitLab. Download the artifact, and open the zip."
      )
    }
    if let known = known.withLock({ $0[address] }) { return known }
    var failures = RemoteFailures(address: address, shown: printable(given), options: options)
    try failures.fetch()
    known.withLock { [failures] in $0[address] = failures }
    return failures
  }

  /// One file of a run, as the service lists it.
  struct Artifact {
    let name: String
    let size: Int
    /// True if the service has deleted its bytes.
    var isExpired = false
    /// The request that answers with its bytes.
    let request: String
  }

  /// Skips a run or a job that may have failures.
  mutating func skip(_ why: String) { ledger.skip(Skipped(shown, why), as: .run) }

  /// Skips a run or a job that did not end well and whose failures may not all be in its artifacts.
  mutating func note(_ name: String, _ status: String, hasLeftFiles: Bool) {
    if status != "failure" && status != "failed" {
      skip(
        "\(printable(name)) is not over, or was stopped (\(printable(status))): some of its "
          + "failures may be missing. Look again when it is over, or run it again.")
    } else if !hasLeftFiles {
      skip("\(printable(name)) failed without leaving an artifact, so nothing of it was looked at.")
    }
  }

  private mutating func fetch() throws(CatalogError) {
    options.tell("\(shown): asking \(address.forge.rawValue) for the artifacts.")
    let artifacts =
      switch address.forge {
      case .gitHub: try gitHubArtifacts()
      case .gitLab: try gitLabArtifacts()
      }
    let folder = Paths.join(try PrivateFolder.own(in: options.stateFolder).path, randomDigits(8))
    try Result { () throws(SystemError) in try Disk.real.makeFolder(folder, mode: 0o700) }
      .mapError { CatalogError(unreadable: printable(folder), $0) }.get()
    var room = ArchiveLimits.totalLimit
    for (index, artifact) in artifacts.enumerated() {
      let (path, name) = (Paths.join(folder, "\(index).zip"), printable(artifact.name))
      if let why = try fetch(artifact, to: path, &room) {
        ledger.skip(.artifact, [artifact.name], Skipped(shown, "\(name) \(why)"))
      } else {
        archives.append(GivenPath(archive: path, shown: "\(shown), \(name)", as: artifact.name))
        ledger.list(.artifact, artifact.name)
      }
    }
    if archives.isEmpty { throw nothing(of: artifacts) }
  }

  /// Returns the reason why an artifact was not fetched, to follow its name; nil if it was.
  private func fetch(
    _ artifact: Artifact, to path: String, _ room: inout Int
  ) throws(CatalogError) -> String? {
    if artifact.isExpired { return "has expired, so it was not looked at. Run its tests again." }
    let limit = min(room, SizeLimit.snapshot.bytes)
    let tooLarge =
      "was not fetched: it is larger than the \(Wording.grouped(limit)) bytes left of "
      + "the limit. Download it, and open the part that you need."
    guard artifact.size <= limit else { return tooLarge }
    options.tell("Fetching \(artifact.name), \(Wording.grouped(artifact.size)) bytes.")
    let child = try started(artifact.request)
    var size = 0
    do throws(SystemError) {
      try Disk.real.create(path) { () throws(SystemError) in
        let bytes = child.bytes(1 << 20)
        size += bytes.count
        return bytes.isEmpty || size > limit ? nil : bytes
      }
    } catch {
      throw .unreadable("\(shown): \(printable(artifact.name)) cannot be kept (\(error)).")
    }
    guard size <= limit else { return tooLarge }
    guard child.end() == 0 else { return "was not fetched: \(refusal(of: child))" }
    room -= size
    return nil
  }

  private func nothing(of artifacts: [Artifact]) -> CatalogError {
    let isRefused = artifacts.contains { !$0.isExpired }
    let haveExpired = !artifacts.isEmpty && !isRefused
    let why =
      artifacts.isEmpty
      ? "the run has no artifacts. Has it finished, and does it upload its failures?"
      : haveExpired
        ? "its artifacts have expired. Run the tests again."
        : "none of its \(Wording.count(artifacts.count, "artifact")) could be fetched."
    let reasons = haveExpired ? "" : ledger.skipped.map { " " + $0.why }.joined()
    return CatalogError(
      isRefused ? .unreadable : .noCase, "\(shown): \(why)\(reasons)", skipped: ledger.skipped)
  }

  /// Returns all items of a list that the service sends in pages.
  mutating func all<Page: RemotePage>(
    _ page: Page.Type, _ request: String
  ) throws(CatalogError) -> [Page.Item] {
    var items: [Page.Item] = []
    var number = 1
    while true {
      let page: Page = try answer(request + (number > 1 ? "&page=\(number)" : ""))
      items += page.items
      number += 1
      // Another page may follow a full one, whatever the service counts.
      if page.items.count >= 100 { continue }
      guard let total = page.totalCount, items.count < total else { return items }
      guard !page.items.isEmpty else {
        let missing = total - items.count
        let why = "\(missing) of the \(total) that \(address.forge.rawValue) counts are not listed."
        ledger.skip(Skipped(shown, why), as: .artifact, count: missing)
        return items
      }
    }
  }

  func answer<Answer: Decodable>(_ request: String) throws(CatalogError) -> Answer {
    let child = try started(request)
    let bytes = child.bytes(64 << 20)
    guard child.end() == 0 else { throw .unreadable("\(shown): \(refusal(of: child))") }
    guard let answer = Manifest.decode(Answer.self, bytes) else {
      throw .unreadable(
        "\(shown): \(address.forge.rawValue) gave an answer that snapreview does not understand.")
    }
    return answer
  }

  /// The maximum milliseconds until the service answers, and between two parts of an answer.
  private static let patience = 60_000

  private func started(_ request: String) throws(CatalogError) -> ChildProcess {
    let program = address.forge.rawValue
    do throws(SystemError) {
      return try ChildProcess(
        [program, "api", "--hostname", address.host, request],
        environment: ChildProcess.ownEnvironment.filter { !isForAnotherHost($0) },
        limit: .silence(Self.patience))
    } catch {
      throw .unreadable(
        "\(shown): \(program), which holds your login at \(printable(address.host)), cannot be started "
          + "(\(error)). Install it and run \(program) auth login, or download the artifact and open "
          + "the zip.")
    }
  }

  /// True for a variable with a token that the program would send to any host that an address
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

  private func refusal(of child: ChildProcess) -> String {
    let program = address.forge.rawValue
    return "\(program) could not fetch it: \(child.complaint) Are you logged in "
      + "(\(program) auth status --hostname \(printable(address.host)))?"
  }
}

protocol RemotePage: Decodable {
  associatedtype Item
  var items: [Item] { get }
  /// The number of items on all pages; nil if the service does not say.
  var totalCount: Int? { get }
}

extension Array: RemotePage where Element: Decodable {
  var items: [Element] { self }
  var totalCount: Int? { nil }
}
