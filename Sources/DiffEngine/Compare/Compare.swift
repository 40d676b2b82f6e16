/// Compares two images as the library of the strategy does.
///
/// Images of different sizes are laid over each other, aligned top left: the verdict is
/// `.sizeMismatch`, counts and mask are those of the canvas that holds both, and what only one of
/// them has counts as different under every strategy.
///
/// - Parameter strategy: Valid; see `Strategy.validate(total:)`.
/// - Returns: The outcome, and the mask of the pixels that count, after the cluster filter.
public func compare(
  _ reference: PixelImage, _ actual: PixelImage, strategy: Strategy
) -> (comparison: Comparison, mask: ChangeMask) {
  let overlay = Overlay(reference, actual)
  var (comparison, mask) =
    switch strategy.kind {
    case .naive, .cluster: compareBytes(overlay, strategy)
    case .perceptual, .combined: compareColours(overlay, strategy)
    case .pointfree: comparePointfree(overlay, strategy)
    case .uber: compareUber(overlay, strategy)
    case .pixelmatch: comparePixelmatch(overlay, strategy)
    case .accuracy: compareAccuracy(overlay, strategy)
    case .average: compareAverage(overlay)
    }
  if !overlay.sameSize { comparison.verdict = .sizeMismatch }
  return (comparison, mask)
}

/// What a strategy makes of its mask, in the words every kind shares.
package typealias Outcome = (comparison: Comparison, mask: ChangeMask)

extension Strategy {
  /// The smallest cluster that counts under this kind.
  package var effectiveClusterSize: Int {
    kind.parameters.contains(.clusterSize) ? clusterSize : 1
  }
}

/// Counts the marked pixels in clusters that are large enough, against the threshold.
package func judge(_ mask: ChangeMask, _ strategy: Strategy) -> Outcome {
  let components = Components(mask)
  let counted = components.filtered(mask, atLeast: strategy.effectiveClusterSize)
  let comparison = Comparison(
    verdict: counted.count > strategy.threshold ? .mismatch : .match,
    mismatched: counted.count, allowed: strategy.threshold, total: mask.width * mask.height,
    clusters: components.summary(atLeast: strategy.effectiveClusterSize))
  return (comparison, counted)
}

/// `naive` and `cluster`: any of the four premultiplied bytes differs.
private func compareBytes(_ overlay: Overlay, _ strategy: Strategy) -> Outcome {
  judge(overlay.byteMask(), strategy)
}

extension Overlay {
  /// Where any of the four premultiplied bytes differs, and what only one image has.
  package func byteMask() -> ChangeMask {
    // Equal alphas of 255 settle it: there premultiplying changes nothing.
    mask { _, _, first, second in
      (first.w & second.w) == 255 || premultiplied(first) != premultiplied(second)
    }
  }
}

/// `perceptual` and `combined`: ΔE of the premultiplied colours, whatever their alpha.
private func compareColours(_ overlay: Overlay, _ strategy: Strategy) -> Outcome {
  let limits = DeltaELimits(deltaE: strategy.deltaE)
  var distance = ColourDistance(strategy.formula)
  var largest = 0.0
  var doubtful: [Doubtful] = []
  let mask = overlay.mask { x, y, first, second in
    let deltaE = distance(first, second)
    largest = max(largest, deltaE)
    if deltaE > limits.low && deltaE <= limits.high {
      doubtful.append(Doubtful(x: x, y: y, deltaE: deltaE))
    }
    return deltaE > limits.limit
  }
  var outcome = judge(mask, strategy)
  outcome.comparison.maxDeltaE = largest
  outcome.comparison.isBorderline =
    overlay.sameSize && isBorderline(mask, doubtful, limits, strategy)
  return outcome
}

/// A pixel whose ΔE is so near the limit that the library may decide otherwise.
private struct Doubtful {
  var x: Int
  var y: Int
  var deltaE: Double
}

/// Whether the verdict would change with a limit that is off by the doubt, either way.
private func isBorderline(
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
