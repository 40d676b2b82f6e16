import Base
import Essentials
import Host

/// A repository within another one, which holds the commit that belongs there.
struct Submodule {
  /// The path below the top of the repository that holds it.
  let path: String
  /// The commit on the left; nil if there is none.
  private(set) var old: String?
  private var right = Right.absent

  private enum Right: Equatable {
    case absent
    case commit(String)
    /// The work tree, and the commit that the index holds for it.
    case workTree(index: String)
  }

  /// Reads a change from `git diff-tree --raw`; nil if it is not about a submodule.
  init?(changed parts: [String], at path: ArraySlice<UInt8>) {
    guard parts.count == 5, let path = Self.path(path) else { return nil }
    let (before, after) = (parts[0].drop { $0 == ":" }, parts[1])
    guard before == Self.mode || after == Self.mode else { return nil }
    self.path = path
    old = before == Self.mode ? parts[2] : nil
    right = after == Self.mode ? .commit(parts[3]) : .absent
  }

  /// Creates a repository that the one around it does not track; it is compared with its own HEAD.
  init?(untracked path: ArraySlice<UInt8>) {
    guard let path = Self.path(path) else { return nil }
    self.path = path
    (old, right) = ("HEAD", .workTree(index: "HEAD"))
  }

  private init(_ path: String, old: String? = nil) { (self.path, self.old) = (path, old) }

  /// Returns the submodules of a tree and of the work tree.
  static func all(in listing: [ArraySlice<UInt8>], _ index: GitIndex) -> [Submodule] {
    var found: [ExactName: Submodule] = [:]
    for file in listing.lazy.compactMap({ GitTreeEntry($0) }) where file.mode == mode {
      guard let path = path(file.path) else { continue }
      found[ExactName(path)] = Submodule(path, old: file.object)
    }
    for (bytes, entry) in index.entries where entry.mode == mode {
      guard let path = path(bytes) else { continue }
      found[ExactName(path), default: Submodule(path)].right = .workTree(index: entry.object)
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

  /// True if the known commits differ.
  var hasMoved: Bool {
    switch right {
    case .absent: true
    case .commit(let new): new != old
    case .workTree(let index): index != old
    }
  }

  /// Returns the range to compare in it; nil if one of the commits is missing here.
  func range(in repository: GitRepository) throws(CatalogError) -> GitRange? {
    let left = try Self.tree(old, in: repository)
    let new: String? =
      switch right {
      case .absent: try Self.tree(nil, in: repository)
      case .commit(let commit): try Self.tree(commit, in: repository)
      case .workTree: nil
      }
    let isComplete = if case .workTree = right { true } else { new != nil }
    guard let left, isComplete else { return nil }
    return GitRange(old: left, new: new)
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

extension GitRange {
  fileprivate init(old: String, new: String?) {
    (self.old, self.new, commits) = (old, new, "")
  }
}
