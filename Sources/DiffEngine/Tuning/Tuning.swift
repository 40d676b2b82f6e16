/// A search for the settings that separate rendering noise from changes, based on decisions.
///
///     let tuning = Tuning(own, beside: others, noise: tolerated, change: rejected)
///     print(tuning.best.strategy.summary)
package struct Tuning: Sendable {
  package struct Pair: Sendable {
    package var counts: PairCounts
    /// The ID of the pair's origin, such as a commit: pairs of the same origin do not confirm each
    /// other. nil if the origin is unknown.
    package var origin: Int?

    package init(_ counts: PairCounts, origin: Int? = nil) {
      (self.counts, self.origin) = (counts, origin)
    }
  }

  /// The best settings of the tuned strategies.
  package private(set) var best: Recommendation
  /// Two assertions, if they are clearly better than one.
  package private(set) var pair: Recommendation?
  /// The margin of each parameter; empty if a pair is misjudged.
  package private(set) var margins: [Margin] = []
  /// The best settings of every strategy, the most accurate first.
  package private(set) var rows: [Recommendation]

  /// The held-out accuracy that a pair of assertions must gain over a single one, because it costs
  /// the user a second line in every test.
  private static let pairGain = 0.01

  /// - Parameters:
  ///   - own: The strategies to tune; the first is preferred.
  ///   - beside: The strategies to compare them with.
  ///   - noise: Pairs that should pass, counted for `own`; at least one.
  ///   - change: Pairs that should fail.
  ///   - others: The rest of the folder, in which nothing should fail.
  package init(
    _ own: [SettingsGrid], beside: [SettingsGrid], noise: [Pair], change: [Pair],
    others: [PairCounts] = []
  ) {
    let pairs = (noise + change).map(\.counts)
    let isCounted = { (grid: SettingsGrid) in
      (pairs + others).allSatisfy { $0.holds(grid) }
    }
    let sample = Sample(noise: noise, change: change)
    let searches = own.map { SettingsSearch($0, pairs) }
    let more = beside.filter(isCounted).map { SettingsSearch($0, pairs) }
    guard !change.isEmpty else {
      let strictest = (searches + more).map { ($0.strictest(of: pairs + others), $0) }
      rows = strictest.map { sample.recommendation($1, $0.choice, nil) }
      let place = strictest[..<own.count].indices.max {
        strictest[$0].0.kept < strictest[$1].0.kept
      }!
      best = rows[place]
      return
    }
    rows = (searches + more).map { search in
      sample.recommendation { (search, search.best($0)) }
    }
    let fit = { (labels: Labels) in Self.fit(searches, labels) }
    best = sample.recommendation(fit)
    rows.sort { $0.order > $1.order }
    let (search, choice) = fit(sample.labels)
    if best.separation.isPerfect {
      margins = search.margins(choice.first, sample.labels)
    } else if let heldOut = best.heldOut,
      case let two = sample.recommendation({ (search, search.bestPair($0)) }),
      two.heldOut!.mean >= heldOut.mean + Self.pairGain,
      two.separation.rightShare > best.separation.rightShare
    {
      pair = two
    }
  }

  /// Returns the search with the most accurate settings, the first of several.
  private static func fit(
    _ searches: [SettingsSearch], _ labels: Labels
  ) -> (SettingsSearch, SettingsSearch.Choice) {
    let fits = searches.map { ($0, $0.best(labels)) }
    let shares = fits.map { $0.separation($1, labels).rightShare }
    return fits[shares.firstIndex(of: shares.max()!)!]
  }
}

extension Recommendation {
  /// The order of recommendations: by accuracy on all decisions, then on held-out ones. If held-out
  /// accuracy came first, the luckiest strategy would win. It is no more accurate on new cases, and
  /// overestimates itself by 4 points for pairs and 8 for commits, twice as much as with this
  /// order.
  fileprivate var order: (Double, Double) { (separation.rightShare, heldOut?.mean ?? 0) }
}

/// The decided pairs, and the rounds that hold some of them out.
private struct Sample {
  let labels: Labels
  private let noiseCount: Int
  private let rounds: HeldOutRounds?

  init(noise: [Tuning.Pair], change: [Tuning.Pair]) {
    noiseCount = noise.count
    let all = noise + change
    labels = Labels(noise: 0..<noiseCount, change: noiseCount..<all.count, count: all.count)
    func groups(_ places: Range<Int>) -> [[Int]] {
      Dictionary(grouping: places) { all[$0].origin ?? -1 }.values.sorted { $0[0] < $1[0] }
    }
    rounds = HeldOutRounds(noise: groups(0..<noiseCount), change: groups(noiseCount..<all.count))
  }

