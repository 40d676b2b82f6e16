// Rules that were published in articles rather than in a library.

import Pixels

extension StrategyRule {
  /// PSPDFKit's render tests: fail if more pixels differ than `Int(pixels * (1 - accuracy))`.
  ///
  /// Every difference has the same weight, however small or large, alone or in a cluster.
  static let accuracy = StrategyRule(
    parameters: [.requiredAccuracy], samples: { _ in .colours },
    remarks: { _ in
      [
        "Accuracy counts pixels only: it cannot see how far one is off, nor whether they lie together."
      ]
    },
    allowed: { Int(Double($1) * (1 - $0.requiredAccuracy)) },
    find: { overlay, _ in Findings(mask: overlay.byteMask()) })

  /// GO-JEK's rule: the mean of reference minus actual, clamped at black, must round to black.
  ///
  /// It counts the brightest channel of that mean, 0 to 255. Pixels that became brighter are
  /// clamped away, and a small change in a large image is rounded away.
  static let average = StrategyRule(
    parameters: [], samples: { _ in .colours }, unit: { _ in .levels },
    estimate: { _ in
      "An estimate: it is not known which of the two images GO-JEK subtracts, and Core Image's "
        + "arithmetic is not published. It cannot see what became brighter, nor a change too small "
        + "to move the mean."
    }, allowed: { _, _ in 0 },
    count: { tally, _ in
      let total = max(tally.total, 1)
      return ((tally.sums.max() * 2 + total) / (2 * total), of: 255)
    },
    find: { overlay, _ in
      var sums = SIMD4<Int>()
      let mask = overlay.mask { _, _, first, second in
        let (first, second) = (premultiplied(first), premultiplied(second))
        var rest = first &- pointwiseMin(first, second)
        rest.w = 0
        sums &+= SIMD4<Int>(truncatingIfNeeded: rest)
        return rest != Pixel()
      }
      return Findings(mask: mask, sums: sums)
    })
}
