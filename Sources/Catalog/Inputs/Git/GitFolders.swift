import Base
import Host

/// The paths of a repository's parts.
///
/// They are read without git, because git would trust the repository's configuration.
struct GitFolders {
  /// The work tree, links resolved; for a bare repository, its own folder.
  let top: String
  let isBare: Bool
  /// The folder that belongs to this work tree alone, with `HEAD` and the index.
  let own: String
  /// The folder that all work trees of the repository share: objects, references, configuration.
  let common: String

  var index: String { Paths.join(own, "index") }
  var objects: String { Paths.join(common, "objects") }
  /// True for a work tree created by `git worktree`.
  var isLinked: Bool { own != common }

  init?(top: String) {
    (self.top, isBare) = (top, false)
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

  init?(bareAround folder: String) {
    let found = Paths.upwards(from: folder).first { top in
      ["HEAD", "objects", "refs"].allSatisfy { FileStatus.exists(Paths.join(top, $0)) }
    }
    guard let top = found, top != "/", !Ownership.isShared(top) else { return nil }
    (self.top, own, common, isBare) = (top, top, top, true)
  }

  private static func line(of path: String) -> String? {
    guard let head = try? FileHead.read(path, count: 4096) else { return nil }
    return String(validating: head.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
