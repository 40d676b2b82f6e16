import Base
import Host

/// Failures of every library whose files a preset describes.
extension Finder {
  mutating func findPresets(in source: Source) {
    let findings = source.lookIntoFolders { [finder = self] in finder.findings(in: $0, source) }
    var undecided: [Sighting] = []
    var strips: [Int] = []
    let (best, retries) = best(of: findings)
    for finding in best where !resolver.isClaimed(finding.sighting.path) {
      let count = cases.count
      if !add(finding, from: source), finding.sighting.preset.companionMark?.isEmpty == false {
        undecided.append(finding.sighting)
      }
      if finding.sighting.isStrip, cases.count > count { strips.append(count) }
    }
    for sighting in undecided where !resolver.isClaimed(sighting.path) {
      addUndecided(sighting, from: source)
    }
    note(retries)
    takeApart(strips)
  }

  /// Tells the cases of earlier tries of their tests.
  private mutating func note(_ retries: [String: [String]]) {
    guard !retries.isEmpty else { return }
    for index in cases.indices {
      guard let earlier = cases[index].actual.flatMap({ retries[$0] }) else { continue }
      var runs = TestRuns(count: earlier.count + 1)
      for file in earlier { runs.add(file) }
      cases[index].runs = runs
    }
  }

  /// A file that stands where an actual does.
  private final class Finding: Sendable {
    let sighting: Sighting
    /// The case; nil if the file is no failure of this library.
    let snapshot: SnapshotCase?
    /// The run's own copy of the reference.
    let copy: String?

    init(_ sighting: Sighting, _ snapshot: SnapshotCase? = nil, copy: String? = nil) {
      (self.sighting, self.snapshot, self.copy) = (sighting, snapshot, copy)
    }
  }

  /// The files of one folder that stand where a library keeps actuals.
  private struct Findings {
    /// The folder, if the library keeps nothing else in it.
    var taken: String?
    var all: [Finding] = []
  }

  private func findings(in folder: ListedFolder, _ source: Source) -> Findings? {
    let matches = matches(folder)
    let isTaken = matches.contains {
      let template = $0.entry.template
      // A template with a fixed name, such as "{module}.{name}/result.png", fits folders that hold
      // no such file.
      return $0.entry.role == .actual && !template.fitsAnyFolder
        && (template.fileGaps.contains("name") || folder.files.contains(where: template.fits))
    }
    var findings = Findings(taken: isTaken ? folder.path : nil)
    guard !resolver.isAnswered(folder: folder.path) else { return findings }
    let sites = matches.map { site($0.entry, folder, $0.home, $0.gaps, source) }
    var marked: [Site] = []
    for file in folder.files {
      let places = marks(of: file, matches, folder, source, known: &marked) + sites
      findings.all += places.compactMap { finding(file, $0, source) }
    }
    for file in Array(folder.vectors) + folder.others {
      let places = marks(of: file, matches, folder, source, known: &marked) + sites
      findings.all += places.filter(\.takesAnyFile).compactMap { finding(file, $0, source) }
        .filter { $0.snapshot.map { $0.reference != nil || FileKind.isUndrawn(file) } == true }
    }
    return findings
  }

  /// The presets that a mark in a file's name means.
  private func marks(
    of file: String, _ matches: [PresetIndex.Match], _ folder: ListedFolder, _ source: Source,
    known: inout [Site]
  ) -> [Site] {
    index.entries(file: file).compactMap { entry in
      guard layouts.contains(entry.layout), !fits(entry, matches) else { return nil }
      if let site = known.first(where: {
        $0.entry.preset == entry.preset && $0.entry.rank == entry.rank
      }) {
        return site
      }
      known.append(site(entry, folder, folder.path, [:], source))
      return known.last
    }
  }

