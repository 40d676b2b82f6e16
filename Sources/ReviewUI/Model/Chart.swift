import Catalog
import DiffEngine

/// How many cases fail at every ΔE and cluster size, for one threshold.
///
/// A case fails at (ΔE, S) exactly while ΔE is below the least one that passes it, so the whole
/// plane is one sorted list of such limits for each cluster size.
public struct Chart: Hashable, Sendable {
  /// Cluster sizes, within 1 to 64.
  public let sizes: Range<Int>
  /// For each size, ascending, the least ΔE at which each case passes; infinity where none does.
  public let limits: [[Double]]
  /// For each size the largest of these that is finite, or 0.
  public let reach: [Double]
  public let cases: Int

  /// - Parameters:
  ///   - landscapes: The measured pairs.
  ///   - threshold: Mismatches that are allowed.
  public init(_ landscapes: [Landscape], threshold: Int, sizes: Range<Int> = 1..<65) {
    self.sizes = sizes
    cases = landscapes.count
    let all = landscapes.map { $0.smallestDeltaEs(threshold: threshold, sizes: sizes) }
    limits = sizes.indices.map { size in
      all.map { $0[size - sizes.lowerBound] ?? .infinity }.sorted()
    }
    reach = limits.map { row in
      let finite = row.partitioningIndex { !$0.isFinite }
      return finite > 0 ? row[finite - 1] : 0
    }
  }

  /// How many cases fail at a point; `size` must be in `sizes`.
  public func failing(deltaE: Double, size: Int) -> Int {
    let row = limits[size - sizes.lowerBound]
    return row.count - row.partitioningIndex { $0 > deltaE + 1e-9 }
  }
}

/// What the landscape panel draws.
public struct ChartAnswer: Hashable, Sendable {
  public let chart: Chart
  /// The least ΔE for each cluster size at which everything tolerated passes; nil where nothing is
  /// tolerated.
  public let frontier: [Double]?

  static let none = ChartAnswer(chart: Chart([], threshold: 0), frontier: nil)
}

/// The measured pairs, to be charted where no key waits for it: of twenty thousand that takes some
/// tenths of a second.
public struct ChartRequest: Hashable, Sendable {
  public let number: Int
  let threshold: Int
  let landscapes: [Landscape]
  let tolerated: [Landscape]

  public func answer() -> ChartAnswer {
    let limits = Chart(tolerated, threshold: threshold).limits
    return ChartAnswer(
      chart: Chart(landscapes, threshold: threshold),
      frontier: tolerated.isEmpty ? nil : limits.map { $0[$0.count - 1] })
  }

  /// The number stands for all of it.
  public static func == (first: Self, second: Self) -> Bool { first.number == second.number }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// How far the chart of the present cases and threshold has come.
struct Charting: Sendable {
  struct Subject: Hashable {
    var threshold: Int
    /// Of the overview.
    var version: Int
  }

  var number = 0
  var subject: Subject?
  var isUnderWay = false
  var answer: ChartAnswer?

  mutating func reset() { self = Charting(number: number + 1) }
}

/// A setting that parts noise from change, or why there is none.
public struct Proposal: Hashable, Sendable {
  /// nil where no setting exists.
  public var strategy: Strategy?
  /// One sentence for the reviewer.
  public var explanation: String
}

extension ReviewState {
  /// The measured pairs of images with their places in `items`.
  var landscapes: [(item: Int, landscape: Landscape)] {
    items.indices.compactMap { index in
      guard case .images(let facts) = items[index].reading, facts.reference == facts.actual
      else { return nil }
      return facts.landscape.map { (index, $0) }
    }
  }

  /// What the landscape panel misses; one request at a time, while cases are still being measured.
  mutating func newChartRequest() -> ChartRequest? {
    let subject = Charting.Subject(threshold: strategy.threshold, version: overview.version)
    guard panel == .landscape, !charting.isUnderWay, subject != charting.subject else { return nil }
    charting.number += 1
    (charting.subject, charting.isUnderWay) = (subject, true)
    let pairs = landscapes
    return ChartRequest(
      number: charting.number, threshold: strategy.threshold,
      landscapes: pairs.map(\.landscape),
      tolerated: pairs.filter { items[$0.item].decision == .tolerated }.map(\.landscape))
  }

