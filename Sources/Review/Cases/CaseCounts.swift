import Base
import Catalog
import DiffEngine

package struct CaseCounts: Hashable, Sendable {
  package private(set) var failing = 0
  /// Cases whose outcome is not known yet.
  package private(set) var unknown = 0
  package private(set) var accepted = 0
  package private(set) var rejected = 0
  package private(set) var tolerated = 0
  package private(set) var undecided = 0
  /// Undecided cases that match: there is nothing to decide.
  private var settled = 0
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

  package mutating func add(
    _ verdict: Verdict?, after decision: Decision?, isStale: Bool, isFailing: Bool
  ) {
    guard !isStale else {
      stale += 1
      return
    }
    switch decision {
    case .accepted: accepted += 1
    case .rejected: rejected += 1
    case .tolerated: tolerated += 1
    case nil:
      undecided += 1
      if verdict == .match, !isFailing { settled += 1 }
    }
    switch verdict {
    case .match: matching += 1
    case .mismatch: different += 1
    case .sizeMismatch: otherSize += 1
    case .unreadable: unreadable += 1
    case nil: unknown += 1
    }
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
