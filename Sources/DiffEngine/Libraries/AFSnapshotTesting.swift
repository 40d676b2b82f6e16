import Pixels

extension StrategyRule {
  static let naive = metal([.threshold]) { overlay, _ in Findings(mask: overlay.byteMask()) }

  static let cluster = metal([.clusterSize, .threshold], find: naive.find)

  /// ΔE of the premultiplied colours, ignoring alpha.
  static let perceptual = metal([.deltaE, .formula, .threshold]) { overlay, strategy in
    overlay.measure(DeltaELimits(deltaE: strategy.deltaE), strategy.formula)
  }

  static let combined = metal([.deltaE, .formula, .clusterSize, .threshold], find: perceptual.find)

  /// AFSnapshotTesting's kernels run on Metal.
  private static func metal(
    _ parameters: [Strategy.Parameter],
    find: @escaping @Sendable (Overlay, Strategy) -> Findings
  ) -> StrategyRule {
    StrategyRule(
      parameters: parameters, samples: { _ in .colours }, remarks: \.metalRemarks,
      testLine: \.metalLine,
      allowed: { strategy, total in
        strategy.threshold(of: total) { Strategy.rest(of: total, precision: 1 - $0, scale: 1) }
      }, find: find)
  }
}

extension Strategy {
  /// The largest cluster size that AFSnapshotTesting accepts.
  private static let libraryClusterLimit = 7

  /// The code for the test; nil for a share, clusters of more than seven pixels, or a formula other
  /// than ΔE 2000, which the library does not accept.
  fileprivate var metalLine: String? {
    let parameters = kind.parameters
    if case .precision(let precision, _) = threshold, kind == .perceptual {
      let perceptual = 1 - Float(deltaE) / 100
      return ".perceptualTolerance_v2(precision: \(precision), perceptualPrecision: \(perceptual))"
    }
    guard case .count(let count) = threshold,
      !parameters.contains(.clusterSize) || clusterSize <= Self.libraryClusterLimit,
      !kind.usesFormula || formula == .ciede2000
    else { return nil }
    let name = kind == .perceptual ? "perceptualTolerance" : kind.rawValue
    let arguments = arguments(
      "threshold: \(count)",
      parameters.contains(.clusterSize) ? "clusterSize: \(clusterSize)" : nil,
      parameters.contains(.deltaE) ? "deltaE: \(deltaE)" : nil)
    return ".\(name)(\(arguments))"
  }

  fileprivate var metalRemarks: [String] {
    var remarks: [String] = []
    if kind.parameters.contains(.clusterSize), clusterSize > Strategy.libraryClusterLimit {
      remarks.append("AFSnapshotTesting itself stops at cluster size 7.")
    }
    if kind.usesFormula, formula != .ciede2000 {
      remarks.append("AFSnapshotTesting itself always uses ΔE 2000.")
    }
    return remarks
  }
}
