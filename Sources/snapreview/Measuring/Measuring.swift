import Catalog
import DiffEngine
import PNGCodec
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compares the pairs of a folder on every core.
struct Measuring: Sendable {
  var strategies: StrategyChoice

  /// Reports on all cases, in their order.
  ///
  /// At most one pair per core is in memory at a time.
  func reports(on cases: [SnapshotCase], store: ReviewStore) -> [CaseReport] {
    let decisions = store.decisions(for: cases)
    let results = Mutex([CaseReport?](repeating: nil, count: cases.count))
    onAllCores(cases.count) { index in
      var report = measured(
        cases[index], reference: store.shownReference(for: cases[index]))
      report.decision = decisions[cases[index].id]
      results.withLock { $0[index] = report }
    }
    return results.withLock { $0.compactMap { $0 } }
  }

  /// - Parameter reference: The file that stands for the reference.
  private func measured(_ snapshot: SnapshotCase, reference: String?) -> CaseReport {
    var strategy = strategies.strategy(for: snapshot)
    let outcome: Outcome
    if let reference, let actual = snapshot.actual {
      outcome =
        switch snapshot.content {
        case .text: Self.compareTexts(reference, actual)
        case .image: compareImages(reference, actual, snapshot, &strategy)
        }
    } else {
      outcome = Self.incomplete(snapshot)
    }
    return CaseReport(snapshot: snapshot, strategy: strategy, outcome: outcome, decision: nil)
  }

  private func compareImages(
    _ reference: String, _ actual: String, _ snapshot: SnapshotCase, _ strategy: inout Strategy
  ) -> Outcome {
    func settled(_ total: Int) -> Strategy {
      strategy = strategies.strategy(for: snapshot, total: total)
      return strategy
    }
    if let outcome = Outcome.ofEqualFiles(reference, actual, strategy.kind, strategy: settled) {
      return outcome
    }
    do {
      // One after the other: the other cores have pairs of their own.
      let first = try PNG.decode(contentsOf: reference, threads: 1)
      let second = try PNG.decode(contentsOf: actual, threads: 1)
      let comparison = compare(first, second, strategy: settled(first.pixelCount)).comparison
      return .image(comparison, reference: .init(first), actual: .init(second))
    } catch {
      return .unreadable(error.description)
    }
  }

  static func compareTexts(_ reference: String, _ actual: String) -> Outcome {
    do {
      let first = try TextFile.bytes(reference)
      let second = try TextFile.bytes(actual)
      let difference = TextDifference(
        reference: String(decoding: first, as: UTF8.self),
        actual: String(decoding: second, as: UTF8.self))
      // Bytes that are no UTF-8 look alike as characters and still differ.
      let least = first == second ? 0 : 1
      return .text(changed: max(difference.changedLines, least), lines: difference.lines.count)
    } catch {
      return .unreadable("\(error)")
    }
  }

  private static func incomplete(_ snapshot: SnapshotCase) -> Outcome {
    if snapshot.actual == nil {
      let advice = snapshot.obstacle ?? "No actual: give --actuals DIR, or record the test again."
      return .incomplete(missing: .actual, advice: advice)
    }
    let advice = snapshot.obstacle ?? "No reference yet: accepting this case creates it."
    return .incomplete(missing: .reference, advice: advice)
  }
}
