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

  /// The mean of the two shares, 0 to 1: balanced accuracy, which a folder full of one kind does
  /// not distort.
  package var rightShare: Double {
    (Double(passed) / Double(max(noise, 1)) + Double(failed) / Double(max(change, 1))) / 2
  }

  /// The standard error of the share that is right by chance.
  var chance: Double { (1 / Double(noise) + 1 / Double(change)).squareRoot() / 4 }

  package var isPerfect: Bool { passed == noise && failed == change }

  static func + (first: Separation, second: Separation) -> Separation {
    Separation(
      passed: first.passed + second.passed, noise: first.noise + second.noise,
      failed: first.failed + second.failed, change: first.change + second.change)
  }
}

/// A search in a grid for the setting that separates noise from changes best, or for two settings
/// that fail a pair if either does.
struct SettingsSearch: Sendable {
  let grid: SettingsGrid
  let settings: [Strategy]
  let failing: [CaseSet]
  /// The first of each set of settings that say the same of every pair.
  private let distinct: [Int]

  /// - Parameter pairs: Counted for the grid.
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

  /// Returns the setting that is right most often.
  func best(_ labels: Labels) -> Choice {
    let scale = Scale(labels)
    let scores = failing.map { failing in
      scale.score(
        passed: scale.noise - failing.sharedCount(labels.noise),
        failed: failing.sharedCount(labels.change))
    }
    return Choice(first: middle(of: scores))
  }

  /// Returns the two settings that together are right most often, if either fails a pair; only the
  /// best single ones are tried, ranked by the noise they pass above all.
  func bestPair(_ labels: Labels) -> Choice {
    let scale = Scale(labels)
    // With two, noise can only fail more often: one that fails much of it is no part of a good pair.
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

  /// Of the settings that are right most often, one with the most steps to any that is not: the
  /// middle of the plateau. The strictest value is no edge, since nothing is stricter than ΔE 0; the
  /// most tolerant one is.
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

  /// True if the most tolerant value of a parameter with several is part of the settings.
  private func isMostTolerant(_ place: Int) -> Bool {
    var rest = place
    return grid.axes.reversed().contains { axis in
      defer { rest /= axis.values.count }
      return axis.values.count > 2 && rest % axis.values.count == axis.values.count - 1
    }
  }

  /// The strictest of some settings, but in the middle of each axis whose strictest value is not
  /// among them.
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
