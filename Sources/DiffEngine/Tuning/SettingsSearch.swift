/// The pairs that are rendering noise and those that are a change, as decided.
struct Labels: Sendable {
  private(set) var noise: CaseSet
  private(set) var change: CaseSet
  /// The number of all pairs.
  let count: Int

  init(noise: some Sequence<Int>, change: some Sequence<Int>, count: Int) {
    self.noise = CaseSet(noise, count: count)
    self.change = CaseSet(change, count: count)
    self.count = count
  }

  func subtracting(_ other: Labels) -> Labels {
    var rest = self
    rest.noise.subtract(other.noise)
    rest.change.subtract(other.change)
    return rest
  }
}

/// The part of the noise that passes, and of the change that fails.
package struct Separation: Hashable, Sendable {
  package var passed: Int
  package var noise: Int
  package var failed: Int
  package var change: Int

  package init(passed: Int, noise: Int, failed: Int, change: Int) {
    (self.passed, self.noise, self.failed, self.change) = (passed, noise, failed, change)
  }

  /// The mean of the two shares, 0 to 1: balanced accuracy, which a folder full of one kind does
  /// not distort.
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

/// A search for the settings of a grid that separate noise from change best, or for two of which
/// either fails a pair.
struct SettingsSearch: Sendable {
  let grid: SettingsGrid
  /// The middle rule of each set of rules that say the same of every pair.
  private let distinct: [Int]

  init(grid: SettingsGrid) {
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

  /// Returns the rule that is right most often; of several the one in the middle, which is as far
  /// from one edge of the plateau as from the other.
  func best(_ labels: Labels) -> Choice {
    let scale = Scale(labels)
    let scores = grid.failing.map { failing in
      scale.score(
        passed: scale.noise - failing.sharedCount(labels.noise),
        failed: failing.sharedCount(labels.change))
    }
    return Choice(first: middle(of: scores))
  }

  /// Returns the two rules that together are right most often, if either fails a pair; only the
  /// best single rules are tried, ranked by the noise they pass above all.
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
