import DiffEngine
import Testing

@Suite struct StrategyTests {
  @Test(
    arguments: [
      (\Strategy.deltaE, Strategy.Parameter.deltaE, 100.0),
      (\.precision, .precision, 1), (\.perceptualPrecision, .perceptualPrecision, 1),
      (\.perPixelTolerance, .perPixelTolerance, 1), (\.overallTolerance, .overallTolerance, 1),
      (\.yiqThreshold, .yiqThreshold, 1), (\.requiredAccuracy, .requiredAccuracy, 1),
    ] as [(any WritableKeyPath<Strategy, Double> & Sendable, Strategy.Parameter, Double)])
  func `a number out of its range is named with its value and range`(
    _ path: any WritableKeyPath<Strategy, Double> & Sendable, _ parameter: Strategy.Parameter,
    _ highest: Double
  ) throws {
    var strategy = Strategy(.combined)
    for value in [0, highest / 2, highest] {
      strategy[keyPath: path] = value
      try strategy.validate(total: 10)
    }
    for value in [-0.001, highest.nextUp, .nan, .infinity, -.infinity] {
      strategy[keyPath: path] = value
      let error = #expect(throws: ParameterError.self) { try strategy.validate(total: 10) }
      #expect(error?.parameter == parameter && error?.value == "\(value)")
      #expect(error?.range == "0 to \(Int(highest))")
    }
  }

  @Test func `the threshold goes up to the pixel count, where that is known`() throws {
    var strategy = Strategy(.naive, threshold: 101)
    try strategy.validate()
    try strategy.validate(total: 101)
    let error = #expect(throws: ParameterError.self) { try strategy.validate(total: 100) }
    #expect(
      error?.description == "threshold: 101 is out of range; it takes 0 to 100, the pixel count.")
    strategy.kind = .uber
    try strategy.validate(total: 100)
    strategy.threshold = -1
    #expect(throws: ParameterError.self) { try strategy.validate() }
    #expect(throws: ParameterError.self) { try strategy.validate(total: 100) }
  }

  @Test func `a cluster has at least one pixel and may be as large as it likes`() throws {
    try Strategy(.cluster, clusterSize: 1_000_000).validate()
    let error = #expect(throws: ParameterError.self) {
      try Strategy(.cluster, clusterSize: 0).validate()
    }
    #expect(error?.description == "cluster size: 0 is out of range; it takes 1 or more.")
  }

  @Test(
    arguments: [
      (Strategy(.naive, threshold: 3), "naive  threshold 3", ".naive(threshold: 3)"),
      (
        Strategy(.cluster, clusterSize: 7), "cluster  cluster 7  threshold 0",
        ".cluster(threshold: 0, clusterSize: 7)"
      ),
      (
        Strategy(.perceptual, deltaE: 0.5), "perceptual  ΔE 0.5  threshold 0",
        ".perceptualTolerance(threshold: 0, deltaE: 0.5)"
      ),
      (
        Strategy(.combined, clusterSize: 7, deltaE: 2), "combined  ΔE 2.0  cluster 7  threshold 0",
        ".combined(threshold: 0, clusterSize: 7, deltaE: 2.0)"
      ),
      (Strategy(.perceptual, formula: .cie94), "perceptual  ΔE94 0.0  threshold 0", nil),
      (Strategy(.cluster, clusterSize: 8), "cluster  cluster 8  threshold 0", nil),
      (
        Strategy(.pointfree), "pointfree  precision 1.0  perceptual 1.0",
        ".image(precision: 1.0, perceptualPrecision: 1.0)"
      ),
      (
        Strategy(.pixelmatch), "pixelmatch  YIQ 0.1  antialiasing ignored  threshold 0",
        "{ threshold: 0.1, includeAA: false }"
      ),
      (Strategy(.accuracy), "accuracy  required 1.0", nil), (Strategy(.average), "average", nil),
    ] as [(Strategy, String, String?)])
  func `the summary and the line for the test say the settings`(
    _ strategy: Strategy, _ summary: String, _ line: String?
  ) {
    #expect(strategy.summary == summary)
    #expect(strategy.testLine == line)
  }

  @Test func `remarks tell what the library would not do`() {
    #expect(Strategy(.combined, clusterSize: 7, deltaE: 2).remarks.isEmpty)
    #expect(
      Strategy(.cluster, clusterSize: 8).remarks == [
        "AFSnapshotTesting itself stops at cluster size 7."
      ])
    #expect(Strategy(.naive, clusterSize: 8, formula: .cie76).remarks.isEmpty)
    #expect(
      Strategy(.perceptual, formula: .cie76).remarks == [
        "AFSnapshotTesting itself always uses ΔE 2000."
      ])
    var estimate = Strategy(.pointfree)
    #expect(estimate.remarks.isEmpty)
    estimate.perceptualPrecision = 0.98
    #expect(estimate.remarks.first?.hasPrefix("An estimate") == true)
    #expect(Strategy(.accuracy).remarks.count == 1 && Strategy(.average).remarks.count == 1)
  }
}
