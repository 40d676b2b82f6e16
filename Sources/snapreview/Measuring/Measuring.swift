import Catalog
import Essentials

/// Compares the pairs of a folder on every core.
struct Measuring: Sendable {
  var strategies: StrategyChoice
  /// True if to note what the files held: a decision that follows applies to these bytes alone.
  var takesHashes = false
  /// True if the causes are asked for, which take as long again as the verdicts.
  var findsCauses = true

  /// The number of reports held before they are handed out; all reports of a hundred thousand cases
  /// would take more memory than their pictures.
  private static let heldAtOnce = 1_024

  /// Measures the cases and hands out the report on each, in their order.
  ///
  /// At most one pair per core is in memory at a time, and no more than there is room for.
  func forEachReport(
    on cases: [SnapshotCase], store: ReviewStore, _ body: (CaseReport) throws -> Void
  ) rethrows {
    let decisions = store.decisions(for: cases)
    let progress = Progress(of: cases.count)
    var causes = CaseCauseFinder()
    for start in stride(from: 0, to: cases.count, by: Self.heldAtOnce) {
      let part = cases[start..<min(start + Self.heldAtOnce, cases.count)]
      let reports = mapOnAllCores(part.count) { index in
        defer { progress.advance() }
        let snapshot = part[start + index]
        return report(on: snapshot, store.shownFiles(of: snapshot), decisions[snapshot.id])
      }
      progress.clear()
      for var report in reports {
        if findsCauses { report.cause = report.change.map { causes.add($0) } }
        try body(report)
      }
    }
  }

  /// - Parameter files: The files that are read as the reference and the actual.
  private func report(
    on snapshot: SnapshotCase, _ files: ShownFiles, _ decision: DecisionRecord?
  ) -> CaseReport {
    let strategy = strategies.strategy(for: snapshot)
    let areas = strategies.rules.ignored(in: snapshot)
    // Before the pixels: what changes in between is refused, never written unseen.
    let fingerprint = takesHashes ? Fingerprint(of: snapshot) : nil
    var outcome: Outcome
    var change: CaseChange?
    var misfit: String?
    if let reference = files.reference, let actual = files.actual {
      switch snapshot.content {
      case .text: (outcome, change) = Self.compareTexts(reference, actual)
      case .image:
        (outcome, change, misfit) = compareImages(
          snapshot, files, reference, actual, strategy, ignoring: areas)
      }
    } else if let reference = files.reference, let difference = files.difference {
      (outcome, change) = Self.readDifference(
        difference, reference, snapshot, strategy, ignoring: areas)
    } else {
      outcome = Self.incomplete(snapshot)
    }
    // If the test itself reported a failure, the library's defaults do not let the case pass.
    let isStricter =
      outcome.verdict == .match && change != nil && misfit == nil
      && Self.mayBeStricter(snapshot, strategy, ignoring: areas)
    if isStricter { outcome.fail() }
    return CaseReport(
      snapshot: snapshot, strategy: strategy, areas: areas, outcome: outcome,
      decision: decision, fingerprint: fingerprint,
      isRecorded: isRecorded(snapshot, outcome.verdict),
      misfit: misfit, isStricter: isStricter, change: .shown(change, in: snapshot))
  }

  /// True if the library says that the test failed, by the very strategy that is its default.
  private static func mayBeStricter(
    _ snapshot: SnapshotCase, _ strategy: Strategy, ignoring areas: IgnoredAreas
  ) -> Bool {
    strategy == snapshot.layout.strategy && areas == IgnoredAreas()
      && CaseChecks.saysFailed(snapshot)
  }

  private static func readDifference(
    _ difference: String, _ reference: String, _ snapshot: SnapshotCase, _ strategy: Strategy,
    ignoring areas: IgnoredAreas
  ) -> (Outcome, CaseChange?) {
    do {
      let room = try PictureRoom(for: [reference, difference])
      defer { withExtendedLifetime(room) {} }
      let first = try PNG.decode(contentsOf: reference, threads: 1)
      let picture = try PNG.decode(contentsOf: difference, threads: 1)
      switch DifferenceReading(picture, beside: first, of: snapshot) {
      case .stale(let sentence): return (.stale(sentence), nil)
      case .useless(let sentence): return (.unreadable(sentence), nil)
      case .mask(let picture):
        let comparison =
          picture.judge(strategy, ignoring: areas)?.comparison ?? Comparison(verdict: .unreadable)
        return (
          .mask(comparison, first.size, undecided: picture.undecidedSentence),
          MaskChange(picture.mask(ignoring: areas)).map(CaseChange.mask)
        )
      }
    } catch {
      return (.unreadable(error.description), nil)
    }
  }

  /// True if the baseline holds the very bytes of a failure.
  ///
  /// These libraries write an actual only after a comparison failed. So the baseline was written
  /// since: by someone, or by the failing run itself (`record: .failed`), and what it replaced is
  /// in version control alone.
  private func isRecorded(_ snapshot: SnapshotCase, _ verdict: Verdict) -> Bool {
    // iOSSnapshotTestCase keeps what it compared with: should that match, nothing was proven.
    let proof: Verdict? =
      switch snapshot.layout {
      case .pointfree: .match
      case .uber: .mismatch
      default: nil
      }
    guard verdict == proof, let actual = snapshot.actual, let baseline = snapshot.baseline?.path
    else { return false }
    return FileBytes.areEqual(baseline, actual)
  }

