/// A rule that compares two images, with the parameters of all kinds of rules.
///
/// The parameters of other kinds are kept while a reviewer switches back and forth;
/// `kind.parameters` lists those in use. Each has its entry in `Parameter.entry`.
public struct Strategy: Hashable, Sendable, Codable {
  public enum Kind: String, CaseIterable, Sendable, Codable {
    case naive, cluster, perceptual, combined, pointfree, uber, pixelmatch, accuracy, average
    case odiff
    case looksSame = "looks-same"
    case resemble, roborazzi, paparazzi, ssim
  }

  /// The ΔE formula of `perceptual` and `combined`.
  public enum Formula: Int, CaseIterable, Sendable, Codable {
    case cie76 = 76
    case cie94 = 94
    case ciede2000 = 2000
  }

  /// The platform that swift-snapshot-testing runs on. On iOS it draws both images into sRGB first;
  /// on macOS it compares each in its own colour space.
  public enum Platform: String, CaseIterable, Sendable, Codable {
    case ios, macos
  }

  /// The program that calls pixelmatch and decides how many pixels may differ.
  public enum Runner: String, CaseIterable, Sendable, Codable {
    case playwright, jest
    case regCLI = "reg-cli"
  }

  public var kind: Kind
  /// The number of mismatches that are allowed.
  public var threshold: Allowance = 0
  /// The smallest cluster that counts, in pixels: 1 or more.
  public var clusterSize = 1
  /// The largest ΔE that still matches: 0 to 100.
  public var deltaE = 0.0
  public var formula = Formula.ciede2000
  /// The share of bytes or pixels that must match: 0 to 1.
  public var precision = 1.0
  /// 1 - ΔE / 100 in the rule of swift-snapshot-testing: 0 to 1.
  public var perceptualPrecision = 1.0
  public var platform = Platform.ios
  /// The share of 256 by which a channel may differ: 0 to 1.
  public var perPixelTolerance = 0.0
  /// The share of pixels that may differ: 0 to 1.
  public var overallTolerance = 0.0
  /// The `threshold` of pixelmatch and odiff: 0 to 1.
  public var yiqThreshold = 0.1
  /// True if pixelmatch or looks-same counts pixels that it considers antialiased.
  public var includeAntialiasing = false
  /// True if odiff or Resemble ignores pixels that it considers antialiased.
  public var ignoreAntialiasing = false
  public var runner = Runner.playwright
  /// True if pixelmatch lays translucent pixels over its checkerboard, the default since 7.0,
  /// instead of over white.
  public var checkerboard = false
  /// The share of equal pixels that PSPDFKit's rule requires: 0 to 1.
  public var requiredAccuracy = 1.0
  /// The ΔE from which looks-same considers two colours different: 0 to 100.
  public var tolerance = 2.3
  /// The luma difference between neighbours that looks-same still considers an even area.
  public var antialiasingTolerance = 0
  /// True if looks-same counts a column of differences that it considers a text caret.
  public var includeCaret = false
  /// BackstopJS's `misMatchThreshold`, the percentage of pixels that may differ: 0 to 100.
  public var misMatchThreshold = 0.1
  /// The distance up to which Roborazzi considers two colours equal: 0 to 2.
  public var maxDistance = 0.007
  /// Paparazzi's limit for all differences together, in per cent: 0 to 100.
  public var maxPercentDifference = 0.01

  public init(_ kind: Kind) { self.kind = kind }

  package func with<Value>(_ path: WritableKeyPath<Strategy, Value>, _ value: Value) -> Strategy {
    var strategy = self
    strategy[keyPath: path] = value
    return strategy
  }
}
