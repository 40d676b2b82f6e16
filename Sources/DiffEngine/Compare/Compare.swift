import PNGCodec

/// Compares two images as the library of the strategy does.
///
/// Images of different sizes are laid over each other, aligned top left: the verdict is
/// `.sizeMismatch`, counts and mask are those of the canvas that holds both, and what only one of
/// them has counts as different under every strategy.
///
/// - Parameters:
///   - reference: Read as `strategy.samples` asks: converted to sRGB, or the file's own codes.
///   - actual: As `reference`.
///   - strategy: Valid; see `Strategy.validate(total:)`.
/// - Returns: The outcome, and the mask of the pixels that count, after the cluster filter.
public func compare(
  _ reference: PixelImage, _ actual: PixelImage, strategy: Strategy
) -> (comparison: Comparison, mask: ChangeMask) {
  let overlay = Overlay(reference, actual)
  var (comparison, mask) =
    switch strategy.kind {
    case .naive, .cluster: compareBytes(overlay, strategy)
    case .perceptual, .combined: compareColours(overlay, strategy)
    case .pointfree: comparePointfree(overlay, strategy)
    case .uber: compareUber(overlay, strategy)
    case .pixelmatch: comparePixelmatch(overlay, strategy)
    case .accuracy: compareAccuracy(overlay, strategy)
    case .average: compareAverage(overlay)
    }
  if !overlay.sameSize { comparison.verdict = .sizeMismatch }
  return (comparison, mask)
}

/// What a strategy makes of its mask, in the form that every kind shares.
package typealias Judgement = (comparison: Comparison, mask: ChangeMask)

extension Strategy {
  /// The smallest cluster that counts under this kind.
  package var effectiveClusterSize: Int {
    kind.parameters.contains(.clusterSize) ? clusterSize : 1
  }
}

/// Counts the marked pixels in clusters that are large enough, against the threshold.
package func judge(_ mask: ChangeMask, _ strategy: Strategy) -> Judgement {
  let components = Components(mask)
  let counted = components.filtered(mask, atLeast: strategy.effectiveClusterSize)
  let total = mask.width * mask.height
  let allowed = strategy.allowed(of: total)
  let comparison = Comparison(
    verdict: counted.count > allowed ? .mismatch : .match,
    mismatched: counted.count, allowed: allowed, total: total,
    clusters: components.summary(atLeast: strategy.effectiveClusterSize))
  return (comparison, counted)
}

/// `naive` and `cluster`: any of the four premultiplied bytes differs.
private func compareBytes(_ overlay: Overlay, _ strategy: Strategy) -> Judgement {
  judge(overlay.byteMask(), strategy)
}

extension Overlay {
  /// Where any of the four premultiplied bytes differs, and what only one image has.
  package func byteMask() -> ChangeMask {
    mask { band, mask in
      forEachDifferingRow(in: band) { row in
        let marks = mask[row.y]
        if row.isOpaque { return marks.copy(row) }
        row.forEachDifference { x in
          if premultiplied(row.first[x]) != premultiplied(row.second[x]) { marks.mark(x) }
        }
      }
    }.mask
  }
}

/// `perceptual` and `combined`: ΔE of the premultiplied colours, whatever their alpha.
private func compareColours(_ overlay: Overlay, _ strategy: Strategy) -> Judgement {
  let limits = DeltaELimits(deltaE: strategy.deltaE)
  let measured = overlay.measure(limits, strategy.formula)
  var judgement = judge(measured.mask, strategy)
  judgement.comparison.maxDeltaE = measured.maxDeltaE
  judgement.comparison.isBorderline =
    overlay.sameSize && isBorderline(measured.mask, measured.doubtful, limits, strategy)
  return judgement
}

extension Overlay {
  /// Marks where the premultiplied colours are further apart than a limit.
  ///
  /// - Returns: Also the largest ΔE, and the pixels so near the limit that the library may decide
  ///   otherwise.
  func measure(
    _ limits: DeltaELimits, _ formula: Strategy.Formula, light: Light = .decoded
  ) -> (mask: ChangeMask, maxDeltaE: Double, doubtful: [Doubtful]) {
    let (mask, bands) = mask { rows, mask in
      var band = ColourBand()
      var scan = DistanceScan(formula, width: sharedWidth, light: light)
      forEachDifferingRow(in: rows) { row in
        let marks = mask[row.y]
        scan.forEachSample(of: row) { sample, scan in
          if band.exceeds(limits, sample, &scan, y: row.y) { marks.mark(sample.x) }
        }
      }
      return band
    }
    return (mask, bands.map(\.largest.value).max() ?? 0, bands.flatMap(\.doubtful))
  }
}

/// What was found out about the ΔE of some rows.
private struct ColourBand: Sendable {
  private(set) var largest = LargestDeltaE()
  private(set) var doubtful: [Doubtful] = []

  /// Whether a pixel is above the limit, by the reference implementation where it is close.
  @inline(__always)
  mutating func exceeds(
    _ limits: DeltaELimits, _ sample: DistanceScan.Sample, _ scan: inout DistanceScan, y: Int
  ) -> Bool {
    largest.add(sample, &scan)
    guard sample.deltaE + DistanceScan.error > limits.low,
      sample.deltaE - DistanceScan.error <= limits.high
    else { return sample.deltaE > limits.limit }
    return exceedsClosely(limits, Doubtful(x: sample.x, y: y, deltaE: scan.exact(sample)))
  }

  private mutating func exceedsClosely(_ limits: DeltaELimits, _ pixel: Doubtful) -> Bool {
    if pixel.deltaE > limits.low && pixel.deltaE <= limits.high { doubtful.append(pixel) }
    return pixel.deltaE > limits.limit
  }
}

/// A pixel whose ΔE is so near the limit that the library may decide otherwise.
struct Doubtful: Sendable {
  var x: Int
  var y: Int
  var deltaE: Double
}

/// Whether the verdict would change with a limit that is off by the doubt, either way.
private func isBorderline(
  _ mask: ChangeMask, _ doubtful: [Doubtful], _ limits: DeltaELimits, _ strategy: Strategy
) -> Bool {
  if doubtful.isEmpty { return false }
  var (most, least) = (mask, mask)
  for pixel in doubtful {
    if pixel.deltaE <= limits.limit { most[pixel.x, pixel.y] = true }
    if pixel.deltaE > limits.limit { least[pixel.x, pixel.y] = false }
  }
  return judge(most, strategy).comparison.verdict != judge(least, strategy).comparison.verdict
}