  /// Keeps the best of several files for one case.
  ///
  /// - Returns: The best, and the actuals of earlier tries by the last one's.
  private mutating func best(
    of findings: [Findings]
  ) -> (best: [Finding], retries: [String: [String]]) {
    var result: [Finding] = []
    var places: [String: Int] = [:]
    var tries: [String: [String]] = [:]
    for folder in findings {
      if let path = folder.taken { resolver.take(folder: path) }
      for finding in folder.all {
        guard let key = finding.sighting.sharedCaseKey, let place = places[key] else {
          if let key = finding.sighting.sharedCaseKey { places[key] = result.count }
          result.append(finding)
          continue
        }
        let isBetter = finding.sighting.replaces(result[place].sighting)
        let (last, other) = isBetter ? (finding, result[place]) : (result[place], finding)
        ledger.pass(.file, other.sighting.path)
        if last.sighting.isRetry(of: other.sighting) {
          tries[key, default: []].append(other.sighting.path)
        }
        result[place] = last
      }
    }
    let retries = tries.map { key, earlier in (result[places[key]!].sighting.path, earlier) }
    return (result, Dictionary(retries) { $0 + $1 })
  }

  func site(
    _ entry: PresetIndex.Entry, _ folder: ListedFolder, _ home: String, _ gaps: Template.Gaps,
    _ source: Source
  ) -> Site {
    Site(
      index.presets[entry.preset], entry, home: home, gaps: gaps, folder: folder, in: source,
      baselines)
  }

  /// True if the folder says already that a file is this library's: a mark says less.
  private func fits(_ entry: PresetIndex.Entry, _ matches: [PresetIndex.Match]) -> Bool {
    matches.contains { $0.entry.layout == entry.layout }
  }

  /// The presets that a folder fits: of several those that say most of it.
  private func matches(_ folder: ListedFolder) -> [PresetIndex.Match] {
    let project = writeScope.repository(around: folder.path) ?? "/"
    let all = index.matches(folder: folder.path, in: project).filter(isMeant)
    let most = all.map(\.entry.template.fixedFolders.count).max()
    return all.filter { $0.entry.template.fixedFolders.count == most || $0.entry.role == .strip }
  }

  /// True if a folder by a common word is the library's.
  private func isMeant(_ match: PresetIndex.Match) -> Bool {
    let preset = index.presets[match.entry.preset]
    guard layouts.contains(match.entry.layout) else { return false }
    if preset.needsReferences {
      return baselines.isNamed && !references.contains { Paths.isInside(match.home, $0) }
    }
    guard !preset.beside.isEmpty else { return true }
    return baselines.folder(match.home)?.folders.contains(where: preset.beside.contains) == true
  }

  /// Reads a file that stands where a library's actuals do by the library's preset.
  func sighting(of path: String, _ layout: Layout, _ source: Source) -> Sighting? {
    guard let folder = baselines.folder(Paths.parent(path)) else { return nil }
    let file = Paths.name(path)
    for match in matches(folder) where match.entry.layout == layout {
      var gaps = match.gaps
      guard match.entry.template.match(file: file, &gaps) else { continue }
      let site = site(match.entry, folder, match.home, match.gaps, source)
      return Sighting(site, file: file, gaps: gaps)
    }
    return nil
  }

  private func finding(_ file: String, _ site: Site, _ source: Source) -> Finding? {
    var gaps = site.gaps
    guard !resolver.isLeft(name: file), site.entry.template.match(file: file, &gaps),
      site.entry.role == .strip || !site.companions.contains(where: { $0.fits(file) })
    else { return nil }
    let sighting = Sighting(site, file: file, gaps: gaps)
    // What a report has named takes part in saying which of several is the best.
    guard !resolver.isClaimed(sighting.path) else {
      return site.preset.hasSeveral ? Finding(sighting) : nil
    }
    let preset = sighting.preset
    let copy = first(preset.copy, site.copies, of: sighting)
    var snapshot = snapshot(of: sighting, copy: copy)
    guard source.wants(snapshot, sighting.path) else { return nil }
    let vectorCopy = preset.vector.flatMap { first([$0.copy], [nil], of: sighting) }
    let found = baselines.baseline(
      of: sighting, actual: snapshot.proposed ?? sighting.path,
      copy: preset.vector == nil ? copy : vectorCopy, isCertain: isForced)
    guard isForced || isFailure(snapshot, sighting, found) else { return Finding(sighting) }
    guard let answer = proven(found, of: snapshot, sighting, source) else { return nil }
    if case .found(_, exists: true) = answer {
    } else if !sighting.isStrip, site.folder.actual(ofDifference: file) != nil {
      return nil
    }
    attach(answer, to: &snapshot, sighting, source)
    if let vector = preset.vector { checkVector(of: &snapshot, vector.actual.file(gaps) ?? "") }
    if let remark = snapshot.layout.remark { snapshot.remarks.append(remark) }
    return Finding(
      sighting, snapshot, copy: copy ?? (answer.existing == found.existing ? nil : found.existing))
  }

