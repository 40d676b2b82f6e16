import Base

/// The repository around the working folder, if runs were fetched. It holds their baselines only if
/// they are runs of this repository.
struct Checkout {
  let top: String
  /// True if every run belongs to one of the repository's remotes.
  let isOfRuns: Bool
  let remarks: [String]

  init?(of runs: [RemoteFailures], _ options: CatalogOptions) {
    guard !runs.isEmpty,
      let top = Repositories().repository(around: options.workingFolder)
    else { return nil }
    self.top = top
    let repository = try? GitRepository(around: top, in: options.stateFolder)
    let remotes = repository?.remotes ?? []
    let known = remotes.compactMap { RemoteAddress($0) }
    let strangers = runs.filter { run in !known.contains { $0.names(run.address) } }
    isOfRuns = strangers.isEmpty
    let head = try? repository?.line(["rev-parse", "HEAD"])
    let places = Set(remotes.map { RemoteAddress($0)?.shown ?? "another place" }).sorted()
    remarks = Set(
      strangers.map { Self.sentence(on: $0.address, remotes: places.map(printable)) }
        + runs.compactMap { $0.remark(at: head) }
    ).sorted()
  }

  private static func sentence(on address: RunAddress, remotes: [String]) -> String {
    let own = remotes.isEmpty ? "has no remote" : "is of \(Wording.names(remotes, atMost: 4))"
    return
      "The run is of \(printable(address.host))/\(printable(address.project)), and this checkout "
      + "\(own): its baselines are not the run's; name those by --references DIR."
  }
}

extension RemoteFailures {
  /// Returns a sentence about the tested commit, with a warning if another one is checked out.
  fileprivate func remark(at head: String?) -> String? {
    guard let commit, let head else { return nil }
    let tested =
      "The run tested commit \(printable(String(commit.prefix(10))))"
      + (branch.map { " of \(printable($0))" } ?? "")
    guard head != commit else { return "\(tested), which is checked out here." }
    let advice =
      switch (address.forge, address.subject) {
      case (.gitHub, .change(let number)): "gh pr checkout \(number)"
      case (.gitLab, .change(let number)): "glab mr checkout \(number)"
      default: "git checkout \(printable(commit))"
      }
    return
      "\(tested), and this checkout is at \(head.prefix(10)): its baselines may differ. \(advice) "
      + "gets that commit."
  }
}

/// The address of a git remote, without its credentials.
private struct RemoteAddress {
  private let host: String
  private let project: String
  /// True if the host name may be an alias that only the user's ssh knows.
  private let isBySSH: Bool

  /// Reads `https://HOST/PROJECT.git`, `ssh://git@HOST:PORT/PROJECT` and `git@HOST:PROJECT`.
  init?(_ url: String) {
    let scheme = url.firstRange(of: "://")
    let rest = scheme.map { url[$0.upperBound...] } ?? url[...]
    guard let end = rest.firstIndex(of: scheme == nil ? ":" : "/") else { return nil }
    let place = rest[..<end].split(separator: "@").last ?? ""
    host = RunAddress.host(place.prefix { $0 != ":" })
    isBySSH = scheme == nil || url.lowercased().hasPrefix("ssh://")
    let path = Paths.components(String(rest[rest.index(after: end)...])).joined(separator: "/")
    project = (path.hasSuffix(".git") ? String(path.dropLast(4)) : path).lowercased()
    guard !host.isEmpty, !project.isEmpty else { return nil }
  }

  var shown: String { "\(host)/\(project)" }

  /// True if an address names a run of this remote's project.
  func names(_ address: RunAddress) -> Bool {
    let theirs = address.host
    // GitHub and GitLab accept ssh on the port of https at a separate host.
    let hosts = [theirs, "ssh." + theirs, "altssh." + theirs]
    return project == address.project.lowercased()
      && (hosts.contains(host) || isBySSH && !host.contains("."))
  }
}