  /// - Returns: Also why the actual is not that of the difference beside it.
  private func compareImages(
    _ snapshot: SnapshotCase, _ files: ShownFiles, _ reference: String, _ actual: String,
    _ strategy: Strategy, ignoring areas: IgnoredAreas
  ) -> (Outcome, CaseChange?, misfit: String?) {
    let equal = Outcome.ofEqualFiles(reference, actual, strategy, ignoring: areas)
    if let equal, files.difference == nil { return (equal, nil, nil) }
    do throws(ImageError) {
      let room = try PictureRoom(
        for: [reference, actual], besides: [files.difference].compactMap(\.self))
      defer { withExtendedLifetime(room) {} }
      // A cause is one of colours, whatever the strategy compares, as on the screen.
      let needsColours =
        findsCauses || files.difference != nil || strategy.samples == .colours
      let colours = needsColours ? try Self.images(reference, actual, .colours) : nil
      let misfit = colours.flatMap { DifferencePicture.Fit.sentence(files, $0, $1, in: room) }
      if let equal { return (equal, nil, misfit) }
      let outcome = try Self.outcome(reference, actual, strategy, ignoring: areas, colours)
      guard
        findsCauses
          || outcome.verdict == .match
            && Self.mayBeStricter(snapshot, strategy, ignoring: areas)
      else { return (outcome, nil, misfit) }
      let (first, second) =
        if let colours { colours } else { try Self.images(reference, actual, .colours) }
      return (outcome, .image(of: ChangeSignature(first, second, ignoring: areas)), misfit)
    } catch {
      return (equal ?? .unreadable(error.description), nil, nil)
    }
  }

  /// - Parameter colours: Both images in colours, if they have been decoded.
  private static func outcome(
    _ reference: String, _ actual: String, _ strategy: Strategy, ignoring areas: IgnoredAreas,
    _ colours: (PixelImage, PixelImage)?
  ) throws(ImageError) -> Outcome {
    var pair = colours
    if let colours, strategy.samples != .colours,
      colours.0.hasOtherCodes || colours.1.hasOtherCodes
    {
      pair = nil
    }
    let (first, second) =
      if let pair { pair } else { try images(reference, actual, strategy.samples) }
    return .image(
      compare(first, second, strategy: strategy, ignoring: areas).comparison,
      reference: first.size, actual: second.size)
  }

  /// Decodes both files one after the other, since the other cores have pairs of their own.
  private static func images(
    _ reference: String, _ actual: String, _ samples: PNG.Samples
  ) throws(ImageError) -> (PixelImage, PixelImage) {
    (
      try PNG.decode(contentsOf: reference, samples, threads: 1),
      try PNG.decode(contentsOf: actual, samples, threads: 1)
    )
  }

  static func compareTexts(_ reference: String, _ actual: String) -> (Outcome, CaseChange?) {
    do {
      let first = try TextFile.bytes(reference)
      let second = try TextFile.bytes(actual)
      let difference = TextDifference(
        reference: String(decoding: first, as: UTF8.self),
        actual: String(decoding: second, as: UTF8.self))
      // Bytes that are no UTF-8 look alike as characters and still differ.
      let least = first == second ? 0 : 1
      return (
        .text(changed: max(difference.changedLines, least), lines: difference.lines.count),
        .text(of: difference)
      )
    } catch {
      return (.unreadable("\(error)"), nil)
    }
  }

  /// Returns the reason why an actual without a reference cannot be read; nil if it can.
  private static func trouble(reading snapshot: SnapshotCase) -> String? {
    guard let actual = snapshot.actual else { return nil }
    do {
      switch snapshot.content {
      case .image:
        let room = try PictureRoom(for: [actual])
        defer { withExtendedLifetime(room) {} }
        _ = try PNG.decode(contentsOf: actual, threads: 1)
      case .text: _ = try TextFile.bytes(actual)
      }
      return nil
    } catch {
      return (error as? ImageError)?.description ?? "\(error)"
    }
  }

  private static func incomplete(_ snapshot: SnapshotCase) -> Outcome {
    if snapshot.actual == nil {
      if snapshot.isDeletion {
        return .incomplete(missing: .actual, advice: "The snapshot was deleted.")
      }
      let advice = snapshot.obstacle ?? "No actual: give --actuals DIR, or record the test again."
      return .incomplete(missing: .actual, advice: advice)
    }
    if let error = trouble(reading: snapshot) { return .unreadable(error) }
    let isKept = snapshot.writing == .rejecting
    let new = isKept ? "The snapshot is new." : "No reference yet: accepting this case creates it."
    let advice = snapshot.obstacle ?? new
    return .incomplete(missing: .reference, advice: advice)
  }
}
