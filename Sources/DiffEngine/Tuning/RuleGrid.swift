/// What many settings say of some decided pairs: one bit for each of both.
///
/// The steps are those on which the search was tried, but that a landscape ends at cluster size 64.
struct RuleGrid: Sendable {
  static let deltaEs = [0, 0.5, 1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30]
  static let sizes = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 64]
  static let thresholds = [0, 5, 10, 20, 50, 100, 200, 500]

  /// In the order of ΔE, cluster size and threshold.
  let rules: [Tuning.Setting]
  /// Of each rule, the pairs that it fails.
  let failing: [CaseSet]

  init(_ landscapes: [Landscape], _ plane: TuningPlane) {
    let steps = plane.hasSteps ? Self.deltaEs.map { Int($0 * 10) } : [0]
    let sizes = plane.hasSizes ? Self.sizes : [1]
    rules = steps.flatMap { step in
      sizes.flatMap { size in
        Self.thresholds.map { Tuning.Setting(step: step, size: size, threshold: $0) }
      }
    }
    var failing = Array(repeating: CaseSet(count: landscapes.count), count: rules.count)
    for (index, landscape) in landscapes.enumerated() {
      var rule = 0
      for step in steps {
        let row = plane.row(of: landscape, step: step)
        for size in sizes {
          let count = Int(row[size - 1])
          for threshold in Self.thresholds {
            if count > threshold { failing[rule].insert(index) }
            rule += 1
          }
        }
      }
    }
    self.failing = failing
  }
}

/// A set of cases, by number.
struct CaseSet: Hashable, Sendable {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  init(_ members: some Sequence<Int>, count: Int) {
    self.init(count: count)
    for member in members { insert(member) }
  }

  mutating func insert(_ member: Int) { words[member >> 6] |= 1 << UInt64(member & 63) }

  func contains(_ member: Int) -> Bool { words[member >> 6] >> UInt64(member & 63) & 1 == 1 }

  func union(_ other: CaseSet) -> CaseSet {
    var result = self
    for index in words.indices { result.words[index] |= other.words[index] }
    return result
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// How many of both there are.
  func sharedCount(_ other: CaseSet) -> Int {
    var count = 0
    for index in words.indices { count += (words[index] & other.words[index]).nonzeroBitCount }
    return count
  }

  /// How many of both, or of the third and the second, there are.
  func sharedCount(_ other: CaseSet, or third: CaseSet) -> Int {
    var count = 0
    for index in words.indices {
      count += ((words[index] | third.words[index]) & other.words[index]).nonzeroBitCount
    }
    return count
  }
}
