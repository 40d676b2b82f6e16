import Catalog
import DiffEngine

/// How many cases fail `combined` at every ΔE and cluster size, for one threshold.
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
  ///   - strategy: Says how many mismatches are allowed.
  public init(_ landscapes: [Landscape], _ strategy: Strategy, sizes: Range<Int> = 1..<65) {
    self.sizes = sizes
    cases = landscapes.count
    let all = landscapes.map { landscape in
      landscape.smallestDeltaEs(
        threshold: strategy.allowed(of: landscape.total), sizes: sizes)
    }
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

  static let none = ChartAnswer(chart: Chart([], Strategy(.combined)), frontier: nil)
}

/// The cases, to be charted where no key waits for it: of twenty thousand that takes some tenths of
/// a second.
public struct ChartRequest: NumberedRequest {
  public let number: Int
  let strategy: Strategy
  let items: CaseList

  public func answer() -> ChartAnswer {
    let measured = items.filter { $0.landscape(strategy.formula)?.isSameSize == true }
    func landscapes(_ items: [ReviewItem]) -> [Landscape] {
      items.compactMap { $0.landscape(strategy.formula) }
    }
    let tolerated = landscapes(measured.filter { $0.latestDecision == .tolerated })
    let limits = Chart(tolerated, strategy).limits
    return ChartAnswer(
      chart: Chart(landscapes(measured), strategy),
      frontier: tolerated.isEmpty ? nil : limits.map { $0[$0.count - 1] })
  }
}

/// How far the chart of the present cases, threshold and formula has come.
struct Charting: Sendable {
  struct Subject: Hashable {
    var threshold: Allowance
    var formula: Strategy.Formula
    /// Of the overview.
    var version: Int
  }

  var number = 0
  var subject: Subject?
  var isUnderWay = false
  var answer: ChartAnswer?

  mutating func reset() { self = Charting(number: number + 1) }
}

extension ReviewState {
  /// What the landscape panel misses; one request at a time, while cases are still being measured.
  mutating func newChartRequest() -> ChartRequest? {
    let subject = Charting.Subject(
      threshold: strategy.threshold, formula: strategy.formula, version: overview.version)
    guard panel == .landscape, !charting.isUnderWay, subject != charting.subject else { return nil }
    charting.number += 1
    (charting.subject, charting.isUnderWay) = (subject, true)
    return ChartRequest(number: charting.number, strategy: strategy, items: items)
  }

  mutating func take(_ answer: ChartAnswer, number: Int) {
    guard number == charting.number else { return }
    (charting.answer, charting.isUnderWay) = (answer, false)
  }
}
