import Base
import Host

/// A snapshot that differs from a revision's version.
struct GitChange {
  /// The path below the top of the work tree.
  let path: String
  /// The blob of the revision; nil if it has none.
  var reference: String?
  /// The blob of the second revision, or of the other side of a conflict.
  var actual: String?
  var kind = Sides.workTree
  /// True if the index holds a version other than HEAD's, which no decision here removes.
  var isStaged = false

  enum Sides {
    /// The actual is the work tree's file, which may be absent.
    case workTree
    /// Both sides are blobs: of two revisions.
    case revisions
    /// Both sides are blobs: ours and theirs of an unfinished merge.
    case conflict
  }
}

/// Finds changed snapshots.
package struct GitChanges {
  private(set) var changes: [GitChange] = []
  /// The changes that are not among `changes`.
  private(set) var ledger = Ledger()
  private(set) var submodules: [Submodule] = []
  private let repository: GitRepository
  /// The named folders; changes elsewhere are left out.
  private let folders: [String]
  private var known: Set<ExactName> = []
  private var unreadableNames: Set<[UInt8]> = []
  private var leftOut = 0

  init(
    _ range: GitRange, in repository: GitRepository, below folders: [String]
  ) throws(CatalogError) {
    (self.repository, self.folders) = (repository, folders)
    if let new = range.new {
      try take(repository.pieces(["diff-tree", "-r"] + Self.flags + [range.old, new]))
    } else {
      let index = try GitIndex(of: repository)
      takeConflicts(index)
      try takeWorkTree(of: range.old, index)
    }
    if !unreadableNames.isEmpty {
      let count = unreadableNames.count
      ledger.skip(Skipped(unreadableNames: count, in: repository.top), as: .change, count: count)
    }
    if leftOut > 0 {
      let why =
        "\(Wording.count(leftOut, "changed snapshot")) that the sparse checkout leaves out. "
        + "Check \(leftOut == 1 ? "it" : "them") out: git sparse-checkout add."
      ledger.skip(Skipped(repository.top, why), as: .change, count: leftOut)
    }
  }

  /// Reads the changes of one commit of a range, as `git log --raw` writes them.
  init(
    _ pieces: ArraySlice<ArraySlice<UInt8>>, in repository: GitRepository, below folders: [String]
  ) {
    (self.repository, self.folders) = (repository, folders)
    take(Array(pieces))
  }

  static let flags = [
    "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv",
    "--ignore-submodules=none",
  ]

  /// Adds the changes in lines such as `:100644 100644 <old> <new> M`, each followed by its path.
  private mutating func take(_ pieces: [ArraySlice<UInt8>]) {
    for index in stride(from: 0, to: pieces.count - 1, by: 2) {
      let parts = pieces[index].texts(between: " ")
      if let submodule = Submodule(changed: parts, at: pieces[index + 1]) {
        submodules.append(submodule)
        continue
      }
      guard parts.count == 5, parts[4] != "U", let path = wanted(pieces[index + 1]) else {
        continue
      }
      let old = Self.blob(parts[2], mode: parts[0].drop { $0 == ":" })
      let new = Self.blob(parts[3], mode: parts[1][...])
      if old != nil || new != nil {
        changes.append(GitChange(path: path, reference: old, actual: new, kind: .revisions))
      } else {
        skip(path)
      }
    }
  }

  /// Reports a path that was a link or a submodule, so that there is nothing to compare with.
  private mutating func skip(_ path: String) {
    ledger.skip(
      .change, [Paths.join(repository.top, path)],
      Skipped(path, "a link or a submodule in git, not a file; it is not listed."))
  }

  /// Adds the sides of conflicts. Stage 1 is their common ancestor.
  private mutating func takeConflicts(_ index: GitIndex) {
    var found: [ExactName: GitChange] = [:]
    for (bytes, entry) in index.entries where entry.stage > 0 {
      guard let path = path(bytes), let blob = Self.blob(entry.object, mode: entry.mode[...]) else {
        continue
      }
      let name = ExactName(path)
      var change = found[name] ?? GitChange(path: path, kind: .conflict)
      if entry.stage == 2 { change.reference = blob }
      if entry.stage == 3 { change.actual = blob }
      found[name] = change
    }
    for (name, change) in found {
      known.insert(name)
      if change.reference != nil || change.actual != nil { changes.append(change) }
    }
  }

  /// Adds the files that differ between the work tree and a tree of git.
  private mutating func takeWorkTree(of tree: String, _ index: GitIndex) throws(CatalogError) {
    let added = index.entries.filter { $0.entry.stage == 0 }.compactMap { path($0.path) }
    let listing = try repository.pieces(GitTreeEntry.listing + [tree])
    submodules = Submodule.all(in: listing, index)
    let committed = try committed(insteadOf: tree, listing)
    func isStaged(_ name: ExactName) -> Bool { index.files[name]?.object != committed[name] }
    var found: [(name: ExactName, object: String)] = []
    for piece in listing {
      guard let file = GitTreeEntry(piece), let path = wanted(file.path) else { continue }
      if let blob = Self.blob(file.object, mode: file.mode[...]) {
        found.append((ExactName(path), blob))
        continue
      }
      let now = try? Disk.real.statusOfLink(Paths.join(repository.top, path))
      if index.files[ExactName(path)]?.object != file.object || now?.kind == .file { skip(path) }
    }
    let equal = try index.files(
      equalTo: Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.object) }), in: repository)
    for (name, object) in found {
      let entry = index.files[name]
      if equal.contains(name) {
        // The index may hold another version.
        if isStaged(name), entry?.object != object { skipStaged(name.text) }
      } else if let entry, entry.isLeftOut, repository.isSparse, !isThere(name.text) {
        // Anyone can mark a file as left out by a sparse checkout.
        if entry.object != object { leftOut += 1 }
      } else {
        changes.append(GitChange(path: name.text, reference: object, isStaged: isStaged(name)))
      }
    }
    for path in added where self.known.insert(ExactName(path)).inserted {
      guard isThere(path) || !isStaged(ExactName(path)) else {
        skipStaged(path)
        continue
      }
      changes.append(GitChange(path: path, isStaged: isStaged(ExactName(path))))
    }
    for name in try repository.pieces(["ls-files", "--others", "--exclude-standard", "-z"]) {
      if let path = wanted(name) { changes.append(GitChange(path: path)) }
      if name.last == UInt8(ascii: "/"), let inner = Submodule(untracked: name.dropLast()) {
        submodules.append(inner)
      }
    }
  }

  /// Reports a path whose version in the index is neither in HEAD nor in the work tree.
  private mutating func skipStaged(_ path: String) {
    let why =
      "what is staged is neither in HEAD nor in the work tree, so it was not looked at, and the next "
      + "commit would hold it. Take it out of the index: git restore --staged."
    ledger.skip(.change, [Paths.join(repository.top, path)], Skipped(path, why))
  }

  /// Returns the objects of HEAD's files; other versions in the index are staged.
  private func committed(
    insteadOf tree: String, _ listing: [ArraySlice<UInt8>]
  ) throws(CatalogError) -> [ExactName: String] {
    guard let head = try repository.object("HEAD", "tree") else { return [:] }
    return GitTreeEntry.objects(
      in: head == tree ? listing : try repository.pieces(GitTreeEntry.listing + [head]))
  }

  private func isThere(_ path: String) -> Bool {
    (try? Disk.real.statusOfLink(Paths.join(repository.top, path))) != nil
  }

  /// Returns the object of a plain file; nil for absence, links and submodules.
  private static func blob(_ object: String, mode: Substring) -> String? {
    mode.hasPrefix("100") ? object : nil
  }

  /// Returns the path of a snapshot that was not seen yet and is in a named folder.
  private mutating func wanted(_ bytes: ArraySlice<UInt8>) -> String? {
    guard let path = path(bytes), known.insert(ExactName(path)).inserted else { return nil }
    return path
  }

  private mutating func path(_ bytes: ArraySlice<UInt8>) -> String? {
    guard let path = String(validating: bytes, as: UTF8.self) else {
      if Self.isSnapshot(String(decoding: bytes, as: UTF8.self)) {
        unreadableNames.insert(Array(bytes))
      }
      return nil
    }
    let whole = Paths.join(repository.top, path)
    guard Self.isSnapshot(path), folders.contains(where: { Paths.isInside(whole, $0) }) else {
      return nil
    }
    return path
  }

  /// True for every picture, and for other files if their folder or their ending says that they are
  /// snapshots. A crafted tree can contain `..`, which no work tree has.
  package static func isSnapshot(_ path: String) -> Bool {
    let parts = Paths.components(path)
    guard let name = parts.last.map(String.init), parts.allSatisfy({ !neverTracked.contains($0) })
    else { return false }
    if approvedEndings.contains(where: { name.hasSuffix($0) }) { return true }
    switch FileKind(name: name) {
    case .image, .lossyImage: return true
    case .text:
      let (bare, isVector) = (stem(name), name.lowercased().hasSuffix(".svg"))
      return isApproved(bare)
        || parts.dropLast().contains { folder in
          folder.lowercased().contains("snapshot") || keepsSnapshots(folder)
            || isVector && PictureFolders.areReferences(folder)
        }
    case nil:
      // Git's own files are hidden, and may be in any folder.
      return (!name.hasPrefix(".") || FileKind.isHiddenSnapshot(name))
        && (FileKind.isPicture(name) || isApproved(name)
          || parts.dropLast().contains {
            keepsSnapshots($0) || FileKind.isUndrawn(name) && PictureFolders.areReferences($0)
          })
    }
  }

  /// True if a folder's name says that it holds nothing but snapshots, of any type.
  private static func keepsSnapshots(_ folder: Substring) -> Bool {
    let name = folder.lowercased()
    return name.hasSuffix("-snapshots") || name.hasPrefix("__") && name.contains("snapshot")
      || name == "_snaps" || isApproved(name)
  }

  /// True if a name ends in Verify's word for a reference, or in a common one: "x.expected".
  private static func isApproved(_ name: String) -> Bool {
    let word = ending(of: name).dropFirst()
    return word == "verified"
      || FileRole.word(word).map { $0.role == .reference && !$0.isCommon } == true
  }

  private static let neverTracked: Set<Substring> = [".", "..", ".git"]
  /// The endings of Jest and insta, and of syrupy.
  private static let approvedEndings = [".snap", ".ambr"]
}
