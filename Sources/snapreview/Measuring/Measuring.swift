import Catalog
import DiffEngine
import Essentials
import PNGCodec

/// Compares the pairs of a folder on every core.
struct Measuring: Sendable {
  var strategies: StrategyChoice
  /// Whether to note what the files held: a decision that follows applies to these bytes alone.
  var takesHashes = false

  /// How many reports are held before they are handed out: of a hundred thousand cases all would
  /// take more memory than their pictures.
  private static let heldAtOnce = 1_024

  /// Measures the cases and hands out the report on each, in their order.
  ///
  /// At most one pair per core is in memory at a time.
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
        report.cause = report.change.map { causes.add($0) }
        try body(report)
      }
    }
  }

  /// - Parameter files: What stands for the reference and the actual.
  private func report(
    on snapshot: SnapshotCase, _ files: ShownFiles, _ decision: DecisionRecord?
  ) -> CaseReport {
    let strategy = strategies.strategy(for: snapshot)
    // Before the pixels: what changes in between is refused, never written unseen.
    let fingerprint = takesHashes ? Fingerprint(of: snapshot) : nil
    var outcome: Outcome
    var change: CaseChange?
    var misfit: String?
    if let reference = files.reference, let actual = files.actual {
      switch snapshot.content {
      case .text: (outcome, change) = Self.compareTexts(reference, actual)
      case .image:
        let colours: Images?
        (outcome, change, colours) = compareImages(reference, actual, strategy)
        if files.difference != nil, let pair = colours ?? (try? PNG.decodeBoth(reference, actual)) {
          misfit = DifferencePicture.Fit.sentence(files, pair.reference, pair.actual)
        }
      }
    } else if let reference = files.reference, let difference = files.difference {
      (outcome, change) = Self.readDifference(difference, reference, snapshot, strategy)
    } else {
      outcome = Self.incomplete(snapshot)
    }
    // Where the test has said that it failed, no default of its library makes it pass.
    let isStricter =
      outcome.verdict == .match && change != nil && misfit == nil
      && strategy == snapshot.layout.strategy && CaseChecks.saysFailed(snapshot)
    if isStricter { outcome.fail() }
    return CaseReport(
      snapshot: snapshot, strategy: strategy, outcome: outcome, decision: decision,
      fingerprint: fingerprint, isRecorded: isRecorded(snapshot, outcome.verdict),
      misfit: misfit, isStricter: isStricter, change: change)
  }

  private static func readDifference(
    _ difference: String, _ reference: String, _ snapshot: SnapshotCase, _ strategy: Strategy
  ) -> (Outcome, CaseChange?) {
    do {
      let first = try PNG.decode(contentsOf: reference, threads: 1)
      let picture = try PNG.decode(contentsOf: difference, threads: 1)
      switch DifferenceReading(picture, beside: first, of: snapshot) {
      case .stale(let sentence): return (.stale(sentence), nil)
      case .useless(let sentence): return (.unreadable(sentence), nil)
      case .mask(let picture):
        let comparison = picture.judge(strategy)?.comparison ?? Comparison(verdict: .unreadable)
        return (
          .mask(comparison, first.size, undecided: picture.undecidedSentence),
          MaskChange(picture.mask(ignoring: strategy.ignored)).map(CaseChange.mask)
        )
      }
    } catch {
      return (.unreadable(error.description), nil)
    }
  }

  /// Whether the baseline holds the very bytes of a failure.
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

  private typealias Images = (reference: PixelImage, actual: PixelImage)

  /// - Returns: Also the colours of both, where they were decoded.
  private func compareImages(
    _ reference: String, _ actual: String, _ strategy: Strategy
  ) -> (Outcome, CaseChange?, Images?) {
    if let outcome = Outcome.ofEqualFiles(reference, actual, strategy) {
      return (outcome, nil, nil)
    }
    // One after the other: the other cores have pairs of their own.
    func images(_ samples: PNG.Samples) throws(ImageError) -> Images {
      (
        try PNG.decode(contentsOf: reference, samples, threads: 1),
        try PNG.decode(contentsOf: actual, samples, threads: 1)
      )
    }
    do {
      let (first, second) = try images(strategy.samples)
      let comparison = compare(first, second, strategy: strategy).comparison
      // A cause is one of colours, whatever the strategy compares, as on the screen.
      let colours = strategy.samples == .colours ? (first, second) : try images(.colours)
      return (
        .image(comparison, reference: first.size, actual: second.size),
        .image(of: ChangeSignature(colours.0, colours.1, ignoring: strategy.ignored)),
        colours
      )
    } catch {
      return (.unreadable(error.description), nil, nil)
    }
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

  /// Why an actual without a reference cannot be read; nil where it can.
  private static func trouble(reading snapshot: SnapshotCase) -> String? {
    guard let actual = snapshot.actual else { return nil }
    do {
      switch snapshot.content {
      case .image: _ = try PNG.decode(contentsOf: actual, threads: 1)
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
