import Base
import Host

/// Reports files among failures that nothing reads.
extension Finder {
  /// Reports copies of failures' files, pictures with a suffix after their ending, entries that are
  /// not files, pictures in folders that are not entered, and pictures that nothing explains.
  func unread(in source: Source) -> [Sighting] {
    let run = RunFolders(cases, passed: ledger.passedFolders, tree.index)
    let trees = tree.layouts.contains(.words) ? WordTrees(of: source) : nil
    // The failures of the bundle's run may lie beside it.
    let isOfApple = cases.contains {
      [.afsnapshot, .pointfree, .uber].contains($0.layout)
        && Paths.isInside($0.failures, source.top)
    }
    let found = source.lookIntoFolders { folder -> [Skipped] in
      let namesakes = trees.map { others(in: folder, $0) } ?? []
      if !isOfApple, ResultBundle.isBundle(folder.path), folder.path != source.top {
        return skip([folder.path], ResultBundle.advice(folder.path))
      }
      // A folder may be in the place of an actual.
      let isPart =
        Self.isPart(folder.name, byCommonWords: true)
        && run.places.contains(Paths.parent(folder.path))
      guard isPart || run.holds(folder) else { return namesakes }
      let isOwn = run.places.contains(folder.path)
      let links = source.links(in: folder).filter { leadsToUnknown($0, in: source) }
      return namesakes + skip(isPart || run.isBelowOwn(folder) ? folder.pictures : [], Self.unknown)
        + skip(run.notEntered(in: folder), Self.notEntered)
        + skip(links.map(\.path), Self.link) + almost(in: folder)
        + (isOwn ? copies(in: folder) + folder.oddEntries : [])
        + (isOwn && trees != nil ? marked(in: folder) : [])
    }
    return tree.refused(found.joined().filter { !isKnown($0.path) })
  }

  /// True for the name of an actual's or a difference's picture, or of a text about one.
  private static func isPart(_ name: String, byCommonWords: Bool = false) -> Bool {
    [name, stem(name)].contains { FileKind(name: $0).map { $0 != .text } == true }
      && WordName.all(in: name).contains {
        $0.word.role != .reference && (byCommonWords || !$0.word.isCommon)
      }
  }

  /// True if a link leads to a folder that is read by its own path only, and shows nothing there.
  private func leadsToUnknown(_ link: (path: String, target: String), in source: Source) -> Bool {
    guard Paths.isInside(link.target, source.top),
      !ledger.skipped.contains(where: { $0.path == link.path })
    else { return false }
    let held = source.folders.filter { Paths.isInside($0.path, link.target) }.flatMap(\.pictures)
    return !held.isEmpty && !held.contains(where: isKnown)
  }

  private func isKnown(_ path: String) -> Bool {
    resolver.isClaimed(path) || ledger.hasPassed(path)
  }

  private func skip(_ paths: [String], _ why: String) -> [Skipped] {
    paths.map { Skipped($0, why) }
  }

  private func almost(in folder: ListedFolder) -> [Skipped] {
    skip(
      folder.others.filter(FileKind.isAlmostPicture).map { Paths.join(folder.path, $0) },
      "a picture's name with more behind it: packed, or not written to its end. Run the test again, or "
        + "remove it.")
  }

  /// Returns actuals and differences whose names hold the word where no layout reads it, next to a
  /// reference: "x.actual.de.png" next to "x.expected.png".
  private func marked(in folder: ListedFolder) -> [Skipped] {
    let forms = folder.files.flatMap { file in
      FileRole.forms(of: file).map { form, role in
        let start = form.prefix { $0 != "\0" }
        return (file: file, start: start.isEmpty ? form[...] : start, role: role)
      }
    }
    let references = Set(forms.filter { $0.role == .reference }.map(\.start))
    let parts = forms.filter {
      $0.role != .reference && references.contains($0.start) && WordName.all(in: $0.file).isEmpty
        && FileKind(name: $0.file) != .text
    }
    let lone = folder.files.filter { Self.isPart($0) }
    return skip(
      (lone + parts.map(\.file)).map { Paths.join(folder.path, $0) },
      "lies among failures and is named like a part of one, but no other part was found. Open "
        + "it with its reference, or describe its name by [layout] in .snapreview.toml.")
  }

