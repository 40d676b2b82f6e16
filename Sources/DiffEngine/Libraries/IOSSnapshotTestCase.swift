extension StrategyRule {
  /// iOSSnapshotTestCase: a pixel differs when a channel is off by more than a share of 256; the
  /// images differ when the share of such pixels is above the overall tolerance.
  ///
  /// On the files' own codes, premultiplied; at 16 bits where either file has them.
  static let uber = StrategyRule(
    [.perPixelTolerance, .overallTolerance],
    testLine: {
      "FBSnapshotVerifyViewWithPixelOptions(view, identifier, suffixes, "
        + "\($0.perPixelTolerance), \($0.overallTolerance))"
    },
    allowed: { strategy, total in
      largestMatch(below: total) { Double($0) / Double(total) <= strategy.overallTolerance }
    },
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

/// - Parameter levels: The library divides by 256, not 255: a tolerance of 1 lets everything pass.
private func exceeds(
  _ tolerance: Double, _ first: SIMD4<UInt32>, _ second: SIMD4<UInt32>, levels: Double
) -> Bool {
  let distance = pointwiseMax(first, second) &- pointwiseMin(first, second)
  return Double(distance.max()) / levels > tolerance
}
