import PNGCodec

/// iOSSnapshotTestCase: a pixel differs when a channel is off by more than a share of 256; the
/// images differ when the share of such pixels is above the overall tolerance.
package func compareUber(_ overlay: Overlay, _ strategy: Strategy) -> Outcome {
  let tolerance = strategy.perPixelTolerance
  let mask = overlay.mask { _, _, first, second in
    let (first, second) = (premultiplied(first), premultiplied(second))
    if first == second { return false }
    if tolerance == 0 { return true }
    let distance = pointwiseMax(first, second) &- pointwiseMin(first, second)
    // The library divides by 256, not 255: a tolerance of 1 lets everything pass.
    return Double(distance.max()) / 256 > tolerance
  }
  let total = overlay.pixelCount
  func matches(_ failing: Int) -> Bool {
    Double(failing) / Double(total) <= strategy.overallTolerance
  }
  let allowed = largestMatch(below: total, matches)
  return summarised(mask, isMatch: matches(mask.count), mask.count, allowed, of: total)
}

/// PSPDFKit's render tests: the share of equal pixels must reach the required accuracy.
///
/// Every difference weighs the same, however small or large, alone or in a heap.
package func compareAccuracy(_ overlay: Overlay, _ strategy: Strategy) -> Outcome {
  let mask = overlay.byteMask()
  let total = overlay.pixelCount
  func matches(_ failing: Int) -> Bool {
    Double(total - failing) / Double(total) >= strategy.requiredAccuracy
  }
  let allowed = largestMatch(below: total, matches)
  return summarised(mask, isMatch: matches(mask.count), mask.count, allowed, of: total)
}

/// GO-JEK's rule: the mean of reference minus actual, clamped at black, must round to black.
///
/// `mismatched` is the brightest channel of that mean, 0 to 255. What became brighter is clamped
/// away, and a small change in a large image rounds away.
package func compareAverage(_ overlay: Overlay) -> Outcome {
  var sums = SIMD4<Int>()
  let mask = overlay.mask { _, _, first, second in
    let (first, second) = (premultiplied(first), premultiplied(second))
    var rest = first &- pointwiseMin(first, second)
    rest.w = 0
    sums &+= SIMD4<Int>(truncatingIfNeeded: rest)
    return rest != Pixel()
  }
  let total = overlay.pixelCount
  let mean = (sums.max() * 2 + total) / (2 * total)
  return summarised(mask, isMatch: mean == 0, mean, 0, of: 255)
}
