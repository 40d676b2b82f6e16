import Base
import Host

/// Untracked files that a failed run left. They are not snapshots, so rejecting must not remove
/// them as new ones.
extension GitCases {
  mutating func dropLeftovers(_ options: CatalogOptions, _ searches: [LibrarySearch]) -> String? {
    let new = cases.filter { $0.reference == nil && $0.writing == .rejecting }.compactMap(\.actual)
    guard !new.isEmpty, let top = cases.first?.failures else { return nil }
    let old = cases.compactMap { snapshot in
      snapshot.reference.flatMap { old in snapshot.place.map { (ExactName($0), old) } }
    }
    let (left, likely) = Finder.leftovers(
      among: new, of: Dictionary(old) { first, _ in first }, below: top, options, searches)
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
  /// - Parameter old: The committed versions of changed files.
  fileprivate static func leftovers(
    among new: [String], of old: [ExactName: String], below top: String,
    _ options: CatalogOptions, _ searches: [LibrarySearch]
  ) -> (left: Set<ExactName>, likely: Set<ExactName>) {
    var options = options
    (options.git, options.references, options.actuals) = (nil, [], [])
    options.layouts = Library.all.map(\.layout) + [.words]
    guard let place = try? GivenPath(top),
      var tree = try? Tree(options: options, opened: top)
    else { return ([], []) }
    tree.open([Source(place, top: place.path, files: new)])
    var finder = Finder(tree)
    finder.findCases(searches)
    let unproven = finder.cases.filter { !$0.isProvenToBeLeft(below: top) }
    let files = { (cases: [SnapshotCase]) in Set(cases.flatMap(\.leftFiles).map(ExactName.init)) }
    let (doubtful, paired) = (files(unproven), files(unproven.filter { $0.reference != nil }))
    let left = new.filter { file in
      !doubtful.contains(file)
        && (finder.resolver.isClaimed(file) || finder.ledger.hasPassed(file))
        || FileIndex.isOfRun(file, below: top) || tree.isLeft(file)
        || tree.neighbours(of: file).contains { name in
          old[ExactName(name)].map { FileBytes.areEqual($0, file) } == true
        }
    }
    let all = Set(left.map(ExactName.init))
    let likely = new.filter { file in
      !all.contains(file) && tree.git.tracked(around: Paths.parent(file))?.isTracked(file) == false
        && (paired.contains(ExactName(file)) || tree.isNamedActual(file, below: top)
          || !tree.neighbours(of: file).isEmpty)
    }
    return (all, Set(likely.map(ExactName.init)))
  }
}

extension Tree {
  /// True for a file of a failure in its library's own folder, whose reference is where the names
  /// say. Where it can be anywhere, the file's name or a second folder must tell its role.
  fileprivate func isLeft(_ file: String) -> Bool {
    index.presets.contains { preset in
      let parts = preset.actual + preset.difference + preset.copy + preset.leftovers
      return parts.contains { template in
        guard template.isOwnFolder,
          preset.reference.allSatisfy({ $0.folders != template.folders }),
          let (home, found) = template.match(path: file)
        else { return false }
        let gaps = found.merging(["ext": String(ending(of: file).dropFirst())]) { own, _ in own }
        return preset.reference.contains { reference in
          guard !reference.isSearched, let place = reference.path(home, gaps) else {
            return template.tellsRole || template.fixedFolders.count > 1
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
      baselines.isOfRun(place, holding: Paths.below(place, file) ?? "")
    }
  }

  /// Returns the files whose name a file next to them has, with a word for a role or the mark of a
  /// copy: "x.png" of "x-diff.png", "x.out.png" and "x copy.png"; or "x.expected.png"
  /// of "x.actual.png".
  fileprivate func neighbours(of file: String) -> [String] {
    let (folder, name) = (Paths.parent(file), Paths.name(file))
    let isTests = ReferenceFolders.isReference(folder)
    let all = DifferenceName.rests(of: stem(name), isOfAnyRole: true)
    let rests = all.filter { rest in
      // In a library's own folder, tests choose names such as "dark-failed" next to "dark"; but
      // nothing follows a number or a scale.
      let next = name.hasPrefix(rest) ? name.dropFirst(rest.count).first : nil
      let mayBeChosen = next.map { "-_".contains($0) || $0.isLetter } == true
      return !isTests || !mayBeChosen || rest.last?.isNumber == true || rest.contains("@")
    }
    let marked = all.flatMap { rest in
      FileRole.reference.words.flatMap { word in ["-", "_", "."].map { rest + $0 + word } }
    }
    // A difference may be a PNG whatever it was drawn of.
    let bare =
      CopyName.originals(of: name).map(stem) + rests + marked
      + (isTests ? [stem(stem(name))] : [])
    let others = baselines.folder(folder).map { folder in
      bare.flatMap { folder.files(named: $0, like: name) }
    }
    return (others ?? []).filter { $0 != name }.map { Paths.join(folder, $0) }
  }
}

extension SnapshotCase {
  /// True if more than a word in the actual's name says that a run left it: a difference, a word in
  /// the reference's name too, or the name of its folder. "test.1.png" in any folder may be a new
  /// snapshot, and so may "login-failed.png" next to "login.png".
  fileprivate func isProvenToBeLeft(below top: String) -> Bool {
    guard difference == nil else { return true }
    guard layout != .words, let reference, let actual else { return false }
    let folder = Paths.parent(actual)
    return folder == Paths.parent(reference)
      ? !Paths.name(actual).contains(stem(Paths.name(reference)))
      : Paths.components(Paths.below(top, folder) ?? "").map(String.init)
        .contains(where: PictureFolders.areOfRun)
  }
}

extension Template {
  /// True if a folder's name has words of its own.
  fileprivate var isOwnFolder: Bool {
    folders.contains { if case .name = $0 { !$0.isOpen } else { false } }
  }
}
