import Base
import Host
import PNGCodec

/// Finds baselines of libraries that keep a folder of references for each test class or file.
extension BaselineSearch {
  /// Returns the folders of references for one test class or file, the preferred ones first.
  func tiers(
    of suites: Preset.Suites, _ folder: ListedFolder, beside failures: String, _ layout: Layout,
    _ indexes: [FileIndex]
  ) -> [Tier] {
    let found = { @Sendable (index: FileIndex) in
      let all = index.folders(named: folder.name).filter { $0.path != folder.path }
        .map { Candidate(folder: $0, root: index.root) }
        // The checkout of an archive's project may hold the same run's artifacts.
        .filter { $0.parent == index.root || !PictureFolders.areOfRun(Paths.name($0.parent)) }
      let isOpen = self.isNamed && !suites.isLoose
      let marked = all.filter {
        suites.rank(Paths.name($0.parent)) != nil || isOpen && $0.parent == index.root
      }
      return marked.isEmpty && self.isNamed && suites.isLoose ? all : marked
    }
    let tiers = indexes.map { index in tier { found(index) } }
    if suites.isLoose { return tiers }
    let prescribed = tier {
      self.writeScope.prescribed(beside: failures, layout).compactMap { home in
        self.folder(Paths.join(home, folder.name)).map { Candidate(folder: $0, root: home) }
      }
    }
    return isNamed ? [tier { tiers.flatMap { $0() } }, prescribed] : [prescribed] + tiers
  }

  func baseline(
    of placed: PlacedFile, in suites: Preset.Suites, copy: String?, actual: String
  ) -> BaselineAnswer {
    guard let file = placed.reference else { return .none }
    let logged = placed.site.logged?.reference(of: placed.path)
    if suites.isLoose, !isNamed, let homes = placed.site.logged?.homes {
      return logged.map { self.logged($0, placed, suites, in: homes) } ?? .none
    }
    let copy = copy.flatMap { FileStatus.isLink($0) ? nil : $0 }
    let found = answer(file: file, placed.site.suites) { all in
      let candidates = all.filter { !isOfRun($0.folder.path, holding: file) }
      if let logged { return Paths.closest(candidates, to: Paths.parent(logged), \.folder.path) }
      if suites.isLoose { return candidates }
      let nearest = { Self.nearest($0, to: placed.site.realFailures) }
      guard candidates.count > 1, let copy, candidates[0].folder.path(of: file) != nil else {
        return Self.first(nearest(candidates), suites)
      }
      let same = self.compared(candidates, file, with: copy, actual)
      return same.isEmpty ? nearest(candidates) : Self.first(nearest(same), suites)
    }
    if found.isThere { return found }
    let flat = suites.isLoose ? flatFolders(holding: file, placed, suites) : []
    if !flat.isEmpty { return answer(flat, file: file, exists: true, areFlat: true) }
    let hidden = placed.site.indexes.lazy.compactMap {
      $0.behindLink(suite: placed.folder.name, file: file, isNamed: self.isNamed)
    }
    if let answer = hidden.first { return answer }
    guard suites.isLoose, case .found = found else { return found }
    return namesake(of: file, placed, suites) ?? found
  }

  /// Returns the folders whose file the run compared with: it has the bytes or the pixels of the
  /// run's own copy, or it is the actual, accepted since.
  private func compared(
    _ folders: [Candidate], _ file: String, with copy: String, _ actual: String
  ) -> [Candidate] {
    let proofs: [(String) -> Bool] = [
      { FileBytes.areEqual($0, copy) }, { PNG.areTheSame($0, copy) == true },
      { FileBytes.areEqual($0, actual) },
    ]
    return proofs.firstFound { proof in
      folders.filter { $0.folder.path(of: file).map(proof) == true }
    }
  }

  /// Keeps only the nearest of the references that are next to a folder around the failures.
  private static func nearest(_ candidates: [Candidate], to failures: String) -> [Candidate] {
    guard candidates.count > 1 else { return candidates }
    let distance = { (candidate: Candidate) -> Int? in
      let place = Paths.parent(candidate.parent)
      return Paths.isInside(failures, place) ? failures.utf8.count - place.utf8.count : nil
    }
    guard let best = candidates.compactMap(distance).min() else { return candidates }
    return candidates.filter { distance($0) == best }
  }

