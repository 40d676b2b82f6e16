/// Which pairs are rendering noise and which a change, as decided.
struct Labels: Sendable {
  var noise: CaseSet
  var change: CaseSet

  init(noise: some Sequence<Int>, change: some Sequence<Int>, count: Int) {
    self.noise = CaseSet(noise, count: count)
    self.change = CaseSet(change, count: count)
  }
}

/// How much of the noise passes and how much of the change fails.
package struct Separation: Hashable, Sendable {
  package var passed: Int
  package var noise: Int
  package var failed: Int
  package var change: Int

  package init(passed: Int, noise: Int, failed: Int, change: Int) {
    (self.passed, self.noise, self.failed, self.change) = (passed, noise, failed, change)
  }

  /// The mean of the two shares, 0 to 1: balanced accuracy, which a folder full of one kind does not
  /// sway.
  package var rightShare: Double {
    (Double(passed) / Double(max(noise, 1)) + Double(failed) / Double(max(change, 1))) / 2
  }

  package var isPerfect: Bool { passed == noise && failed == change }

  static func + (left: Separation, right: Separation) -> Separation {
    Separation(
      passed: left.passed + right.passed, noise: left.noise + right.noise,
      failed: left.failed + right.failed, change: left.change + right.change)
  }
}

/// The settings of a grid, or two of them of which either fails a pair, that part noise from change
/// best.
struct RuleSearch: Sendable {
  let grid: RuleGrid
  /// Rules that say the same of every pair stand for one another: of each such set the middle one.
  private let distinct: [Int]

  init(grid: RuleGrid) {
    self.grid = grid
    let alike = Dictionary(grouping: grid.rules.indices) { grid.failing[$0] }
    distinct = alike.values.map { $0[$0.count / 2] }.sorted()
  }

  /// One rule, or two.
  struct Choice: Hashable {
    var first: Int
    var second: Int?
  }

  func failing(_ choice: Choice) -> CaseSet {
    choice.second.map { grid.failing[choice.first].union(grid.failing[$0]) }
      ?? grid.failing[choice.first]
  }

  func separation(_ choice: Choice, _ labels: Labels) -> Separation {
    let failing = failing(choice)
    let noise = labels.noise.count
    return Separation(
      passed: noise - failing.sharedCount(labels.noise), noise: noise,
      failed: failing.sharedCount(labels.change), change: labels.change.count)
  }

  /// The rule that is right most often; of several the one in the middle, which is as far from one
  /// edge of the plateau as from the other.
  func best(_ labels: Labels) -> Choice {
    let scale = Scale(labels)
    let scores = grid.failing.map { failing in
      scale.score(
        passed: scale.noise - failing.sharedCount(labels.noise),
        failed: failing.sharedCount(labels.change))
    }
    return Choice(first: middle(of: scores))
  }

  /// The two of the rules that pass most noise of which one or the other is right most often.
  func bestPair(_ labels: Labels) -> Choice {
    let scale = Scale(labels)
    // With two, noise can only fail more often: one that fails much of it is no part of a good pair.
    let ranks = distinct.map { rule in
      let failing = grid.failing[rule]
      return 2 * scale.score(passed: scale.noise - failing.sharedCount(labels.noise), failed: 0)
        + scale.score(passed: 0, failed: failing.sharedCount(labels.change))
    }
    let best = ranks.indices.sorted { (ranks[$1], $0) < (ranks[$0], $1) }.prefix(60)
    let good = best.map { distinct[$0] }.sorted()
    var pairs: [Choice] = []
    var scores: [Int] = []
    for (place, first) in good.enumerated() {
      for second in good[(place + 1)...] {
        let (one, other) = (grid.failing[first], grid.failing[second])
        pairs.append(Choice(first: first, second: second))
        scores.append(
          scale.score(
            passed: scale.noise - one.sharedCount(labels.noise, or: other),
            failed: one.sharedCount(labels.change, or: other)))
      }
    }
    return pairs.isEmpty ? self.best(labels) : pairs[middle(of: scores)]
  }

  private func middle(of scores: [Int]) -> Int {
    let best = scores.max() ?? 0
    let places = scores.indices.filter { scores[$0] == best }
    return places[places.count / 2]
  }

  /// Balanced accuracy in whole numbers, so that equal ones are equal.
  private struct Scale {
    let noise: Int
    let change: Int

    init(_ labels: Labels) { (noise, change) = (labels.noise.count, labels.change.count) }

    func score(passed: Int, failed: Int) -> Int {
      passed * max(change, 1) + failed * max(noise, 1)
    }
  }
}

/// What a search is right about that it has not seen.
package struct HeldOut: Hashable, Sendable {
  /// Mean balanced accuracy, 0 to 1.
  package var mean: Double
  /// Of the rounds; nil where each left out too little for a figure of its own.
  package var range: ClosedRange<Double>?
}

extension RuleSearch {
  /// Fits on a part of the decisions and judges the others: five times a half, or, with fewer than 20
  /// of a kind, leaving out one after the other, in at most 40 rounds.
  ///
  /// - Returns: nil where a kind has fewer than two.
  func heldOut(
    noise: [Int], change: [Int], count: Int, _ fit: (Labels) -> Choice
  ) -> HeldOut? {
    guard min(noise.count, change.count) > 1 else { return nil }
    if min(noise.count, change.count) < 20 {
      let rounds = min(max(noise.count, change.count), 40)
      let parts = (0..<rounds).map { round in
        separation(noise, change, count, fit) { $0 % rounds == round }
      }
      let sum = parts.dropFirst().reduce(parts[0], +)
      return HeldOut(mean: sum.rightShare, range: nil)
    }
    let shares = (0..<5).map { round in
      separation(noise, change, count, fit) { place in
        // One bit of a multiplicative hash (Knuth) tosses the coin, the same on every run.
        UInt64(place + 1) &* (0x9E37_79B9_7F4A_7C15 &+ UInt64(2 * round)) >> 63 == 1
      }.rightShare
    }
    return HeldOut(
      mean: shares.reduce(0, +) / Double(shares.count), range: shares.min()!...shares.max()!)
  }

  /// - Parameter isHeldOut: By a decision's place among those of its kind.
  private func separation(
    _ noise: [Int], _ change: [Int], _ count: Int, _ fit: (Labels) -> Choice,
    isHeldOut: (Int) -> Bool
  ) -> Separation {
    func part(_ isWanted: Bool) -> Labels {
      func members(_ cases: [Int]) -> [Int] {
        cases.indices.filter { isHeldOut($0) == isWanted }.map { cases[$0] }
      }
      return Labels(noise: members(noise), change: members(change), count: count)
    }
    return separation(fit(part(false)), part(true))
  }
}
