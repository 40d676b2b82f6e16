/// Which settings of a strategy separate rendering noise from regressions, as decided.
///
///     switch Tuning(strategy, tolerated: noise, rejected: bugs, others: undecided).answer() {
///     case .proposal(let proposal): tuned = proposal.strategy
///     case .conflict(let conflict): ...
///     }
public struct Tuning: Sendable {
  /// The settings that are looked through: all of one strategy, in the steps of a landscape.
  let plane: TuningPlane
  let strategy: Strategy
  let tolerated: [Landscape]
  let rejected: [Landscape]
  let all: [Landscape]

  /// - Parameters:
  ///   - strategy: Its kind and formula are kept, and everything that is not looked through.
  ///   - tolerated: Pairs that should pass; at least one.
  ///   - rejected: Pairs that should fail.
  ///   - others: The rest of the folder.
  /// - Returns: nil where a landscape does not hold the strategy.
  /// - Precondition: Landscapes are of equal sizes, in the strategy's formula where that counts.
  public init?(
    _ strategy: Strategy, tolerated: [Landscape], rejected: [Landscape], others: [Landscape]
  ) {
    guard let plane = TuningPlane(strategy.kind), !tolerated.isEmpty else { return nil }
    self.plane = plane
    self.strategy = strategy
    self.tolerated = tolerated
    self.rejected = rejected
    all = tolerated + rejected + others
  }

  public enum Answer: Hashable, Sendable {
    case proposal(Proposal)
    case conflict(Conflict)
  }

  /// Settings that pass everything tolerated and fail everything rejected.
  public struct Proposal: Hashable, Sendable {
    public var strategy: Strategy
    /// How far each parameter may be turned with the others as they are.
    public var margins: [Margin]
  }

  /// From where a parameter passes all that is tolerated, and where it passes something rejected.
  public struct Margin: Hashable, Sendable {
    public var parameter: Strategy.Parameter
    public var lowest: Double
    /// nil where nothing rejected ever passes.
    public var tooHigh: Double?
  }

  /// The tolerated pair and the rejected one that keep settings from existing.
  public struct Conflict: Hashable, Sendable {
    /// Where the two are nearest to being separated.
    public var strategy: Strategy
    /// Indices into `tolerated` and `rejected`.
    public var tolerated: Int
    public var rejected: Int
    /// Mismatches of each there: the tolerated one has no fewer.
    public var toleratedCount: Int
    public var rejectedCount: Int
  }

  /// With something rejected: the middle of all settings that do, at the smallest threshold for
  /// which there are any. Else the settings that forgive the fewest pixels over all pairs.
  public func answer() -> Answer {
    if rejected.isEmpty { return .proposal(proposal(strictest())) }
    return plateauMiddle().map { .proposal(proposal($0)) } ?? .conflict(conflict())
  }

  /// One setting of the plane.
  struct Setting: Hashable {
    var step: Int
    var size: Int
    var threshold: Int
  }

  private func proposal(_ setting: Setting) -> Proposal {
    Proposal(strategy: strategy(setting), margins: margins(setting))
  }

  func strategy(_ setting: Setting) -> Strategy {
    var result = strategy
    result.threshold = .count(setting.threshold)
    if plane.hasSteps { result.deltaE = DeltaESteps.deltaE(setting.step) }
    if plane.hasSizes { result.clusterSize = setting.size }
    return result
  }
}

/// What may be turned: ΔE in tenths, cluster sizes, or neither.
struct TuningPlane: Sendable {
  let hasSteps: Bool
  let hasSizes: Bool

  /// nil for kinds that no landscape holds.
  init?(_ kind: Strategy.Kind) {
    guard [.naive, .cluster, .perceptual, .combined].contains(kind) else { return nil }
    hasSteps = kind.parameters.contains(.deltaE)
    hasSizes = kind.parameters.contains(.clusterSize)
  }

  var sizes: ClosedRange<Int> { 1...(hasSizes ? SizeTable.sizeLimit : 1) }
  var stepCount: Int { hasSteps ? DeltaESteps.stepCount : 1 }

  /// Mismatches of a pair.
  func count(_ landscape: Landscape, step: Int, size: Int) -> Int {
    hasSteps
      ? landscape.count(step: step, clusterSize: size) : landscape.byteCount(clusterSize: size)
  }

  /// For each of some sizes the first step that passes a pair, or `stepCount`.
  func smallestSteps(
    _ landscape: Landscape, threshold: Int, sizes: ClosedRange<Int>
  ) -> [Int] {
    guard hasSteps else {
      return sizes.map { landscape.byteCount(clusterSize: $0) <= threshold ? 0 : stepCount }
    }
    return landscape.smallestSteps(
      threshold: threshold, sizes: sizes.lowerBound..<sizes.upperBound + 1)
  }

  /// The steps that the knob stops at, in tenths of ΔE.
  var knobSteps: [Int] {
    hasSteps ? KnobScale.deltaE.stops.map { Int(($0 * 10).rounded()) } : [0]
  }

  /// Where a step and a size stand on their axes, in turns of the knob.
  static func place(step: Int) -> Double { places[step] }

  private static let places = (0..<DeltaESteps.stepCount).map {
    KnobScale.deltaE.place(DeltaESteps.deltaE($0))
  }

  static func place(size: Int) -> Double { KnobScale.clusterSize.place(Double(size)) }
}