  mutating func take(_ answer: ChartAnswer, number: Int) {
    guard number == charting.number else { return }
    (charting.answer, charting.isUnderWay) = (answer, false)
  }

  /// A measured pair with the least ΔE that passes it, for cluster sizes from 1 to 64.
  private struct Limits {
    var item: Int
    var landscape: Landscape
    var deltaEs: [Double?]

    func deltaE(_ size: Int) -> Double { deltaEs[size - 1] ?? .infinity }
  }

  private func limits(_ pairs: [(item: Int, landscape: Landscape)]) -> [Limits] {
    pairs.map { item, landscape in
      Limits(
        item: item, landscape: landscape,
        deltaEs: landscape.smallestDeltaEs(threshold: strategy.threshold))
    }
  }

  /// The least tolerant `combined` that passes every tolerated case and fails every rejected one.
  ///
  /// Of the settings that do, the one under which the fewest other cases pass; then the smallest
  /// cluster size, then the smallest ΔE.
  public func proposal() -> Proposal {
    let known = limits(landscapes)
    let tolerated = known.filter { items[$0.item].decision == .tolerated }
    let rejected = known.filter { items[$0.item].decision == .rejected }
    guard !tolerated.isEmpty else {
      return Proposal(
        strategy: nil,
        explanation: "Nothing is tolerated yet: \(keyMap.key(.tolerate)) on rendering noise and "
          + "\(keyMap.key(.reject)) on bugs, then \(keyMap.key(.propose)) again.")
    }
    var best: (passing: Int, size: Int, deltaE: Double)?
    for size in 1...64 {
      let least = tolerated.map { $0.deltaE(size) }.max()!
      guard least <= 100, rejected.allSatisfy({ $0.deltaE(size) > least }) else { continue }
      let passing = known.count { $0.deltaE(size) <= least }
      if best == nil || passing < best!.passing { best = (passing, size, least) }
    }
    guard let best else { return conflict(tolerated, rejected) }
    var strategy = strategy
    strategy.kind = .combined
    strategy.clusterSize = best.size
    strategy.deltaE = best.deltaE
    return Proposal(
      strategy: strategy, explanation: explanation(strategy, tolerated.count, rejected))
  }

  private func explanation(
    _ strategy: Strategy, _ tolerated: Int, _ rejected: [Limits]
  ) -> String {
    var text = "\(strategy.summary): passes the \(tolerated) tolerated"
    guard !rejected.isEmpty else { return text + "; nothing is rejected yet." }
    text += ", still fails the \(rejected.count) rejected"
    let margins = rejected.compactMap { $0.landscape.comparison(strategy) }.map {
      $0.mismatched - $0.allowed
    }
    if let nearest = margins.min() {
      text += "; the nearest rejected case fails by \(grouped(nearest)) px"
    }
    return text + "."
  }

  /// Names the tolerated case that asks for most and the rejected one that gives way first.
  private func conflict(_ tolerated: [Limits], _ rejected: [Limits]) -> Proposal {
    let hardest = tolerated.max { $0.deltaE(7) < $1.deltaE(7) }!
    let needs = hardest.deltaE(7)
    let name = items[hardest.item].snapshot.id
    guard let weakest = rejected.min(by: { $0.deltaE(7) < $1.deltaE(7) }) else {
      return Proposal(
        strategy: nil,
        explanation: "No setting passes \(name) with threshold \(strategy.threshold); "
          + "\(keyMap.key(.thresholdUp)) raises it.")
    }
    return Proposal(
      strategy: nil,
      explanation: "No setting parts them: at cluster 7, \(name) (tolerated) passes only from ΔE "
        + "\(trimmed(needs)), and there \(items[weakest.item].snapshot.id) (rejected) passes too.")
  }
}
