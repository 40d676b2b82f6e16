import Base
import Catalog
import DiffEngine

package struct CaseCounts: Hashable, Sendable {
  package private(set) var failing = 0
  /// Cases whose outcome is still unknown.
  package private(set) var unknown = 0
  package private(set) var undecided = 0
  /// Undecided cases that match, so there is nothing to decide.
  private var settled = 0
  /// Differences left from earlier runs, which are not cases.
  package private(set) var stale = 0
  /// Cases with files that exist but could not be read.
  package private(set) var broken = 0
  /// Cases that lack one of the two files.
  package private(set) var incomplete = 0
  /// Cases that failed in one of several runs but passed in the newest.
  package private(set) var flaky = 0
  /// The number of skipped paths, if skipping is not allowed.
  package var unseen = 0
  private var verdicts: [Verdict: Int] = [:]
  private var decisions: [Decision: Int] = [:]

  package init() {}

  package mutating func add(
    _ verdict: Verdict?, after decision: Decision?, isStale: Bool, isFailing: Bool
  ) {
    guard !isStale else {
      stale += 1
      return
    }
    if let decision {
      decisions[decision, default: 0] += 1
    } else {
      undecided += 1
      if verdict == .match, !isFailing { settled += 1 }
    }
    if let verdict { verdicts[verdict, default: 0] += 1 } else { unknown += 1 }
    if isFailing { failing += 1 }
  }

  package mutating func add(_ report: CaseReport) {
    add(
      report.verdict, after: report.decision?.decision, isStale: report.isStale,
      isFailing: report.isFailing)
    guard !report.isStale else { return }
    if report.isFlaky { flaky += 1 }
    if report.missing != nil { incomplete += 1 }
    if report.isBroken, report.isFailing { broken += 1 }
  }

  /// Undecided cases that need a decision.
  package var toDecide: Int { undecided - settled }
  package var decided: Int { decisions.values.reduce(0, +) }
  package var total: Int { decided + undecided }

  package func count(_ verdict: Verdict) -> Int { verdicts[verdict, default: 0] }
  package func count(_ decision: Decision) -> Int { decisions[decision, default: 0] }
}
