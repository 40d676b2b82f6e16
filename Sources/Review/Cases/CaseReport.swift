import Base
import Catalog
import Changes
import DiffEngine
import Host

/// One case with its strategy, its outcome, and the reviewer's decision.
package struct CaseReport: Sendable {
  package let snapshot: SnapshotCase
  package let strategy: Strategy
  package let areas: IgnoredAreas
  /// The reading, without data that no report needs.
  package let reading: Reading
  /// The outcome, with the test's own verdict if it contradicts what was counted.
  package private(set) var comparison: Comparison
  package var decision: DecisionRecord?
  /// The hashes of the files just before they were compared, if requested.
  package let fingerprint: Fingerprint?
  /// True if the baseline holds exactly the bytes of the failure.
  package let isRecorded: Bool
  /// True if the library says that the test failed although its default settings let the case pass.
  private let isStricter: Bool
  /// True if the case failed in one of several runs but passed in the newest.
  package let isFlaky: Bool
  private let allowsFlaky: Bool
  /// The change; nil if nothing changed, nothing can be compared, or it is unknown.
  package let change: CaseChange?
  /// The case's cause in the folder; known once all earlier cases have one.
  package var cause: CaseCauseFinder.Cause?
  package var causeID = ""
  /// Identifies the case and the bytes shown for it; empty if causes were not requested.
  package var content = ""

  /// - Parameters:
  ///   - reading: The reading under these settings.
  ///   - signature: The signature of a pair of images, if causes were requested.
  ///   - isFailureOfAnotherRun: Returns true if another run's actual fails against the reference.
  package init(
    _ snapshot: SnapshotCase, _ strategy: Strategy, ignoring areas: IgnoredAreas,
    _ reading: Reading, _ signature: ChangeSignature?, _ decision: DecisionRecord?,
    _ fingerprint: Fingerprint?, allowsFlaky: Bool = false,
    isFailureOfAnotherRun: (String) -> Bool = { _ in true }
  ) {
    (self.snapshot, self.strategy, self.areas) = (snapshot, strategy, areas)
    (self.decision, self.fingerprint) = (decision, fingerprint)
    comparison = reading.comparison ?? Comparison(verdict: .unreadable)
    isStricter = reading.isStricter(
      snapshot.layout, strategy, areas, comparison.verdict, differing: reading.differing)
    if comparison.verdict == .match,
      isStricter || reading.misfit != nil || snapshot.matchProvesNothing
    {
      comparison.verdict = .mismatch
    }
    isFlaky = Self.isFlaky(snapshot, comparison.verdict, isFailureOfAnotherRun)
    self.allowsFlaky = allowsFlaky
    change = .shown(reading.change(signature), in: snapshot)
    isRecorded = Self.isRecorded(snapshot, comparison.verdict)
    self.reading = reading.reported
  }

  /// True if the case failed in one of several runs but passed in the newest, according to the
  /// settings.
  private static func isFlaky(
    _ snapshot: SnapshotCase, _ verdict: Verdict, _ isFailure: (String) -> Bool
  ) -> Bool {
    guard let runs = snapshot.runs else { return false }
    guard verdict == .match else { return runs.hasPassedLast }
    guard snapshot.content == .image, snapshot.actual != nil, snapshot.reference != nil else {
      return false
    }
    return runs.failures.contains(where: isFailure)
  }

  /// True if the baseline holds exactly the bytes of a failure.
  private static func isRecorded(_ snapshot: SnapshotCase, _ verdict: Verdict) -> Bool {
    // iOSSnapshotTestCase writes the image it compared with; if that matches, nothing is proven.
    guard snapshot.layout == .uber, verdict == .mismatch, let actual = snapshot.actual,
      let baseline = snapshot.baseline?.path
    else { return snapshot.matchProvesNothing }
    return FileBytes.areEqual(baseline, actual)
  }

  package var verdict: Verdict { comparison.verdict }

  /// The side that is missing, so that nothing can be compared.
  package var missing: Side? {
    switch reading {
    case .pending: snapshot.actual == nil ? .actual : .reference
    case .oneSided(let facts) where !facts.isStale:
      snapshot.actual == nil || facts.reason != nil ? .actual : .reference
    case .images, .texts, .oneSided, .failed: nil
    }
  }

  /// The reason why nothing was compared, or what to do about it; nil if something was.
  package var sentence: String? {
    switch reading {
    case .oneSided(let facts): facts.reason ?? missing.map(advice)
    case .failed(let sentence): sentence
    case .pending, .images, .texts: missing.map(advice)
    }
  }

  private func advice(_ missing: Side) -> String {
    switch missing {
    case .actual where snapshot.isDeletion: "The snapshot was deleted."
    case .actual:
      snapshot.obstacle ?? "No actual: give --actuals DIR, or record the test again."
    case .reference:
      snapshot.obstacle
        ?? (snapshot.writing == .rejecting
          ? "The snapshot is new." : "No reference yet: accepting this case creates it.")
    }
  }

  /// True if the case is left from an earlier run and does not count.
  package var isStale: Bool { reading.isStale }

  /// True if an existing file could not be read.
  package var isBroken: Bool { missing == nil && sentence != nil && !isStale }

  /// True if the actual is only known from a difference image.
  package var isMasked: Bool { reading.mask != nil }

  /// Sentences that the reviewer should read about the case.
  package var remarks: [String] {
    let own =
      snapshot.remarks.map(\.sentence)
      + [
        reading.misfit, reading.hiddenSentence,
        isStricter ? snapshot.layout.stricterSentence : nil,
      ].compactMap(\.self)
    guard isRecorded, decision?.decision != .accepted else { return own }
    return own + [snapshot.recordedSentence]
  }

  package var isFailing: Bool {
    if isFlaky, allowsFlaky { return false }
    return (isFlaky ? .mismatch : verdict).isFailing(after: decision?.decision)
  }

  /// True if the case fails a gate; a rejected one does even if its settings let it pass.
  package var failsGate: Bool { isFailing || decision?.decision == .rejected }
}

extension Reading {
  /// The number of pixels in which two images differ; nil if it is unknown.
  fileprivate var differing: Int? {
    if case .images(let facts) = self { facts.compared?.differing } else { nil }
  }

  /// The same without its largest data, because tens of thousands of reports are kept.
  fileprivate var reported: Reading {
    switch self {
    case .images(var facts):
      facts.landscape = nil
      return .images(facts)
    case .oneSided(var facts):
      facts.text = nil
      return .oneSided(facts)
    case .pending, .texts, .failed: return self
    }
  }
}
