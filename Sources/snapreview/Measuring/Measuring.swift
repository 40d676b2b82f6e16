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
    // A cause has its ID once all of its cases are known.
    var waiting: [CaseReport] = []
    for start in stride(from: 0, to: cases.count, by: Self.heldAtOnce) {
      let part = cases[start..<min(start + Self.heldAtOnce, cases.count)]
      let reports = mapOnAllCores(part.count) { index in
        defer { progress.advance() }
        let snapshot = part[start + index]
        let key = CaseKey(item: start + index)
        let reader = CaseReader(snapshot, key, loader: loader, isLookedAt: false)
        var report = report(on: snapshot, reader, decisions[snapshot.id])
        if findsCauses, report.change != nil {
          report.content = Self.content(of: snapshot, loader.files(snapshot))
        }
        return report
      }
      progress.clear()
      for var report in reports {
        guard findsCauses else {
          try body(report)
          continue
        }
        report.cause = report.change.map { causes.add($0, of: report.snapshot) }
        waiting.append(report)
      }
    }
    kept?.save()
    let members = Dictionary(
      waiting.compactMap { report in report.cause.map { ($0.id, [report.content]) } },
      uniquingKeysWith: +)
    let names = CauseNames.names(of: members)
    for var report in waiting {
      report.causeID = report.cause.flatMap { names[$0.id] } ?? ""
      try body(report)
    }
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

  /// What tells a case and the bytes of it that are shown.
  private static func content(of snapshot: SnapshotCase, _ files: ShownFiles) -> String {
    let place = snapshot.baseline.map { Paths.relative($0.path, from: snapshot.home) } ?? ""
    let hashes = [files.reference, files.actual ?? snapshot.difference].map { path in
      path.flatMap { try? Fingerprint.hash(ofFile: $0, on: .real) } ?? ""
    }
    return ([snapshot.key, place] + hashes).joined(separator: " ")
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
}
