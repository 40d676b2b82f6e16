import DiffEngine
import PNGCodec
import TestSupport
import Testing

@Suite struct TuningTests {
  private static let kinds: [Strategy.Kind] = [.naive, .cluster, .perceptual, .combined]

  // MARK: - Against a search of everything

  @Test(arguments: kinds, 0..<6 as Range<UInt64>)
  func `with nothing rejected no setting that passes what is tolerated forgives less`(
    _ kind: Strategy.Kind, _ seed: UInt64
  ) throws {
    let pairs = landscapes(seed, count: 5)
    let (tolerated, others) = (Array(pairs[..<2]), Array(pairs[2...]))
    let proposal = try proposed(Strategy(kind), tolerated, [], others)
    #expect(tolerated.allSatisfy { passes($0, proposal.strategy) })
    let kept = kept(pairs, proposal.strategy)
    let best = everySetting(kind).compactMap { setting -> Int? in
      let needed = tolerated.map { count($0, setting) }.max()!
      return self.kept(pairs, with(setting, threshold: needed))
    }.max()
    #expect(kept == best)
  }

  @Test(arguments: kinds, 0..<8 as Range<UInt64>)
  func `with something rejected there is a proposal exactly where a setting exists`(
    _ kind: Strategy.Kind, _ seed: UInt64
  ) throws {
    let pairs = landscapes(seed &+ 100, count: 3)
    let (tolerated, rejected) = (Array(pairs[..<1]), Array(pairs[1...]))
    var smallest: Int?
    for setting in everySetting(kind) {
      let most = tolerated.map { count($0, setting) }.max()!
      let fewest = rejected.map { count($0, setting) }.min()!
      if most < fewest { smallest = min(smallest ?? .max, most) }
    }
    let tuning = try #require(
      Tuning(Strategy(kind), tolerated: tolerated, rejected: rejected, others: []))
    switch tuning.answer() {
    case .proposal(let proposal):
      #expect(tolerated.allSatisfy { passes($0, proposal.strategy) })
      #expect(!rejected.contains { passes($0, proposal.strategy) })
      // A threshold is taken only where none lower will do.
      #expect((proposal.strategy.threshold == 0) == (smallest == 0))
      expectTightMargins(proposal, tolerated, rejected)
    case .conflict(let conflict):
      #expect(smallest == nil)
      #expect(conflict.toleratedCount >= conflict.rejectedCount)
      #expect(count(tolerated[conflict.tolerated], conflict.strategy) == conflict.toleratedCount)
      #expect(count(rejected[conflict.rejected], conflict.strategy) == conflict.rejectedCount)
    }
  }

  // MARK: - Single properties

  @Test func `lone dots are told from a block by the cluster size, not by a high ΔE`() throws {
    let dots = landscape((0..<25).map { (3 * ($0 % 5), 3 * ($0 / 5)) })
    let block = landscape((0..<36).map { (4 + $0 % 6, 4 + $0 / 6) })
    let proposal = try proposed(Strategy(.combined), [dots], [block], [])
    #expect(proposal.strategy.deltaE == 0)
    #expect(proposal.strategy.threshold == 0)
    // The middle of 2 to 36, in turns of the knob.
    #expect(proposal.strategy.clusterSize == 7)
    let margin = try #require(proposal.margins.first { $0.parameter == .clusterSize })
    #expect(margin.lowest == 2 && margin.tooHigh == 37)
  }

  @Test func `faint noise is told from a change in the middle of their ΔE`() throws {
    let noise = landscape([(1, 1), (9, 9)], shade: 253)
    let change = landscape([(1, 1), (9, 9)], shade: 200)
    let proposal = try proposed(Strategy(.perceptual), [noise], [change], [])
    let margin = try #require(proposal.margins.first)
    let tooHigh = try #require(margin.tooHigh)
    #expect(margin.lowest < proposal.strategy.deltaE - 1)
    #expect(tooHigh > proposal.strategy.deltaE + 1)
  }

  @Test func `a tolerated pair that needs more than ΔE 100 is no trap`() throws {
    // Blue to yellow is ΔE 103.4.
    let reference = PixelImage.solid(4, 4, Pixel(0, 0, 255, 255))
    let noise = Landscape(
      reference, reference.replacing(1, 1, with: Pixel(255, 255, 0, 255)), formula: .ciede2000)
    let change = Landscape(
      reference, .solid(4, 4, Pixel(255, 255, 0, 255)), formula: .ciede2000)
    let proposal = try proposed(Strategy(.perceptual), [noise], [change], [])
    #expect(proposal.strategy.threshold == .count(8))
    #expect(passes(noise, proposal.strategy) && !passes(change, proposal.strategy))
    let conflict = Tuning(
      Strategy(.perceptual), tolerated: [change], rejected: [noise], others: [])?.answer()
    guard case .conflict = conflict else {
      Issue.record("a larger change cannot pass where a smaller one fails")
      return
    }
  }

  @Test func `the threshold of the strategy in force plays no part`() throws {
    var strategy = Strategy(.naive)
    strategy.threshold = 1000
    let proposal = try proposed(strategy, [landscape([(1, 1), (5, 5)])], [], [])
    #expect(proposal.strategy.threshold == 2)
    strategy.threshold = .share(0.5)
    #expect(
      try proposed(strategy, [landscape([(1, 1)])], [], []).strategy.threshold == 1)
  }

  @Test func `only what a landscape holds can be tuned`() {
    for kind in Strategy.Kind.allCases where !Self.kinds.contains(kind) {
      #expect(
        Tuning(Strategy(kind), tolerated: [landscape([])], rejected: [], others: []) == nil)
    }
    #expect(Tuning(Strategy(.naive), tolerated: [], rejected: [], others: []) == nil)
  }

  // MARK: - Helpers

  private func proposed(
    _ strategy: Strategy, _ tolerated: [Landscape], _ rejected: [Landscape],
    _ others: [Landscape]
  ) throws -> Tuning.Proposal {
    let tuning = try #require(
      Tuning(strategy, tolerated: tolerated, rejected: rejected, others: others))
    guard case .proposal(let proposal) = tuning.answer() else {
      throw NoProposal()
    }
    return proposal
  }

  private struct NoProposal: Error {}

  /// Expects that one value further in either direction is off the plateau.
  private func expectTightMargins(
    _ proposal: Tuning.Proposal, _ tolerated: [Landscape], _ rejected: [Landscape]
  ) {
    for margin in proposal.margins {
      let step = margin.parameter == .deltaE ? 0.1 : 1
      func all(_ value: Double) -> Strategy {
        var strategy = proposal.strategy
        switch margin.parameter {
        case .deltaE: strategy.deltaE = (value * 10).rounded() / 10
        case .clusterSize: strategy.clusterSize = Int(value)
        default: strategy.threshold = .count(Int(value))
        }
        return strategy
      }
      #expect(tolerated.allSatisfy { passes($0, all(margin.lowest)) })
      let smallest = margin.parameter == .clusterSize ? 1.0 : 0
      if margin.lowest > smallest {
        #expect(!tolerated.allSatisfy { passes($0, all(margin.lowest - step)) })
      }
      if let tooHigh = margin.tooHigh {
        #expect(rejected.contains { passes($0, all(tooHigh)) })
        #expect(!rejected.contains { passes($0, all(tooHigh - step)) })
      }
    }
  }

  private func landscapes(_ seed: UInt64, count: Int) -> [Landscape] {
    var random = SplitMix(seed: seed)
    return (0..<count).map { _ in
      let share = Double.random(in: 0.02..<0.5, using: &random)
      let (reference, actual) = randomPair(9, 7, seed: random.next(), changed: share)
      return Landscape(reference, actual, formula: .ciede2000)
    }
  }

  /// White, with dots.
  private func landscape(_ dots: [(x: Int, y: Int)], shade: UInt8 = 0) -> Landscape {
    let white = PixelImage.solid(16, 16, Pixel(255, 255, 255, 255))
    let actual = dots.reduce(white) {
      $0.replacing($1.x, $1.y, with: Pixel(shade, shade, shade, 255))
    }
    return Landscape(white, actual, formula: .ciede2000)
  }

  private func everySetting(_ kind: Strategy.Kind) -> [Strategy] {
    let steps = kind.parameters.contains(.deltaE) ? Array(0...1000) : [0]
    let sizes = kind.parameters.contains(.clusterSize) ? Array(1...64) : [1]
    return steps.flatMap { step in
      sizes.map { Strategy(kind, clusterSize: $0, deltaE: Double(step) / 10) }
    }
  }

  private func with(_ setting: Strategy, threshold: Int) -> Strategy {
    var setting = setting
    setting.threshold = .count(threshold)
    return setting
  }

  private func count(_ landscape: Landscape, _ strategy: Strategy) -> Int {
    landscape.comparison(strategy)?.mismatched ?? -1
  }

  private func passes(_ landscape: Landscape, _ strategy: Strategy) -> Bool {
    landscape.comparison(strategy)?.verdict == .match
  }

  private func kept(_ landscapes: [Landscape], _ strategy: Strategy) -> Int {
    landscapes.reduce(0) { sum, landscape in
      passes(landscape, strategy) ? sum : sum + count(landscape, strategy)
    }
  }
}
