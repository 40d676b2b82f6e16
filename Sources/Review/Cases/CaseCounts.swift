import Base
import Catalog
import DiffEngine

/// The number of cases in each state.
package struct CaseCounts: Hashable, Sendable {
  package private(set) var failing = 0
  /// Cases whose outcome is not known yet.
  package private(set) var unknown = 0
  package private(set) var accepted = 0
  package private(set) var rejected = 0
  package private(set) var tolerated = 0
  package private(set) var undecided = 0
  /// Differences left from earlier runs, which are not cases.
  package private(set) var stale = 0
  /// Cases whose files are there but could not be read.
  package private(set) var broken = 0
  /// Cases that lack one of the two files.
  package private(set) var incomplete = 0
  /// Cases that failed in one of several runs and passed in the newest.
  package private(set) var flaky = 0
  /// The number of skipped paths, if skipping is not allowed.
  package var unseen = 0
  private var matching = 0
  private var different = 0
  private var otherSize = 0
  private var unreadable = 0

  package init() {}

  /// - Parameter times: -1 takes one out that was counted.
  package mutating func add(
    _ verdict: Verdict?, after decision: Decision?, isStale: Bool, times: Int = 1
  ) {
    guard !isStale else {
      stale += times
      return
    }
    switch decision {
    case .accepted: accepted += times
    case .rejected: rejected += times
    case .tolerated: tolerated += times
    case nil: undecided += times
    }
    switch verdict {
    case .match: matching += times
    case .mismatch: different += times
    case .sizeMismatch: otherSize += times
    case .unreadable: unreadable += times
    case nil: unknown += times
    }
    if verdict?.isFailing(after: decision) == true { failing += times }
  }

  package mutating func add(_ report: CaseReport) {
    add(report.verdict, after: report.decision?.decision, isStale: report.isStale)
    guard !report.isStale else { return }
    if report.isFlaky { flaky += 1 }
    if report.missing != nil { incomplete += 1 }
    if report.isBroken, report.isFailing { broken += 1 }
  }

  package var decided: Int { accepted + rejected + tolerated }
  package var total: Int { decided + undecided }

  package func count(_ verdict: Verdict) -> Int {
    switch verdict {
    case .match: matching
    case .mismatch: different
    case .sizeMismatch: otherSize
    case .unreadable: unreadable
    }
  }

  package func count(_ decision: Decision) -> Int {
    switch decision {
    case .accepted: accepted
    case .rejected: rejected
    case .tolerated: tolerated
    }
  }
}
