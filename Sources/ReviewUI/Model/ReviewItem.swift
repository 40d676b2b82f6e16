/// The facts that the pool found out about a pair of images.
package struct ImageFacts: Sendable, Codable {
  package var reference: PixelSize
  package var actual: PixelSize
  /// The hashes of the files as they were read; nil where nothing is decided on what is read.
  package var fingerprint: Fingerprint?
  /// The outcome; nil while only the sizes are known, when the images can already be shown.
  package var compared: PairOutcome?
  /// The landscape of a mask, which takes no longer than its outcome; that of a pair comes later.
  package var landscape: Landscape?
  /// The difference mask of a case whose actual is known only outside of its mismatches; else nil.
  package var mask: MaskFacts?
  /// A sentence that says why the actual does not belong to the difference beside it; nil if it
  /// does.
  package var misfit: String?
  /// True if the library has said that the test failed.
  package var saysFailed: Bool
  /// A sentence that says why the images are too large to be shown; nil if they are not.
  package var tooLarge: String?

  package init(
    reference: PixelSize, actual: PixelSize, fingerprint: Fingerprint?,
    compared: PairOutcome? = nil, landscape: Landscape? = nil, mask: MaskFacts? = nil,
    misfit: String? = nil, saysFailed: Bool = false, tooLarge: String? = nil
  ) {
    self.compared = compared
    (self.misfit, self.saysFailed, self.tooLarge) = (misfit, saysFailed, tooLarge)
    self.reference = reference
    self.actual = actual
    self.fingerprint = fingerprint
    self.landscape = landscape
    self.mask = mask
  }

  /// True if both are known to have the same pixels.
  package var areEqual: Bool { reference == actual && compared?.differing == 0 }

  /// True if more than the sizes is known.
  fileprivate var isCompared: Bool { compared != nil || landscape != nil }
}

/// The outcome of a pair of images under one strategy.
package struct PairOutcome: Sendable, Codable {
  package var strategy: Strategy
  package var areas: IgnoredAreas
  package var comparison: Comparison
  /// The pixels in which the images differ, regardless of settings; nil where nobody asks.
  package var differing: Int?

  package init(
    _ strategy: Strategy, ignoring areas: IgnoredAreas = IgnoredAreas(), _ comparison: Comparison,
    differing: Int?
  ) {
    (self.strategy, self.areas) = (strategy, areas)
    (self.comparison, self.differing) = (comparison, differing)
  }
}

/// The facts from the library's difference file when it is all that exists of the actual.
package struct MaskFacts: Sendable, Codable {
  /// The words that say how the actual is drawn.
  package static let drawing = "striped where it is not known"

  /// The change; nil if no mismatch counts.
  package var change: MaskChange?
  /// A sentence that says what the picture cannot tell.
  package var undecided: String?

  package init(change: MaskChange?, undecided: String? = nil) {
    (self.change, self.undecided) = (change, undecided)
  }
}

/// The facts that the pool found out about a pair of texts.
package struct TextFacts: Sendable, Codable {
  package var difference: TextDifference
  package var fingerprint: Fingerprint?

  package init(difference: TextDifference, fingerprint: Fingerprint?) {
    self.difference = difference
    self.fingerprint = fingerprint
  }
}

/// A case of which only one side, or one side and a difference file, can be shown.
package struct OneSidedFacts: Sendable, Codable {
  package var side: Side
  package var size: PixelSize?
  /// The text, where the case is one.
  package var text: String?
  package var fingerprint: Fingerprint?
  /// The reason why only this can be shown, if the case itself does not give one.
  package var reason: String?
  /// True if the difference is left from an earlier run, which is not a failure.
  package var isStale = false

  package init(
    side: Side, size: PixelSize?, text: String? = nil, fingerprint: Fingerprint?,
    reason: String? = nil, isStale: Bool = false
  ) {
    (self.reason, self.isStale) = (reason, isStale)
    self.side = side
    self.size = size
    self.text = text
    self.fingerprint = fingerprint
  }
}

