import Base
import Host

/// The places of a repository's parts.
///
/// They are read without git, which would trust the repository's configuration.
struct GitFolders {
  /// The work tree, links resolved.
  let top: String
  /// The folder that belongs to this work tree alone, with `HEAD` and the index.
  let own: String
  /// The folder that all work trees of the repository share: objects, references, configuration.
  let common: String

  var index: String { Paths.join(own, "index") }
  var objects: String { Paths.join(common, "objects") }
  /// True for a work tree that `git worktree` has made.
  var isLinked: Bool { own != common }

  /// - Returns: nil if `.git` in the folder names no repository.
  init?(top: String) {
    self.top = top
    let place = Paths.join(top, ".git")
    // In a linked work tree and in a submodule, `.git` is a file that names the folder.
    let named = Self.line(of: place).flatMap { line in
      line.hasPrefix("gitdir: ") ? Paths.resolve(String(line.dropFirst(8)), from: top) : nil
    }
    let own = named ?? place
    self.own = own
    common = Self.line(of: Paths.join(own, "commondir")).map { Paths.resolve($0, from: own) } ?? own
    guard FileStatus.exists(Paths.join(own, "HEAD")), FileStatus.exists(objects) else { return nil }
  }

  /// The first line of a small file.
  private static func line(of path: String) -> String? {
    guard let head = try? FileHead.read(path, count: 4096) else { return nil }
    return String(validating: head.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
