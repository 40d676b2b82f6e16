/// The settings that are right about decisions most often.
package struct Recommendation: Hashable, Sendable {
  package var strategy: Strategy
  /// A second assertion beside the first: a pair fails where either does. nil where one is as good.
  package var second: Strategy?
  package var separation: Separation
  /// The accuracy on decisions that the search did not see; nil if there are too few.
  package var heldOut: HeldOut?
  /// Indices into `tolerated` of what fails nevertheless.
  package var wronglyFailed: [Int]
  /// Indices into `rejected` of what passes nevertheless.
  package var missed: [Int]

  package init(
    strategy: Strategy, second: Strategy? = nil, separation: Separation, heldOut: HeldOut? = nil,
    wronglyFailed: [Int], missed: [Int]
  ) {
    (self.strategy, self.second, self.separation) = (strategy, second, separation)
    (self.heldOut, self.wronglyFailed, self.missed) = (heldOut, wronglyFailed, missed)
  }
}

extension [Recommendation] {
  /// The one that is right most often; of equal ones the first.
  package var best: Recommendation? {
    self.max { $0.separation.rightShare < $1.separation.rightShare }.flatMap { best in
      first { $0.separation.rightShare == best.separation.rightShare }
    }
  }
}

extension Tuning {
  /// The gain that a pair of assertions must have over one, on what neither has seen: it costs its
  /// user a second line in every test.
  private static let pairGain = 0.01

  /// The one setting that is right most often, and two where those are clearly better.
  package func recommendations() -> (one: Recommendation, pair: Recommendation?) {
    let (noise, change) = (Array(tolerated.indices), rejected.indices.map { $0 + tolerated.count })
    let count = noise.count + change.count
    guard !rejected.isEmpty else { return (perfect(strictest(), heldOut: nil), nil) }
    let search = SettingsSearch(grid: SettingsGrid(tolerated + rejected, plane, .all))
    let labels = Labels(noise: noise, change: change, count: count)
    let rounds = HeldOutRounds(
      noise: groups(noise, toleratedOrigins), change: groups(change, rejectedOrigins))
    let seen = rounds.map { search.heldOut($0, labels, search.best) }
    if let middle = plateauMiddle() { return (perfect(middle, heldOut: seen), nil) }
    let one = recommendation(search, search.best(labels), labels, seen)
    let pairs = SettingsSearch(grid: SettingsGrid(tolerated + rejected, plane, .few))
    guard let rounds, let seen, case let both = pairs.heldOut(rounds, labels, pairs.bestPair),
      both.mean >= seen.mean + Self.pairGain
    else { return (one, nil) }
    return (one, recommendation(pairs, pairs.bestPair(labels), labels, both))
  }

  /// The pairs of each origin, in the order of the first of each; each by itself where no origin is
  /// known.
  private func groups(_ pairs: [Int], _ origins: [Int]) -> [[Int]] {
    guard !origins.isEmpty else { return pairs.map { [$0] } }
    let groups = Dictionary(grouping: zip(pairs, origins), by: \.1)
    return groups.values.map { $0.map(\.0) }.sorted { $0[0] < $1[0] }
  }

  private func perfect(_ setting: Setting, heldOut: HeldOut?) -> Recommendation {
    Recommendation(
      strategy: strategy(setting),
      separation: Separation(
        passed: tolerated.count, noise: tolerated.count, failed: rejected.count,
        change: rejected.count),
      heldOut: heldOut, wronglyFailed: [], missed: [])
  }

  private func recommendation(
    _ search: SettingsSearch, _ choice: SettingsSearch.Choice, _ labels: Labels, _ heldOut: HeldOut?
  ) -> Recommendation {
    let failing = search.failing(choice)
    return Recommendation(
      strategy: strategy(search.grid.rules[choice.first]),
      second: choice.second.map { strategy(search.grid.rules[$0]) },
      separation: search.separation(choice, labels), heldOut: heldOut,
      wronglyFailed: tolerated.indices.filter(failing.contains),
      missed: rejected.indices.filter { !failing.contains($0 + tolerated.count) })
  }
}
