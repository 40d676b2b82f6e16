import Base

/// Finds failures of every library whose files a preset describes.
extension Tree {
  func presetSightings(in source: Source, _ resolver: Resolver) -> [Sighting] {
    let all = source.lookIntoFolders { findings(in: $0, source, resolver) }
    let (found, noted, tries) = best(of: all)
    // A copy of one failure's reference may be named as another's actual; the first has it.
    let copies = Set(found.lazy.flatMap(\.copies).map(ExactName.init))
    let isCopy = { (finding: Finding) in copies.contains(ExactName(finding.placed.path)) }
    let best = found.filter { !isCopy($0) } + found.filter(isCopy)
    var seen = noted
    var undecided: [Sighting] = []
    let fruitful = Set(best.compactMap(\.snapshot?.layout))
    for finding in best where !resolver.isClaimed(finding.placed.path) {
      if let snapshot = finding.snapshot {
        seen.append(
          .failure(
            Failure(
              snapshot, from: source, by: .layout, root: finding.placed.failures,
              copies: finding.copies, isStrip: finding.placed.isStrip)))
        continue
      }
      seen += noFailure(finding.placed, source, fruitful)
      if finding.placed.preset.companionMark?.isEmpty == false {
        undecided.append(self.undecided(finding.placed, source))
      }
    }
    return seen + undecided + [.retried(tries)] + strays(among: best, beside: all.flatMap(\.sites))
  }

  /// A file in the place of an actual.
  final class Finding: Sendable {
    let placed: PlacedFile
    /// The case; nil if the file is not a failure of this library.
    let snapshot: SnapshotCase?
    /// The run's own copies of the reference.
    let copies: [String]
    /// True if there is a baseline, or several.
    let isFound: Bool

    init(
      _ placed: PlacedFile, _ snapshot: SnapshotCase? = nil, copies: [String] = [],
      isFound: Bool = false
    ) {
      (self.placed, self.snapshot, self.copies, self.isFound) = (placed, snapshot, copies, isFound)
    }
  }

  /// Finds the failures of a library whose names fit any file.
  func commonFindings(
    in folder: ListedFolder, _ source: Source, _ resolver: Resolver
  ) -> [Finding] {
    index.common.flatMap { entry -> [Finding] in
      guard let (home, gaps) = entry.template.match(folder: Paths.components(folder.path)) else {
        return []
      }
      let site = site(entry, folder, home, gaps, source)
      let findings = folder.allFiles.compactMap { finding($0, site, source, resolver) }
      guard !isForced, findings.contains(where: { $0.snapshot != nil }) else { return findings }
      let parts = WordName.parts(of: folder)
      return findings.map { found in
        // Where any folder may hold references, a failed run has left these names there too.
        let (file, place) = (found.placed.file, found.snapshot?.baseline?.path ?? "")
        return parts.contains(file) && !ReferenceFolders.isReference(place)
          ? Finding(found.placed) : found
      }
    }
  }

  /// The files of one folder in the places of a library's actuals.
  private struct Findings {
    /// The folder, if the library keeps nothing else in it.
    var taken: String?
    /// The folder's roles for the libraries whose folders it is in.
    var sites: [Site] = []
    var all: [Finding] = []
  }

  private func findings(
    in folder: ListedFolder, _ source: Source, _ resolver: Resolver
  ) -> Findings? {
    let isReference = ReferenceFolders.isReference(folder.path)
    // For a file that a log names, only a mark identifies its library.
    let matches = source.logged == nil ? matches(folder) : []
    let isTaken = matches.contains {
      let template = $0.entry.template
      // A template such as "failures/{name}_testImage.png" fits folders that hold no such file.
      return $0.entry.role == .actual && !template.fitsAnyFolder
        && folder.files.contains(where: template.fits)
    }
    var findings = Findings(taken: isTaken ? folder.path : nil)
    guard !resolver.isAnswered(folder: folder.path) else { return findings }
    let sites = matches.map { site($0.entry, folder, $0.home, $0.gaps, source) }
    findings.sites = sites.filter { $0.entry.role == .actual && ($0.isOwnFolder || $0.isOneEach) }
    var marked: [Site] = []
    for file in folder.allFiles {
      let isDrawn = FileKind(name: file) != nil
      let places = marks(of: file, matches, folder, source, isReference, &marked) + sites
      findings.all += places.filter { isDrawn || $0.takesAnyFile }
        .compactMap { finding(file, $0, source, resolver) }
        .filter {
          isDrawn
            || $0.snapshot.map { $0.reference != nil || FileKind.isUndrawn(file) }
              ?? (!$0.placed.site.reads(file)
                || $0.placed.site.isOwnFolder && FileKind.isUndrawn(file))
        }
    }
    return findings
  }

