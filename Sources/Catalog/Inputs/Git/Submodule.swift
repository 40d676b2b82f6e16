import Base
import Essentials

/// A repository within another one, which holds the commit that belongs there.
struct Submodule {
  /// The path below the top of the repository that holds it.
  let path: String
  /// The commit on the left; nil if there is none.
  private(set) var old: String?
  /// The commit on the right, or the one that the index holds for the work tree; nil if there is
  /// none.
  private var new: String?
  /// True if the right side is the work tree.
  private(set) var isWorkTree = false

  /// Reads a change from `git diff-tree --raw`; nil if it is not about a submodule.
  init?(changed parts: [String], at path: ArraySlice<UInt8>) {
    guard parts.count == 5, let path = Self.path(path) else { return nil }
    let (before, after) = (parts[0].drop { $0 == ":" }, parts[1])
    guard before == Self.mode || after == Self.mode else { return nil }
    self.path = path
    old = before == Self.mode ? parts[2] : nil
    new = after == Self.mode ? parts[3] : nil
  }

  /// Creates a repository that the one around it does not track; it is compared with its own HEAD.
  init?(untracked path: ArraySlice<UInt8>) {
    guard let path = Self.path(path) else { return nil }
    self.path = path
    (old, new, isWorkTree) = ("HEAD", "HEAD", true)
  }

  private init(_ path: String, old: String? = nil) { (self.path, self.old) = (path, old) }

  static func all(in listing: [ArraySlice<UInt8>], _ index: GitIndex) -> [Submodule] {
    var found: [ExactName: Submodule] = [:]
    for file in listing.lazy.compactMap({ GitTreeEntry($0) }) where file.mode == mode {
      guard let path = path(file.path) else { continue }
      found[ExactName(path)] = Submodule(path, old: file.object)
    }
    for (bytes, entry) in index.entries where entry.mode == mode {
      guard let path = path(bytes) else { continue }
      var submodule = found[ExactName(path)] ?? Submodule(path)
      (submodule.new, submodule.isWorkTree) = (entry.object, true)
      found[ExactName(path)] = submodule
    }
    return found.values.sorted { ExactName($0.path) < ExactName($1.path) }
  }

  private static let mode = "160000"

  /// A crafted tree can contain `..`, which no work tree has.
  private static func path(_ bytes: ArraySlice<UInt8>) -> String? {
    guard let path = String(validating: bytes, as: UTF8.self),
      Paths.components(path).allSatisfy({ ![".", "..", ".git"].contains($0) })
    else { return nil }
    return path
  }

  var hasMoved: Bool { new != old }

  /// Returns the range to compare in it; nil if one of the commits is missing here.
  func range(in repository: GitRepository) throws(CatalogError) -> GitRange? {
    guard let left = try Self.tree(old, in: repository) else { return nil }
    if isWorkTree { return GitRange(old: left, new: nil, commits: "") }
    return try Self.tree(new, in: repository).map { GitRange(old: left, new: $0, commits: "") }
  }

  /// Returns the tree of a commit or, without one, the empty tree, which git always knows.
  private static func tree(
    _ commit: String?, in repository: GitRepository
  ) throws(CatalogError) -> String? {
    guard let commit else {
      return try repository.line(["hash-object", "-t", "tree", "/dev/null"])
    }
    return try repository.object(commit, "tree")
  }
}
