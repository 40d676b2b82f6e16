import Catalog
import DiffEngine

/// What the pool found out about a pair of images.
package struct ImageFacts: Sendable {
  package var reference: PixelSize
  package var actual: PixelSize
  package var fingerprint: Fingerprint
  /// Answers every ΔE and cluster size by look-up; nil while it is being measured: the images
  /// can be looked at before.
  package var landscape: Landscape?
  /// Of a case whose actual is known outside of its mismatches alone; else nil.
  package var mask: MaskFacts?
  /// Why the actual is not that of the difference beside it, as a sentence.
  package var misfit: String?
  /// True if the library has said that the test failed.
  package var saysFailed: Bool

  package init(
    reference: PixelSize, actual: PixelSize, fingerprint: Fingerprint, landscape: Landscape?,
    mask: MaskFacts? = nil, misfit: String? = nil, saysFailed: Bool = false
  ) {
    (self.misfit, self.saysFailed) = (misfit, saysFailed)
    self.reference = reference
    self.actual = actual
    self.fingerprint = fingerprint
    self.landscape = landscape
    self.mask = mask
  }
}

/// What the library's difference says where it is all there is of the actual.
package struct MaskFacts: Sendable {
  /// How the actual is drawn, in words.
  package static let drawing = "striped where it is not known"

  /// nil where nothing counts.
  package var change: MaskChange?
  /// What the picture cannot tell, as a sentence.
  package var undecided: String?

  package init(change: MaskChange?, undecided: String? = nil) {
    (self.change, self.undecided) = (change, undecided)
  }
}

/// What the pool found out about a pair of texts.
package struct TextFacts: Sendable {
  package var difference: TextDifference
  package var fingerprint: Fingerprint

  package init(difference: TextDifference, fingerprint: Fingerprint) {
    self.difference = difference
    self.fingerprint = fingerprint
  }
}

/// A case of which only one side, or one side and a difference file, can be shown.
package struct OneSidedFacts: Sendable {
  package var side: Side
  package var size: PixelSize?
  /// The text, where the case is one.
  package var text: String?
  package var fingerprint: Fingerprint
  /// Why that is all, where the case itself does not say it.
  package var reason: String?
  /// True if the difference is left from an earlier run, and fails nothing.
  package var isStale = false

  package init(
    side: Side, size: PixelSize?, text: String? = nil, fingerprint: Fingerprint,
    reason: String? = nil, isStale: Bool = false
  ) {
    (self.reason, self.isStale) = (reason, isStale)
    self.side = side
    self.size = size
    self.text = text
    self.fingerprint = fingerprint
  }
}

/// How far a case has been read. Indirect, since items are copied by the thousand.
package indirect enum Reading: Sendable {
  case pending
  case images(ImageFacts)
  case texts(TextFacts)
  case oneSided(OneSidedFacts)
  /// A sentence that names the file and what is wrong with it.
  case failed(String)
}

