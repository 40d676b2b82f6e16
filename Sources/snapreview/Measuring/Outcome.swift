import ReviewUI

/// The result of comparing a pair of files.
enum Outcome: Equatable, Sendable {
  case image(Comparison, reference: PixelSize, actual: PixelSize)
  /// A reference beside the library's picture of what differs: its mismatches as the test saw them, and
  /// a sentence on those that the picture cannot tell. `unreadable` where the strategy needs the actual.
  case mask(Comparison, PixelSize, undecided: String?)
  /// A difference that is left from an earlier run: why it is taken for one.
  case stale(String)
  /// A text snapshot: lines removed or added, out of all that the two have.
  case text(changed: Int, lines: Int)
  /// The case lacks a file, so there is nothing to compare; `advice` says what to do about it.
  case incomplete(missing: Missing, advice: String)
  /// A file that is there could not be read: the sentence that says why.
  case unreadable(String)

  enum Missing: Equatable, Sendable { case reference, actual }

  var verdict: Verdict {
    switch self {
    case .image(let comparison, _, _), .mask(let comparison, _, _): comparison.verdict
    case .stale: .match
    case .text(let changed, _): changed == 0 ? .match : .mismatch
    case .incomplete, .unreadable: .unreadable
    }
  }
}

extension Outcome {
  /// - Parameter isFailed: True if the test's word for the verdict stands against what was counted.
  init(_ reading: Reading, of snapshot: SnapshotCase, isFailed: Bool) {
    switch reading {
    case .images(let facts):
      var comparison = facts.compared?.comparison ?? Comparison(verdict: .unreadable)
      if isFailed { comparison.verdict = .mismatch }
      self =
        if let mask = facts.mask {
          .mask(comparison, facts.reference, undecided: mask.undecided)
        } else {
          .image(comparison, reference: facts.reference, actual: facts.actual)
        }
    case .texts(let facts): self.init(facts.difference)
    case .oneSided(let facts):
      let reason = facts.reason
      self = reason.map(facts.isStale ? Outcome.stale : Outcome.unreadable) ?? .incomplete(snapshot)
    case .failed(let sentence): self = .unreadable(sentence)
    case .pending: self = .incomplete(snapshot)
    }
  }

  init(_ difference: TextDifference) {
    self = .text(changed: difference.changedLines, lines: difference.lines.count)
  }

  private static func incomplete(_ snapshot: SnapshotCase) -> Outcome {
    if snapshot.actual == nil {
      let advice =
        snapshot.isDeletion
        ? "The snapshot was deleted."
        : snapshot.obstacle ?? "No actual: give --actuals DIR, or record the test again."
      return .incomplete(missing: .actual, advice: advice)
    }
    let isKept = snapshot.writing == .rejecting
    let new = isKept ? "The snapshot is new." : "No reference yet: accepting this case creates it."
    return .incomplete(missing: .reference, advice: snapshot.obstacle ?? new)
  }
}

/// One case with its strategy, its outcome, and the reviewer's decision.
struct CaseReport: Sendable {
  var snapshot: SnapshotCase
  var strategy: Strategy
  /// The areas that are ignored.
  var areas: IgnoredAreas
  var outcome: Outcome
  var decision: DecisionRecord?
  /// The hashes of the files just before they were compared, if asked for.
  var fingerprint: Fingerprint?
  /// True if the baseline holds the very bytes of the failure.
  var isRecorded: Bool
  /// The reason why the actual does not belong to the difference beside it.
  var misfit: String?
  /// True if the library says that the test failed, while its defaults let the case pass.
  var isStricter = false
  /// True if the images differ, and are too large for anybody to tell how.
  var differsSomehow = false
  /// The change; nil if nothing changed, nothing can be compared, or it is not known.
  var change: CaseChange?
  /// The number of its cause in the folder, and why it has that one, as `CaseCauseFinder` returns
  /// them.
  var cause: (id: Int, reason: String?, variant: String?)?
  /// The ID of its cause, by which users name it.
  var causeID = ""
  /// What tells the case and the bytes that are shown of it; empty where causes are not asked for.
  var content = ""

  var verdict: Verdict { outcome.verdict }

  /// Sentences that the reviewer should read about the case.
  var remarks: [String] {
    let own =
      snapshot.remarks
      + [
        misfit, isStricter ? snapshot.layout.stricterSentence : nil,
        differsSomehow ? "Its images are too large to tell what changed." : nil,
      ].compactMap(\.self)
    guard isRecorded, decision?.decision != .accepted else { return own }
    return own + [
      "The baseline equals this failure's actual \(Self.recordedWords). "
        + "The previous one is in Git, if anywhere."
    ]
  }

  /// The reason why equal files prove nothing.
  static let recordedWords =
    "byte for byte: it was written after the comparison failed, perhaps by the failing run itself "
    + "(record: .failed)"

  /// True if it is left from an earlier run, and counts for nothing.
  var isStale: Bool { if case .stale = outcome { true } else { false } }

  var isFailing: Bool { verdict.isFailing(after: decision?.decision) }

  /// True if the case fails a gate; a rejected one does even if the settings let it pass.
  var failsGate: Bool { isFailing || decision?.decision == .rejected }
}

/// The number of cases of each kind.
struct Tally: Equatable, Sendable {
  var total = 0
  private var verdicts: [Verdict: Int] = [:]
  private var decisions: [Decision: Int] = [:]
  private(set) var failing = 0
  /// Cases whose files are there but could not be read.
  private(set) var broken = 0
  /// Cases that lack one of the two files.
  private(set) var incomplete = 0
  /// Differences that are left from earlier runs, which are no cases.
  private(set) var stale = 0
  /// The number of skipped paths, if skipping is not allowed.
  var unseen = 0

  mutating func add(_ report: CaseReport) {
    guard !report.isStale else {
      stale += 1
      return
    }
    total += 1
    verdicts[report.verdict, default: 0] += 1
    if let decision = report.decision?.decision { decisions[decision, default: 0] += 1 }
    if report.isFailing { failing += 1 }
    if case .incomplete = report.outcome { incomplete += 1 }
    if case .unreadable = report.outcome, report.isFailing { broken += 1 }
  }

  func count(_ verdict: Verdict) -> Int { verdicts[verdict, default: 0] }
  func count(_ decision: Decision) -> Int { decisions[decision, default: 0] }
  var undecided: Int { total - decisions.values.reduce(0, +) }

  var status: ExitStatus {
    broken > 0
      ? .fileTrouble : failing > 0 || count(.rejected) > 0 || unseen > 0 ? .failing : .success
  }
}
