import PNGCodec

/// iOSSnapshotTestCase: a pixel differs when a channel is off by more than a share of 256; the
/// images differ when the share of such pixels is above the overall tolerance.
///
/// On the files' own codes, premultiplied; at 16 bits where either file has them.
package func compareUber(_ overlay: Overlay, _ strategy: Strategy) -> Judgement {
  let tolerance = strategy.perPixelTolerance
  let mask =
    overlay.isWide
    ? overlay.wideMask { first, second in
      first != second && (tolerance == 0 || exceeds(tolerance, first, second, levels: 65_536))
    }
    : overlay.mask { _, _, first, second in
      let first = SIMD4<UInt32>(truncatingIfNeeded: premultiplied(first))
      let second = SIMD4<UInt32>(truncatingIfNeeded: premultiplied(second))
      return first != second && (tolerance == 0 || exceeds(tolerance, first, second, levels: 256))
    }
  let total = overlay.pixelCount
  func matches(_ failing: Int) -> Bool {
    Double(failing) / Double(total) <= strategy.overallTolerance
  }
  let allowed = largestMatch(below: total, matches)
  return summarised(mask, isMatch: matches(mask.count), mask.count, allowed, of: total)
}

/// - Parameter levels: The library divides by 256, not 255: a tolerance of 1 lets everything pass.
private func exceeds(
  _ tolerance: Double, _ first: SIMD4<UInt32>, _ second: SIMD4<UInt32>, levels: Double
) -> Bool {
  let distance = pointwiseMax(first, second) &- pointwiseMin(first, second)
  return Double(distance.max()) / levels > tolerance
}

/// PSPDFKit's render tests: fails when more pixels differ than `Int(pixels * (1 - accuracy))`.
///
/// Every difference weighs the same, however small or large, alone or in a cluster.
package func compareAccuracy(_ overlay: Overlay, _ strategy: Strategy) -> Judgement {
  let mask = overlay.byteMask()
  let total = overlay.pixelCount
  let allowed = Int(Double(total) * (1 - strategy.requiredAccuracy))
  return summarised(mask, isMatch: mask.count <= allowed, mask.count, allowed, of: total)
}

/// GO-JEK's rule: the mean of reference minus actual, clamped at black, must round to black.
///
/// `mismatched` is the brightest channel of that mean, 0 to 255. What became brighter is clamped
/// away, and a small change in a large image rounds away.
package func compareAverage(_ overlay: Overlay) -> Judgement {
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
