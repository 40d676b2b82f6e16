import Catalog
import DiffEngine
import Testing
import snapreview

@Suite struct StrategyOverrideTests {
  @Test func `nothing given changes nothing`() {
    var rule = Strategy(.combined)
    rule.deltaE = 3
    #expect(StrategyOverride().applied(to: rule) == rule)
  }

  @Test func `what is given wins, and the rest stays the rule's`() {
    var rule = Strategy(.combined)
    (rule.deltaE, rule.clusterSize, rule.threshold) = (3, 5, 2)
    var override = StrategyOverride()
    override.set(.deltaE, \.deltaE, 4.5)
    override.set(.threshold, \.threshold, nil)
    let strategy = override.applied(to: rule)
    #expect(strategy.deltaE == 4.5)
    #expect(strategy.clusterSize == 5)
    #expect(strategy.threshold == 2)
  }

  @Test(arguments: [(1.0, 0.0), (0.99, 0.999_999_046_325_683_6), (0.0, 100.0)])
  func `the library's perceptual precision is a ΔE in its single precision`(
    _ precision: Double, _ deltaE: Double
  ) {
    var override = StrategyOverride(.perceptual)
    override.set(.perceptualPrecision, \.perceptualPrecision, precision)
    #expect(override.applied(to: Strategy(.naive)).deltaE == deltaE)
  }

  @Test(arguments: [
    (1170 * 2532, 0.999, 2963), (1170 * 2532, 1.0, 0), (100, 0.0, 100), (100, 0.5, 50),
    (100, 0.009, 100),
  ])
  func `the library's precision is a threshold once the pixels are counted`(
    _ total: Int, _ precision: Double, _ threshold: Int
  ) {
    var override = StrategyOverride(.perceptual)
    override.set(.precision, \.precision, precision)
    #expect(override.applied(to: Strategy(.naive), total: total).threshold == threshold)
  }

  @Test func `a parameter that does nothing is found`() {
    var override = StrategyOverride()
    override.set(.deltaE, \.deltaE, 2)
    #expect(override.idleParameter(under: .naive) == .deltaE)
    #expect(override.idleParameter(under: .combined) == nil)
  }

  @Test(arguments: ["plain/name", "a*b", "[x]?", "back\\slash/ü"])
  func `an escaped pattern stands for its text alone`(_ text: String) {
    #expect(Glob(Glob.escaping(text)).matches(text))
    #expect(!Glob(Glob.escaping(text)).matches(text + "x"))
  }
}
