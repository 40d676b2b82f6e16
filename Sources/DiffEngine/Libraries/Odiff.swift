import Pixels

extension StrategyRule {
  /// odiff: pixelmatch's YIQ distance in fixed point with 12 fraction bits; translucent pixels are
  /// laid over white.
  ///
  /// Images of two sizes are compared where they overlap; a pixel that only one image has counts
  /// unless it is transparent. Before its pull request 170, of April 2026, odiff did not count
  /// pixels that only the actual has.
  static let odiff = StrategyRule(
    parameters: [.yiqThreshold, .ignoreAntialiasing, .threshold], samples: { _ in .upperBytes },
    remarks: { $0.threshold == 0 ? [] : ["odiff itself fails at the first pixel that differs."] },
    testLine: {
      $0.threshold == 0
        ? "{ threshold: \($0.yiqThreshold), antialiasing: \($0.ignoreAntialiasing) }" : nil
    },
    // odiff prints the percentage n * 100 / (width * height).
    allowed: { strategy, total in
      strategy.threshold(of: total) { largestMatch(share: $0, of: total) }
    },
    totalHasIgnored: true, comparesSizes: { _ in true },
    find: { overlay, strategy in
      let limit = Int(35215 * (strategy.yiqThreshold * strategy.yiqThreshold) * 4096)
      var mask = overlay.mask(withoutEdgesOf: strategy.ignoreAntialiasing ? .odiff : nil) {
        first, second, _ in IntegerYIQ(first).squaredDistance(IntegerYIQ(second)) > limit
      }
      overlay.unmarkClearOverflow(in: &mask)
      return Findings(mask: mask)
    })
}

/// A colour over white in YIQ, with 12 fraction bits.
private struct IntegerYIQ {
  private let y: Int
  private let i: Int
  private let q: Int

  init(_ pixel: Pixel) {
    let alpha = Int(pixel.w)
    func overWhite(_ channel: UInt8) -> Int {
      (255 << 12) + (Int(channel) - 255) * alpha * 4096 / 255
    }
    let (red, green, blue) = (overWhite(pixel.x), overWhite(pixel.y), overWhite(pixel.z))
    // The coefficients of YIQ times 4096, truncated towards zero.
    y = (red * 1224 + green * 2402 + blue * 468) >> 12
    i = (red * 2441 - green * 1123 - blue * 1318) >> 12
    q = (red * 866 - green * 2140 + blue * 1274) >> 12
  }

  /// Returns the squared distance, 0 to 35215, with 12 fraction bits.
  func squaredDistance(_ other: IntegerYIQ) -> Int {
    let (dy, di, dq) = (y - other.y, i - other.i, q - other.q)
    return (dy * dy * 2069 + di * di * 1224 + dq * dq * 801) >> 24
  }
}

extension Overlay {
  /// Unmarks pixels that only one image has if they are transparent.
  func unmarkClearOverflow(in mask: inout ChangeMask) {
    guard !sameSize else { return }
    for image in [reference, actual] {
      for y in 0..<image.height {
        let shared = y < sharedHeight ? sharedWidth : 0
        for x in shared..<max(shared, image.width) where image[x, y].w == 0 { mask[x, y] = false }
      }
    }
  }
}
