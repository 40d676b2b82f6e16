import DiffEngine
import Testing

struct StrategyTests {
  @Test(
    arguments: [
      (\Strategy.deltaE, Strategy.Parameter.deltaE, 100.0),
      (\.precision, .precision, 1), (\.perceptualPrecision, .perceptualPrecision, 1),
      (\.perPixelTolerance, .perPixelTolerance, 1), (\.overallTolerance, .overallTolerance, 1),
      (\.yiqThreshold, .yiqThreshold, 1), (\.requiredAccuracy, .requiredAccuracy, 1),
      (\.tolerance, .tolerance, 100), (\.misMatchThreshold, .misMatchThreshold, 100),
      (\.maxDistance, .maxDistance, 2), (\.maxPercentDifference, .maxPercentDifference, 100),
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
      (
        Strategy(.odiff), "odiff  YIQ 0.1  antialiasing counted  threshold 0",
        "{ threshold: 0.1, antialiasing: false }"
      ),
      (Strategy(.odiff, threshold: 1), "odiff  YIQ 0.1  antialiasing counted  threshold 1", nil),
      (
        Strategy(.looksSame, threshold: 4),
        "looks-same  tolerance 2.3  antialiasing ignored  threshold 4",
        "{ tolerance: 2.3, antialiasingTolerance: 0, ignoreDiffPixelCount: 4 }"
      ),
      (
        Strategy(.resemble), "resemble  misMatchThreshold 0.1%  antialiasing counted",
        "\"misMatchThreshold\": 0.1"
      ),
      (
        Strategy(.roborazzi), "roborazzi  maxDistance 0.007  threshold 0",
        "RoborazziOptions.CompareOptions(resultValidator = { it.pixelDifferences <= 0 }, "
          + "imageComparator = SimpleImageComparator(maxDistance = 0.007f))"
      ),
      (
        Strategy(.paparazzi), "paparazzi  maxPercentDifference 0.01%",
        "Paparazzi(maxPercentDifference = 0.01)"
      ),
      (
        Strategy(.ssim, threshold: 7), "ssim  threshold 7",
        "{ _comparator: \"ssim-cie94\", maxDiffPixels: 7 }"
      ),
    ] as [(Strategy, String, String?)])
  func `the summary and the line for the test say the settings`(
    _ strategy: Strategy, _ summary: String, _ line: String?
  ) {
    #expect(strategy.summary == summary)
    #expect(strategy.testLine == line)
  }

  @Test func `the line for pixelmatch carries what may differ`() {
    var strategy = Strategy(.pixelmatch, threshold: 40)
    #expect(strategy.testLine == "{ threshold: 0.1, includeAA: false, maxDiffPixels: 40 }")
    strategy.threshold = .share(0.01)
    #expect(strategy.testLine == "{ threshold: 0.1, includeAA: false, maxDiffPixelRatio: 0.01 }")
  }

