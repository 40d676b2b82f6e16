/// A snapshot that is not what a revision holds.
struct GitChange {
  /// Below the top of the work tree.
  let path: String
  /// The blob of the revision; nil where it has none.
  var reference: String?
  /// The blob of the second revision, or of the other side of a conflict.
  var actual: String?
  var kind = Kind.workTree

  enum Kind {
    /// The actual is the work tree's file, which may be absent.
    case workTree
    /// Both sides are blobs: of two revisions.
    case revisions
    /// Both sides are blobs: ours and theirs of a merge that has stopped.
    case conflict
  }
}

/// What is compared.
struct GitRange {
  /// The tree on the left.
  let old: String
  /// The tree on the right; nil for the work tree.
  let new: String?
  /// The commits in between, as `git log` takes them; without a right side all that lead to the left.
  let commits: String

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
      let base = try repository.output(["merge-base", one, other])
    else { throw Self.unknown(text, in: repository) }
    let commit = String(decoding: base.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
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
    CatalogError(
      .wrongUse,
      "--git \(printable(text)): no such revision in \(printable(repository.top)). "
        + "It takes a commit, branch or tag, or two as A..B.")
  }
}

/// Finds what has changed.
package struct GitChanges {
  private(set) var changes: [GitChange] = []
  private(set) var skipped: [Skipped] = []
  private let repository: GitRepository
  /// Folders that were named; a change elsewhere is left out.
  private let folders: [String]
  private var known: Set<ExactName> = []
  private var unreadableNames = 0

  init(
    _ range: GitRange, in repository: GitRepository, below folders: [String]
  ) throws(CatalogError) {
    (self.repository, self.folders) = (repository, folders)
    if let new = range.new {
      try take(
        repository.pieces(["diff-tree", "-r"] + Self.flags + [range.old, new]), kind: .revisions)
    } else {
      try takeConflicts()
      let quiet = ["--ignore-submodules=all"]
      try take(
        repository.pieces(["diff-index"] + Self.flags + quiet + [range.old]), kind: .workTree)
      for name in try repository.pieces(["ls-files", "--others", "--exclude-standard", "-z"]) {
        if let path = wanted(name) { changes.append(GitChange(path: path)) }
      }
    }
    if unreadableNames > 0 {
      skipped.append(Skipped(unreadableNames: unreadableNames, in: repository.top))
    }
  }

  /// What one commit of a range changed, as `git diff-tree` writes it.
  init(
    _ pieces: ArraySlice<ArraySlice<UInt8>>, in repository: GitRepository, below folders: [String]
  ) throws(CatalogError) {
    (self.repository, self.folders) = (repository, folders)
    try take(Array(pieces), kind: .revisions)
  }

  static let flags = [
    "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv",
  ]

  /// `:100644 100644 <old> <new> M`, then the path.
  private mutating func take(
    _ pieces: [ArraySlice<UInt8>], kind: GitChange.Kind
  ) throws(CatalogError) {
    for index in stride(from: 0, to: pieces.count - 1, by: 2) {
      let parts = pieces[index].split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard parts.count == 5, parts[4] != "U", let path = wanted(pieces[index + 1]) else {
        continue
      }
      let old = Self.blob(parts[2], mode: parts[0].drop { $0 == ":" })
      let new = Self.blob(parts[3], mode: parts[1][...])
      switch kind {
      case .workTree:
        if old != nil || parts[4] == "A" {
          changes.append(GitChange(path: path, reference: old))
        } else {
          skip(path)
        }
      case .revisions, .conflict:
        if old != nil || new != nil {
          changes.append(GitChange(path: path, reference: old, actual: new, kind: kind))
        } else {
          skip(path)
        }
      }
    }
  }

  /// Says of a path that was a link or a submodule that there is nothing to compare with.
  private mutating func skip(_ path: String) {
    skipped.append(Skipped(path, "a link or a submodule in git, not a file; it is not listed."))
  }

  /// `100644 <blob> <stage>`, a tab, then the path. Stage 1 is what both come from.
  private mutating func takeConflicts() throws(CatalogError) {
    var found: [ExactName: GitChange] = [:]
    for piece in try repository.pieces(["ls-files", "-u", "-z"]) {
      guard let tab = piece.firstIndex(of: UInt8(ascii: "\t")),
        let path = path(piece[piece.index(after: tab)...])
      else { continue }
      let parts = piece[..<tab].split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard parts.count == 3, let blob = Self.blob(parts[1], mode: parts[0][...]) else { continue }
      let name = ExactName(path)
      var change = found[name] ?? GitChange(path: path, kind: .conflict)
      if parts[2] == "2" { change.reference = blob }
      if parts[2] == "3" { change.actual = blob }
      found[name] = change
    }
    for (name, change) in found {
      known.insert(name)
      if change.reference != nil || change.actual != nil { changes.append(change) }
    }
  }

  /// The object of a plain file; nil for absence, links and submodules.
  private static func blob(_ object: String, mode: Substring) -> String? {
    mode.hasPrefix("100") ? object : nil
  }

  /// The path of a snapshot that was not seen yet and lies where it was asked for.
  private mutating func wanted(_ bytes: ArraySlice<UInt8>) -> String? {
    guard let path = path(bytes), known.insert(ExactName(path)).inserted else { return nil }
    return path
  }

  private mutating func path(_ bytes: ArraySlice<UInt8>) -> String? {
    guard let path = String(validating: bytes, as: UTF8.self) else {
      unreadableNames += 1
      return nil
    }
    let whole = Paths.join(repository.top, path)
    guard Self.isSnapshot(path), folders.contains(where: { Paths.isInside(whole, $0) }) else {
      return nil
    }
    return path
  }

  /// Every PNG; texts where their folder or their ending says that they are snapshots. A tree can
  /// be made to hold `..`, which no work tree has.
  package static func isSnapshot(_ path: String) -> Bool {
    let parts = Paths.components(path)
    guard let name = parts.last.map(String.init), parts.allSatisfy({ !neverTracked.contains($0) })
    else { return false }
    if approvedEndings.contains(where: { name.hasSuffix($0) }) { return true }
    switch FileKind(name: name) {
    case .image: return true
    case .text:
      let bare = stem(name)
      return approvedNames.contains { bare.hasSuffix($0) }
        || parts.dropLast().contains { $0.lowercased().contains("snapshot") }
    case .lossyImage, nil: return false
    }
  }

  private static let neverTracked: Set<Substring> = [".", "..", ".git", ".snapreview"]
  /// Jest and insta; syrupy.
  private static let approvedEndings = [".snap", ".ambr"]
  /// Verify; ApprovalTests.
  private static let approvedNames = [".verified", ".approved"]
}
