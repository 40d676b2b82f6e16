import Pixels

/// Compares two images as the library of the strategy does.
///
/// Images of different sizes are overlaid, aligned top left. The verdict is then `.sizeMismatch`;
/// counts and mask cover the canvas that holds both images, and pixels that only one of them has
/// count as different. Exceptions: some libraries judge two sizes like any pair, and if the
/// difference in size is within the tolerance of `areas`, only the common part is compared.
///
/// - Parameters:
///   - reference: Read with `strategy.samples`: converted to sRGB, or the file's own codes.
///   - actual: Read like `reference`.
///   - strategy: A valid strategy; see `Strategy.validate(total:)`.
///   - areas: The areas to ignore, for any strategy.
/// - Returns: The outcome, and the mask of the pixels that count, after the cluster filter.
package func compare(
  _ reference: PixelImage, _ actual: PixelImage, strategy: Strategy,
  ignoring areas: IgnoredAreas = IgnoredAreas()
) -> (comparison: Comparison, mask: ChangeMask) {
  let (first, second) = areas.common(reference, actual)
  let overlay = Overlay(first, second, ignoring: areas)
  let rule = strategy.kind.rule
  var (comparison, mask) = overlay.judge(rule.find(overlay, strategy), strategy)
  if !overlay.sameSize, comparison.verdict == .mismatch || !rule.comparesSizes(overlay) {
    comparison.verdict = .sizeMismatch
  }
  return (comparison, mask.extended(to: Overlay(reference, actual)))
}

extension ChangeMask {
  /// Returns the mask extended to the canvas of an overlay, which must be at least as large.
  fileprivate func extended(to canvas: Overlay) -> ChangeMask {
    guard width < canvas.width || height < canvas.height else { return self }
    var result = ChangeMask(width: canvas.width, height: canvas.height)
    forEachMarked { x, y in result[x, y] = true }
    return result
  }
}

/// A strategy's comparison and mask, the same type for every kind.
package typealias Judgement = (comparison: Comparison, mask: ChangeMask)

extension Strategy {
  /// The smallest cluster that counts for this kind.
  package var effectiveClusterSize: Int { kind.parameters.contains(.clusterSize) ? clusterSize : 1 }
}

struct Findings: Sendable {
  /// The differing pixels.
  var mask: ChangeMask
  /// Sums that the rule needs in addition to the mask.
  var sums = SIMD4<Int>()
  /// The total on which shares of mismatches are based, if it is not the canvas.
  var total: Int?
  var maxDeltaE: Double?
  /// The pixels that the library itself may or may not mark.
  var doubtful: [Doubtful] = []

  func mask(withDoubtful isMarked: Bool) -> ChangeMask {
    var mask = mask
    for pixel in doubtful { mask[pixel.x, pixel.y] = isMarked }
    return mask
  }
}

/// The counts that a verdict is based on.
struct Tally: Sendable {
  /// The number of differing pixels in clusters that are large enough.
  var counted = 0
  var sums = SIMD4<Int>()
  /// The total on which shares of mismatches are based.
  var total = 0
  var ignored = 0
  var maxDeltaE: Double?

  /// Compares the deciding count with the number that is allowed.
  func comparison(_ strategy: Strategy, _ clusters: ClusterSummary) -> Comparison {
    let (mismatched, total) = strategy.kind.rule.count(self, strategy)
    let allowed = strategy.allowed(of: total)
    return Comparison(
      verdict: mismatched > allowed ? .mismatch : .match, mismatched: mismatched,
      allowed: allowed, total: total, ignored: ignored, maxDeltaE: maxDeltaE, clusters: clusters)
  }
}

extension Overlay {
  /// Returns the verdict on a rule's findings, and the mask of the pixels that count, those in
  /// clusters that are large enough.
  func judge(_ findings: Findings, _ strategy: Strategy) -> Judgement {
    let components = Components(findings.mask)
    let size = strategy.effectiveClusterSize
    let counted = components.filtered(findings.mask, atLeast: size)
    let tally = Tally(
      counted: counted.count, sums: findings.sums, total: findings.total ?? total(strategy),
      ignored: ignored?.count ?? 0, maxDeltaE: findings.maxDeltaE)
    var comparison = tally.comparison(strategy, components.summary(atLeast: size))
    if sameSize, !findings.doubtful.isEmpty {
      let verdicts = [true, false].map { isMarked in
        judge(Findings(mask: findings.mask(withDoubtful: isMarked)), strategy).comparison.verdict
      }
      comparison.isBorderline = verdicts[0] != verdicts[1]
    }
    return (comparison, counted)
  }
}

/// Returns the largest number of pixels that is no more than a share of all.
func largestMatch(share: Double, of total: Int) -> Int {
  largestMatch(below: total) { Double($0) / Double(total) <= share }
}

/// Returns the largest count from 0 to `total` that still matches; 0 if none does.
///
/// - Parameter matches: Must be true up to some count and false above it.
func largestMatch(below total: Int, _ matches: (Int) -> Bool) -> Int {
  var low = 0
  var high = total
  while low < high {
    let middle = (low + high + 1) / 2
    if matches(middle) { low = middle } else { high = middle - 1 }
  }
  return low
}

extension Overlay {
  /// Returns a mask of the pixels that differ in any of the four premultiplied bytes, or that only
  /// one image has.
  package func byteMask() -> ChangeMask {
    mask { band, mask in
      forEachDifferingRow(in: band) { row in
        let marks = mask[row.y]
        marks.copy(row)
        row.forEachTranslucentDifference { x in
          if premultiplied(row.first[x]) == premultiplied(row.second[x]) { marks.unmark(x) }
        }
      }
    }.mask
  }
}

extension Overlay {
  /// Marks the pixels whose premultiplied colours are further apart than a limit. Pixels so close
  /// to it that the library may decide otherwise are reported as doubtful.
  func measure(
    _ limits: DeltaELimits, _ formula: Strategy.Formula, light: Light = .decoded
  ) -> Findings {
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
    return Findings(
      mask: mask, maxDeltaE: bands.map(\.largest.value).max() ?? 0,
      doubtful: bands.flatMap(\.doubtful))
  }
}

/// The ΔE findings for some rows.
private struct ColourBand: Sendable {
  private(set) var largest = LargestDeltaE()
  private(set) var doubtful: [Doubtful] = []

  /// True if a pixel exceeds the limit; close cases use the reference implementation.
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

/// A pixel whose ΔE is so close to the limit that the library may decide otherwise.
struct Doubtful: Sendable {
  var x: Int
  var y: Int
  var deltaE: Double
}