  typealias Fit = (Labels) -> (search: SettingsSearch, choice: SettingsSearch.Choice)

  /// Fits on all decisions and estimates the accuracy of the choice on new ones.
  func recommendation(_ fit: Fit) -> Recommendation {
    let (search, choice) = fit(labels)
    return recommendation(search, choice, heldOut(fit, search.separation(choice, labels)))
  }

  /// Fits on the decisions that each round does not hold out, and judges the rest.
  ///
  /// A choice from four fifths, or from two commits of three, is not as good as one from all. The
  /// difference shows on all decisions and is added (Burman's correction of cross-validation,
  /// 1989). Without it, estimates were 4 points too low by commits and 0.5 by pairs, on the mean of
  /// nine sets.
  ///
  /// - Parameter whole: The separation achieved by the choice from all decisions.
  private func heldOut(_ fit: Fit, _ whole: Separation) -> HeldOut? {
    guard let rounds else { return nil }
    var shortfall = 0.0
    let judged = rounds.all.map { round in
      let unseen = Labels(noise: round.noise, change: round.change, count: labels.count)
      let (search, choice) = fit(labels.subtracting(unseen))
      shortfall += whole.rightShare - search.separation(choice, labels).rightShare
      return search.separation(choice, unseen)
    }
    let shares = judged.map(\.rightShare)
    let corrected = { (share: Double) in min(share + shortfall / Double(judged.count), 1) }
    let all = judged.dropFirst().reduce(judged[0], +)
    let mean = corrected(all.rightShare)
    // Pairs of one commit do not confirm each other: then the rounds differ by more.
    let error = max(
      all.error(noise: whole.noise, change: whole.change), Self.error(shares, all.rightShare))
    return HeldOut(
      mean: mean, atLeast: max(mean - error, 0),
      range: corrected(shares.min()!)...corrected(shares.max()!), areCommits: rounds.areCommits)
  }

  /// The standard error of a mean, by how much the rounds differ.
  private static func error(_ shares: [Double], _ mean: Double) -> Double {
    let squares = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(max(shares.count * (shares.count - 1), 1))).squareRoot()
  }

  func recommendation(
    _ search: SettingsSearch, _ choice: SettingsSearch.Choice, _ heldOut: HeldOut?
  ) -> Recommendation {
    let failing = search.failing(choice)
    return Recommendation(
      strategy: search.settings[choice.first],
      second: choice.second.map { search.settings[$0] },
      separation: search.separation(choice, labels), heldOut: heldOut,
      wronglyFailed: (0..<noiseCount).filter(failing.contains),
      missed: (noiseCount..<labels.count).filter { !failing.contains($0) }.map { $0 - noiseCount })
  }
}

extension SettingsSearch {
  /// Returns the settings that pass all noise and leave the most mismatches in failing pairs, as
  /// shares of their images; the strictest of several.
  fileprivate func strictest(of pairs: [PairCounts]) -> (choice: Choice, kept: Double) {
    let counts = pairs.map { $0[grid]! }
    let allowances = settings.count / grid.measures.count
    var found = (choice: Choice(first: settings.count - 1), kept: -1.0)
    for place in settings.indices where failing[place].count == 0 {
      let kept = counts.reduce(0.0) { sum, counts in
        let count = counts[place / allowances]
        let isFailing = count.mismatched > settings[place].allowed(of: count.total)
        return isFailing ? sum + Double(count.mismatched) / Double(count.total) : sum
      }
      if kept > found.kept { found = (Choice(first: place), kept) }
    }
    return found
  }

  /// Returns the range of values of each parameter in which every pair is still judged right.
  fileprivate func margins(_ place: Int, _ labels: Labels) -> [Tuning.Margin] {
    var stride = settings.count
    return grid.axes.map { axis in
      stride /= axis.values.count
      let own = place / stride % axis.values.count
      let isRight = { (value: Int) in failing[place + (value - own) * stride] == labels.change }
      let low = (0...own).reversed().prefix(while: isRight).last ?? own
      let high = (own..<axis.values.count).prefix(while: isRight).last ?? own
      return Tuning.Margin(
        parameter: axis.parameter, strictest: axis.values[low], mostTolerant: axis.values[high])
    }
  }
}