  private func marks(
    of file: String, _ matches: [PresetIndex.Match], _ folder: ListedFolder, _ source: Source,
    _ isReference: Bool, _ known: inout [Site]
  ) -> [Site] {
    index.entries(file: file).compactMap { entry in
      let isOfSuites = index.presets[entry.preset].suites != nil
      // If the folder identifies a file as this library's, a mark is weaker evidence.
      guard layouts.contains(entry.layout),
        !matches.contains(where: { $0.entry.layout == entry.layout }),
        isOfSuites ? !isReference : source.logged == nil
      else { return nil }
      if let site = known.first(where: {
        $0.entry.preset == entry.preset && $0.entry.role == entry.role
          && $0.entry.rank == entry.rank
      }) {
        return site
      }
      guard let (home, gaps) = entry.template.match(folder: Paths.components(folder.path)) else {
        return nil
      }
      known.append(site(entry, folder, home, gaps, source))
      return known.last
    }
  }

  private func best(
    of findings: [Findings]
  ) -> (best: [Finding], noted: [Sighting], tries: [String: [String]]) {
    var result: [Finding] = []
    var noted: [Sighting] = []
    var places: [String: Int] = [:]
    var tries: [String: [String]] = [:]
    for folder in findings {
      if let path = folder.taken { noted.append(.folder(path)) }
      for finding in folder.all {
        guard let key = finding.placed.sharedCaseKey, let place = places[key] else {
          if let key = finding.placed.sharedCaseKey { places[key] = result.count }
          result.append(finding)
          continue
        }
        let isBetter = finding.placed.replaces(result[place].placed)
        let (last, other) = isBetter ? (finding, result[place]) : (result[place], finding)
        noted.append(.overtaken(other.placed.path))
        if last.placed.isRetry(of: other.placed) {
          tries[key, default: []].append(other.placed.path)
        }
        result[place] = last
      }
    }
    let byLast = tries.map { key, earlier in (result[places[key]!].placed.path, earlier) }
    return (result, noted, Dictionary(byLast) { $0 + $1 })
  }

  func site(
    _ entry: PresetIndex.Entry, _ folder: ListedFolder, _ home: String, _ gaps: Template.Gaps,
    _ source: Source
  ) -> Site {
    Site(
      index.presets[entry.preset], entry, home: home, gaps: gaps, folder: folder, in: source,
      baselines)
  }

  /// Returns the presets that a folder fits; among several, the ones with the most fixed folders.
  private func matches(_ folder: ListedFolder) -> [PresetIndex.Match] {
    let project = writeScope.repository(around: folder.path) ?? "/"
    let all = index.matches(folder: folder.path, in: project).filter(isMeant)
    let most = all.map(\.entry.template.fixedFolders.count).max()
    return all.filter { $0.entry.template.fixedFolders.count == most || $0.entry.role == .strip }
  }

  /// True if a folder whose name is a common word is the library's.
  private func isMeant(_ match: PresetIndex.Match) -> Bool {
    let preset = index.presets[match.entry.preset]
    guard layouts.contains(match.entry.layout) else { return false }
    if preset.needsReferences {
      return baselines.isNamed && !references.contains { Paths.isInside(match.home, $0) }
    }
    guard !preset.beside.isEmpty else { return true }
    return baselines.folder(match.home)?.folders.contains(where: preset.beside.contains) == true
      || preset.beside.contains(where: baselines.holdsFolder)
  }