  private func copies(in folder: ListedFolder) -> [Skipped] {
    folder.allFiles.compactMap { file in
      CopyName.originals(of: file).first { isKnown(Paths.join(folder.path, $0)) }.map {
        Skipped(
          Paths.join(folder.path, file),
          "by its name a copy of \(printable($0)), and part of no failure. Remove it, or open it by "
            + "itself.")
      }
    }
  }

  /// Returns pictures in trees that no word names, next to trees of references and actuals, if they
  /// differ from these: they may be another browser's, a second try's, or a suite called "diff".
  private func others(in folder: ListedFolder, _ trees: WordTrees) -> [Skipped] {
    skip(
      folder.pictures.filter { path in
        guard !resolver.isClaimed(path) else { return false }
        let namesakes = trees.namesakes(of: Paths.name(path), in: folder)
        return !namesakes.isEmpty && !namesakes.contains { FileBytes.areEqual($0, path) }
      },
      "beside references and actuals that have its name, and no word says what it is. Open it with its "
        + "reference, or describe its folder by [layout] in .snapreview.toml.")
  }

  private static let unknown =
    "in a folder among failures, and no layout explains it. Open it by itself, or remove it."
  private static let link =
    "a link among failures, to a folder that is read by its own path and explained by no layout. Put "
    + "the folder in the link's place, or open it by itself."
  private static let notEntered =
    "in a hidden folder among failures, or in node_modules, which are not read. Open it by itself."
}

/// The folders in which a run left files of failures, or actuals that passed.
private struct RunFolders: Sendable {
  let places: Set<String>
  /// The folders named like folders of actuals, in which some actuals passed.
  private let trees: Set<String>
  private let failures: Set<String>
  /// The folders that contain files of failures, and all folders around them.
  private let around: Set<String>
  /// The folders in which a library keeps nothing else.
  private let own: Set<String>

  init(_ cases: [SnapshotCase], passed: Set<String>, _ index: PresetIndex) {
    let folders = { (cases: [SnapshotCase]) in Set(cases.flatMap(\.leftFiles).map(Paths.parent)) }
    let shown = folders(cases)
    around = Set(shown.flatMap { Paths.upwards(from: $0) })
    trees = Set(
      passed.compactMap { folder in
        Paths.upwards(from: folder).first { FileRole.word(folder: Paths.name($0))?.role == .actual }
      })
    places = shown.union(passed)
    failures = Set(cases.map(\.failures))
    let owners = Set(cases.map(\.layout)).filter { layout in
      layout == .pointfree || index.presets(of: layout).contains(where: \.ownsFolder)
    }
    own = folders(cases.filter { owners.contains($0.layout) })
  }

  /// True for one of these folders, or for one around or below it that belongs to the run too.
  func holds(_ folder: ListedFolder) -> Bool {
    let path = folder.path
    return places.contains(path) || isBelowOwn(folder)
      || around.contains(path) && Self.isBelow(path, failures) || Self.isBelow(path, trees)
  }

  /// True if a folder or one around it is among others. It takes one lookup for each component of a
  /// path, however many others there are.
  private static func isBelow(_ folder: String, _ others: Set<String>) -> Bool {
    Paths.upwards(from: folder).contains(where: others.contains)
  }

  func isBelowOwn(_ folder: ListedFolder) -> Bool {
    !places.contains(folder.path) && Self.isBelow(folder.path, own)
  }

  /// Returns the pictures in folders that are not entered. Next to a project's own folders,
  /// `node_modules` holds nothing from a run.
  func notEntered(in folder: ListedFolder) -> [String] {
    let isOfRun = own.contains(folder.path) || PictureFolders.areOfRun(folder.name)
    return folder.hidden(with: isOfRun ? "node_modules" : nil).flatMap(\.pictures)
  }
}
