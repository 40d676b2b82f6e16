import DiffEngine
import PNGCodec
import TestSupport
import Testing

/// The settings that are right most often, if none is right about every decision.
@Suite struct RecommendationTests {
  /// White, with dots of one shade.
  private func landscape(_ dots: [(x: Int, y: Int)], shade: UInt8) -> Landscape {
    let white = PixelImage.solid(40, 40, Pixel(255, 255, 255, 255))
    let actual = dots.reduce(white) {
      $0.replacing($1.x, $1.y, with: Pixel(shade, shade, shade, 255))
    }
    return Landscape(white, actual, formula: .ciede2000)
  }

  /// Faint lone dots.
  private func noise(_ count: Int) -> Landscape {
    landscape((0..<count).map { (3 * ($0 % 13), 3 * ($0 / 13)) }, shade: 246)
  }

  /// One dot that anybody sees.
  private func strong(_ place: Int) -> Landscape { landscape([(place % 40, place / 40)], shade: 0) }

  /// A faint block.
  private func block(_ side: Int) -> Landscape {
    landscape((0..<side * side).map { (2 + $0 % side, 2 + $0 / side) }, shade: 246)
  }

  private func tuning(
    _ tolerated: [Landscape], _ rejected: [Landscape], _ kind: Strategy.Kind = .combined
  ) throws -> Tuning {
    try #require(Tuning(Strategy(kind), tolerated: tolerated, rejected: rejected, others: []))
  }

  @Test func `settings that are right about everything are the proposal itself`() throws {
    let tuning = try tuning((1...6).map(noise), (8...13).map(block))
    let (one, pair) = tuning.recommendations()
    guard case .proposal(let proposal) = tuning.answer() else {
      Issue.record("a block and lone dots can be told apart")
      return
    }
    #expect(one.strategy == proposal.strategy && one.separation.isPerfect && pair == nil)
    #expect(try #require(one.heldOut).mean > 0.9)
  }

  @Test func `two assertions are offered where a strong dot and a faint block both count`() throws {
    let tuning = try tuning((4...23).map(noise), (0..<12).map(strong) + (8...19).map(block))
    guard case .conflict(let conflict) = tuning.answer() else {
      Issue.record("one setting cannot fail both kinds")
      return
    }
    #expect(conflict.best.separation.rightShare < 0.8)
    let pair = try #require(conflict.pair)
    #expect(pair.separation.isPerfect && pair.second != nil)
    #expect(try #require(pair.heldOut).mean > 0.95)
  }

  @Test(arguments: [Strategy.Kind.naive, .cluster, .perceptual, .combined], 0..<6 as Range<UInt64>)
  func `no other setting of the grid is right more often`(
    _ kind: Strategy.Kind, _ seed: UInt64
  ) throws {
    var random = SplitMix(seed: seed)
    let pairs = (0..<10).map { _ in
      let share = Double.random(in: 0.02..<0.5, using: &random)
      let (reference, actual) = randomPair(12, 9, seed: random.next(), changed: share)
      return Landscape(reference, actual, formula: .ciede2000)
    }
    let (tolerated, rejected) = (Array(pairs[..<5]), Array(pairs[5...]))
    let best = try tuning(tolerated, rejected, kind).recommendations().one
    func right(_ strategy: Strategy) -> Int {
      func passes(_ pair: Landscape) -> Bool { pair.comparison(strategy)?.verdict == .match }
      return tolerated.count(where: passes) + rejected.count { !passes($0) }
    }
    #expect(best.separation.passed + best.separation.failed == right(best.strategy))
    #expect(best.wronglyFailed.count == best.separation.noise - best.separation.passed)
    #expect(best.missed.count == best.separation.change - best.separation.failed)
    for deltaE in [0, 0.5, 1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30] {
      for size in [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 64] {
        for threshold in [0, 5, 10, 20, 50, 100, 200, 500] {
          var other = Strategy(kind, clusterSize: size, deltaE: deltaE)
          other.threshold = .count(threshold)
          #expect(right(other) <= right(best.strategy))
        }
      }
    }
  }

  @Test func `no other threshold is right more often, however odd`() throws {
    // Dots from 0 to 2,000 in odd steps, and a label that only a threshold between 23 and 31 parts best.
    let counts = [3, 11, 23, 31, 77, 140, 333, 901]
    let pairs = counts.map { count in
      landscape((0..<min(count, 1_500)).map { ($0 % 40, $0 / 40) }, shade: 0)
    }
    let tuning = try tuning(
      [pairs[0], pairs[1], pairs[2], pairs[6]], [pairs[3], pairs[4], pairs[5], pairs[7]], .naive)
    let best = tuning.recommendations().one
    #expect(best.separation.passed == 3 && best.separation.failed == 4)
    #expect(best.strategy.threshold == 27)
  }

  @Test func `pairs of one commit are no proof of each other`() throws {
    // Each commit has noise of its own strength: a setting that has seen half of it knows the rest.
    let noise = (0..<24).map { self.noise(4 + 6 * ($0 / 12)) }
    let change = (0..<24).map { block(8 + $0 / 12) }
    var tuning = try tuning(noise, change, .naive)
    #expect(tuning.recommendations().one.heldOut?.range != nil)
    tuning.toleratedOrigins = (0..<24).map { $0 / 12 }
    tuning.rejectedOrigins = (0..<24).map { 100 + $0 / 12 }
    #expect(try #require(tuning.recommendations().one.heldOut).range == nil)
    tuning.rejectedOrigins = Array(repeating: 7, count: 24)
    #expect(tuning.recommendations().one.heldOut == nil)
  }

  @Test func `with one of a kind nothing is said of what the search has not seen`() throws {
    #expect(try tuning([noise(3)], [block(9)]).recommendations().one.heldOut == nil)
  }

  @Test func `with nothing rejected the setting that forgives least passes all`() throws {
    let (one, pair) = try tuning([noise(3), noise(5)], []).recommendations()
    #expect(one.separation.passed == 2 && one.separation.change == 0 && pair == nil)
  }
}
