import Pixels

extension StrategyRule {
  /// swift-snapshot-testing's `.image`: bytes at perceptual precision 1, otherwise pixels by ΔE 94.
  static let pointfree = StrategyRule(
    parameters: [.precision, .perceptualPrecision, .platform],
    samples: { $0.platform == .macos ? .codes : .colours },
    unit: { $0.perceptualPrecision < 1 ? .pixels : .bytes },
    estimate: {
      $0.perceptualPrecision < 1
        ? "An estimate: below perceptual precision 1 swift-snapshot-testing asks a Core Image filter "
          + "whose arithmetic is not published." : nil
    },
    testLine: {
      ".image(precision: \($0.precision), perceptualPrecision: \($0.perceptualPrecision))"
    },
    // Single precision, because the library uses it.
    allowed: { strategy, total in
      let precision = Float(strategy.precision)
      guard strategy.perceptualPrecision < 1 else { return Int((1 - precision) * Float(total)) }
      return largestMatch(below: total) { 1 - Float($0) / Float(total) >= precision }
    },
    count: { tally, strategy in
      strategy.perceptualPrecision < 1
        ? (tally.counted, of: tally.total) : (tally.sums.x, of: 4 * tally.total)
    },
    find: { overlay, strategy in
      strategy.perceptualPrecision < 1
        ? overlay.pixelShare(strategy) : overlay.byteShare()
    })
}

extension Overlay {
  /// Fails if more premultiplied bytes differ than `(1 - precision)` of them, truncated to a whole
  /// number.
  fileprivate func byteShare() -> Findings {
    var bytes = 0
    let mask = mask { _, _, first, second in
      let (first, second) = (premultiplied(first), premultiplied(second))
      if first == second { return false }
      for channel in 0..<4 where first[channel] != second[channel] { bytes += 1 }
      return true
    }
    return Findings(mask: mask, sums: SIMD4(bytes + 4 * unsharedCount, 0, 0, 0))
  }

  /// Fails if the share of pixels with a ΔE up to `(1 - perceptualPrecision) * 100` is below
  /// `precision`.
  ///
  /// The filter that the library uses treats the gamma-encoded values as linear light; how it
  /// treats alpha is unknown.
  fileprivate func pixelShare(_ strategy: Strategy) -> Findings {
    let limit = Double((1 - Float(strategy.perceptualPrecision)) * 100)
    var findings = measure(DeltaELimits(above: limit), .cie94, light: .encoded)
    // The verdict is an estimate anyway.
    findings.doubtful = []
    return findings
  }
}
