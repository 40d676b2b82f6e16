import Base
import Host
import PNGCodec

/// Finds baselines of libraries whose files a preset describes.
extension BaselineSearch {
  func baseline(
    of placed: PlacedFile, _ snapshot: SnapshotCase, copy: String?, isCertain: Bool
  ) -> BaselineAnswer {
    let actual = snapshot.proposed ?? placed.path
    if let suites = placed.preset.suites {
      return baseline(of: placed, in: suites, copy: copy, actual: actual)
    }
    if let answer = mirrored(placed) ?? shownByStrip(placed, actual) { return answer }
    let (preset, allowed) = (placed.preset, placed.site.allowed)
    let beside = {
      preset.reference.firstFound { $0.isSearched ? [] : self.spots($0, placed) }
    }
    let searched = {
      placed.site.indexes.firstFound { self.search($0, placed, snapshot, copy) }
    }
    for find in isNamed ? [searched, beside] : [beside, searched] {
      let spots = find().filter { spot in
        allowed.contains { Paths.isInside(self.real(spot.folder), $0) || $0 == spot.root }
      }
      let matching = recognised(spots, by: copy, actual, placed)
      if !matching.isEmpty { return settle(matching, exists: true) }
    }
    return firstPlace(of: placed, allowed: allowed, isCertain: isCertain)
  }

  /// Finds the baseline of an actual in a folder that mirrors the project: the baseline has the
  /// same relative path in the project.
  private func mirrored(_ placed: PlacedFile) -> BaselineAnswer? {
    guard let pending = placed.preset.pending.flatMap(environment),
      let top = try? Paths.real(pending), Paths.isInside(placed.folder.path, top),
      let below = Paths.below(top, placed.folder.path),
      let file = placed.reference
    else { return nil }
    let exact = placed.site.allowed.map {
      Spot(folder: Paths.join($0, below), file: file, root: $0)
    }
    let found =
      exact.first { path(of: file, in: $0.folder) != nil }.map { [$0] }
      // The project may be a subfolder of the repository.
      ?? placed.site.indexes.firstFound { index in
        index.folders(holding: file, endingIn: below).filter { !Paths.isInside($0.path, top) }
          .map { Spot(folder: $0.path, file: file, root: index.root) }
      }
    guard found.isEmpty else { return settle(found, exists: true) }
    let first = exact.first { folder($0.folder) != nil }
    return first.map { settle([$0], exists: false) } ?? BaselineAnswer.none
  }

  /// Finds the reference that the library's strip shows, if there are references in several places.
  /// The answer is ambiguous if the strip does not decide.
  private func shownByStrip(_ placed: PlacedFile, _ actual: String) -> BaselineAnswer? {
    let preset = placed.preset
    guard !isNamed, !preset.strip.isEmpty, preset.reference.count > 1 else { return nil }
    let spots = preset.reference.flatMap { self.spots($0, placed) }
    guard Set(spots.map(\.path)).count > 1 else { return nil }
    let strip = preset.strip[0].path(placed.home, placed.gaps) ?? ""
    guard FileStatus.exists(strip) else { return settle(spots, exists: true) }
    let shown = spots.filter { Strip.shows($0.path, in: strip) }
    // After an accept, the baseline equals the actual.
    let meant = shown.isEmpty ? spots.filter { FileBytes.areEqual($0.path, actual) } : shown
    return settle(meant.isEmpty ? spots : meant, exists: true)
  }

  // MARK: At the preset's places

  private func spots(_ template: Template, _ placed: PlacedFile) -> [Spot] {
    guard let file = template.file(placed.gaps) else { return [] }
    let root = template.fixedFolders.reduce(placed.home, Paths.join)
    if template.folder(placed.home, placed.gaps) != nil {
      let found = ([placed.gaps] + placed.shorterGaps).lazy.compactMap { gaps in
        self.file(template, placed.home, gaps)
      }
      return found.first.map { [Spot($0, root: root)] } ?? []
    }
    if case .many(let name) = template.folders.first, placed.gaps[name] == nil {
      return placed.site.indexes.firstFound { index in
        index.folders(holding: file).filter { Paths.isInside($0.path, placed.home) }
          .compactMap { $0.path(of: file) }.map { Spot($0, root: placed.home) }
      }
    }
    return folders(template.folders[...], placed.home, placed.gaps)
      .compactMap { path(of: file, in: $0) }.map { Spot($0, root: root) }
  }

