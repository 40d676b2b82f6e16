import Base
import Catalog
import Host

/// The origin of a report: commit, branch and run, according to the CI service or git.
struct RunFacts {
  /// The first line of the commit's message.
  var subject: String?
  var commit: String?
  var branch: String?
  var run: String?
  var page: String?
  /// The arguments that open the same cases, quoted for a shell.
  var words: String

  /// The names of the variables in each service; the first one set is used. The very first is set
  /// by our action, because GitHub checks out a merge instead of the pull request's own commit.
  private static let variables: [(any WritableKeyPath<RunFacts, String?> & Sendable, [String])] = [
    (
      \.commit,
      ["SNAPREVIEW_COMMIT", "GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "CIRCLE_SHA1"]
    ),
    (
      \.branch,
      [
        "GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BUILDKITE_BRANCH",
        "CIRCLE_BRANCH",
      ]
    ),
    (
      \.run,
      ["GITHUB_RUN_NUMBER", "CI_PIPELINE_IID", "BUILDKITE_BUILD_NUMBER", "CIRCLE_BUILD_NUM"]
    ),
    (\.page, ["CI_PIPELINE_URL", "BUILDKITE_BUILD_URL", "CIRCLE_BUILD_URL"]),
  ]

  init(_ options: FolderOptions, of catalog: Catalog?) {
    words = ""
    for (fact, names) in Self.variables {
      self[keyPath: fact] = names.lazy.compactMap(Environment.value).first
    }
    var options = options
    if let repository = Self.gitHub {
      page = Environment.value("GITHUB_RUN_ID").map { "\(repository)/actions/runs/\($0)" }
      // "refs/pull/12/merge"
      let reference = (Environment.value("GITHUB_REF") ?? "").split(separator: "/")
      let isPull = reference.count > 2 && reference[1] == "pull"
      if let address = isPull ? "\(repository)/pull/\(reference[2])" : page {
        options.paths = [address]
      }
    } else if let address = page, Environment.value("GITLAB_CI") != nil {
      options.paths = [address]
    }
    words = (catalog.map(options.words) ?? options.paths.map(Shell.quoted)).joined(separator: " ")
    guard let place = catalog?.cases.first?.home,
      let head = Catalog.head(around: place, of: commit)
    else { return }
    (commit, branch, subject) = (commit ?? head.commit, branch ?? head.branch, head.subject)
  }

  private static var gitHub: String? {
    guard let server = Environment.value("GITHUB_SERVER_URL"),
      let repository = Environment.value("GITHUB_REPOSITORY")
    else { return nil }
    return "\(server)/\(repository)"
  }

  /// "**Badges follow the new theme** · commit 4f1c2e9 · branch badge-theme · run 1482", for a page.
  var html: String {
    let number = run.map { "run <b>\(Markup.xml($0))</b>" }
    let isLink = page.map { $0.hasPrefix("https://") || $0.hasPrefix("http://") } ?? false
    let parts = [
      subject.map { "<b>\(Markup.xml($0))</b>" },
      commit.map { "commit <code>\(Markup.xml(String($0.prefix(8))))</code>" },
      branch.map { "branch <code>\(Markup.xml($0))</code>" },
      isLink ? number.map { "<a href=\"\(Markup.xml(page!))\">\($0)</a>" } : number,
      "nothing is sent from this page",
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }
}
