import Pixels

extension StrategyRule {
  /// Resemble, which BackstopJS uses: a pixel differs if a channel differs by 16 or more.
  static let resemble = StrategyRule(
    parameters: [.misMatchThreshold, .ignoreAntialiasing],
    remarks: {
      $0.ignoreAntialiasing
        ? ["Of an image larger than 1,200 px Resemble then skips every sixth row and column."] : []
    },
    testLine: {
      arguments(
        "\"misMatchThreshold\": \($0.misMatchThreshold)",
        $0.ignoreAntialiasing
          ? "\"resembleOutputOptions\": { \"ignoreAntialiasing\": true }" : nil)
    },
    allowed: { strategy, total in
      largestMatch(below: total) {
        hundredths(Double($0) / Double(total) * 100) <= strategy.misMatchThreshold
      }
    },
    totalHasIgnored: true,
    find: { overlay, strategy in
      let mask =
        strategy.ignoreAntialiasing
        ? overlay.maskWithoutAntialiasing()
        : overlay.mask { _, _, first, second in !areSimilar(first, second, within: 16) }
      return Findings(mask: mask)
    })
}

/// Rounds like JavaScript's `toFixed(2)`: to the nearest hundredth, and upwards if two are equally
/// near.
private func hundredths(_ value: Double) -> Double {
  let below = (value * 100).rounded(.down)
  // Rounds only once, by the sign of the exact distance to the midpoint between two hundredths.
  let isUpper = (-(2 * below + 1)).addingProduct(value, 200) >= 0
  return (isUpper ? below + 1 : below) / 100
}

private func areSimilar(_ first: Pixel, _ second: Pixel, within tolerance: UInt8) -> Bool {
  (pointwiseMax(first, second) &- pointwiseMin(first, second)).max() < tolerance
}

private func brightness(_ pixel: Pixel) -> Double {
  0.3 * Double(pixel.x) + 0.59 * Double(pixel.y) + 0.11 * Double(pixel.z)
}

/// Returns the hue, 0 to 1; 0 for greys.
private func hue(_ pixel: Pixel) -> Double {
  let (red, green, blue) = (Double(pixel.x) / 255, Double(pixel.y) / 255, Double(pixel.z) / 255)
  let (high, low) = (max(red, green, blue), min(red, green, blue))
  if high == low { return 0 }
  let turn =
    high == red
    ? (green - blue) / (high - low) + (green < blue ? 6 : 0)
    : high == green ? (blue - red) / (high - low) + 2 : (red - green) / (high - low) + 4
  return turn / 6
}

extension Overlay {
  private static let skip = 6

  /// Returns the mask with wider tolerances; pixels at an edge are compared by brightness alone.
  fileprivate func maskWithoutAntialiasing() -> ChangeMask {
    let skips = width > 1200 || height > 1200
    return mask { x, y, first, second in
      if skips && (x % Self.skip == 0 || y % Self.skip == 0) { return false }
      if areSimilar(first, second, within: 32) { return false }
      guard isAtEdge(reference, x, y) || isAtEdge(actual, x, y) else { return true }
      return abs(Int(first.w) - Int(second.w)) >= 32
        || abs(brightness(first) - brightness(second)) >= 64
    }
  }

  /// True if two neighbours have another hue or are far brighter or darker, or if fewer than two
  /// are the same.
  ///
  /// At the left and right border the neighbours are those in memory, which are the ends of other
  /// rows.
  private func isAtEdge(_ image: PixelImage, _ x: Int, _ y: Int) -> Bool {
    image.withPixels { pixels in
      let centre = pixels[y * image.width + x]
      var (contrasting, hued, same) = (0, 0, 0)
      for dx in -1...1 {
        for dy in -1...1 where dx != 0 || dy != 0 {
          let place = (y + dy) * image.width + x + dx
          guard pixels.indices.contains(place) else { continue }
          let neighbour = pixels[place]
          if abs(brightness(centre) - brightness(neighbour)) > 96 { contrasting += 1 }
          if abs(hue(centre) - hue(neighbour)) > 0.3 { hued += 1 }
          if (neighbour &- centre) & Pixel(255, 255, 255, 0) == Pixel() { same += 1 }
        }
      }
      return contrasting > 1 || hued > 1 || same < 2
    }
  }
}