/// The result of reading a case. Indirect, since items are copied by the thousand.
package indirect enum Reading: Sendable, Codable {
  case pending
  case images(ImageFacts)
  case texts(TextFacts)
  case oneSided(OneSidedFacts)
  /// A sentence that names the file and what is wrong with it.
  case failed(String)

  /// True if it tells what images show.
  package var isOfImages: Bool {
    switch self {
    case .images, .oneSided: true
    case .pending, .texts, .failed: false
    }
  }
}

/// One case as the screen knows it.
package struct ReviewItem: Sendable {
  package var snapshot: SnapshotCase { _read { yield files.snapshot } }
  /// The files, in a class because items are copied by the thousand between two frames.
  private let files: Files
  /// The settings from the rules file or the command line for this case.
  package private(set) var rule: Strategy
  /// The areas that are ignored, and those that the rules file ignores: the reviewer may have
  /// changed them since.
  package private(set) var areas: IgnoredAreas
  private var savedAreas: IgnoredAreas
  package var reading = Reading.pending
  /// The look of the change regardless of its position, known a little after the verdict. Cases
  /// with equal signatures form a group.
  package var signature: ChangeSignature?
  /// The number of re-reads; see `CaseRequest.revision`.
  package var revision = 0
  package var record: DecisionRecord? {
    didSet {
      if record?.note == draft { draft = "" }
      // What was said with a decision that is withdrawn waits for the next one.
      if record == nil, draft.isEmpty, let oldValue { draft = oldValue.note }
    }
  }
  /// A note that waits for a decision, or for being written.
  package var draft = ""
  /// The note that waits, else the one that came with the decision.
  var note: String { draft.isEmpty ? record?.note ?? "" : draft }
  /// A decision on its way to the disk.
  package var pending: Decision?
  package var isMarked = false
  /// The latest outcome that was compared and not looked up, without boxes.
  private var outcome: (strategy: Strategy, comparison: Comparison)?
  /// The pixels in which the images differ, regardless of settings; nil until they are known.
  package private(set) var differing: Int?
  /// A landscape for each formula that has been asked for.
  private var landscapes: [Strategy.Formula: Landscape] = [:]

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
  func landscape(_ formula: Strategy.Formula) -> Landscape? { landscapes[formula] }

  /// Returns the landscape that holds a strategy; any of them if the strategy does not use ΔE.
  func landscape(_ strategy: Strategy) -> Landscape? {
    strategy.kind.usesFormula ? landscapes[strategy.formula] : landscapes.first?.value
  }

  /// The number of formulas whose landscapes are known.
  var landscapeCount: Int { landscapes.count }

  /// Adopts what a reading found out, unless more is known already.
  package mutating func take(_ reading: Reading) {
    if case .images(let facts) = reading {
      guard facts.isCompared || isPending else { return }
      let areas = facts.compared?.areas ?? facts.landscape?.areas
      // Measured before other areas were ignored.
      guard areas == nil || areas == self.areas else { return }
    }
    if isPending { forgetMeasurements() }
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
    landscapes[landscape.formula] = landscape
    differing = landscape.differing
  }

  /// Adopts the outcome of a strategy, unless it can be looked up.
  mutating func take(_ comparison: Comparison, of strategy: Strategy) {
    guard measured(strategy) == nil else { return }
    outcome = (strategy, comparison)
    // The boxes are for the case on screen only: in a large folder they fill the memory.
    outcome?.comparison.clusters.boxes = []
  }

  /// Adopts the rule that applies now.
  ///
  /// - Returns: True if something else is ignored than before.
  mutating func follow(_ rule: Strategy, ignoring areas: IgnoredAreas) -> Bool {
    defer { (self.rule, self.areas, savedAreas) = (rule, areas, areas) }
    return areas != self.areas
  }

  mutating func ignore(_ areas: [IgnoredAreas.Area]) { self.areas.areas = areas }

  /// The areas that are ignored, if the rules file does not say so; otherwise nil.
  var changedAreas: IgnoredAreas? { areas == savedAreas ? nil : areas }

  mutating func restoreAreas() { areas = savedAreas }

  mutating func forgetMeasurements() {
    landscapes = [:]
    differing = nil
    outcome = nil
    signature = nil
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

  /// True if the groups wait for it.
  var isAwaitedByGroups: Bool {
    if isPair, mask == nil { signature == nil } else { !isMeasured }
  }

  /// True if there are two images to be shown.
  var isPair: Bool { if case .images = reading { tooLarge == nil } else { false } }

  /// A sentence that says why two images are too large to be shown.
  package var tooLarge: String? {
    if case .images(let facts) = reading { facts.tooLarge } else { nil }
  }

  /// The difference mask of a case whose actual is known only outside of its mismatches.
  var mask: MaskFacts? { if case .images(let facts) = reading { facts.mask } else { nil } }

  /// Returns the warnings about the case, the gravest first.
  func remarks(_ strategy: Strategy) -> [String] {
    [misfit, isStricter(strategy) ? snapshot.layout.stricterSentence : nil].compactMap(\.self)
      + snapshot.remarks
  }

  /// A sentence that says why the actual does not belong to the difference beside it. Bulk accepts
  /// leave such cases out.
  package var misfit: String? { if case .images(let facts) = reading { facts.misfit } else { nil } }

  /// True if nothing stands against accepting it together with others.
  var isAcceptedWithOthers: Bool {
    snapshot.rivals == 0 && snapshot.doubt == nil && misfit == nil
  }

  /// True if its difference is left from an earlier run.
  package var isStale: Bool {
    if case .oneSided(let facts) = reading { facts.isStale } else { false }
  }

  /// The fingerprint of the files as they were read, which a decision refers to; nil until then.
  package var fingerprint: Fingerprint? {
    switch reading {
    case .images(let facts): facts.fingerprint
    case .texts(let facts): facts.fingerprint
    case .oneSided(let facts): facts.fingerprint
    case .pending, .failed: nil
    }
  }

  /// The canvas that both images fit on; nil where there is no image.
  package var canvas: PixelSize? {
    switch reading {
    case .images(let facts): facts.reference.union(facts.actual)
    case .oneSided(let facts): facts.size
    case .pending, .texts, .failed: nil
    }
  }

  /// The outcome under a strategy, by look-up; nil while it is not known yet.
  package func comparison(_ strategy: Strategy) -> Comparison? {
    measured(strategy).map { asTested($0, strategy) }
  }

  /// Returns a comparison with the verdict of the test, if the library reported one.
  func asTested(_ comparison: Comparison, _ strategy: Strategy) -> Comparison {
    guard comparison.verdict == .match, isStricter(strategy) else { return comparison }
    var comparison = comparison
    comparison.verdict = .mismatch
    return comparison
  }

  /// True if the library has said that the test failed, while its defaults let the case pass.
  package func isStricter(_ strategy: Strategy) -> Bool {
    guard case .images(let facts) = reading, facts.saysFailed, facts.misfit == nil else {
      return false
    }
    return strategy == snapshot.layout.strategy && areas == IgnoredAreas()
      && differing.map { $0 > 0 } == true
      && measured(strategy)?.verdict == .match
  }

  private func measured(_ strategy: Strategy) -> Comparison? {
    switch reading {
    case .pending: return nil
    case .images:
      if let outcome, outcome.strategy == strategy { return outcome.comparison }
      return landscape(strategy)?.comparison(strategy)
    case .texts(let facts):
      let changed = facts.difference.changedLines
      return Comparison(
        verdict: changed == 0 ? .match : .mismatch, mismatched: changed,
        total: facts.difference.lines.count)
    case .oneSided(let facts) where facts.isStale: return Comparison(verdict: .match)
    case .oneSided, .failed: return Comparison(verdict: .unreadable)
    }
  }
}

extension ReviewItem {
  /// Returns the verdict of `comparison`, several times as fast, because every change of a setting
  /// asks every case for it.
  func verdict(_ strategy: Strategy) -> Verdict? {
    guard case .images = reading, outcome?.strategy != strategy else {
      return comparison(strategy)?.verdict
    }
    let verdict = landscape(strategy)?.verdict(strategy)
    return verdict == .match && isStricter(strategy) ? .mismatch : verdict
  }
}
