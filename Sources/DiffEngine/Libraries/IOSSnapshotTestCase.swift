extension StrategyRule {
  /// iOSSnapshotTestCase: a pixel differs if a channel differs by more than a share of 256; the
  /// images differ if the share of such pixels is above the overall tolerance.
  ///
  /// It uses the files' own codes, premultiplied, in 16 bits if either file has them.
  static let uber = StrategyRule(
    parameters: [.perPixelTolerance, .overallTolerance],
    testLine: {
      "FBSnapshotVerifyViewWithPixelOptions(view, identifier, suffixes, "
        + "\($0.perPixelTolerance), \($0.overallTolerance))"
    },
    allowed: { largestMatch(share: $0.overallTolerance, of: $1) },
    find: { overlay, strategy in
      Findings(mask: overlay.channelMask(strategy.perPixelTolerance))
    })
}

extension Overlay {
  fileprivate func channelMask(_ tolerance: Double) -> ChangeMask {
    isWide
      ? wideMask { first, second in
        first != second && (tolerance == 0 || exceeds(tolerance, first, second, levels: 65_536))
      }
      : mask { _, _, first, second in
        let first = SIMD4<UInt32>(truncatingIfNeeded: premultiplied(first))
        let second = SIMD4<UInt32>(truncatingIfNeeded: premultiplied(second))
        return first != second && (tolerance == 0 || exceeds(tolerance, first, second, levels: 256))
      }
  }
}

/// - Parameter levels: The divisor, 256 instead of 255 in the library, so that a tolerance of 1
///   accepts everything.
private func exceeds(
  _ tolerance: Double, _ first: SIMD4<UInt32>, _ second: SIMD4<UInt32>, levels: Double
) -> Bool {
  let distance = pointwiseMax(first, second) &- pointwiseMin(first, second)
  return Double(distance.max()) / levels > tolerance
}