  private func folders(
    _ rest: ArraySlice<Template.Folder>, _ path: String, _ gaps: Template.Gaps
  ) -> [String] {
    guard case .name(let pieces)? = rest.first else { return rest.isEmpty ? [path] : [] }
    if let name = Template.fill(pieces, gaps) {
      return folders(rest.dropFirst(), Paths.join(path, name), gaps)
    }
    return (folder(path)?.folders ?? []).sorted().flatMap { name in
      Template.fits(pieces, name)
        ? folders(rest.dropFirst(), Paths.join(path, name), gaps) : []
    }
  }

  // MARK: Elsewhere

  private func search(
    _ index: FileIndex, _ placed: PlacedFile, _ snapshot: SnapshotCase, _ copy: String?
  ) -> [Spot] {
    let preset = placed.preset
    if preset.join == .bytes {
      let files = { (path: String) in
        index.files(equalTo: path).filter { self.isReference($0, of: preset, in: index) }
          .map { Spot($0, root: index.root) }
      }
      // A link always equals its target, so it proves nothing.
      let same = copy.map(FileStatus.isLink) == true ? [] : files(copy ?? placed.path)
      if same.contains(where: { placed.isMeant($0) == true }) { return same }
      // After an accept, the baseline equals the actual; another test's baseline does not count.
      let accepted = files(placed.path).filter {
        placed.isMeant($0) ?? same.isEmpty || wasAccepted(snapshot, into: $0.path, copy)
      }
      return accepted.isEmpty ? same : accepted
    }
    let templates = preset.reference.filter { isNamed || $0.isSearched }
    return templates.flatMap { template -> [Spot] in
      guard let file = template.file(placed.gaps) else { return [] }
      // The names of a preset's own folders matter only if the user named no folder.
      let parts = Paths.components(template.folder("", placed.gaps) ?? "")
      let end = parts.dropFirst(isNamed ? template.fixedFolders.count : 0).joined(separator: "/")
      let folders = index.folders(holding: file, endingIn: end)
      return folders.filter { !Paths.isInside($0.path, placed.failures) || preset.isMarked }
        .filter { $0.path != placed.folder.path && !isLeftOver(file, in: $0, of: preset, index) }
        .compactMap { $0.path(of: file) }.map { Spot($0, root: index.root) }
    }
  }

  /// True if a file in a folder that the user named was left there by a run of the same library: the
  /// checkout of an archive's project holds the same run's files, or an earlier one's.
  private func isLeftOver(
    _ file: String, in folder: ListedFolder, of preset: Preset, _ index: FileIndex
  ) -> Bool {
    guard isNamed else { return false }
    let parts = Paths.components(folder.path)
    let vectors = preset.vector.map { [$0.actual, $0.copy] } ?? []
    let own = preset.actual + preset.difference + preset.strip + preset.copy + vectors
    return own.contains { template in
      guard var (home, gaps) = template.match(folder: parts), template.match(file: file, &gaps)
      else { return false }
      if home.isEmpty { home = "/" }
      return template.folders.contains { $0.literal != nil }
        ? Paths.isInside(home, index.root)
        // A copy of the reference's own name is next to its actual.
        : preset.copy.contains(template)
          && preset.actual.contains { $0.file(gaps).flatMap(folder.path) != nil }
    }
  }

  /// True if a file can be the reference of a preset's run. A text must be where the library keeps
  /// its references, unless the user named the folder, because anyone can copy a text.
  private func isReference(_ path: String, of preset: Preset, in index: FileIndex) -> Bool {
    guard !preset.isOutput(Paths.name(path)), !index.isOfRun(path),
      folder(Paths.parent(path)).map({ isLeftOver(Paths.name(path), in: $0, of: preset, index) })
        != true
    else { return false }
    return isNamed || ![.text, nil].contains(FileKind(name: Paths.name(path)))
      || Paths.below(index.root, path).map { preset.keeps("/" + $0) } == true
  }

  // MARK: Choosing

