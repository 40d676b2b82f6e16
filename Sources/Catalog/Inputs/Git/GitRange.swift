import Base

struct GitRange {
  /// The tree on the left.
  let old: String
  /// The tree on the right; nil for the work tree.
  let new: String?
  /// The commits in between, as an argument of `git log`; without a right side, all commits that
  /// lead to the left.
  let commits: String
}

extension GitRange {
  /// - Parameter text: `REV`, `A..B`, or `A...B` for what B changed since it left A.
  init(_ text: String, in repository: GitRepository) throws(CatalogError) {
    let isSymmetric = text.contains("...")
    let sides = text.split(separator: isSymmetric ? "..." : "..", maxSplits: 1)
    guard text.contains(".."), sides.count <= 2, !sides.isEmpty else {
      old = try Self.tree(text, in: repository)
      new = nil
      commits = text
      return
    }
    let (first, last) = (text.hasPrefix(".") ? "HEAD" : String(sides[0]), String(sides.last!))
    let second = text.hasSuffix(".") ? "HEAD" : last
    new = try Self.tree(second, in: repository)
    guard isSymmetric else {
      old = try Self.tree(first, in: repository)
      commits = "\(first)..\(second)"
      return
    }
    guard let one = try repository.object(first, "commit"),
      let other = try repository.object(second, "commit"),
      let commit = try repository.line(["merge-base", one, other])
    else { throw Self.unknown(text, in: repository) }
    old = try Self.tree(commit, in: repository)
    commits = "\(commit)..\(second)"
  }

  private static func tree(
    _ revision: String, in repository: GitRepository
  ) throws(CatalogError) -> String {
    guard let tree = try repository.object(revision, "tree") else {
      throw unknown(revision, in: repository)
    }
    return tree
  }

  private static func unknown(_ text: String, in repository: GitRepository) -> CatalogError {
    .wrongUse(
      "--git \(printable(text)): no such revision in \(printable(repository.top)). "
        + "It takes a commit, branch or tag, or two as A..B.")
  }
}