  @Test func `the line for pixelmatch is in the words of who asks it`() {
    var strategy = Strategy(.pixelmatch, threshold: 40)
    strategy.runner = .jest
    #expect(
      strategy.testLine == "{ failureThreshold: 40, failureThresholdType: \"pixel\", "
        + "customDiffConfig: { threshold: 0.1, includeAA: false } }")
    (strategy.runner, strategy.threshold) = (.regCLI, .share(0.001))
    #expect(strategy.testLine == "reg-cli actual expected diff -M 0.1 -T 0.001 -A")
  }

  /// By hand: 0.07 x 100 is 7.000000000000001 in double precision; 7 / 100 <= 0.07 holds. In single
  /// precision 2,963 of 2,962,440 is 0.0010001891, and 33 of 3,300,000 is 0.00001 itself.
  @Test(arguments: [
    (Strategy.Runner.playwright, 0.07, 100, 7), (.jest, 0.07, 100, 7), (.regCLI, 0.07, 100, 7),
    (.playwright, 0.29, 100, 28), (.jest, 0.29, 100, 29), (.regCLI, 0.29, 100, 29),
    (.jest, 0.001, 1170 * 2532, 2962), (.regCLI, 0.00001, 3_300_000, 33),
  ])
  func `a share is rounded as its runner does`(
    _ runner: Strategy.Runner, _ share: Double, _ total: Int, _ allowed: Int
  ) {
    let strategy = Strategy(.pixelmatch).with(\.runner, runner).with(\.threshold, .share(share))
    #expect(strategy.allowed(of: total) == allowed)
  }

  @Test(arguments: [
    ("0.1%", Strategy.Kind.naive, 1000 * 1000, 1000), ("100%", .cluster, 77, 77),
    ("0%", .combined, 77, 0), ("0.1%", .perceptual, 1170 * 2532, 2963),
    ("0.1%", .pixelmatch, 1170 * 2532, 2962), ("33%", .pixelmatch, 10, 3), ("12", .naive, 9, 12),
    // Halves go up with Kotlin; 0.1% of 2,500 pixels is 2.5.
    ("0.1%", .roborazzi, 2500, 3), ("0.1%", .roborazzi, 2499, 2), ("29%", .ssim, 100, 28),
    ("29%", .odiff, 100, 29), ("29%", .looksSame, 100, 29),
  ])
  func `a share of the pixels is rounded as the library does`(
    _ text: String, _ kind: Strategy.Kind, _ total: Int, _ allowed: Int
  ) throws {
    let strategy = Strategy(kind).with(\.threshold, try #require(Allowance(text)))
    #expect(strategy.allowed(of: total) == allowed)
    #expect(Allowance(strategy.threshold.text) == strategy.threshold)
    try strategy.validate()
  }

  @Test func `a threshold is a count or a percentage up to 100`() throws {
    for text in ["0.1", "%", "x%", "inf%", "nan%", "1 %", "", "1e3"] {
      #expect(Allowance(text) == nil, "\(text)")
    }
    let strategy = Strategy(.naive).with(\.threshold, try #require(Allowance("101%")))
    let error = #expect(throws: ParameterError.self) { try strategy.validate(total: 9) }
    #expect(error?.description == "threshold: 101% is out of range; it takes 0% to 100%.")
  }

  @Test func `every parameter is kept, read and written by its entry alone`() {
    let others: [Strategy.Parameter: ParameterValue] = [
      .threshold: .word("2.5%"), .deltaE: .number(3.5), .formula: .whole(76),
      .clusterSize: .whole(9), .precision: .number(0.25), .perceptualPrecision: .number(0.5),
      .platform: .word("macos"), .perPixelTolerance: .number(0.75),
      .overallTolerance: .number(0.125), .yiqThreshold: .number(0.2),
      .includeAntialiasing: .flag(true), .checkerboard: .flag(true),
      .requiredAccuracy: .number(0.9), .ignoreAntialiasing: .flag(true),
      .runner: .word("reg-cli"), .tolerance: .number(4), .antialiasingTolerance: .whole(4),
      .includeCaret: .flag(true), .misMatchThreshold: .number(1), .maxDistance: .number(1.5),
      .maxPercentDifference: .number(0.5),
    ]
    for parameter in Strategy.Parameter.allCases {
      var strategy = Strategy(.naive)
      let usual = strategy[parameter]
      #expect(parameter.admit(usual) == usual)
      let other = others[parameter]!
      strategy[parameter] = other
      #expect(strategy[parameter] == other && strategy != Strategy(.naive), "\(parameter)")
      #expect(parameter.admit(other) == other)
      let text = if case .word(let word) = other { word } else { other.text }
      #expect(parameter.value(of: text) == other)
      strategy[parameter] = usual
      #expect(strategy == Strategy(.naive))
      #expect(Strategy.Kind.allCases.contains { $0.parameters.contains(parameter) })
    }
    #expect(Set(Strategy.Parameter.allCases.map(\.flag)).count == others.count)
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
