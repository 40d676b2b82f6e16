import PNGCodec

/// swift-snapshot-testing's `.image`: bytes at perceptual precision 1, else pixels by ΔE 94.
package func comparePointfree(_ overlay: Overlay, _ strategy: Strategy) -> Judgement {
  strategy.perceptualPrecision < 1
    ? comparePixelShare(overlay, strategy) : compareByteShare(overlay, strategy)
}

/// Fails when more premultiplied bytes differ than `(1 - precision)` of them, cut to a whole number.
private func compareByteShare(_ overlay: Overlay, _ strategy: Strategy) -> Judgement {
  var bytes = 0
  let mask = overlay.mask { _, _, first, second in
    let (first, second) = (premultiplied(first), premultiplied(second))
    if first == second { return false }
    for channel in 0..<4 where first[channel] != second[channel] { bytes += 1 }
    return true
  }
  let total = 4 * overlay.pixelCount
  bytes += 4 * overlay.unsharedCount
  // The library computes in single precision, and so must this.
  let allowed = Int((1 - Float(strategy.precision)) * Float(total))
  return summarised(mask, isMatch: bytes <= allowed, bytes, allowed, of: total)
}

/// Fails when the share of pixels up to ΔE `(1 - perceptualPrecision) * 100` is below `precision`.
///
/// An estimate: the filter that the library asks publishes neither its arithmetic nor what it does
/// with alpha. It reads the gamma-encoded values as if they were linear light.
private func comparePixelShare(_ overlay: Overlay, _ strategy: Strategy) -> Judgement {
  let limit = Double((1 - Float(strategy.perceptualPrecision)) * 100)
  let measured = overlay.measure(DeltaELimits(above: limit), .cie94, light: .encoded)
  let mask = measured.mask
  let total = overlay.pixelCount
  let precision = Float(strategy.precision)
  func matches(_ failing: Int) -> Bool { 1 - Float(failing) / Float(total) >= precision }
  let allowed = largestMatch(below: total, matches)
  var judgement = summarised(mask, isMatch: matches(mask.count), mask.count, allowed, of: total)
  judgement.comparison.maxDeltaE = measured.maxDeltaE
  return judgement
}

/// The largest count from 0 to `total` that still matches; 0 where none does.
///
/// - Parameter matches: true up to some count and false from there.
package func largestMatch(below total: Int, _ matches: (Int) -> Bool) -> Int {
  var low = 0
  var high = total
  while low < high {
    let middle = (low + high + 1) / 2
    if matches(middle) { low = middle } else { high = middle - 1 }
  }
  return low
}

/// An outcome whose count is not the mask's own.
package func summarised(
  _ mask: ChangeMask, isMatch: Bool, _ mismatched: Int, _ allowed: Int, of total: Int
) -> Judgement {
  let comparison = Comparison(
    verdict: isMatch ? .match : .mismatch, mismatched: mismatched, allowed: allowed,
    total: total, clusters: Components(mask).summary(atLeast: 1))
  return (comparison, mask)
}
