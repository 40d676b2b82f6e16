/// The decisions: which pairs are rendering noise and which are a change.
struct Labels: Sendable {
  private(set) var noise: CaseSet
  private(set) var change: CaseSet
  /// The total number of pairs.
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

/// The number of noise pairs that pass and of change pairs that fail, each with its total.
package struct Separation: Hashable, Sendable {
  package var passed: Int
  package var noise: Int
  package var failed: Int
  package var change: Int

  /// Balanced accuracy: the mean of the two shares, 0 to 1, which a folder full of one kind does
  /// not distort.
  package var rightShare: Double {
    (Double(passed) / Double(max(noise, 1)) + Double(failed) / Double(max(change, 1))) / 2
  }

  /// The standard error of the balanced accuracy of a random choice.
  var chance: Double { (1 / Double(noise) + 1 / Double(change)).squareRoot() / 4 }

  /// The standard error of the accuracy on so many pairs. No share is certain, so that one pair more
  /// of each kind counts as right, and one as wrong.
  func error(noise: Int, change: Int) -> Double {
    func variance(_ right: Int, of all: Int, _ count: Int) -> Double {
      let share = Double(right + 1) / Double(all + 2)
      return share * (1 - share) / Double(count)
    }
    let sum = variance(passed, of: self.noise, noise) + variance(failed, of: self.change, change)
    return sum.squareRoot() / 2
  }

  package var isPerfect: Bool { passed == noise && failed == change }

  static func + (first: Separation, second: Separation) -> Separation {
    Separation(
      passed: first.passed + second.passed, noise: first.noise + second.noise,
      failed: first.failed + second.failed, change: first.change + second.change)
  }
}

/// Searches a grid for the setting that best separates noise from changes, or for two settings that
/// fail a pair if either does.
struct SettingsSearch: Sendable {
  let grid: SettingsGrid
  let settings: [Strategy]
  let failing: [CaseSet]
  /// The first setting of each set of settings that agree on every pair.
  private let distinct: [Int]

  /// - Parameter pairs: The pairs, already counted for the grid.
  init(_ grid: SettingsGrid, _ pairs: [PairCounts]) {
    let counts = pairs.map { $0[grid]! }
    self.grid = grid
    settings = grid.settings
    let allowances = settings.count / grid.measures.count
    failing = settings.enumerated().map { place, setting in
      CaseSet(
        counts.indices.filter {
          let count = counts[$0][place / allowances]
          return count.mismatched > setting.allowed(of: count.total)
        }, count: pairs.count)
    }
    let alike = Dictionary(grouping: failing.indices) { [failing] in failing[$0] }
    distinct = alike.values.map { $0[0] }.sorted()
  }

  /// One setting, or two.
  struct Choice: Hashable {
    var first: Int
    var second: Int?
  }

  func failing(_ choice: Choice) -> CaseSet {
    choice.second.map { failing[choice.first].union(failing[$0]) } ?? failing[choice.first]
  }

  func separation(_ choice: Choice, _ labels: Labels) -> Separation {
    let failing = failing(choice)
    let noise = labels.noise.count
    return Separation(
      passed: noise - failing.sharedCount(labels.noise), noise: noise,
      failed: failing.sharedCount(labels.change), change: labels.change.count)
  }

  /// Returns the most accurate setting.
  func best(_ labels: Labels) -> Choice {
    let scale = Scale(labels)
    let scores = failing.map { failing in
      scale.score(
        passed: scale.noise - failing.sharedCount(labels.noise),
        failed: failing.sharedCount(labels.change))
    }
    return Choice(first: middle(of: scores))
  }

  /// Returns the most accurate combination of two settings that fail a pair if either does. Tries
  /// only the best single settings, ranked mainly by the noise they pass.
  func bestPair(_ labels: Labels) -> Choice {
    let scale = Scale(labels)
    // Two settings fail at least as much noise as one, so one that fails much of it is no
    // candidate.
    let ranks = distinct.map { setting in
      let failing = failing[setting]
      return 2 * scale.score(passed: scale.noise - failing.sharedCount(labels.noise), failed: 0)
        + scale.score(passed: 0, failed: failing.sharedCount(labels.change))
    }
    let best = ranks.indices.sorted { (ranks[$1], $0) < (ranks[$0], $1) }.prefix(60)
    let good = best.map { distinct[$0] }.sorted()
    var found = (choice: self.best(labels), score: Int.min)
    for (place, first) in good.enumerated() {
      for second in good[(place + 1)...] {
        let (one, other) = (failing[first], failing[second])
        let score = scale.score(
          passed: scale.noise - one.sharedCount(labels.noise, or: other),
          failed: one.sharedCount(labels.change, or: other))
        if score > found.score { found = (Choice(first: first, second: second), score) }
      }
    }
    return found.choice
  }

  /// Returns the most accurate setting that is the most steps away from any less accurate one, the
  /// middle of the plateau. The strictest value is no edge, since nothing is stricter than ΔE 0;
  /// the most tolerant one is.
  private func middle(of scores: [Int]) -> Int {
    let best = scores.max() ?? 0
    var plateau = Set(scores.indices.filter { scores[$0] == best })
    while true {
      let inner = plateau.filter { place in
        !isMostTolerant(place)
          && SettingsGrid.neighbours(of: place, on: grid.axes).allSatisfy(plateau.contains)
      }
      if inner.isEmpty || inner.count == plateau.count { break }
      plateau = inner
    }
    return middle(of: plateau)
  }

  /// True if the settings contain the most tolerant value of a parameter that has several.
  private func isMostTolerant(_ place: Int) -> Bool {
    var rest = place
    return grid.axes.reversed().contains { axis in
      defer { rest /= axis.values.count }
      return axis.values.count > 2 && rest % axis.values.count == axis.values.count - 1
    }
  }

  /// Returns the strictest of some settings, but the middle on each axis whose strictest value is
  /// not among them.
  private func middle(of plateau: Set<Int>) -> Int {
    var place = plateau.min()!
    var stride = settings.count
    for axis in grid.axes {
      stride /= axis.values.count
      let value = place / stride % axis.values.count
      let values = (value..<axis.values.count).prefix { [place] in
        plateau.contains(place + ($0 - value) * stride)
      }
      if value > 0 { place += (values.count - 1) / 2 * stride }
    }
    return place
  }

  /// Balanced accuracy in integers, so that ties are exact.
  private struct Scale {
    let noise: Int
    let change: Int

    init(_ labels: Labels) { (noise, change) = (labels.noise.count, labels.change.count) }

    func score(passed: Int, failed: Int) -> Int {
      passed * max(change, 1) + failed * max(noise, 1)
    }
  }
}
