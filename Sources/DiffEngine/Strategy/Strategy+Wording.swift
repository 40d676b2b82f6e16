extension Strategy {
  /// The kind with the parameters that count: "combined  ΔE 2.0  cluster 7  threshold 0".
  public var summary: String {
    ([kind.rawValue] + kind.parameters.compactMap { $0.entry.phrase(self) })
      .joined(separator: "  ")
  }

  /// What the mismatches are counted in: pixels but for bytes, and for levels of a mean.
  public enum Unit: String, Sendable {
    case pixels, bytes, levels

    /// As it stands behind a number: "px".
    public var short: String { self == .pixels ? "px" : rawValue }
  }

  public var unit: Unit {
    switch kind {
    case .pointfree where perceptualPrecision >= 1: .bytes
    case .average: .levels
    default: .pixels
    }
  }

  /// What to write in the test to get this verdict from the library itself:
  /// ".combined(threshold: 0, clusterSize: 7, deltaE: 2.0)".
  ///
  /// nil where the library has no such strategy, or not with these parameters.
  public var testLine: String? {
    switch kind {
    case .pointfree:
      return ".image(precision: \(precision), perceptualPrecision: \(perceptualPrecision))"
    case .uber:
      return "FBSnapshotVerifyViewWithPixelOptions(view, identifier, suffixes, "
        + "\(perPixelTolerance), \(overallTolerance))"
    case .pixelmatch: return pixelmatchLine
    case .naive, .cluster, .perceptual, .combined: return metalLine
    case .accuracy, .average: return nil
    }
  }

  /// pixelmatch itself only counts: its caller, here Playwright, decides how many may differ.
  private var pixelmatchLine: String {
    let allowed =
      switch threshold {
      case 0: ""
      case .count(let count): ", maxDiffPixels: \(count)"
      case .share(let share): ", maxDiffPixelRatio: \(share)"
      case .precision(let precision, _): ", maxDiffPixelRatio: \(1 - precision)"
      }
    return "{ threshold: \(yiqThreshold), includeAA: \(includeAntialiasing)\(allowed) }"
  }

  /// AFSnapshotTesting's, which takes no share, clusters up to seven pixels, and ΔE 2000 alone.
  private var metalLine: String? {
    let parameters = kind.parameters
    if case .precision(let precision, _) = threshold, kind == .perceptual {
      let perceptual = 1 - Float(deltaE) / 100
      return ".perceptualTolerance_v2(precision: \(precision), perceptualPrecision: \(perceptual))"
    }
    guard case .count(let count) = threshold,
      !parameters.contains(.clusterSize) || clusterSize <= Self.libraryClusterLimit,
      !kind.usesFormula || formula == .ciede2000
    else { return nil }
    var arguments = ["threshold: \(count)"]
    if parameters.contains(.clusterSize) { arguments.append("clusterSize: \(clusterSize)") }
    if parameters.contains(.deltaE) { arguments.append("deltaE: \(deltaE)") }
    let name = kind == .perceptual ? "perceptualTolerance" : kind.rawValue
    return ".\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// The largest cluster size that AFSnapshotTesting takes.
  private static let libraryClusterLimit = 7

  /// Sentences worth reading about these settings: where the library itself would refuse them, what
  /// is an estimate, what the rule cannot see.
  public var remarks: [String] {
    var remarks: [String] = []
    if kind.parameters.contains(.clusterSize), clusterSize > Strategy.libraryClusterLimit {
      remarks.append("AFSnapshotTesting itself stops at cluster size 7.")
    }
    if kind.parameters.contains(.formula), formula != .ciede2000 {
      remarks.append("AFSnapshotTesting itself always uses ΔE 2000.")
    }
    if let blindness { remarks.append(blindness) }
    return remarks
  }

  private var blindness: String? {
    switch kind {
    case .pointfree where perceptualPrecision < 1:
      "An estimate: below perceptual precision 1 swift-snapshot-testing asks a Core Image filter "
        + "whose arithmetic is not published."
    case .accuracy:
      "Accuracy counts pixels only: it cannot see how far one is off, nor whether they lie together."
    case .average:
      "An estimate: it is not known which of the two images GO-JEK subtracts, and Core Image's "
        + "arithmetic is not published. It cannot see what became brighter, nor a change too small "
        + "to move the mean."
    default: nil
    }
  }
}