  /// The baseline, where nothing but words in folders' names speaks for it: of the run's copy the
  /// committed file.
  ///
  /// - Returns: nil where no run has left the actual.
  private func proven(
    _ answer: BaselineAnswer, of snapshot: SnapshotCase, _ sighting: Sighting, _ source: Source
  ) -> BaselineAnswer? {
    guard sighting.preset.isOfWords, !isForced, !baselines.isNamed else { return answer }
    let actual = sighting.path
    if snapshot.difference == nil, git.unchanged([actual]).contains(actual) { return nil }
    // The library's copy of a baseline is never committed.
    if let copy = snapshot.reference,
      git.tracked(around: Paths.parent(copy))?.isTracked(copy) == true
    {
      return nil
    }
    guard case .found(let baseline, exists: true) = answer,
      case .found(let committed, exists: true) = committedBaseline(
        ofCopy: baseline.path, actual: actual, name: sighting.file, source)
    else { return answer }
    return .found(committed, exists: true)
  }

  /// - Returns: False where it is no failure of this library.
  private mutating func add(_ finding: Finding, from source: Source) -> Bool {
    guard let snapshot = finding.snapshot else {
      let (sighting, why) = (finding.sighting, Self.nearMiss(finding.sighting))
      if sighting.preset.proof.tellsPassed {
        ledger.pass(file: sighting.path, below: source.place.path)
      } else if sighting.site.isOwnFolder {
        ledger.refuse(.file, sighting.path, Skipped(sighting.path, why))
      }
      hints.note(nearMiss: why)
      return false
    }
    places.hintRoot(finding.sighting.failures)
    add(snapshot, from: source, by: .layout, copy: finding.copy)
    if let copy = finding.copy { resolver.claim(copy, by: .layout) }
    return true
  }

  /// Adds what was received, where nothing says of which library.
  private mutating func addUndecided(_ sighting: Sighting, from source: Source) {
    var snapshot = snapshot(of: sighting, copy: nil)
    let isMeant = { (preset: Preset) in preset.actual[0] == sighting.preset.actual[0] }
    let libraries = index.libraries.filter { $0.presets.contains(where: isMeant) }
    let names = index.presets.filter(isMeant)
      .compactMap { $0.reference[0].file(sighting.gaps) }.map(printable)
    snapshot.obstacle =
      "No baseline found: neither \(names.joined(separator: " nor ")) is beside it. Give "
      + libraries.map { "--layout \($0.layout.rawValue)" }.joined(separator: " or ") + "."
    places.hintRoot(sighting.failures)
    add(snapshot, from: source, by: .layout)
  }

  private func snapshot(of sighting: Sighting, copy: String?) -> SnapshotCase {
    let difference =
      first(sighting.preset.difference, sighting.site.differences, of: sighting)
      ?? shorterDifference(of: sighting)
    var snapshot = SnapshotCase(
      sighting.fileName, sighting.origin, kind: FileKind(name: sighting.file), reference: copy,
      actual: sighting.isStrip ? nil : sighting.path, difference: difference)
    // A text has no picture of what differs; that of the same name is another snapshot's.
    if snapshot.content == .text { snapshot.difference = nil }
    snapshot.vector = sighting.preset.vector.flatMap { first([$0.actual], [nil], of: sighting) }
    return snapshot
  }

