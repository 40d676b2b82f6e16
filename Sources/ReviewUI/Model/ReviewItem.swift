import Base
import Catalog
import Changes
import DiffEngine
import Pixels
import Review

/// One case as the screen knows it.
package struct ReviewItem: Sendable {
  package var snapshot: SnapshotCase { _read { yield files.snapshot } }
  /// The files, in a class because items are copied by the thousand between two frames.
  private let files: Files
  /// The settings from the rules file or the command line for this case.
  package private(set) var rule: Strategy
  /// The ignored areas, and those that the rules file ignores; the reviewer may have changed the
  /// former since.
  package private(set) var areas: IgnoredAreas
  private var savedAreas: IgnoredAreas
  package var reading = Reading.pending
  /// The look of the change regardless of its position, known a little after the verdict. Cases
  /// with equal signatures form a group.
  package var signature: ChangeSignature?
  private var lacksSignature = false
  /// The number of times its files were read again; see `CaseRequest.revision`.
  package var revision = 0
  package var record: DecisionRecord? {
    didSet {
      if record?.note == draft { draft = "" }
      // The note of a withdrawn decision waits for the next one.
      if record == nil, draft.isEmpty, let oldValue { draft = oldValue.note }
    }
  }
  /// A note that waits for a decision, or to be written.
  package var draft = ""
  /// The waiting note, or else the one that came with the decision.
  var note: String { draft.isEmpty ? record?.note ?? "" : draft }
  /// A decision on its way to the disk.
  package var pending: Decision?
  package var isMarked = false
  /// The last outcome that was compared instead of looked up, without boxes.
  private var outcome: (strategy: Strategy, comparison: Comparison)?
  /// The pixels in which the images differ, regardless of settings; nil until they are known.
  package private(set) var differing: Int?
  /// One landscape for each formula.
  private var landscapes: [Landscape] = []

  package init(
    snapshot: SnapshotCase, rule: Strategy, ignoring areas: IgnoredAreas = IgnoredAreas(),
    record: DecisionRecord? = nil, draft: String = ""
  ) {
    files = Files(snapshot)
    self.rule = rule
    (self.areas, savedAreas) = (areas, areas)
    (self.record, self.draft) = (record, draft)
  }

  private final class Files: Sendable {
    let snapshot: SnapshotCase

    init(_ snapshot: SnapshotCase) { self.snapshot = snapshot }
  }

  package var decision: Decision? { record?.decision }

  /// The decision that counts for tuning, including one that is still on its way to the disk.
  var latestDecision: Decision? { pending ?? decision }

  /// Returns the landscape that answers every ΔE of a formula; nil until it is measured.
  func landscape(_ formula: Strategy.Formula) -> Landscape? {
    landscapes.first { $0.formula == formula }
  }

  /// Returns the landscape that holds a strategy; any of them if the strategy does not use ΔE.
  func landscape(_ strategy: Strategy) -> Landscape? {
    landscapes.first { $0.holds(strategy) }
  }

  private func landscapePlace(_ strategy: Strategy) -> Int? {
    landscapes.firstIndex { $0.holds(strategy) }
  }

  func isSurveyed(_ strategy: Strategy) -> Bool { landscapePlace(strategy) != nil }

  /// The number of formulas whose landscapes are known.
  var landscapeCount: Int { landscapes.count }

  /// Adopts the result of a reading, unless more is already known.
  package mutating func take(_ reading: Reading) {
    if case .images(let facts) = reading {
      guard facts.isCompared || isPending else { return }
      let areas = facts.compared?.areas ?? facts.landscape?.areas
      // The reading was measured before other areas were ignored.
      guard areas == nil || areas == self.areas else { return }
    }
    if isPending {
      // The signature is of the same files, and another thread may have found it earlier.
      let signature = signature
      forgetMeasurements()
      self.signature = signature
    }
    self.reading = reading
    guard case .images(let facts) = reading else { return }
    if let landscape = facts.landscape { take(landscape) }
    if let compared = facts.compared {
      take(compared.comparison, of: compared.strategy)
      differing = compared.differing
    }
  }

  /// Adopts a landscape, unless other areas are ignored by now.
  mutating func take(_ landscape: Landscape) {
    guard landscape.areas == areas else { return }
    landscapes.removeAll { $0.formula == landscape.formula }
    landscapes.append(landscape)
    differing = landscape.differing
  }

  /// Adopts the outcome of a strategy, unless it can be looked up.
  mutating func take(_ comparison: Comparison, of strategy: Strategy) {
    guard measured(strategy) == nil else { return }
    outcome = (strategy, comparison)
    // The boxes are only for the case on screen; in a large folder they would fill the memory.
    outcome?.comparison.clusters.boxes = []
  }

  /// Adopts the rule that applies now.
  ///
  /// - Returns: True if the ignored areas have changed.
  mutating func follow(_ rule: Strategy, ignoring areas: IgnoredAreas) -> Bool {
    defer { (self.rule, self.areas, savedAreas) = (rule, areas, areas) }
    return areas != self.areas
  }

  mutating func ignore(_ areas: [IgnoredAreas.Area]) { self.areas.areas = areas }

  /// The ignored areas if they differ from those in the rules file; otherwise nil.
  var changedAreas: IgnoredAreas? { areas == savedAreas ? nil : areas }

  mutating func restoreAreas() { areas = savedAreas }

  mutating func forgetMeasurements() {
    landscapes = []
    differing = nil
    outcome = nil
    (signature, lacksSignature) = (nil, false)
  }

  /// The largest ΔE of the change, regardless of the settings; nil if it is not known.
  var strength: Double? {
    guard case .image(let signature) = change?.ofFiles else { return nil }
    let own = signature.change
    return (own.tallies.map(\.maxDeltaE) + [own.noise?.maxDeltaE].compactMap(\.self)).max()
  }

  var isPending: Bool { if case .pending = reading { true } else { false } }

  /// True if the case has been compared; its cause and its landscape may come later.
  package var isMeasured: Bool {
    switch reading {
    case .pending: false
    case .images(let facts): facts.isCompared
    case .texts, .oneSided, .failed: true
    }
  }

  /// Adopts the evidence for the case's cause, or records that there will be none.
  mutating func take(_ signature: ChangeSignature?) {
    (self.signature, lacksSignature) = (signature, signature == nil)
  }

  /// True if the groups wait for the case.
  var isAwaitedByGroups: Bool {
    if isPair, mask == nil { signature == nil && !lacksSignature } else { !isMeasured }
  }

  /// True if there are two images to show.
  var isPair: Bool { if case .images = reading { true } else { false } }

  /// The difference mask of a case whose actual is known only outside its mismatches.
  var mask: MaskFacts? { reading.mask }

  /// Returns the warnings about the case, the most serious first.
  func remarks(_ strategy: Strategy) -> [String] {
    [
      misfit, reading.hiddenSentence, isStricter(strategy) ? snapshot.layout.stricterSentence : nil,
      snapshot.matchProvesNothing && decision != .accepted ? snapshot.recordedSentence : nil,
    ].compactMap(\.self) + snapshot.remarks.map(\.sentence)
  }

  /// A sentence that says why the actual does not belong to the difference next to it. Bulk accepts
  /// leave such cases out.
  package var misfit: String? { reading.misfit }

  /// True if nothing prevents accepting the case together with others.
  var isAcceptedWithOthers: Bool {
    snapshot.aloneReason == nil && misfit == nil
  }

  /// True if the difference is left over from an earlier run.
  package var isStale: Bool { reading.isStale }

  /// The fingerprint of the files as they were read, to which a decision refers; nil until they are
  /// read.
  package var fingerprint: Fingerprint? {
    switch reading {
    case .images(let facts): facts.fingerprint
    case .texts(let facts): facts.fingerprint
    case .oneSided(let facts): facts.fingerprint
    case .pending, .failed: nil
    }
  }

  /// The canvas that holds both images; nil if there is no image.
  package var canvas: PixelSize? {
    switch reading {
    case .images(let facts): facts.reference.union(facts.actual)
    case .oneSided(let facts): facts.size
    case .pending, .texts, .failed: nil
    }
  }

  /// Returns the outcome under a strategy by look-up; nil while it is not known.
  package func comparison(_ strategy: Strategy) -> Comparison? {
    measured(strategy).map { asTested($0, strategy) }
  }

  /// Returns a comparison with the verdict of the test, if the library reported one.
  func asTested(_ comparison: Comparison, _ strategy: Strategy) -> Comparison {
    guard comparison.verdict == .match, hasFailed(strategy) else { return comparison }
    var comparison = comparison
    comparison.verdict = .mismatch
    return comparison
  }

  /// True if the test has failed, regardless of the counts.
  private func hasFailed(_ strategy: Strategy) -> Bool {
    isStricter(strategy) || misfit != nil || snapshot.matchProvesNothing
  }

  /// True if the library said that the test failed although its defaults let the case pass.
  package func isStricter(_ strategy: Strategy) -> Bool {
    reading.isStricter(
      snapshot.layout, strategy, areas, measured(strategy)?.verdict, differing: differing)
  }

  private func measured(_ strategy: Strategy) -> Comparison? {
    guard case .images = reading else { return reading.comparison }
    if let outcome, outcome.strategy == strategy { return outcome.comparison }
    return landscape(strategy)?.comparison(strategy)
  }
}

extension ReviewItem {
  /// Returns the verdict of `comparison` several times as fast, because every change of a setting
  /// asks for the verdict of every case.
  func verdict(_ strategy: Strategy) -> Verdict? {
    if case .failed = reading { return .unreadable }
    guard case .images = reading, outcome?.strategy != strategy else {
      return comparison(strategy)?.verdict
    }
    let verdict = landscapePlace(strategy).flatMap { landscapes[$0].verdict(strategy) }
    return verdict == .match && hasFailed(strategy) ? .mismatch : verdict
  }
}

extension Landscape {
  /// True if the landscape answers a strategy.
  fileprivate func holds(_ strategy: Strategy) -> Bool {
    !strategy.kind.usesFormula || strategy.formula == formula
  }
}
