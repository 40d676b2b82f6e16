import Base
import Host

/// Decides if a file in the place of a preset's actual is a failure.
extension Tree {
  func isFailure(_ snapshot: SnapshotCase, _ placed: PlacedFile, _ answer: BaselineAnswer) -> Bool {
    let reference = placed.preset.vector == nil ? answer.existing?.path : snapshot.reference
    switch placed.preset.proof {
    case .name: return true
    case .companion where placed.preset.results != nil && snapshot.reference == nil:
      // A first recording is already the baseline.
      if case .none = answer { return Paths.name(snapshot.failures) == placed.preset.results }
      return false
    case .companion:
      if case .found = answer, placed.preset.companionMark?.isEmpty == false { return true }
      return (reference ?? snapshot.reference ?? snapshot.difference) != nil
    case .reference:
      return answer.isThere || Library.isArtifact(named: placed.file)
    case .folder:
      return placed.site.holdsPair || placed.preset.usual.contains { $0.fits(placed.fileName) }
    case .difference:
      // A new snapshot had nothing to be compared with. A text next to it may be a report.
      if case .found(_, exists: false) = answer { return snapshot.content != .text }
      return snapshot.difference != nil
    case .comparison:
      guard snapshot.difference == nil, let reference else { return true }
      // If differences are drawn at all, a picture without one has passed; but none is drawn for
      // two sizes.
      return !FileBytes.areEqual(reference, placed.path)
        && (FileKind(name: placed.file) != .image || !drawsDifferences(placed)
          || PNGSizes.differ(reference, placed.path))
    }
  }

  private func drawsDifferences(_ placed: PlacedFile) -> Bool {
    placed.preset.difference.contains { template in
      baselines.folder(template.fixedFolders.reduce(placed.home, Paths.join)) != nil
    }
  }

  /// Checks a baseline that only words in folders' names support, and replaces the run's copy by
  /// the committed file.
  ///
  /// - Returns: nil if no run left the actual.
  func proven(
    _ answer: BaselineAnswer, of snapshot: SnapshotCase, _ placed: PlacedFile, _ source: Source
  ) -> BaselineAnswer? {
    guard !isForced, !baselines.isNamed else { return answer }
    let (actual, preset) = (placed.path, placed.preset)
    // "login_actual.png" beside "login.png" may be another screen.
    let isLoose = preset.isMarked && preset.reference[0].mark == nil && snapshot.reference == nil
    if preset.isOfWords || isLoose, snapshot.difference == nil,
      git.unchanged([actual]).contains(actual)
    {
      return nil
    }
    guard preset.isOfWords else { return answer }
    // The library's copy of a baseline is never committed.
    if let copy = snapshot.reference,
      git.tracked(around: Paths.parent(copy))?.isTracked(copy) == true
    {
      return nil
    }
    guard let copy = answer.existing?.path else { return answer }
    let committed = committedBaseline(ofCopy: copy, actual: actual, name: placed.file, source)
    return committed.existing == nil ? answer : committed
  }

  /// Returns the sightings of an actual that is not a failure of its library.
  func noFailure(_ placed: PlacedFile, _ source: Source, _ fruitful: Set<Layout>) -> [Sighting] {
    let (file, why) = (placed.path, Self.nearMiss(placed))
    let near = Sighting.nearMiss(why, file: file)
    if [.difference, .comparison].contains(placed.preset.proof) {
      return [near, .passed(file: file, below: source.place.path)]
    }
    let (site, preset) = (placed.site, placed.preset)
    if site.isOwnFolder { return [near, .refused(file, why)] }
    guard site.reads(placed.file) else {
      let isOfRun = fruitful.contains(site.layout)
      return [near] + (isOfRun ? refused([Skipped(file, Self.otherType)]) : [])
    }
    let isLost = fruitful.contains(site.layout) && preset.proof == .companion && preset.isMarked
    return [near] + (isLost ? refused([Skipped(file, why)]) : [])
  }

  /// Returns the sighting of an actual that several libraries could have written.
  func undecided(_ placed: PlacedFile, _ source: Source) -> Sighting {
    var snapshot = self.snapshot(of: placed, copy: nil)
    let isMeant = { (preset: Preset) in preset.actual[0] == placed.preset.actual[0] }
    let libraries = index.libraries.filter { $0.presets.contains(where: isMeant) }
    let names = index.presets.filter(isMeant)
      .compactMap { $0.reference[0].file(placed.gaps) }.map(printable)
    snapshot.obstacle =
      "No baseline found: neither \(names.joined(separator: " nor ")) is beside it. Give "
      + libraries.map { "--layout \($0.layout.rawValue)" }.joined(separator: " or ") + "."
    return .failure(Failure(snapshot, from: source, by: .layout, root: placed.failures))
  }

  /// Says which library's actual a file looks most like, and why it is not a failure.
  private static func nearMiss(_ placed: PlacedFile) -> String {
    let preset = placed.preset
    let (file, title) = (printable(placed.file), placed.site.layout.title)
    let others = Set(
      (preset.copy + preset.difference + preset.reference).compactMap { $0.file(placed.gaps) }
        .prefix(2)
    ).sorted().map(printable)
    switch preset.proof {
    case .name, .companion, .folder, .reference:
      let lost =
        others.count == 1
        ? "\(others[0]) is not there." : "neither \(others.joined(separator: " nor ")) is there."
      return "It looks most like \(title): \(file) is named as its actuals are, but \(lost)"
    case .difference, .comparison:
      return "It looks most like \(title), but nothing in it failed: \(file) has passed."
    }
  }

  /// Adds a remark that a case is about a vector file, or the reason why it cannot be accepted.
  func checkVector(of snapshot: inout SnapshotCase, _ name: String) {
    guard let vector = snapshot.vector else {
      snapshot.obstacle =
        "The baseline is a vector file, and \(printable(name)), which this is a picture of, is not "
        + "beside it. Run the test again."
      return
    }
    snapshot.remarks.append(.picture(of: Paths.name(vector)))
  }
}
