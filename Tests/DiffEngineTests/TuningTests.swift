import DiffEngine
import Pixels
import TestSupport
import Testing

struct TuningTests {
  private typealias Images = (reference: PixelImage, actual: PixelImage)

  // MARK: - Against a look at everything

  @Test(arguments: Strategy.Kind.allCases, 0..<3 as Range<UInt64>)
  func `no setting that is tried is right more often, and its figures are those of a comparison`(
    _ kind: Strategy.Kind, _ seed: UInt64
  ) {
    let pairs = images(seed, count: 8)
    let (noise, change) = (Array(pairs[..<4]), Array(pairs[4...]))
    let grid = SettingsGrid(Strategy(kind), isWritten: false)
    let best = tuning(grid, noise, change).best
    func right(_ strategy: Strategy) -> (Int, Int) {
      (noise.count { passes($0, strategy) }, change.count { !passes($0, strategy) })
    }
    #expect(right(best.strategy) == (best.separation.passed, best.separation.failed))
    #expect(best.wronglyFailed == noise.indices.filter { !passes(noise[$0], best.strategy) })
    #expect(best.missed == change.indices.filter { passes(change[$0], best.strategy) })
    let sample = stride(from: 0, to: grid.settings.count, by: max(grid.settings.count / 60, 1))
    for other in sample.map({ grid.settings[$0] }) {
      let (passed, failed) = right(other)
      #expect(passed + failed <= best.separation.passed + best.separation.failed)
    }
  }

  @Test(arguments: [Strategy.Kind.naive, .combined, .pointfree, .uber], 0..<3 as Range<UInt64>)
  func `with nothing rejected no setting that passes what is tolerated forgives less`(
    _ kind: Strategy.Kind, _ seed: UInt64
  ) {
    let pairs = images(seed, count: 5)
    let grid = SettingsGrid(Strategy(kind), isWritten: false)
    let best = Tuning(
      [grid], beside: [], noise: pairs[..<2].map { Tuning.Pair(counts($0, grid)) }, change: [],
      others: pairs[2...].map { counts($0, grid) }
    ).best
    func kept(_ strategy: Strategy) -> Double {
      pairs.reduce(0) { sum, pair in
        let comparison = strategy.compare(pair.reference, pair.actual)
        return comparison.verdict == .match
          ? sum : sum + Double(comparison.mismatched) / Double(comparison.total)
      }
    }
    let passing = grid.settings.filter { setting in pairs[..<2].allSatisfy { passes($0, setting) } }
    #expect(passing.contains(best.strategy) == !passing.isEmpty)
    let most = passing.map(kept).max() ?? 0
    #expect(passing.isEmpty || abs(kept(best.strategy) - most) < 1e-9)
  }

  // MARK: - Single properties

  @Test func `lone dots are told from a block by the middle of the cluster sizes between them`() {
    let dots = dotted((0..<25).map { (3 * ($0 % 5), 3 * ($0 / 5)) })
    let block = dotted((0..<36).map { (4 + $0 % 6, 4 + $0 / 6) })
    let grid = SettingsGrid(Strategy(.cluster), isWritten: false)
    let tuning = tuning(grid, [dots], [block])
    #expect(tuning.best.separation.isPerfect)
    #expect((5...10).contains(tuning.best.strategy.clusterSize))
    let margin = tuning.margins.first { $0.parameter == .clusterSize }
    #expect(margin?.strictest == .whole(2) && margin?.mostTolerant == .whole(30))
  }

  @Test func `swift-snapshot-testing is tuned in its own parameters, with its own line`() {
    // Much that is faint beside little that is strong.
    let noise = (0..<12).map { dotted((0..<60 + $0).map { ($0 % 16, $0 / 16) }, shade: 253) }
    let change = (0..<12).map { dotted((0..<9 + $0).map { ($0 % 16, $0 / 16) }, shade: 90) }
    let grid = SettingsGrid(Strategy(.pointfree), isWritten: true)
    let best = tuning(grid, noise, change).best
    #expect(best.separation.isPerfect && best.heldOut?.mean == 1)
    #expect(best.strategy.perceptualPrecision < 1)
    #expect(best.strategy.testLine?.hasPrefix(".image(precision: ") == true)
  }

