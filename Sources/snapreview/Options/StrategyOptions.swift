import ArgumentParser
import DiffEngine

extension Strategy.Kind: ExpressibleByArgument {}
extension Strategy.Formula: ExpressibleByArgument {}

/// The flags that choose a strategy and its parameters.
struct StrategyOptions: ParsableArguments {
  @Option(help: "The rule that compares two images (default: the rules file's, else naive).")
  var strategy: Strategy.Kind?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Mismatches that are still allowed, in pixels.", valueName: "N"))
  var threshold: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Smallest cluster that counts, in pixels.", valueName: "S"))
  var clusterSize: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Largest ΔE that still matches: 0 to 100.", valueName: "E"))
  var deltaE: Double?

  @Option(help: "Which ΔE perceptual and combined use (default: 2000).")
  var formula: Strategy.Formula?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Share of bytes or pixels that must match: 0 to 1.", valueName: "P"))
  var precision: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("1 - ΔE / 100 of the library's rule: 0 to 1.", valueName: "Q"))
  var perceptualPrecision: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Share of 256 by which a channel may differ: 0 to 1.", valueName: "T"))
  var perPixelTolerance: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Share of pixels that may differ: 0 to 1.", valueName: "T"))
  var overallTolerance: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("pixelmatch's threshold: 0 to 1 (default: 0.1).", valueName: "T"))
  var yiqThreshold: Double?

  @Flag(name: .customLong("include-aa"), help: "Count what pixelmatch takes for antialiasing.")
  var includeAntialiasing = false

  @Flag(
    help:
      "Lay what is transparent over pixelmatch 7's checkerboard (default: white, as before 7).")
  var checkerboard = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Share of equal pixels that is required: 0 to 1.", valueName: "A"))
  var requiredAccuracy: Double?

  /// What was given, checked as far as it can be without a picture.
  func override() throws -> StrategyOverride {
    let override = given()
    try override.check(default: nil)
    return override
  }

  /// What was given, as it was given.
  func given() -> StrategyOverride {
    var override = StrategyOverride(strategy)
    override.set(.threshold, \.threshold, threshold)
    override.set(.clusterSize, \.clusterSize, clusterSize)
    override.set(.deltaE, \.deltaE, deltaE)
    override.set(.formula, \.formula, formula)
    override.set(.precision, \.precision, precision)
    override.set(.perceptualPrecision, \.perceptualPrecision, perceptualPrecision)
    override.set(.perPixelTolerance, \.perPixelTolerance, perPixelTolerance)
    override.set(.overallTolerance, \.overallTolerance, overallTolerance)
    override.set(.yiqThreshold, \.yiqThreshold, yiqThreshold)
    override.set(.includeAntialiasing, \.includeAntialiasing, includeAntialiasing ? true : nil)
    override.set(.checkerboard, \.checkerboard, checkerboard ? true : nil)
    override.set(.requiredAccuracy, \.requiredAccuracy, requiredAccuracy)
    return override
  }
}
