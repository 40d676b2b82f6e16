import Base
import Host

/// Untracked files that a failed run left. They are not snapshots, so rejecting must not remove
/// them as new ones.
extension GitCases {
  mutating func dropLeftovers(_ options: CatalogOptions, _ searches: [LibrarySearch]) -> String? {
    let new = cases.filter { $0.reference == nil && $0.writing == .rejecting }.compactMap(\.actual)
    guard !new.isEmpty, let top = cases.first?.failures else { return nil }
    let (left, likely) = Finder.leftovers(among: new, below: top, options, searches)
    let gone = new.filter(left.contains)
    cases.removeAll { $0.reference == nil && $0.actual.map(left.contains) == true }
    for file in gone { ledger.withdraw(.change, file) }
    // Where only a name says so, somebody has to look.
    for index in cases.indices {
      guard let file = cases[index].actual, likely.contains(file) else { continue }
      cases[index].remarks = []
      cases[index].obstacle =
        "Its name says that a run left it. If it is a snapshot: git add \(Shell.quoted(file))"
    }
    guard let first = gone.min() else { return nil }
    return "A failed run left \(Wording.count(gone.count, "untracked file")) such as "
      + "\(printable(Paths.below(top, first) ?? first)): no new snapshots. Review without --git."
  }
}

extension Finder {
  fileprivate static func leftovers(
    among new: [String], below top: String, _ options: CatalogOptions, _ searches: [LibrarySearch]
  ) -> (left: Set<ExactName>, likely: Set<ExactName>) {
    var options = options
    (options.git, options.references, options.actuals) = (nil, [], [])
    options.layouts = Library.all.map(\.layout) + [.words]
    guard let place = try? GivenPath(top),
      var tree = try? Tree(options: options, opened: top)
    else { return ([], []) }
    tree.open([Source(place, top: place.path, files: new)])
    var finder = Finder(tree)
    finder.search(searches)
    // A name alone proves nothing: "test.1.png" may be a new snapshot, and so may
    // "login-failed.png" next to "login.png".
    let unproven = finder.cases.filter { found in
      found.difference == nil
        && (found.reference.map { found.layout == .words && stem(Paths.name($0)) == found.name }
          ?? true)
    }.flatMap(\.leftFiles)
    let left = Set(
      new.filter { file in
        !unproven.contains(file)
          && (finder.resolver.isClaimed(file) || finder.ledger.hasPassed(file))
      }.map(ExactName.init))
    // Next to these may be files that no case shows, such as a second difference.
    let folders = Set(new.filter(left.contains).map(Paths.parent))
    let others = new.filter { file in
      let isOutput = {
        PictureFolders.isDifference(file: Paths.name(file))
          || tree.index.presets.contains { $0.isOutput(Paths.name(file)) }
      }
      return FileIndex.isOfRun(file, below: top) || tree.isLeft(file)
        || folders.contains(Paths.parent(file)) && isOutput()
    }
    let all = left.union(others.map(ExactName.init))
    let likely = new.filter { file in
      !all.contains(file) && tree.git.tracked(around: Paths.parent(file))?.isTracked(file) == false
        && (tree.isNamedActual(file, below: top) || tree.isNamedAfterNeighbour(file))
    }
    return (all, Set(likely.map(ExactName.init)))
  }
}

extension Tree {
  /// True for a file of a failure by its library's names, whose reference is where these say. Where
  /// the reference can be anywhere, the names of the file and of a folder, or of two folders, must
  /// tell its role.
  fileprivate func isLeft(_ file: String) -> Bool {
    index.presets.contains { preset in
      let parts = preset.actual + preset.difference + preset.copy + preset.leftovers
      return parts.contains { template in
        let (isNamed, isOwnFolder) = (template.tellsRole, template.isOwnFolder)
        // "login-failed.png" next to "login.png" may be a new snapshot.
        guard isOwnFolder || isNamed && !preset.actual.contains(template),
          let (home, found) = template.match(path: file)
        else { return false }
        let gaps = found.merging(["ext": String(ending(of: file).dropFirst())]) { own, _ in own }
        return preset.reference.contains { reference in
          guard !reference.isSearched, let place = reference.path(home, gaps) else {
            return isOwnFolder && (isNamed || template.fixedFolders.count > 1)
          }
          return place != file && FileStatus.exists(place)
        }
      }
    }
  }
}

extension Tree {
  /// True if a folder that a word calls one of a run holds a file, next to one of references; or if
  /// the folder is the one to which AFSnapshotTesting's actuals are given.
  fileprivate func isNamedActual(_ file: String, below top: String) -> Bool {
    let folders = Paths.components(Paths.below(top, file) ?? "")
    if folders.contains(Substring(ActualFolders.usualName)) { return true }
    return Paths.upwards(from: Paths.parent(file)).prefix { $0 != top }.contains { place in
      let (home, word) = (Paths.parent(place), FileRole.word(folder: Paths.name(place)))
      guard let word, word.role != .reference, let below = Paths.below(place, file) else {
        return false
      }
      return (baselines.folder(home)?.folders ?? []).contains { name in
        guard let other = FileRole.word(folder: name), other.role == .reference else {
          return false
        }
        // "base" and "new" also call things that are no snapshots.
        return !(word.isCommon && other.isCommon)
          || FileStatus.exists(Paths.join(Paths.join(home, name), below))
      }
    }
  }

  /// True if a file has the name of the one next to it, and a word for a role or the mark of a copy:
  /// "x-diff.png", "x.out.png" or "x copy.png" of "x.png". Libraries' own references may be called
  /// anything but a copy.
  fileprivate func isNamedAfterNeighbour(_ file: String) -> Bool {
    let (folder, name) = (Paths.parent(file), Paths.name(file))
    var others = CopyName.originals(of: name)
    if !ReferenceFolders.isReference(folder) {
      let rests = DifferenceName.rests(of: stem(name), isOfAnyRole: true)
      others += rests.map { $0 + ending(of: name) }
    }
    return others.contains { FileStatus.exists(Paths.join(folder, $0)) }
  }
}

extension Template {
  /// True if a folder's name has words of its own.
  fileprivate var isOwnFolder: Bool {
    folders.contains { if case .name = $0 { !$0.isOpen } else { false } }
  }
}
