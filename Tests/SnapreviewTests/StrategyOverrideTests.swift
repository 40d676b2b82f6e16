import Base
import Catalog
import DiffEngine
import Testing
import snapreview

struct StrategyOverrideTests {
  @Test func `nothing given changes nothing`() {
    var rule = Strategy(.combined)
    rule.deltaE = 3
    #expect(StrategyOverride().applied(to: rule) == rule)
  }

  @Test func `what is given wins, and the rest stays the rule's`() {
    var rule = Strategy(.combined)
    (rule.deltaE, rule.clusterSize, rule.threshold) = (3, 5, 2)
    var override = StrategyOverride()
    override.set(.deltaE, .number(4.5))
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
    override.set(.perceptualPrecision, .number(precision))
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
    override.set(.precision, .number(precision))
    #expect(override.applied(to: Strategy(.naive)).allowed(of: total) == threshold)
  }

  /// 1170 x 2532 pixels at 3x are 390 x 844 points.
  @Test(arguments: [
    ("a.png", 2963), ("a@2x.png", 741), ("a@3x.png", 330), ("dark@3x.ref.png", 330),
  ])
  func `the library's precision counts points where the name carries a scale`(
    _ name: String, _ threshold: Int
  ) {
    var override = StrategyOverride(.perceptual)
    override.set(.precision, .number(0.999))
    let strategy = override.applied(to: Strategy(.naive), reference: name)
    #expect(strategy.allowed(of: 1170 * 2532) == threshold)
  }

  @Test func `a parameter that does nothing is found`() {
    var override = StrategyOverride()
    override.set(.deltaE, .number(2))
    #expect(override.idleParameters(under: .naive) == [.deltaE])
    #expect(override.idleParameters(under: .combined) == [])
  }

  @Test func `a flag decides how a case is compared, then a rule, then its library`() throws {
    let snapshot = SnapshotCase(id: "a", suite: "", name: "a", layout: Layout(rawValue: "backstop"))
    func summary(_ kind: Strategy.Kind?, _ rules: String = "") throws -> String {
      let book = try RuleBook(parsing: rules, file: "r")
      return StrategyChoice(override: StrategyOverride(kind), rules: book).strategy(for: snapshot)
        .summary
    }
    let own = "resemble  misMatchThreshold 0.1%  antialiasing counted"
    #expect(try summary(nil) == own && summary(.resemble) == own)
    #expect(try summary(.naive) == "naive  threshold 0")
    #expect(try summary(nil, "[default]\nmisMatchThreshold = 3\n").contains("3.0%"))
    #expect(try summary(nil, "[default]\nstrategy = \"naive\"\n") == "naive  threshold 0")
    #expect(try summary(.cluster, "[default]\nstrategy = \"naive\"\n").hasPrefix("cluster"))
    var noRules = try RuleBook(parsing: "", file: "r")
    noRules.file = nil
    var override = StrategyOverride()
    override.set(.misMatchThreshold, .number(1))
    try StrategyChoice(override: override, rules: noRules).validate(for: [snapshot])
    override.set(.deltaE, .number(1))
    #expect(throws: (any Error).self) {
      try StrategyChoice(override: override, rules: noRules).validate(for: [snapshot])
    }
  }

  @Test(arguments: ["plain/name", "a*b", "[x]?", "back\\slash/ü"])
  func `an escaped pattern stands for its text alone`(_ text: String) {
    #expect(Glob(Glob.escaping(text)).matches(text))
    #expect(!Glob(Glob.escaping(text)).matches(text + "x"))
  }
}
