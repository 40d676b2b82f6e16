import Base
import DiffEngine
import Review

/// The number of cases that fail `combined` at every ΔE and cluster size, for one threshold.
///
/// A case fails at (ΔE, S) exactly if ΔE is below the smallest one at which the case passes, so the
/// whole plane is one sorted list of such limits for each cluster size.
package struct Chart: Hashable, Sendable {
  /// The cluster sizes that a landscape keeps.
  package static let sizes = 1..<65
  /// For each size, ascending, the least ΔE at which each case passes; infinity if it never does.
  package let limits: [[Double]]
  /// The number of cases whose outcome depends on the settings.
  package let cases: Int
  /// The number of cases that fail at every setting.
  package let stubborn: Int

  /// - Parameters:
  ///   - landscapes: The measured pairs, each of equal sizes.
  ///   - strategy: Determines how many mismatches are allowed.
  package init(_ landscapes: [Landscape], _ strategy: Strategy, stubborn: Int = 0) {
    self.stubborn = stubborn
    cases = landscapes.count
    let all = landscapes.map { landscape in
      landscape.smallestDeltaEs(threshold: strategy.allowed(of: landscape.total), sizes: Self.sizes)
    }
    limits = Self.sizes.map { size in all.map { $0[size - 1] ?? .infinity }.sorted() }
  }

  /// Returns the number of cases that fail at a point; `size` must be in `sizes`.
  package func failing(deltaE: Double, size: Int) -> Int {
    let row = limits[size - 1]
    return stubborn + row.count - row.partitioningIndex { $0 > deltaE + 1e-9 }
  }
}

/// The settings beyond which all cases with one decision get the outcome that it asks for.
struct Frontier: Hashable, Sendable {
  var decision: Decision
  /// For each cluster size from 1, the ΔE from which all tolerated cases pass, or below which all
  /// rejected cases fail. Infinity means that not all tolerated cases pass, or all rejected cases
  /// fail, at every ΔE.
  var limits: [Double]
  /// The number of cases that some setting gets right.
  var cases: Int
  /// The number of cases with the decision.
  var decided: Int
}

/// The data that the landscape panel draws.
package struct ChartAnswer: Hashable, Sendable {
  package let chart: Chart
  let tolerated: Frontier?
  let rejected: Frontier?
  /// The cases that fail at every setting, counted by reason.
  let stubborn: UnjudgedCases
  let unmeasured: Int
  /// The number of cases that are accepted or tolerated.
  let settled: Int
  /// The number of cases with only a mask, which does not use ΔE.
  let masked: Int
  /// The largest ΔE at which anything changes.
  let reach: Double

  static let none = ChartRequest(number: 0, strategy: Strategy(.combined), items: CaseList([]))
    .answer()
}

/// A request to chart the cases in the background, which takes some tenths of a second for twenty
/// thousand cases.
package struct ChartRequest: NumberedRequest {
  package let number: Int
  let strategy: Strategy
  let items: CaseList

  package func answer() -> ChartAnswer {
    var (tolerated, rejected, counted) = (CasesByEffect(), CasesByEffect(), CasesByEffect())
    var (settled, masked) = (0, 0)
    for item in items {
      let effect = item.settingsEffect(item.landscape(strategy.formula))
      if item.mask != nil { masked += 1 }
      switch item.latestDecision {
      case .tolerated: tolerated.add(effect)
      case .rejected: rejected.add(effect)
      case .accepted, nil: break
      }
      if item.decision == .accepted || item.decision == .tolerated {
        settled += 1
      } else {
        counted.add(effect)
      }
    }
    let chart = Chart(counted.judged, strategy, stubborn: counted.failing.count)
    let frontiers = (
      tolerated.frontier(.tolerated, strategy, always: tolerated.passing) { $0.last ?? 0 },
      rejected.frontier(.rejected, strategy, always: rejected.failing.count) {
        $0.first ?? .infinity
      }
    )
    let changes = chart.limits.joined() + (frontiers.0?.limits ?? [])
    return ChartAnswer(
      chart: chart, tolerated: frontiers.0, rejected: frontiers.1, stubborn: counted.failing,
      unmeasured: counted.unmeasured, settled: settled, masked: masked,
      reach: changes.filter(\.isFinite).max() ?? 0)
  }
}

private struct CasesByEffect {
  var judged: [Landscape] = []
  /// The cases that fail at every setting; `passing` counts those that pass at every setting.
  var failing = UnjudgedCases()
  var passing = 0
  var unmeasured = 0
  var count = 0

  mutating func add(_ effect: ReviewItem.SettingsEffect) {
    count += 1
    switch effect {
    case .judged(let landscape): judged.append(landscape)
    case .text(isFailing: false), .stale: passing += 1
    case .otherSize, .text, .unreadable: failing.add(effect)
    case .unmeasured: unmeasured += 1
    }
  }

  /// - Parameters:
  ///   - always: The number of cases that every setting gets right.
  ///   - limit: Selects the relevant one of the cases' ascending limits at a cluster size.
  func frontier(
    _ decision: Decision, _ strategy: Strategy, always: Int, _ limit: ([Double]) -> Double
  ) -> Frontier? {
    guard count > 0 else { return nil }
    return Frontier(
      decision: decision, limits: Chart(judged, strategy).limits.map(limit),
      cases: judged.count + always, decided: count)
  }
}

/// The state of the chart for the current cases, threshold and formula.
struct Charting: Sendable {
  struct Subject: Hashable {
    var threshold: Allowance
    var formula: Strategy.Formula
    var version: Int
    /// The number of unknown outcomes, which falls as the landscapes of another formula arrive.
    var unknown: Int
  }

  var number = 0
  var subject: Subject?
  var isUnderWay = false
  var answer: ChartAnswer?

  mutating func reset() { self = Charting(number: number + 1) }
}

enum LandscapeLine: CaseIterable {
  /// The current settings and the number of failing cases.
  case setting
  /// The legend of the colours.
  case levels
  case frontiers
  /// Cases whose outcome no setting changes.
  case notes
  case keys
}

extension ReviewState {
  /// The lines below the plane. A small screen drops the notes to make room for the plane.
  var landscapeLines: [LandscapeLine] {
    let answer = charting.answer ?? .none
    return LandscapeLine.allCases.filter { line in
      switch line {
      case .setting, .levels, .keys: true
      case .frontiers: answer.tolerated != nil || answer.rejected != nil
      case .notes:
        layout.landscape.height > 12
          && answer.stubborn.count + answer.settled + answer.unmeasured + answer.masked > 0
      }
    }
  }

  /// Returns a request for the chart that the landscape panel needs; nil if none is needed. There
  /// is one at a time, because some cases may still be unmeasured.
  mutating func newChartRequest() -> ChartRequest? {
    let subject = Charting.Subject(
      threshold: strategy.threshold, formula: strategy.formula, version: overview.version,
      unknown: overview.tally.unknown)
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
