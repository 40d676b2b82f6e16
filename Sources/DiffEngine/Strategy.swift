/// A rule that compares two images, with every parameter any rule takes.
///
/// The parameters of the other kinds are kept while a reviewer switches to and fro;
/// `kind.parameters` says which of them count now.
public struct Strategy: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable, Codable {
    case naive, cluster, perceptual, combined, pointfree, uber, pixelmatch, accuracy, average
  }

  /// Which ΔE `perceptual` and `combined` use.
  public enum Formula: Int, CaseIterable, Sendable, Codable {
    case cie76 = 76
    case cie94 = 94
    case ciede2000 = 2000
  }

  public var kind: Kind
  /// Mismatches that are still allowed: 0 to the pixel count.
  public var threshold = 0
  /// Smallest cluster that counts, in pixels: 1 or more.
  public var clusterSize = 1
  /// Largest ΔE that still matches: 0 to 100.
  public var deltaE = 0.0
  public var formula = Formula.ciede2000
  /// Share of bytes or pixels that must match: 0 to 1.
  public var precision = 1.0
  /// 1 - ΔE / 100 of the swift-snapshot-testing rule: 0 to 1.
  public var perceptualPrecision = 1.0
  /// Share of 256 by which a channel may differ: 0 to 1.
  public var perPixelTolerance = 0.0
  /// Share of pixels that may differ: 0 to 1.
  public var overallTolerance = 0.0
  /// pixelmatch's `threshold`: 0 to 1.
  public var yiqThreshold = 0.1
  /// Whether pixelmatch counts pixels that it takes for antialiasing.
  public var includeAntialiasing = false
  /// Whether pixelmatch lays what is transparent over its checkerboard, as 7.x does by itself,
  /// instead of over white.
  public var checkerboard = false
  /// Share of equal pixels that PSPDFKit's rule asks for: 0 to 1.
  public var requiredAccuracy = 1.0

  public init(_ kind: Kind) { self.kind = kind }
}

extension Strategy {
  /// A parameter as flags, rules and the status line name it.
  public enum Parameter: String, CaseIterable, Sendable {
    case threshold, clusterSize, deltaE, formula, precision, perceptualPrecision
    case perPixelTolerance, overallTolerance, yiqThreshold, includeAntialiasing, checkerboard
    case requiredAccuracy
  }
}

extension Strategy.Kind {
  /// The parameters that change this kind's verdict, in the order they are shown.
  public var parameters: [Strategy.Parameter] {
    switch self {
    case .naive: [.threshold]
    case .cluster: [.threshold, .clusterSize]
    case .perceptual: [.threshold, .deltaE, .formula]
    case .combined: [.threshold, .clusterSize, .deltaE, .formula]
    case .pointfree: [.precision, .perceptualPrecision]
    case .uber: [.perPixelTolerance, .overallTolerance]
    case .pixelmatch: [.yiqThreshold, .includeAntialiasing, .checkerboard, .threshold]
    case .accuracy: [.requiredAccuracy]
    case .average: []
    }
  }
}
