import Catalog
import Essentials
import ReviewUI

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
    let loader = PairLoader(limit: 0, kept: kept) { store.shownFiles(of: $0) }
    var causes = CaseCauseFinder()
    for start in stride(from: 0, to: cases.count, by: Self.heldAtOnce) {
      let part = cases[start..<min(start + Self.heldAtOnce, cases.count)]
      let reports = mapOnAllCores(part.count) { index in
        defer { progress.advance() }
        let snapshot = part[start + index]
        let key = CaseKey(item: start + index)
        let reader = CaseReader(snapshot, key, loader: loader, isLookedAt: false)
        return report(on: snapshot, reader, decisions[snapshot.id])
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

  private func report(
    on snapshot: SnapshotCase, _ reader: CaseReader, _ decision: DecisionRecord?
  ) -> CaseReport {
    let strategy = strategies.strategy(for: snapshot)
    let areas = strategies.rules.ignored(in: snapshot)
    // Before the pixels: what changes in between is refused, never written unseen.
    let fingerprint = takesHashes ? Fingerprint(of: snapshot) : nil
    let reading = reader.hasActual ? reader.reading(strategy, ignoring: areas) : .pending
    var item = ReviewItem(snapshot: snapshot, rule: strategy, ignoring: areas)
    item.take(reading)
    if findsCauses, case .images(let facts) = reading, facts.mask == nil, !facts.areEqual {
      item.signature = reader.signature(ignoring: areas)
    }
    let isStricter = item.isStricter(strategy)
    let outcome = Outcome(reading, of: snapshot, isFailed: isStricter)
    return CaseReport(
      snapshot: snapshot, strategy: strategy, areas: areas, outcome: outcome,
      decision: decision, fingerprint: fingerprint,
      isRecorded: isRecorded(snapshot, outcome.verdict), misfit: item.misfit,
      isStricter: isStricter, differsSomehow: item.tooLarge != nil && item.differing != 0,
      change: item.change)
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
    guard verdict == proof, !snapshot.isBaselineOwn, let actual = snapshot.actual,
      let baseline = snapshot.baseline?.path
    else { return false }
    return FileBytes.areEqual(baseline, actual)
  }
}
