/// The verdicts of many settings on some decided pairs: one bit for each setting and pair.
///
/// The steps of ΔE and size are those on which the search was tried, except that a landscape ends
/// at cluster size 64.
struct SettingsGrid: Sendable {
  static let deltaEs = [0, 0.5, 1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30]
  static let sizes = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 64]

  /// The thresholds that are tried at each ΔE and size.
  enum Thresholds {
    /// One threshold for each verdict that any gives.
    case all
    /// A few thresholds: where two rules are chosen together, many that are nearly the same would
    /// keep others out.
    case few
  }

  private static let fewThresholds = [0, 5, 10, 20, 50, 100, 200, 500]
  /// The number of counts above which some are passed over: with thousands of pairs, two neighbours
  /// differ in one of them.
  private static let mostCounts = 256

  /// The rules, in the order of ΔE, cluster size and threshold.
  let rules: [Tuning.Setting]
  /// The pairs that each rule fails.
  let failing: [CaseSet]

  init(_ landscapes: [Landscape], _ plane: TuningPlane, _ thresholds: Thresholds) {
    var rules: [Tuning.Setting] = []
    var failing: [CaseSet] = []
    for step in plane.hasSteps ? Self.deltaEs.map({ Int($0 * 10) }) : [0] {
      let rows = landscapes.map { plane.row(of: $0, step: step) }
      for size in plane.hasSizes ? Self.sizes : [1] {
        let counts = rows.map { Int($0[size - 1]) }
        for threshold in thresholds == .all ? Self.thresholds(counts) : Self.fewThresholds {
          rules.append(Tuning.Setting(step: step, size: size, threshold: threshold))
          let above = counts.indices.filter { counts[$0] > threshold }
          failing.append(CaseSet(above, count: landscapes.count))
        }
      }
    }
    (self.rules, self.failing) = (rules, failing)
  }

  /// Returns a threshold for each number of pairs that can pass, halfway to where the next one
  /// would.
  private static func thresholds(_ counts: [Int]) -> [Int] {
    let sorted = Set(counts).sorted()
    let skipped = sorted.count / mostCounts + 1
    let kept = stride(from: 0, to: sorted.count, by: skipped).map { sorted[$0] }
    let between = zip(kept, kept.dropFirst() + kept.suffix(1)).map { $0 + ($1 - $0) / 2 }
    return sorted.first == 0 ? between : [0] + between
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

  mutating func subtract(_ other: CaseSet) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  func contains(_ member: Int) -> Bool { words[member >> 6] >> UInt64(member & 63) & 1 == 1 }

  func union(_ other: CaseSet) -> CaseSet {
    var result = self
    for index in words.indices { result.words[index] |= other.words[index] }
    return result
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Returns the number of cases that both sets have.
  func sharedCount(_ other: CaseSet) -> Int {
    var count = 0
    for index in words.indices { count += (words[index] & other.words[index]).nonzeroBitCount }
    return count
  }

  /// Returns the number of cases of `other` that this set or `third` has.
  func sharedCount(_ other: CaseSet, or third: CaseSet) -> Int {
    var count = 0
    for index in words.indices {
      count += ((words[index] | third.words[index]) & other.words[index]).nonzeroBitCount
    }
    return count
  }
}
