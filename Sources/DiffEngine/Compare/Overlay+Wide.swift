import Pixels

extension Overlay {
  /// True if either image has 16-bit samples, as only files read for their codes do.
  var isWide: Bool { reference.isWide || actual.isWide }

  /// Returns the mask of the pixels whose premultiplied 16-bit samples satisfy `isMismatch`, and of
  /// those that only one image has.
  func wideMask(where isMismatch: (SIMD4<UInt32>, SIMD4<UInt32>) -> Bool) -> ChangeMask {
    var mask = ChangeMask(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        if ignored?[x, y] == true { continue }
        guard x < sharedWidth, y < sharedHeight else {
          mask[x, y] = has(reference, x, y) || has(actual, x, y)
          continue
        }
        mask[x, y] = isMismatch(
          premultiplied(wide: reference.wide(x, y)), premultiplied(wide: actual.wide(x, y)))
      }
    }
    return mask
  }

  private func has(_ image: PixelImage, _ x: Int, _ y: Int) -> Bool {
    x < image.width && y < image.height
  }
}

/// Multiplies the colour of four 16-bit samples by alpha, rounded to the nearest.
private func premultiplied(wide samples: SIMD4<UInt16>) -> SIMD4<UInt32> {
  let samples = SIMD4<UInt32>(truncatingIfNeeded: samples)
  // 65,535 squared plus half of 65,535 still fits in 32 bits.
  var product = (samples &* samples.w &+ 32_767) / 65_535
  product.w = samples.w
  return product
}
