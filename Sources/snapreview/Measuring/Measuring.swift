import Base
import Catalog
import Changes
import DiffEngine
import Essentials
import Host
import PNGCodec
import Review
import Store

/// Compares the pairs of a folder on every core.
struct Measuring: Sendable {
  var strategies: StrategyChoice
  /// True to hash the files, because a decision that follows applies only to these bytes.
  var takesHashes = false
  /// True to find the causes, which takes as long again as the verdicts.
  var findsCauses = true
  /// The measurements of earlier runs; nil if none are kept.
  var kept: KeptMeasurements?
  /// True if a case passes that failed only in an earlier run.
  var allowsFlaky = false

  /// The number of reports held before they are passed on; all reports of a hundred thousand cases
  /// would take more memory than their images.
  private static let heldAtOnce = 1_024

  /// Measures the cases and passes each report to `body`, in order.
  ///
  /// At most one pair per core is in memory at a time, fewer if there is not enough room.
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
    // A cause gets its ID once all its cases are known.
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
          report.content = CauseNames.content(
            of: snapshot, loader.files(snapshot), hash: kept.hash(ofFile:))
        }
        return report
      }
      progress.clear()
      for var report in reports {
        guard findsCauses else {
          try body(report)
          continue
        }
        report.cause = report.change.map { causes.add($0) }
        waiting.append(report)
      }
    }
    let members = Dictionary(
      grouping: waiting.indices.filter { waiting[$0].cause != nil }
    ) { waiting[$0].cause?.id ?? 0 }
    let names = CauseNames.names(of: members.mapValues { $0.map { waiting[$0].content } })
    for (cause, name) in names {
      kept?.cases(ofCause: name, listed: members[cause]?.map { waiting[$0].snapshot.id } ?? [])
    }
    kept?.save()
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
    // Hash the files before reading the pixels, so that a change in between is refused and never
    // written unseen.
    let fingerprint = takesHashes ? Fingerprint(of: snapshot) : nil
    let reading = reader.hasActual ? reader.reading(strategy, ignoring: areas) : .pending
    var signature: ChangeSignature?
    if findsCauses, case .images(let facts) = reading, facts.mask == nil, !facts.areEqual {
      signature = reader.signature(ignoring: areas)
    }
    return CaseReport(
      snapshot, strategy, ignoring: areas, reading, signature, decision, fingerprint,
      allowsFlaky: allowsFlaky
    ) { actual in
      let found = snapshot.reference.flatMap {
        TestRuns.comparison($0, actual, by: strategy, ignoring: areas)
      }
      return found?.verdict != .match
    }
  }
}
