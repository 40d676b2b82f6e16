/// Where the parts of a repository lie.
///
/// Read without git: to ask git, its configuration would have to be believed.
struct GitFolders {
  /// The work tree, links resolved.
  let top: String
  /// What belongs to this work tree alone: `HEAD` and the index.
  let own: String
  /// What all work trees of the repository share: objects, references, configuration.
  let common: String

  var index: String { Paths.join(own, "index") }
  var objects: String { Paths.join(common, "objects") }
  /// True for a work tree that `git worktree` has made.
  var isLinked: Bool { own != common }

  /// - Returns: nil where there is no repository by the name of `.git`.
  init?(top: String) {
    self.top = top
    let place = Paths.join(top, ".git")
    // In a linked work tree and in a submodule, `.git` is a file that names the folder.
    let named = Self.line(of: place).flatMap { line in
      line.hasPrefix("gitdir: ") ? Paths.resolve(String(line.dropFirst(8)), from: top) : nil
    }
    let own = named ?? place
    self.own = own
    common =
      Self.line(of: Paths.join(own, "commondir")).map { Paths.resolve($0, from: own) } ?? own
    guard FileStatus.exists(Paths.join(own, "HEAD")), FileStatus.exists(objects) else { return nil }
  }

  /// The first line of a small file.
  private static func line(of path: String) -> String? {
    guard let head = try? FileHead.read(path, count: 4096) else { return nil }
    return String(validating: head.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
