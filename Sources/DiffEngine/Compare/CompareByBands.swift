import Pixels

extension Strategy {
  /// False for strategies whose library looks further around a pixel than some rows, or at its place.
  package var takesBands: Bool { kind.rule.reach(self) != nil }
}

/// Two images of one size that are read side by side, a band of rows at a time.
package protocol ImageBands {
  var width: Int { get }
  var height: Int { get }
  /// The next rows of both.
  func next() throws(ImageError) -> (reference: PixelImage, actual: PixelImage)
}

/// Compares two images as the other `compare` does, holding no more than some rows of them.
///
/// - Parameter strategy: One that takes bands.
/// - Returns: The outcome, and the pixels in which the images differ at all.
/// - Throws: What is wrong with a file.
package func compare(
  _ bands: some ImageBands, strategy: Strategy, ignoring areas: IgnoredAreas = IgnoredAreas()
) throws(ImageError) -> (comparison: Comparison, differing: Int) {
  guard let reach = strategy.kind.rule.reach(strategy) else {
    preconditionFailure("\(strategy.kind.rawValue) takes no bands")
  }
  let (width, height) = (bands.width, bands.height)
  var sum = BandedSum(strategy)
  var pair: (reference: PixelImage, actual: PixelImage)?
  // The rows that are held, and the first that was not judged yet.
  var (held, next) = (0..<0, 0)
  while next < height, DroppableWork.current?.leavesOut() != true {
    let (first, second) = try bands.next()
    let top = max(next - reach, 0)
    let kept = held.upperBound - top
    held = top..<held.upperBound + first.height
    let reference = pair?.reference.followed(by: first, keeping: kept) ?? first
    let actual = pair?.actual.followed(by: second, keeping: kept) ?? second
    pair = (reference, actual)
    let overlay = Overlay(
      reference, actual, ignoring: areas.within(held, width: width, height: height))
    let end = held.upperBound == height ? height : max(held.upperBound - reach, next)
    sum.add(overlay, rows: next - top..<end - top)
    next = end
  }
  return (sum.comparison, sum.differing)
}

/// The findings in all bands so far.
private struct BandedSum {
  private let strategy: Strategy
  private var tally = Tally()
  private(set) var differing = 0
  private var clusters: RunningClusters
  /// The clusters with all doubtful pixels marked, and with none; empty as long as no pixel is.
  private var extremes: [RunningClusters] = []

  init(_ strategy: Strategy) {
    self.strategy = strategy
    clusters = RunningClusters(atLeast: strategy.effectiveClusterSize)
  }

  /// - Parameter rows: Those of the overlay that are new; the others are there to be looked at.
  mutating func add(_ overlay: Overlay, rows: Range<Int>) {
    let rule = strategy.kind.rule
    let findings = rule.find(overlay, strategy)
    let ignored = overlay.ignored?.count(in: rows) ?? 0
    tally.ignored += ignored
    tally.total += overlay.width * rows.count - (rule.totalHasIgnored ? 0 : ignored)
    tally.sums &+= findings.sums
    if let deltaE = findings.maxDeltaE { tally.maxDeltaE = max(deltaE, tally.maxDeltaE ?? 0) }
    // What `naive` counts is every pixel that differs.
    let differences = strategy.kind == .naive ? findings.mask : overlay.byteMask()
    differing += differences.count(in: rows)
    if extremes.isEmpty, !findings.doubtful.isEmpty { extremes = [clusters, clusters] }
    for index in extremes.indices {
      extremes[index].add(findings.mask(withDoubtful: index == 0), rows: rows)
    }
    clusters.add(findings.mask, rows: rows)
  }

  var comparison: Comparison {
    var comparison = comparison(clusters)
    comparison.isBorderline = Set(extremes.map { self.comparison($0).verdict }).count > 1
    return comparison
  }

  private func comparison(_ clusters: RunningClusters) -> Comparison {
    let (summary, counted) = clusters.result
    var tally = tally
    tally.counted = counted
    return tally.comparison(strategy, summary)
  }
}

extension ChangeMask {
  fileprivate func count(in rows: Range<Int>) -> Int {
    rows.reduce(0) { $0 + count(row: $1, in: 0..<width) }
  }
}

extension PixelImage {
  /// The last rows with another image below them.
  fileprivate func followed(by next: PixelImage, keeping rows: Int) -> PixelImage {
    guard rows > 0 else { return next }
    let above = (height - rows) * width
    return PixelImage(width: width, height: rows + next.height) { pixels in
      withPixels { old in
        for index in 0..<rows * width { pixels[index] = old[above + index] }
      }
      next.withPixels { new in
        for index in 0..<new.count { pixels[rows * width + index] = new[index] }
      }
    }
  }
}