  /// Adds what tells that a case is about a vector file, or why that cannot be accepted.
  private func checkVector(of snapshot: inout SnapshotCase, _ name: String) {
    guard let vector = snapshot.vector else {
      snapshot.obstacle =
        "The baseline is a vector file, and \(printable(name)), which this is a picture of, is not "
        + "beside it. Run the test again."
      return
    }
    snapshot.remarks.append(.picture(of: Paths.name(vector)))
  }

  /// The difference where it lies below fewer folders than the actual does, as the reference can.
  private func shorterDifference(of sighting: Sighting) -> String? {
    guard sighting.preset.saysMore else { return nil }
    for dir in sighting.shorterDirs {
      var gaps = sighting.gaps
      gaps["dir"] = dir
      for template in sighting.preset.difference {
        if let name = template.file(gaps), let folder = template.folder(sighting.home, gaps),
          let file = baselines.path(of: name, in: folder)
        {
          return file
        }
      }
    }
    return nil
  }

  /// The first of a preset's files that is there.
  private func first(
    _ templates: [Template], _ templateFolders: [Site.TemplateFolder?], of sighting: Sighting
  ) -> String? {
    for (template, templateFolder) in zip(templates, templateFolders) {
      guard
        let name =
          templateFolder?.hasNamesOfActuals == true ? sighting.file : template.file(sighting.gaps),
        let file = templateFolder.map({ $0.folder?.path(of: name) })
          ?? template.folder(sighting.home, sighting.gaps).flatMap({
            baselines.path(of: name, in: $0)
          }),
        ExactName(file) != ExactName(sighting.path) || sighting.isStrip
      else { continue }
      return file
    }
    return nil
  }

  // MARK: Whether it is one

  /// Says which library's actual a file looks most like, and why it is no failure.
  private static func nearMiss(_ sighting: Sighting) -> String {
    let preset = sighting.preset
    let (file, title) = (printable(sighting.file), sighting.site.layout.title)
    let others = (preset.copy + preset.difference + preset.reference)
      .compactMap { $0.file(sighting.gaps) }.prefix(2).map(printable).joined(separator: " nor ")
    switch preset.proof {
    case .name, .companion:
      return "It looks most like \(title): \(file) is named as its actuals are, but neither "
        + "\(others) is there."
    case .difference, .comparison:
      return "It looks most like \(title), for which nothing in it failed: \(file) has passed."
    }
  }

  private func isFailure(
    _ snapshot: SnapshotCase, _ sighting: Sighting, _ answer: BaselineAnswer
  ) -> Bool {
    var reference: String?
    if case .found(let baseline, exists: true) = answer { reference = baseline.path }
    if sighting.preset.vector != nil { reference = snapshot.reference }
    switch sighting.preset.proof {
    case .name: return true
    case .companion where sighting.preset.results != nil && snapshot.reference == nil:
      // A first recording is the baseline already.
      if case .none = answer { return Paths.name(snapshot.failures) == sighting.preset.results }
      return false
    case .companion:
      if case .found = answer, sighting.preset.companionMark?.isEmpty == false { return true }
      return (reference ?? snapshot.reference ?? snapshot.difference) != nil
    case .difference: return snapshot.difference != nil
    case .comparison:
      guard snapshot.difference == nil, let reference else { return true }
      // Where differences are drawn at all, what has none has passed; but none is drawn of two
      // sizes.
      return !FileBytes.areEqual(reference, sighting.path)
        && (!drawsDifferences(sighting) || PNGSizes.differ(reference, sighting.path))
    }
  }

  private func drawsDifferences(_ sighting: Sighting) -> Bool {
    sighting.preset.difference.contains { template in
      baselines.folder(template.fixedFolders.reduce(sighting.home, Paths.join)) != nil
    }
  }
}