  /// Keeps, in each place, the first folder in the order in which the library tries them.
  private static func first(_ candidates: [Candidate], _ suites: Preset.Suites) -> [Candidate] {
    guard candidates.count > 1 else { return candidates }
    let rank = { (candidate: Candidate) in suites.rank(Paths.name(candidate.parent)) ?? .max }
    return Dictionary(grouping: candidates) { Paths.parent($0.parent) }.values.flatMap { all in
      let best = all.map(rank).min()
      return all.filter { rank($0) == best }
    }
  }

  // MARK: Elsewhere

  /// Returns folders that hold references directly, as for `verifySnapshot(snapshotDirectory:)`.
  private func flatFolders(
    holding file: String, _ placed: PlacedFile, _ suites: Preset.Suites
  ) -> [Candidate] {
    placed.site.indexes.flatMap { index -> [Candidate] in
      let root = index.root
      let isOpen = isNamed || ReferenceFolders.isReference(root)
      // Thousands of folders may hold a file of this name, but few are named like references.
      let folders = index.marked {
        suites.rank($0.name) != nil || isOpen && $0.path == root
      }
      return folders.filter { $0.path != placed.folder.path && $0.spelling(of: file) != nil }
        .map { Candidate(folder: $0, root: root) }
    }
  }

  /// Finds a reference that `snapshotDirectory` has moved. The library leaves an artifact only
  /// after reading a reference, so one of the same name elsewhere, or of another type, is more
  /// likely than none.
  ///
  /// - Returns: nil if no other file has this name, apart from other test files' references.
  private func namesake(
    of file: String, _ placed: PlacedFile, _ suites: Preset.Suites
  ) -> BaselineAnswer? {
    for index in placed.site.indexes {
      let holding = { (file: String) in
        index.folders(holding: file).compactMap { $0.path(of: file) }.filter {
          !Paths.isInside($0, placed.failures) && !index.isOfRun($0)
        }
      }
      let places = { (file: String) -> ArraySlice<Substring> in
        let parts = Paths.components(Paths.below(index.root, Paths.parent(file)) ?? "")
        let home = parts.lastIndex { suites.rank(String($0)) != nil }
        return home.map { parts[($0 + 1)...] } ?? []
      }
      // One file system tells capitals apart, another does not.
      let suite = placed.folder.name.lowercased()
      let deeper = holding(file).filter { places($0).contains { $0 == placed.folder.name } }
      if !deeper.isEmpty {
        return settle(deeper.map { Spot($0, root: index.root) }, exists: true)
      }
      let others = ([ending(of: file)] + FileKind.endings).flatMap { ending in
        holding(stem(file) + ending).filter { file in
          let places = places(file)
          // A folder of a similar name may be the test file's former one.
          return places.isEmpty
            || places.map { $0.lowercased() }.contains { $0.contains(suite) || suite.contains($0) }
        }
      }
      let alike = index.folders(named: placed.folder.name).filter { $0.path != placed.folder.path }
        .flatMap { folder in
          folder.allFiles.filter { $0.lowercased() == file.lowercased() }.compactMap(folder.path)
        }.filter { !Paths.isInside($0, placed.failures) && !index.isOfRun($0) }
      if !others.isEmpty || !alike.isEmpty { return .ambiguous(Set(others + alike).sorted()) }
    }
    return nil
  }

  /// Returns the reference that a log names, if the library itself would look for it there and it
  /// may be written.
  private func logged(
    _ reference: String, _ placed: PlacedFile, _ suites: Preset.Suites, in homes: [String]
  ) -> BaselineAnswer {
    let given = Paths.parent(reference)
    guard let real = try? Paths.real(given),
      let home = homes.first(where: { Paths.isInside(real, $0) }),
      let folder = folder(Paths.isInside(given, home) ? given : real)
    else { return .none }
    let isFlat = suites.rank(folder.name) != nil
    let isSuite =
      folder.name == placed.folder.name
      && suites.rank(Paths.name(Paths.parent(folder.path))) != nil
    let file = Paths.name(reference)
    guard isFlat || isSuite, folder.spelling(of: file) != nil else { return .none }
    return answer(
      [Candidate(folder: folder, root: home)], file: file, exists: true, areFlat: isFlat)
  }
}
