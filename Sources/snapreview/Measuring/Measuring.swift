import Catalog
import Essentials

/// Compares the pairs of a folder on every core.
struct Measuring: Sendable {
  var strategies: StrategyChoice
  /// True if to note what the files held: a decision that follows applies to these bytes alone.
  var takesHashes = false
  /// True if the causes are asked for, which take as long again as the verdicts.
  var findsCauses = true
  /// What earlier runs have measured; nil where nothing is kept.
  var kept: KeptMeasurements?

  /// The number of reports held before they are handed out; all reports of a hundred thousand cases
  /// would take more memory than their pictures.
  private static let heldAtOnce = 1_024

  /// Measures the cases and hands out the report on each, in their order.
  ///
  /// At most one pair per core is in memory at a time, and no more than there is room for.
  ///
  /// - Returns: The finder of their causes.
  @discardableResult
  func forEachReport(
    on cases: [SnapshotCase], store: ReviewStore, _ body: (CaseReport) throws -> Void
  ) rethrows -> CaseCauseFinder {
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
        if findsCauses { report.cause = report.change.map { causes.add($0, of: report.snapshot) } }
        try body(report)
      }
    }
    kept?.save()
    return causes
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
    var differs = false
    if let reference = files.reference, let actual = files.actual {
      switch snapshot.content {
      case .text: (outcome, change) = Self.compareTexts(reference, actual)
      case .image:
        let (measured, known) = compareImages(
          snapshot, files, reference, actual, strategy, ignoring: areas)
        (outcome, change, misfit) = (measured.outcome, known, measured.misfit)
        differs = measured.differing.map { $0 > 0 } == true
      }
    } else if let reference = files.reference, let difference = files.difference {
      (outcome, change) = readDifference(
        difference, reference, snapshot, files, strategy, ignoring: areas)
    } else {
      outcome = Self.incomplete(snapshot)
    }
    // If the test itself reported a failure, the library's defaults do not let the case pass.
    let isStricter =
      outcome.verdict == .match && (change != nil || differs) && misfit == nil
      && Self.mayBeStricter(snapshot, strategy, ignoring: areas)
    if isStricter { outcome.fail() }
    return CaseReport(
      snapshot: snapshot, strategy: strategy, areas: areas, outcome: outcome,
      decision: decision, fingerprint: fingerprint,
      isRecorded: isRecorded(snapshot, outcome.verdict),
      misfit: misfit, isStricter: isStricter, differsSomehow: differs,
      change: .shown(change, in: snapshot))
  }

  /// True if the library says that the test failed, by the very strategy that is its default.
  private static func mayBeStricter(
    _ snapshot: SnapshotCase, _ strategy: Strategy, ignoring areas: IgnoredAreas
  ) -> Bool {
    strategy == snapshot.layout.strategy && areas == IgnoredAreas()
      && CaseChecks.saysFailed(snapshot)
  }

  private func readDifference(
    _ difference: String, _ reference: String, _ snapshot: SnapshotCase, _ files: ShownFiles,
    _ strategy: Strategy, ignoring areas: IgnoredAreas
  ) -> (Outcome, CaseChange?) {
    do {
      let measured = try kept.files(of: files)
        .answer(.outcome(strategy, areas, .init(snapshot)), isKept: \.isFinal) {
          try Measured(difference, beside: reference, of: snapshot, strategy, ignoring: areas)
        }
      return (measured.outcome, measured.mask.map(CaseChange.mask))
    } catch {
      return (.unreadable("\(error)"), nil)
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

  /// - Returns: What was measured, and the change; nil where none is known.
  private func compareImages(
    _ snapshot: SnapshotCase, _ files: ShownFiles, _ reference: String, _ actual: String,
    _ strategy: Strategy, ignoring areas: IgnoredAreas
  ) -> (Measured, CaseChange?) {
    let pair = OpenPair(reference, actual, of: files)
    let kept = kept.files(of: files)
    do {
      // A cause is one of colours, whatever the strategy compares, as on the screen.
      let measured = try kept.answer(
        .outcome(strategy, areas, .init(snapshot)), isKept: \.isFinal
      ) {
        try pair.measured(strategy, ignoring: areas, inColours: findsCauses)
      }
      guard
        !measured.isOfEqualFiles, measured.differing == nil,
        findsCauses
          || measured.outcome.verdict == .match
            && Self.mayBeStricter(snapshot, strategy, ignoring: areas)
      else { return (measured, nil) }
      let signature = try kept.answer(.signature(areas)) {
        let (first, second) = try pair.images(.colours)
        return ChangeSignature(first, second, ignoring: areas)
      }
      return (measured, .image(of: signature))
    } catch {
      let equal = Outcome.ofEqualFiles(reference, actual, strategy, ignoring: areas)
      return (Measured(outcome: equal ?? .unreadable("\(error)")), nil)
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
