import PNGCodec

/// A rule that compares two images, with every parameter any rule takes.
///
/// The parameters of the other kinds are kept while a reviewer switches back and forth;
/// `kind.parameters` says which of them count now. Each has its entry in `Parameter.entry`.
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

  /// Where swift-snapshot-testing runs: on iOS it draws both images into sRGB first, on macOS it
  /// compares each in its own colour space.
  public enum Platform: String, CaseIterable, Sendable {
    case ios, macos
  }

  public var kind: Kind
  /// Mismatches that are still allowed.
  public var threshold: Allowance = 0
  /// Smallest cluster that counts, in pixels: 1 or more.
  public var clusterSize = 1
  /// Largest ΔE that still matches: 0 to 100.
  public var deltaE = 0.0
  public var formula = Formula.ciede2000
  /// Share of bytes or pixels that must match: 0 to 1.
  public var precision = 1.0
  /// 1 - ΔE / 100 of the swift-snapshot-testing rule: 0 to 1.
  public var perceptualPrecision = 1.0
  public var platform = Platform.ios
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

extension Strategy.Kind {
  /// The parameters that change this kind's verdict, in the order they are shown.
  public var parameters: [Strategy.Parameter] {
    switch self {
    case .naive: [.threshold]
    case .cluster: [.clusterSize, .threshold]
    case .perceptual: [.deltaE, .formula, .threshold]
    case .combined: [.deltaE, .formula, .clusterSize, .threshold]
    case .pointfree: [.precision, .perceptualPrecision, .platform]
    case .uber: [.perPixelTolerance, .overallTolerance]
    case .pixelmatch: [.yiqThreshold, .includeAntialiasing, .checkerboard, .threshold]
    case .accuracy: [.requiredAccuracy]
    case .average: []
    }
  }

  /// Whether ΔE in the strategy's formula is part of the verdict.
  public var usesFormula: Bool { parameters.contains(.formula) }
}

extension Strategy {
  /// What the library looks at: the colours that a file stands for, or the numbers in it.
  ///
  /// Two Display P3 files that clip to one sRGB colour differ in their codes; the same codes
  /// tagged with two profiles do not.
  public var samples: PNG.Samples {
    switch kind {
    case .uber, .pixelmatch: .codes
    case .pointfree: platform == .macos ? .codes : .colours
    default: .colours
    }
  }

  /// Whether the verdict is our guess at arithmetic that the library does not publish.
  public var isEstimate: Bool {
    switch kind {
    case .pointfree: perceptualPrecision < 1
    case .average: true
    default: false
    }
  }
}
