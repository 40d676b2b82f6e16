import Pixels

extension StrategyRule {
  /// Roborazzi and Dropshots, which use Differ: the distance of two colours with straight alpha,
  /// which counts as a channel, in single precision.
  static let roborazzi = StrategyRule(
    parameters: [.maxDistance, .threshold], testLine: \.roborazziLine,
    allowed: { strategy, total in
      strategy.threshold(of: total) {
        // Kotlin's roundToInt rounds halves up.
        Int((Float(total) * Float($0)).rounded(.toNearestOrAwayFromZero))
      }
    },
    find: { overlay, strategy in
      let limit = Float(strategy.maxDistance)
      let mask = overlay.mask { _, _, first, second in distance(first, second) > limit }
      return Findings(mask: mask)
    })

  /// Paparazzi's OffByTwo: the sum of all differences above 2, as a share of the maximum possible.
  static let paparazzi = StrategyRule(
    parameters: [.maxPercentDifference], unit: { _ in .levels },
    testLine: { "Paparazzi(maxPercentDifference = \($0.maxPercentDifference))" },
    allowed: { strategy, total in
      largestMatch(below: total) {
        Double(Float(Double($0 * 100) / Double(total))) <= strategy.maxPercentDifference
      }
    },
    // Paparazzi tolerates an extra row and column if they contain next to nothing.
    comparesSizes: {
      abs($0.reference.width - $0.actual.width) < 2
        && abs($0.reference.height - $0.actual.height) < 2
    },
    // If all differences are in alpha, the library counts pixels instead.
    count: { tally, _ in
      let sum = tally.sums.x
      return (sum == 0 ? tally.counted * 768 : sum, of: tally.total * 768)
    },
    find: { overlay, _ in overlay.levels() })
}

/// Returns the distance, 0 to 2.
private func distance(_ first: Pixel, _ second: Pixel) -> Float {
  let difference =
    SIMD4<Float>(first) / SIMD4(repeating: 255) - SIMD4<Float>(second) / SIMD4(repeating: 255)
  let squares = difference * difference
  return (squares.x + squares.y + squares.z + squares.w).squareRoot()
}

extension Overlay {
  fileprivate func levels() -> Findings {
    var sum = 0
    var mask = mask { _, _, first, second in
      if first.w == 0 && second.w == 0 { return false }
      var difference = pointwiseMax(first, second) &- pointwiseMin(first, second)
      if difference.max() <= 2 { return false }
      difference.w = 0
      sum += Int(SIMD4<UInt16>(truncatingIfNeeded: difference).wrappedSum())
      return true
    }
    unmarkClearOverflow(in: &mask)
    return Findings(
      mask: mask, sums: SIMD4(sum + unsharedLevels, 0, 0, 0),
      total: max(actual.pixelCount - (ignored?.count ?? 0), 0))
  }

  /// The difference, summed over the channels, between pixels that only one image has and the
  /// transparent grey that replaces them in the other.
  private var unsharedLevels: Int {
    guard !sameSize else { return 0 }
    var sum = 0
    for image in [reference, actual] {
      for y in 0..<image.height {
        let shared = y < sharedHeight ? sharedWidth : 0
        for x in shared..<max(shared, image.width) where image[x, y].w > 0 && ignored?[x, y] != true
        {
          for channel in 0..<3 { sum += abs(Int(image[x, y][channel]) - 128) }
        }
      }
    }
    return sum
  }
}

extension Strategy {
  fileprivate var roborazziLine: String {
    let comparator = "imageComparator = SimpleImageComparator(maxDistance = \(maxDistance)f)"
    let allowed =
      switch threshold {
      case .count(let count): "resultValidator = { it.pixelDifferences <= \(count) }"
      case .share(let share), .precision(let share, _): "changeThreshold = \(share)f"
      }
    return "RoborazziOptions.CompareOptions(\(allowed), \(comparator))"
  }
}
