import Base
import Catalog
import DiffEngine
import Review

/// Settings that separate noise from changes, or the reason why there are none.
package struct Proposal: Hashable, Sendable {
  /// The proposed settings; nil if there are none.
  package var strategy: Strategy?
  /// Explains what the settings do, over which range they hold and what they cannot judge.
  package var explanation: String
}

/// The decisions and measurements from which settings are found in the background.
package struct ProposalRequest: NumberedRequest {
  package let number: Int
  let strategy: Strategy
  let items: CaseList
  let keyMap: KeyMap

  /// Counts the mismatches of a case from its files; nil if they cannot be compared.
  package typealias Counter = @Sendable (SnapshotCase, IgnoredAreas, [SettingsGrid]) -> PairCounts?

  /// Returns the settings that `tune` recommends, if they pass every tolerated case and fail every
  /// rejected one; decisions that are still being written count, too.
  ///
  /// - Parameter count: Used for settings that the landscapes do not hold.
  package func answer(_ count: Counter) -> Proposal {
    let judged = JudgedCases(items, strategy, count)
    guard judged.hasTolerated else {
      return Proposal(
        explanation: "Nothing is tolerated yet: \(keyMap.key(.tolerate)) on rendering noise and "
          + "\(keyMap.key(.reject)) on bugs, then \(keyMap.key(.propose)) again.")
    }
    guard !judged.tolerated.isEmpty else {
      return Proposal(
        explanation: "No setting can judge what is tolerated: \(judged.unjudged.words).")
    }
    let tuning = Tuning(
      judged.own, beside: judged.beside, noise: judged.tolerated.map { Tuning.Pair($0.counts) },
      change: judged.rejected.map { Tuning.Pair($0.counts) }, others: judged.others)
    return Proposal(
      strategy: tuning.best.separation.isPerfect ? tuning.best.strategy : nil,
      explanation: explanation(tuning, judged) + judged.end)
  }

  private func explanation(_ tuning: Tuning, _ judged: JudgedCases) -> String {
    let best = tuning.best
    let words = { (other: Recommendation) in "\(other.summary): \(other.separation.words)" }
    guard !best.separation.isPerfect else {
      return ([words(best)] + tuning.margins.map(\.words)).joined(separator: ", ")
        + "; \(best.claim)"
    }
    let wrong =
      best.wronglyFailed.prefix(1).map { "\(name(judged.tolerated[$0])) (tolerated) fails" }
      + best.missed.prefix(1).map { "\(name(judged.rejected[$0])) (rejected) passes" }
    let other = tuning.rows.first { $0.separation.rightShare > best.separation.rightShare }
    let more = [
      tuning.pair.map { "; better, two assertions: \(words($0))" },
      other.map { "; of another strategy, \(words($0))" },
    ]
    return "No setting of \(best.strategy.kind.rawValue) separates noise from bugs. The best: "
      + "\(words(best)), but \(wrong.joined(separator: " and "))"
      + more.compactMap(\.self).joined()
  }

  private func name(_ judged: JudgedCases.Judged) -> String { items[judged.item].snapshot.id }
}

/// The counted pairs by the reviewer's decision, and the cases that no setting can judge.
private struct JudgedCases {
  typealias Judged = (item: Int, counts: PairCounts)

  var tolerated: [Judged] = []
  var rejected: [Judged] = []
  /// Pairs without a decision, used if nothing is rejected.
  var others: [PairCounts] = []
  let own: [SettingsGrid]
  /// Settings of other strategies, taken from the landscapes for comparison.
  let beside: [SettingsGrid]
  /// True if anything is tolerated, measured or not.
  private(set) var hasTolerated = false
  /// Decided cases that no setting can affect.
  private(set) var unjudged = UnjudgedCases()

  init(_ items: CaseList, _ strategy: Strategy, _ count: ProposalRequest.Counter) {
    let decisions = items.map(\.latestDecision)
    let noise = decisions.indices.filter { decisions[$0] == .tolerated }
    let change = decisions.indices.filter { decisions[$0] == .rejected }
    let layouts = Set((noise + change).map { items[$0].snapshot.testLayout })
    let grids = layouts.count == 1 ? layouts.first!.grids(strategy) : []
    let own = grids.isEmpty ? [SettingsGrid(strategy, isWritten: false)] : grids
    self.own = own
    beside = Strategy.Kind.ofLandscapes.filter { kind in
      !own.contains { $0.base.kind == kind }
    }.map { SettingsGrid(Strategy($0).with(\.formula, strategy.formula), isWritten: true) }
    hasTolerated = !noise.isEmpty
    tolerated = judged(noise, items, strategy, count)
    rejected = judged(change, items, strategy, count)
    guard rejected.isEmpty else { return }
    let rest = decisions.indices.filter { decisions[$0] == nil || decisions[$0] == .accepted }
    others = judged(rest, items, strategy, count).map(\.counts)
  }

  private mutating func judged(
    _ places: [Int], _ items: CaseList, _ strategy: Strategy, _ count: ProposalRequest.Counter
  ) -> [Judged] {
    let grids = own + beside
    typealias Answer = (effect: ReviewItem.SettingsEffect, counts: PairCounts?)
    let judged = mapOnAllCores(places.count) { [own] index -> Answer in
      let item = items[places[index]]
      let effect = item.settingsEffect(item.landscape(strategy))
      guard case .judged(let landscape) = effect else { return (effect, nil) }
      let counts = PairCounts(landscape, grids)
      if own.allSatisfy(counts.holds) { return (effect, counts) }
      return (effect, count(item.snapshot, landscape.areas, grids))
    }
    return zip(places, judged).compactMap { place, judged in
      if let counts = judged.counts { return (place, counts) }
      if [.tolerated, .rejected].contains(items[place].latestDecision) {
        unjudged.add(judged.effect)
      }
      return nil
    }
  }

  /// The end of a sentence, with what is left out.
  var end: String { unjudged.count > 0 ? "; not judged: \(unjudged.words)." : "." }
}

extension ReviewState {
  mutating func propose() -> [ReviewEffect] {
    lastProposal += 1
    awaitedProposal = lastProposal
    message = Message(.news, "Looking for settings that fit the decisions …")
    return [
      .propose(
        ProposalRequest(number: lastProposal, strategy: strategy, items: items, keyMap: keyMap))
    ]
  }

  /// Adopts proposed settings, unless others have been chosen since they were requested.
  mutating func take(_ proposal: Proposal, number: Int) -> [ReviewEffect] {
    guard number == awaitedProposal else { return [] }
    awaitedProposal = nil
    guard let strategy = proposal.strategy else {
      message = Message(.warning, proposal.explanation)
      return []
    }
    tuned = strategy
    let effects = settingsChanged()
    message = Message(.news, proposal.explanation, hint: "\(keyMap.key(.saveRule)) saves it.")
    return effects
  }
}