  private func finding(
    _ file: String, _ site: Site, _ source: Source, _ resolver: Resolver
  ) -> Finding? {
    var gaps = site.gaps
    guard !resolver.leftNames.contains(file), site.entry.template.match(file: file, &gaps),
      !site.isSurpassed(gaps)
    else { return nil }
    guard site.reads(file) else {
      let isActual = site.entry.role == .actual && FileKind(name: file) != .text
      return isActual ? Finding(PlacedFile(site, file: file, gaps: gaps)) : nil
    }
    let marks = site.entry.role == .strip ? [] : site.companions.filter { $0.fits(file) }
    // A copy is not a later try, wherever its name sorts.
    if site.preset.hasSeveral, site.folder.isCopy(file) { return nil }
    // A snapshot's own name may hold the mark of another role.
    guard !marks.contains(where: { site.isCompanion(file, by: $0) }) else { return nil }
    let placed = PlacedFile(site, file: file, gaps: gaps)
    // A file that a report names still takes part in choosing the best of several.
    guard !resolver.isClaimed(placed.path) else {
      return site.preset.hasSeveral ? Finding(placed) : nil
    }
    let (preset, copy) = (placed.preset, first(placed.preset.copy, of: placed))
    // Every file's name fits this library; cases are made only of those that can be failures.
    if preset.proof == .reference, let suites = preset.suites, source.onlyFile == nil,
      source.logged == nil, !Library.isArtifact(named: file),
      !baselines.baseline(of: placed, in: suites, copy: copy, actual: placed.path).isThere
    {
      return marks.isEmpty ? Finding(placed) : nil
    }
    var snapshot = snapshot(of: placed, copy: copy)
    // Next to a difference, a name for copies is not an actual's.
    let isCopy = snapshot.difference != nil && preset.copy.contains(site.entry.template)
    guard !isCopy, source.wants(snapshot, placed.path) else { return nil }
    let vectorCopy = preset.vector.flatMap { first([$0.copy], of: placed) }
    let found = baselines.baseline(
      of: placed, snapshot, copy: preset.vector == nil ? copy : vectorCopy, isCertain: isForced)
    guard marks.isEmpty || snapshot.difference != nil || found.existing != nil else { return nil }
    let isCertain = preset.proof != .reference && (isForced || source.logged != nil)
    guard isCertain || isFailure(snapshot, placed, found) else {
      return preset.proof == .folder || !marks.isEmpty ? nil : Finding(placed)
    }
    guard var answer = proven(found, of: snapshot, placed, source) else { return nil }
    if case .found(_, exists: false) = answer, !preset.drawsNew,
      snapshot.difference != nil || copy != nil
    {
      // A difference or a copy proves that the run read a reference, which must be elsewhere.
      answer = .none
    }
    if preset.suites == nil { snapshot.compared = copy }
    if answer.existing == nil, placed.isActual, site.folder.actual(ofDifference: file) != nil {
      return nil
    }
    attach(answer, to: &snapshot, placed, source)
    if let vector = preset.vector { checkVector(of: &snapshot, vector.actual.file(gaps) ?? "") }
    if let remark = snapshot.layout.remark { snapshot.remarks.append(remark) }
    // Where the user named the references, the one beside the failures is a copy too.
    let beside = baselines.isNamed ? preset.reference.filter { !$0.isSearched } : []
    let own = first(beside, of: placed)
    let replaced = answer.existing?.path == found.existing?.path ? nil : found.existing?.path
    return Finding(
      placed, snapshot, copies: [copy ?? replaced, own].compactMap(\.self), isFound: !answer.isNone)
  }

  func snapshot(of placed: PlacedFile, copy: String?) -> SnapshotCase {
    let difference =
      first(placed.preset.difference, of: placed)
      ?? placed.shorterGaps.lazy.flatMap { gaps in
        placed.preset.difference.lazy.compactMap { baselines.file($0, placed.home, gaps) }
      }.first
    let (layout, file) = (placed.site.layout, placed.fileName)
    let actual = placed.isActual ? placed.path : nil
    var snapshot = SnapshotCase(
      suite: placed.suite, name: SnapshotCase.name(ofFile: file), layout: layout,
      content: .init(fileNamed: file, at: [copy, actual]), reference: copy, actual: actual,
      difference: difference, failures: placed.site.realFailures,
      key: Paths.join(placed.place, file))
    // A text has no difference; a picture of that name is another snapshot's.
    if snapshot.content == .text { snapshot.difference = nil }
    snapshot.vector = placed.preset.vector.flatMap { first([$0.actual], of: placed) }
    return snapshot
  }

  private func first(_ templates: [Template], of placed: PlacedFile) -> String? {
    templates.firstFound { template in
      [baselines.file(template, placed.home, placed.gaps)].compactMap(\.self)
        .filter { ExactName($0) != ExactName(placed.path) || !placed.isActual }
    }.first
  }
}