  /// Returns the files that the run's own copy of the reference proves to be the baseline.
  private func recognised(
    _ spots: [Spot], by copy: String?, _ actual: String, _ placed: PlacedFile
  ) -> [Spot] {
    if placed.preset.vector != nil {
      return recognised(vectors: spots, by: copy, actual, placed.preset)
    }
    guard spots.count > 1, let copy else { return spots }
    switch placed.preset.join {
    case .path: return spots
    case .pixels:
      let same = spots.filter { PNG.areTheSame($0.path, copy) == true }
      // After an accept, the baseline equals the actual.
      return same.isEmpty ? spots.filter { FileBytes.areEqual($0.path, placed.path) } : same
    case .bytes:
      let meant = spots.filter { placed.isMeant($0) == true }
      return meant.count == 1 ? meant : spots
    }
  }

  /// Returns the vector baselines that the bytes of the run's copy prove, or else their folder. The
  /// name alone is no proof: other programs read such files.
  private func recognised(
    vectors spots: [Spot], by copy: String?, _ actual: String, _ preset: Preset
  ) -> [Spot] {
    let kept = spots.filter { spot in
      Paths.below(spot.root, spot.path).map { preset.keeps("/" + $0) } == true
    }
    // A link always equals its target, so alone it proves nothing.
    let proofs = [copy, actual].compactMap(\.self).filter {
      !FileStatus.isLink($0) || !kept.isEmpty
    }
    let equal = proofs.firstFound { proof in spots.filter { FileBytes.areEqual($0.path, proof) } }
    return equal.isEmpty ? kept : equal
  }

  /// Settles on a file in the first tier that has any: the test's own if there is exactly one, or
  /// else the only candidate.
  func nearest(
    around failures: String, in source: Source,
    _ find: (FileIndex) -> (all: [String], own: [String])
  ) -> BaselineAnswer {
    for index in fileIndexes(around: failures, in: source) {
      let (all, own) = find(index)
      guard !all.isEmpty else { continue }
      return settle((own.count == 1 ? own : all).map { Spot($0, root: index.root) }, exists: true)
    }
    return .none
  }

  func settle(_ spots: [Spot], exists: Bool) -> BaselineAnswer {
    var byRealPath: [ExactName: Spot] = [:]
    for spot in spots {
      let folder = exists ? real(spot.folder) : Paths.realAsFarAsItExists(spot.folder)
      let path = ExactName(Paths.join(folder, spot.file))
      byRealPath[path] = byRealPath[path] ?? spot
    }
    guard let (found, spot) = byRealPath.first else { return .none }
    guard byRealPath.count == 1 else { return .ambiguous(byRealPath.keys.map(\.text).sorted()) }
    let root = exists ? self.real(spot.root) : Paths.realAsFarAsItExists(spot.root)
    guard Paths.isInside(found.text, root), root == spot.root || isNamed else {
      return .behindLink(path: found.text, link: spot.folder, root: spot.root)
    }
    return .found(Baseline(path: found.text, root: spot.home ?? root), exists: exists)
  }

  private func firstPlace(
    of placed: PlacedFile, allowed: [String], isCertain: Bool
  ) -> BaselineAnswer {
    let preset = placed.preset
    for template in preset.reference where !template.isSearched {
      guard let file = template.file(placed.gaps),
        let folder = template.folder(placed.home, placed.gaps)
      else { continue }
      let root = template.fixedFolders.reduce(placed.home, Paths.join)
      // If the failures were copied out of the project, their location tells us nothing about it.
      let isHome =
        self.folder(root) != nil && (!preset.isMarked || isCertain || hasMarkedCompanion(placed))
      guard isHome || !preset.isMarked && writeScope.repository(around: placed.failures) != nil,
        allowed.contains(where: { Paths.isInside(folder, $0) })
      else { continue }
      return settle([Spot(folder: folder, file: file, root: root)], exists: false)
    }
    return .none
  }

  private func hasMarkedCompanion(_ placed: PlacedFile) -> Bool {
    guard let companionMark = placed.preset.companionMark else { return true }
    return placed.folder.files.contains { file in
      companionMark.isEmpty
        ? FileKind(name: file) == .image && !placed.preset.isOutput(file)
        : lastWord(stem(file)) == companionMark
    }
  }
}
