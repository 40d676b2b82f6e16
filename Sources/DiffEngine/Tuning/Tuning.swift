/// A search for the settings of a strategy that separate rendering noise from regressions, as
/// decided.
///
///     switch Tuning(strategy, tolerated: noise, rejected: bugs, others: undecided).answer() {
///     case .proposal(let proposal): tuned = proposal.strategy
///     case .conflict(let conflict): ...
///     }
package struct Tuning: Sendable {
  /// The settings that are looked through: all of one strategy, in the steps of a landscape.
  let plane: TuningPlane
  package let strategy: Strategy
  let tolerated: [Landscape]
  let rejected: [Landscape]
  let all: [Landscape]
  /// The mismatches of the tolerated pair that has most, and of the rejected one that has fewest.
  let most: SettingTable
  let fewest: SettingTable?
  /// The number of what each tolerated pair comes from, such as a commit; `rejectedOrigins`
  /// likewise. Pairs of one origin do not confirm each other. Empty if nothing is known.
  package var toleratedOrigins: [Int] = []
  package var rejectedOrigins: [Int] = []

  /// - Parameters:
  ///   - strategy: Its kind and formula are kept, and everything that is not looked through.
  ///   - tolerated: Pairs that should pass; at least one.
  ///   - rejected: Pairs that should fail.
  ///   - others: The rest of the folder.
  /// - Returns: nil where a landscape does not hold the strategy.
  /// - Precondition: Landscapes are of equal sizes, in the strategy's formula where that counts.
  package init?(
    _ strategy: Strategy, tolerated: [Landscape], rejected: [Landscape], others: [Landscape]
  ) {
    guard let plane = TuningPlane(strategy.kind), !tolerated.isEmpty else { return nil }
    self.plane = plane
    self.strategy = strategy
    self.tolerated = tolerated
    self.rejected = rejected
    all = tolerated + rejected + others
    most = SettingTable(mostOf: tolerated, plane)
    fewest = rejected.isEmpty ? nil : SettingTable(fewestOf: rejected, plane)
  }

  /// The same decisions under the other kinds of which the landscapes hold every setting.
  package var otherKinds: [Tuning] {
    let isOfFormula = all.allSatisfy { $0.formula == strategy.formula }
    let others = Array(all.dropFirst(tolerated.count + rejected.count))
    return Strategy.Kind.tunable
      .filter { $0 != strategy.kind && (isOfFormula || !$0.usesFormula) }
      .compactMap { kind in
        var tuning = Tuning(
          strategy.with(\.kind, kind), tolerated: tolerated, rejected: rejected, others: others)
        tuning?.toleratedOrigins = toleratedOrigins
        tuning?.rejectedOrigins = rejectedOrigins
        return tuning
      }
  }

  package enum Answer: Hashable, Sendable {
    case proposal(Proposal)
    case conflict(Conflict)
  }

  /// Settings that pass everything tolerated and fail everything rejected.
  package struct Proposal: Hashable, Sendable {
    package var strategy: Strategy
    /// The range in which each parameter may be turned with the others as they are.
    package var margins: [Margin]
  }

  /// The value from which a parameter passes all that is tolerated, and the one from which it
  /// passes something rejected.
  package struct Margin: Hashable, Sendable {
    package var parameter: Strategy.Parameter
    package var lowest: Double
    /// The value from which something rejected passes; nil if nothing rejected ever does.
    package var tooHigh: Double?
  }

  /// The answer if no settings separate the pairs, with those that come nearest.
  package struct Conflict: Hashable, Sendable {
    /// The settings that are right most often nevertheless.
    package var best: Recommendation
    /// Two assertions, where those are clearly better.
    package var pair: Recommendation?
    /// The settings at which the tolerated and the rejected pair that prevent a separation are
    /// nearest to being separated.
    package var strategy: Strategy
    /// Indices into `tolerated` and `rejected`.
    package var tolerated: Int
    package var rejected: Int
    /// Mismatches of each at these settings: the tolerated one has no fewer.
    package var toleratedCount: Int
    package var rejectedCount: Int
  }

  /// Finds the middle of all settings that separate the pairs, at the smallest threshold at which
  /// there are any. If nothing is rejected, finds the settings that forgive the fewest pixels over
  /// all pairs.
  package func answer() -> Answer {
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