  @Test func `a library's own settings are those that its test can ask for`() {
    #expect(
      SettingsGrid(Strategy(.cluster), isWritten: true).settings.allSatisfy {
        $0.clusterSize <= 7 && $0.testLine != nil
      })
    #expect(
      SettingsGrid(Strategy(.odiff), isWritten: true).settings.allSatisfy { $0.threshold == 0 })
    #expect(
      SettingsGrid(Strategy(.cluster), isWritten: false).settings.contains { $0.clusterSize > 7 })
  }

  @Test func `what is not turned stays as it was`() {
    var base = Strategy(.pixelmatch)
    (base.runner, base.checkerboard) = (.jest, true)
    for setting in SettingsGrid(base, isWritten: true).settings {
      #expect(setting.runner == .jest && setting.checkerboard)
    }
  }

  @Test func `two assertions are offered where a strong dot and a faint block both count`() throws {
    let noise = (4...23).map { faint($0) }
    let change =
      (0..<12).map { dotted([($0 % 16, $0 / 16)], shade: 0) } + (8...15).map { block($0) }
    let tuning = tuning(SettingsGrid(Strategy(.combined), isWritten: false), noise, change)
    #expect(tuning.best.separation.rightShare < 0.9)
    let pair = try #require(tuning.pair)
    #expect(pair.separation.isPerfect && pair.second != nil)
    #expect(try #require(pair.heldOut).mean > 0.95)
  }

  @Test func `a claim is made of the whole choice, and of other commits where they are known`() {
    let (noise, change) = ((0..<24).map { faint(2 + $0) }, (0..<24).map { block(3 + $0 / 4) })
    let grid = SettingsGrid(Strategy(.cluster), isWritten: false)
    func heldOut(_ origin: @escaping (Int) -> Int?) -> HeldOut? {
      self.heldOut(grid, noise, change, origins: (origin, origin))
    }
    #expect(heldOut { _ in nil }?.areCommits == false)
    #expect(heldOut { $0 / 6 }?.areCommits == true)
    #expect(heldOut { _ in 7 }?.areCommits == false)
  }

  @Test func `less is claimed than was reached, and the less the fewer the decisions`() throws {
    let grid = SettingsGrid(Strategy(.cluster), isWritten: false)
    func claim(_ count: Int) throws -> HeldOut {
      let (noise, change) = (
        (0..<count).map { faint(2 + $0 % 9) }, (0..<count).map { _ in block(8) }
      )
      return try #require(tuning(grid, noise, change).best.heldOut)
    }
    let (few, many) = (try claim(10), try claim(80))
    #expect(few.mean == 1 && many.mean == 1)
    #expect(few.atLeast < 0.96 && few.atLeast < many.atLeast && many.atLeast < 1)
  }

  @Test func `each decision counts alike in a claim, however the parts that are held out fall`() {
    // Nothing tells the last of the noise from the change.
    let noise = (2..<11).map { faint($0) } + [block(8)]
    let change = (0..<10).map { _ in block(8) }
    let heldOut = tuning(SettingsGrid(Strategy(.cluster), isWritten: false), noise, change)
      .best.heldOut
    #expect(abs((heldOut?.mean ?? 0) - 0.95) < 1e-9)
  }

  @Test func `a claim is about a search that saw four decisions of five`() {
    // Three of ten tell where the limit lies: one of them is always among eight.
    let noise = [4, 4, 4, 4, 4, 4, 4, 30, 30, 30].map { faint($0) }
    let change = [8, 8, 8, 15, 15, 15, 15, 15, 15, 15].map { block($0) }
    let best = tuning(SettingsGrid(Strategy(.naive), isWritten: false), noise, change).best
    #expect(best.separation.isPerfect && best.heldOut?.mean == 1)
  }

  @Test func `in a claim a commit weighs as much as it has pairs, and all of them were seen`() {
    // The second commit of noise, one pair of 21, can only be known from itself.
    let noise = (0..<20).map { faint(2 + $0 % 9) } + [block(6)]
    let change = (0..<20).map { block(9 + $0 % 5) }
    let heldOut = heldOut(
      SettingsGrid(Strategy(.cluster), isWritten: false), noise, change,
      origins: (noise: { $0 / 20 }, change: { 2 + $0 / 10 }))
    #expect(heldOut?.areCommits == true)
    // Half of the rounds do not see it, and are wrong about it where a choice of all is right.
    let judged = (20.0 / 21 + 1) / 2
    let shortfall = 1 - judged
    #expect(abs((heldOut?.mean ?? 0) - (judged + shortfall / 2)) < 1e-9)
  }

  @Test func `a claim lies between those of its rounds, none of which is more than all`() throws {
    let grid = SettingsGrid(Strategy(.naive), isWritten: false)
    for seed in 0..<40 as Range<UInt64> {
      let pairs = images(seed, count: 20)
      let found = heldOut(
        grid, Array(pairs[..<10]), Array(pairs[10...]),
        origins: (noise: { $0 / 5 }, change: { $0 / 5 }))
      let claim = try #require(found)
      let (lowest, highest) = (claim.range.lowerBound, claim.range.upperBound)
      #expect(lowest <= claim.mean + 1e-9 && claim.mean <= highest + 1e-9 && highest <= 1)
    }
  }

  @Test func `of other strategies the one that is right most often comes first`() {
    let noise = (4...23).map { faint($0) }
    let change = (0..<12).map { block(3 + $0) } + (0..<8).map { dotted([($0, 0)], shade: 0) }
    let grids = [Strategy.Kind.naive, .cluster, .perceptual, .combined].map {
      SettingsGrid(Strategy($0), isWritten: false)
    }
    let counted = { (pairs: [Images]) in
      pairs.map { pair in
        Tuning.Pair(PairCounts(Landscape(pair.reference, pair.actual, formula: .ciede2000), grids))
      }
    }
    let rows = Tuning(
      [grids[0]], beside: Array(grids[1...]), noise: counted(noise), change: counted(change)
    ).rows
    let shares = rows.map(\.separation.rightShare)
    #expect(shares == shares.sorted(by: >) && Set(shares).count > 1)
  }

  @Test func `with fewer than ten of a kind nothing is claimed`() {
    let grid = SettingsGrid(Strategy(.cluster), isWritten: false)
    let nine = tuning(grid, (2..<11).map { faint($0) }, (3..<14).map { block($0) })
    #expect(nine.best.separation.isPerfect && nine.best.heldOut == nil && nine.pair == nil)
    #expect(nine.rows.allSatisfy { $0.heldOut == nil })
  }

  // MARK: - Helpers

  private func tuning(_ grid: SettingsGrid, _ noise: [Images], _ change: [Images]) -> Tuning {
    Tuning(
      [grid], beside: [], noise: noise.map { Tuning.Pair(counts($0, grid)) },
      change: change.map { Tuning.Pair(counts($0, grid)) })
  }

  /// The claim of the best settings, where pairs come from commits.
  private func heldOut(
    _ grid: SettingsGrid, _ noise: [Images], _ change: [Images],
    origins: (noise: (Int) -> Int?, change: (Int) -> Int?)
  ) -> HeldOut? {
    func pairs(_ images: [Images], _ origin: (Int) -> Int?) -> [Tuning.Pair] {
      images.indices.map { Tuning.Pair(counts(images[$0], grid), origin: origin($0)) }
    }
    return Tuning(
      [grid], beside: [], noise: pairs(noise, origins.noise), change: pairs(change, origins.change)
    ).best.heldOut
  }

  /// The counts of a landscape, where it holds them, which must be those of a comparison.
  private func counts(_ pair: Images, _ grid: SettingsGrid) -> PairCounts {
    var counts = PairCounts(
      Landscape(pair.reference, pair.actual, formula: .ciede2000), [grid])
    if !counts.holds(grid) {
      counts.add(pair.reference, pair.actual, grid, ignoring: IgnoredAreas())
    }
    return counts
  }

  private func passes(_ pair: Images, _ strategy: Strategy) -> Bool {
    strategy.compare(pair.reference, pair.actual).verdict == .match
  }

  private func images(_ seed: UInt64, count: Int) -> [Images] {
    var random = SplitMix(seed: seed)
    return (0..<count).map { _ in
      let share = Double.random(in: 0.02..<0.5, using: &random)
      return randomPair(12, 9, seed: random.next(), changed: share)
    }
  }

  /// White, with dots.
  private func dotted(_ dots: [(x: Int, y: Int)], shade: UInt8 = 0) -> Images {
    let white = PixelImage.solid(16, 16, Pixel(255, 255, 255, 255))
    return (
      white,
      dots.reduce(white) {
        $0.replacing($1.x, $1.y, with: Pixel(shade, shade, shade, 255))
      }
    )
  }

  /// Faint lone dots.
  private func faint(_ count: Int) -> Images {
    dotted((0..<min(count, 36)).map { (3 * ($0 % 6) % 16, 3 * ($0 / 6) % 16) }, shade: 246)
  }

  /// A faint block.
  private func block(_ side: Int) -> Images {
    dotted((0..<side * side).map { ($0 % side, $0 / side) }, shade: 246)
  }
}
