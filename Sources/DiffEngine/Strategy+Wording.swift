extension Strategy {
  /// The kind with the parameters that count: "combined  ΔE 2.0  cluster 7  threshold 0".
  public var summary: String {
    // How much may be off comes last, after what counts as off.
    let parameters = kind.parameters.filter { $0 != .threshold }
    let last: [Parameter] = kind.parameters.contains(.threshold) ? [.threshold] : []
    return ([kind.rawValue] + (colourFirst(parameters) + last).compactMap(phrase))
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

  private func colourFirst(_ parameters: [Parameter]) -> [Parameter] {
    parameters.filter { $0 == .deltaE } + parameters.filter { $0 != .deltaE }
  }

  private func phrase(_ parameter: Parameter) -> String? {
    switch parameter {
    case .threshold: "threshold \(threshold)"
    case .clusterSize: "cluster \(clusterSize)"
    case .deltaE: formula == .ciede2000 ? "ΔE \(deltaE)" : "ΔE\(formula.rawValue) \(deltaE)"
    case .formula: nil
    case .precision: "precision \(precision)"
    case .perceptualPrecision: "perceptual \(perceptualPrecision)"
    case .perPixelTolerance: "per pixel \(perPixelTolerance)"
    case .overallTolerance: "overall \(overallTolerance)"
    case .yiqThreshold: "YIQ \(yiqThreshold)"
    case .includeAntialiasing: "antialiasing \(includeAntialiasing ? "counted" : "ignored")"
    case .checkerboard: checkerboard ? "over a checkerboard" : nil
    case .requiredAccuracy: "required \(requiredAccuracy)"
    }
  }

  /// What to write in the test to get this verdict from the library itself:
  /// ".combined(threshold: 0, clusterSize: 7, deltaE: 2.0)".
  ///
  /// nil where the library has no such strategy, or not with these parameters.
  public var testLine: String? {
    switch kind {
    case .naive: ".naive(threshold: \(threshold))"
    case .cluster where clusterSize <= Strategy.libraryClusterLimit:
      ".cluster(threshold: \(threshold), clusterSize: \(clusterSize))"
    case .perceptual where formula == .ciede2000:
      ".perceptualTolerance(threshold: \(threshold), deltaE: \(deltaE))"
    case .combined where formula == .ciede2000 && clusterSize <= Strategy.libraryClusterLimit:
      ".combined(threshold: \(threshold), clusterSize: \(clusterSize), deltaE: \(deltaE))"
    case .pointfree:
      ".image(precision: \(precision), perceptualPrecision: \(perceptualPrecision))"
    case .uber:
      "FBSnapshotVerifyViewWithPixelOptions(view, identifier, suffixes, "
        + "\(perPixelTolerance), \(overallTolerance))"
    case .pixelmatch:
      "{ threshold: \(yiqThreshold), includeAA: \(includeAntialiasing) }"
    case .cluster, .perceptual, .combined, .accuracy, .average: nil
    }
  }

  /// The largest cluster size that AFSnapshotTesting takes.
  private static let libraryClusterLimit = 7

  /// Sentences worth telling of these settings: where the library itself would say no, what is an
  /// estimate, what the rule cannot see.
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
      "The average cannot see what became brighter, nor a change too small to move the mean."
    default: nil
    }
  }
}
