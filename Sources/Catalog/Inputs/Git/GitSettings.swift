import Base
import Host

/// The settings of a repository that determine the meaning of its bytes and names.
///
/// They are picked by name. A list of settings that may start a program could never be complete,
/// because filters, drivers and aliases can have any name.
struct GitSettings {
  private(set) var passed: [GitProgram.Setting] = []
  /// The hash of the repository's objects and the format of its references; nil for git's defaults.
  private(set) var objectFormat: String?
  private(set) var refStorage: String?
  private(set) var workTree: String?
  /// The folder in which Git LFS keeps pictures, if not `lfs`.
  private(set) var largeFiles: String?
  private(set) var isSparse = false
  /// The addresses of the remotes, as they are written.
  private(set) var remotes: [String] = []
  /// The reason why git cannot read the configuration; nil if it can.
  private(set) var complaint: String?

  private static let names =
    #"^(core\.(autocrlf|eol|excludesfile|attributesfile|filemode|ignorecase|precomposeunicode"#
    + #"|sharedrepository|sparsecheckout|symlinks|worktree)|extensions\.(objectformat|refstorage)|lfs\.storage"#
    + #"|branch\..*\.(remote|merge)|remote\..*\.(fetch|url))$"#

  /// Asks git for the settings of the machine, the user and the repository.
  init(of folders: GitFolders) throws(SystemError) {
    let git = try GitProgram.start(
      ["-C", folders.top, "config", "-z", "--get-regexp", Self.names], isConfigured: true,
      environment: ["GIT_DIR=\(folders.own)"])
    let answer = git.rest()
    // Status 1 means that none is set.
    if git.end() > 1 { complaint = git.complaint }
    // Each piece is a key, a newline and its value; a key alone is "true".
    for piece in answer.split(separator: 0) {
      let parts = piece.split(
        separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
      guard let key = String(validating: parts[0], as: UTF8.self),
        let value = String(validating: parts.count > 1 ? parts[1] : Self.yes[...], as: UTF8.self)
      else { continue }
      take(key, value)
    }
  }

  private static let yes = Array("true".utf8)

  private mutating func take(_ key: String, _ value: String) {
    switch key {
    case "extensions.objectformat": objectFormat = value
    case "extensions.refstorage": refStorage = value
    case "core.worktree": workTree = value
    case "lfs.storage": largeFiles = value
    case "core.sparsecheckout": isSparse = ["true", "yes", "on", "1"].contains(value.lowercased())
    case "core.excludesfile", "core.attributesfile":
      // A pipe would keep git waiting for its writer.
      let file =
        value.hasPrefix("~/") ? Paths.join(Paths.home ?? "/", String(value.dropFirst(2))) : value
      if FileStatus.isFile(file) { passed.append((key, file)) }
    case _ where key.hasPrefix("remote.") && key.hasSuffix(".url"): remotes.append(value)
    default: passed.append((key, value))
    }
  }
}
