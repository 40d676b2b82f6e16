extension StrategyRule {
  static let naive = metal([.threshold]) { overlay, strategy in
    overlay.judge(overlay.byteMask(), strategy)
  }

  static let cluster = metal([.clusterSize, .threshold], compare: naive.compare)

  /// ΔE of the premultiplied colours, whatever their alpha.
  static let perceptual = metal([.deltaE, .formula, .threshold]) { overlay, strategy in
    let limits = DeltaELimits(deltaE: strategy.deltaE)
    let measured = overlay.measure(limits, strategy.formula)
    var judgement = overlay.judge(measured.mask, strategy)
    judgement.comparison.maxDeltaE = measured.maxDeltaE
    judgement.comparison.isBorderline =
      overlay.sameSize
      && overlay.isBorderline(measured.mask, measured.doubtful, limits, strategy)
    return judgement
  }

  static let combined = metal(
    [.deltaE, .formula, .clusterSize, .threshold], compare: perceptual.compare)

  /// AFSnapshotTesting's kernels run on Metal.
  private static func metal(
    _ parameters: [Strategy.Parameter],
    compare: @escaping @Sendable (Overlay, Strategy) -> Judgement
  ) -> StrategyRule {
    StrategyRule(
      parameters, samples: { _ in .colours }, remarks: \.metalRemarks, testLine: \.metalLine,
      allowed: { strategy, total in
        strategy.threshold(of: total) { Strategy.rest(of: total, precision: 1 - $0, scale: 1) }
      }, compare: compare)
  }
}

extension Overlay {
  /// True if the verdict would change with a limit that is off by the doubt, either way.
  fileprivate func isBorderline(
    _ mask: ChangeMask, _ doubtful: [Doubtful], _ limits: DeltaELimits, _ strategy: Strategy
  ) -> Bool {
    if doubtful.isEmpty { return false }
    var (most, least) = (mask, mask)
    for pixel in doubtful {
      if pixel.deltaE <= limits.limit { most[pixel.x, pixel.y] = true }
      if pixel.deltaE > limits.limit { least[pixel.x, pixel.y] = false }
    }
    return judge(most, strategy).comparison.verdict != judge(least, strategy).comparison.verdict
  }
}

extension Strategy {
  /// The largest cluster size that AFSnapshotTesting takes.
  private static let libraryClusterLimit = 7

  /// The library takes no share, clusters up to seven pixels, and ΔE 2000 alone.
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