/// One case as the screen knows it.
package struct ReviewItem: Sendable {
  package var snapshot: SnapshotCase { _read { yield files.snapshot } }
  /// Apart, since items are copied by the thousand between two frames.
  private let files: Files
  /// What the rules file, or the command line, sets for this case.
  package var rule: Strategy
  /// What the rule ignores where the reviewer has changed that.
  private(set) var ruleIgnored: IgnoredAreas?
  package var reading = Reading.pending
  /// What the change looks like wherever it stands, known a little after the verdict: equal ones
  /// form a group.
  package var signature: ChangeSignature?
  /// Counts re-reads, see `CaseRequest.revision`.
  package var revision = 0
  package var record: DecisionRecord?
  /// A note that waits for a decision.
  package var draft = ""
  /// The one that came with the decision, else the one that waits for it.
  var note: String { record?.note ?? draft }
  /// A decision on its way to the disk.
  package var pending: Decision?
  package var isMarked = false
  /// The latest outcome of a strategy that the landscape does not hold, without boxes.
  var outcome: (strategy: Strategy, comparison: Comparison)?
  /// One for each formula that has been asked for.
  private var landscapes: [Strategy.Formula: Landscape] = [:]

  package init(snapshot: SnapshotCase, rule: Strategy, record: DecisionRecord? = nil) {
    files = Files(snapshot)
    self.rule = rule
    self.record = record
  }

  private final class Files: Sendable {
    let snapshot: SnapshotCase

    init(_ snapshot: SnapshotCase) { self.snapshot = snapshot }
  }

  package var decision: Decision? { record?.decision }

  /// The decision that counts for tuning: one on its way to the disk is as good as made.
  var latestDecision: Decision? { pending ?? decision }

  /// What answers every ΔE of a formula; nil while it is not measured.
  func landscape(_ formula: Strategy.Formula) -> Landscape? { landscapes[formula] }

  /// The landscape that holds a strategy: any where that sees no ΔE.
  func landscape(_ strategy: Strategy) -> Landscape? {
    strategy.kind.usesFormula ? landscapes[strategy.formula] : landscapes.first?.value
  }

  /// Of the images, whatever the settings; nil while it is not known.
  var differing: (pixels: Int, areAlphaOnly: Bool)? {
    landscapes.first.map { ($0.value.differing, $0.value.maxDeltaE == 0) }
  }

  /// Takes over what was found out, unless more is known already.
  mutating func take(_ reading: Reading) {
    if case .images(let facts) = reading, facts.landscape == nil, !isPending { return }
    if isPending {
      outcome = nil
      landscapes = [:]
      signature = nil
    }
    if case .images(let facts) = reading, let landscape = facts.landscape {
      // Measured before other areas were ignored.
      guard landscape.areas == rule.ignored else { return }
      landscapes[landscape.formula] = landscape
    }
    self.reading = reading
  }

  /// Takes over what the rules say now.
  ///
  /// - Returns: True if something else is ignored than before.
  mutating func follow(_ rule: Strategy) -> Bool {
    defer { (self.rule, ruleIgnored) = (rule, nil) }
    return rule.ignored != self.rule.ignored
  }

  mutating func ignore(_ areas: [IgnoredAreas.Area]) {
    ruleIgnored = ruleIgnored ?? rule.ignored
    rule.ignored.areas = areas
  }

  /// The rule as it is saved.
  var savedRule: Strategy { ruleIgnored.map { rule.with(\.ignored, $0) } ?? rule }

  mutating func forgetMeasurements() {
    landscapes = [:]
    outcome = nil
    signature = nil
  }

  var isPending: Bool { if case .pending = reading { true } else { false } }

  /// True if everything is known that does not depend on settings.
  package var isMeasured: Bool {
    switch reading {
    case .pending: false
    case .images(let facts): facts.landscape != nil
    case .texts, .oneSided, .failed: true
    }
  }

  /// True if the groups wait for it.
  var isAwaitedByGroups: Bool {
    if case .images = reading, mask == nil { signature == nil } else { !isMeasured }
  }

  /// Of a case whose actual is known outside of its mismatches alone.
  var mask: MaskFacts? { if case .images(let facts) = reading { facts.mask } else { nil } }

  /// What the reviewer should know of it, the gravest first.
  func remarks(_ strategy: Strategy) -> [String] {
    [misfit, isStricter(strategy) ? snapshot.layout.stricterSentence : nil].compactMap(\.self)
      + snapshot.remarks
  }

  /// Why its actual is not that of the difference beside it: nobody accepts that unseen.
  var misfit: String? { if case .images(let facts) = reading { facts.misfit } else { nil } }

  /// True if its difference is left from an earlier run.
  package var isStale: Bool {
    if case .oneSided(let facts) = reading { facts.isStale } else { false }
  }

  /// What has been shown, and so may be decided on; nil while nothing has.
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

  /// A comparison with the verdict of the test, where the library has told that.
  func asTested(_ comparison: Comparison, _ strategy: Strategy) -> Comparison {
    guard comparison.verdict == .match, isStricter(strategy) else { return comparison }
    var comparison = comparison
    comparison.verdict = .mismatch
    return comparison
  }

  /// True if the library has said that the test failed, while its defaults let the case pass.
  func isStricter(_ strategy: Strategy) -> Bool {
    guard case .images(let facts) = reading, facts.saysFailed, facts.misfit == nil else {
      return false
    }
    return strategy == snapshot.layout.strategy && differing.map { $0.pixels > 0 } == true
      && measured(strategy)?.verdict == .match
  }

  private func measured(_ strategy: Strategy) -> Comparison? {
    if let outcome, outcome.strategy == strategy { return outcome.comparison }
    switch reading {
    case .pending: return nil
    case .images: return landscape(strategy)?.comparison(strategy)
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
  /// The verdict of `comparison`, several times as fast: at every turn of a knob it is asked of
  /// every case.
  func verdict(_ strategy: Strategy) -> Verdict? {
    guard case .images = reading, outcome?.strategy != strategy else {
      return comparison(strategy)?.verdict
    }
    let verdict = landscape(strategy)?.verdict(strategy)
    return verdict == .match && isStricter(strategy) ? .mismatch : verdict
  }
}
