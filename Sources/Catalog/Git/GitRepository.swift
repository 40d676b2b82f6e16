import Libc

/// A repository, asked through git itself.
///
/// It may have come from a stranger, with a configuration of its own: nothing that it names is
/// started (hooks, monitors, filters, transports), and a work tree elsewhere is refused.
struct GitRepository {
  /// The work tree, links resolved.
  let top: String
  /// Where its objects are.
  let commonFolder: String
  private let environment: [String]

  /// What git reads from its environment for a repository of its own choosing is left out.
  static let plainEnvironment: [String] = {
    var result = [
      "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
      "GIT_ALLOW_PROTOCOL=none", "GIT_LITERAL_PATHSPECS=1",
    ]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      let isOfGit = text.hasPrefix("GIT_") || text.hasPrefix("LC_ALL=")
      let isOfUser = ["GIT_CONFIG_GLOBAL=", "GIT_CONFIG_SYSTEM=", "GIT_CONFIG_NOSYSTEM="]
      if !isOfGit || isOfUser.contains(where: text.hasPrefix) { result.append(text) }
      next += 1
    }
    return result
  }()

  /// The settings that could start another program.
  private static let settings = [
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.untrackedCache=false",
    "protocol.allow=never",
  ]

  /// The repository around a folder.
  init(around folder: String) throws(CatalogError) {
    guard let top = Reach(named: []).repository(around: folder) else {
      throw CatalogError(
        .wrongUse, "\(printable(folder)): not in a git repository. --git compares with one.")
    }
    let probe = GitRepository(top: top, commonFolder: "", without: [])
    let answer = try probe.output(["rev-parse", "--show-toplevel", "--git-common-dir"])
    let lines = answer.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
    // A repository's configuration can name a work tree anywhere.
    guard lines.count == 2, (try? Paths.real(String(lines[0]))) == top else {
      throw CatalogError(
        .unreadable, "\(printable(top)): git does not take it for a repository's work tree.")
    }
    let common = Paths.resolve(String(lines[1]), from: top)
    let filters = try probe.output(
      ["config", "-z", "--name-only", "--get-regexp", #"^filter\..*\.(clean|smudge|process)$"#])
    self.init(top: top, commonFolder: common, without: filters ?? [])
  }

  /// - Parameter filters: Names of settings, each ended by a zero byte, that are to be empty.
  private init(top: String, commonFolder: String, without filters: [UInt8]) {
    let names = Set(filters.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    var environment = Self.plainEnvironment
    for (index, name) in names.sorted().enumerated() {
      environment += ["GIT_CONFIG_KEY_\(index)=\(name)", "GIT_CONFIG_VALUE_\(index)="]
    }
    self.top = top
    self.commonFolder = commonFolder
    self.environment = environment + ["GIT_CONFIG_COUNT=\(names.count)"]
  }

  /// Starts git in the work tree.
  ///
  /// - Parameter input: A file for its standard input.
  func start(_ words: [String], input: String? = nil) throws(SystemError) -> ChildProcess {
    let flags = Self.settings.flatMap { ["-c", $0] }
    return try ChildProcess(
      ["git", "-C", top, "--no-pager"] + flags + words, environment: environment, input: input)
  }

  /// What git writes; nil where it fails.
  func output(_ words: [String]) throws(CatalogError) -> [UInt8]? {
    do throws(SystemError) {
      let git = try start(words)
      let bytes = git.rest()
      return git.end() == 0 ? bytes : nil
    } catch {
      throw CatalogError(.unreadable, "git cannot be started (\(error)). Is it installed?")
    }
  }

  /// What git writes, in pieces that end in a zero byte; nil where it fails.
  func pieces(_ words: [String]) throws(CatalogError) -> [ArraySlice<UInt8>] {
    guard let bytes = try output(words) else {
      throw CatalogError(.unreadable, "\(printable(top)): git \(words[0]) failed there.")
    }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
  }

  /// The object that a revision names; nil where there is none.
  ///
  /// - Parameter kind: "commit" or "tree".
  func object(_ revision: String, _ kind: String) throws(CatalogError) -> String? {
    guard !revision.isEmpty, !revision.hasPrefix("-") else { return nil }
    return try output(["rev-parse", "--verify", "--quiet", "\(revision)^{\(kind)}"]).map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
  }

  /// Adds files, or their removal, to the index. The repository's filters run here as they do in
  /// any `git add`: with Git LFS nothing else is right.
  func stage(_ paths: [String]) throws(CatalogError) {
    for start in stride(from: 0, to: paths.count, by: Self.namedAtOnce) {
      let part = paths[start..<min(start + Self.namedAtOnce, paths.count)]
      let words = ["git", "-C", top, "-c", "core.fsmonitor=false", "add", "--all", "--"] + part
      let status = (try? ChildProcess(words, environment: Self.plainEnvironment))?.end()
      guard status == 0 else {
        throw CatalogError(
          .unreadable, "git add failed in \(printable(top)): not all is in the index.")
      }
    }
  }

  /// How many paths one command line takes.
  static let namedAtOnce = 200
}
