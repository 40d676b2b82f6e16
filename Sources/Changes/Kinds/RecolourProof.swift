import DiffEngine
import Pixels

/// What some recolourings explain of a region: a pixel that was a mixture of two colours is now, at
/// the same coverage, a mixture of what these two became.
///
/// Each pixel is asked by itself. A changed digit on a ground that became a shade lighter is few
/// pixels of a large region, so no share of the region may speak for it.
struct RecolourProof {
  /// The colours before and after of one side of a mixture; the same where nothing became of it.
  private struct End {
    let before: SIMD4<Float>
    let after: SIMD4<Float>

    init(_ before: Pixel, _ after: Pixel) {
      (self.before, self.after) = (SIMD4(before), SIMD4(after))
    }

    init(_ colours: ChangeKind.ColourChange) { self.init(colours.from, colours.to) }

    var change: SIMD4<Float> { after - before }
  }

  private let inks: [End]
  private let ends: [End]

  /// The change that is none, in levels.
  private static let none = 2
  /// The most that a pixel may be off an ink's colours, in levels; and where its neighbours changed
  /// as it did, which no edge does.
  private static let inkTolerance: Float = 6
  private static let flatTolerance: Float = 3
  /// The most by which rounding moves a mixture whose neighbours changed alike, in levels.
  private static let roundingTolerance: Float = 1.5
  /// The most that a mixture may be off the line between its colours, in levels: gamma.
  private static let lineTolerance: Float = 14
  /// The most that both coverages may differ, measured on known faults and on clean cases; and where
  /// the neighbours changed alike.
  private static let coverageTolerance: Float = 0.15
  private static let flatCoverageTolerance: Float = 0.03
  private static let coverages: ClosedRange<Float> = -0.1...1.1
  /// The most that an unchanged colour may be off where it shows through, in levels.
  private static let groundTolerance: Float = 8
  /// The fewest pixels of one pair of colours that are no edge.
  private static let leastShade = 8
  /// A line must be so long to tell a coverage, in levels.
  private static let leastLine: Float = 24
  /// Fainter changes than this are shared out by coverage where the other colour is not known.
  private static let faint: Float = 24
  /// The most that such a change may be off the ink's own, in levels.
  private static let shareTolerance: Float = 2.5
  /// The unchanged colours around that count as ends.
  private static let groundLimit = 8

  /// - Parameters:
  ///   - inks: The colours that became others.
  ///   - ground: What the region lies on, if that is known.
  init(
    _ inks: [ChangeKind.ColourChange], _ pixels: RegionPixels, _ overlay: Overlay, on ground: Pixel?
  ) {
    self.inks = inks.map(End.init)
    var ends = inks.count > 1 ? self.inks : []
    let area = pixels.box.grown(by: 2, width: overlay.width, height: overlay.height)
    let around = overlay.unchangedColours(of: area, sample: 4096).colours
      .prefix(Self.groundLimit).map { premultiplied($0.pixel) }
    ends += (around + [ground].compactMap(\.self)).map { End($0, $0) }
    if let other = inks.first.flatMap({ Self.unchangedInk(pixels, beside: $0.from) }) {
      ends.append(other)
    }
    self.ends = ends
  }

  /// The ink that stands out from a recoloured ground, and hardly changed itself; nil if there is
  /// none.
  private static func unchangedInk(_ pixels: RegionPixels, beside colour: Pixel) -> End? {
    let kept = pixels.pairs.filter { Float(distance($0.before, $0.after)) <= faint }
    var counts = LevelCounts()
    for pair in kept { counts.add(Float(distance(pair.before, colour)), count: pair.count) }
    let far = Int(counts.quantile(0.99))
    guard Float(far) >= leastLine else { return nil }
    var (before, after) = (ColourCounts(), ColourCounts())
    for pair in kept where 100 * distance(pair.before, colour) >= 85 * far {
      before.add(pair.before, count: pair.count)
      after.add(pair.after, count: pair.count)
    }
    return End(before.median, after.median)
  }

  /// Returns the pairs of a region's colours that are not explained.
  func unexplained(_ pixels: RegionPixels, _ overlay: Overlay) -> [Bool] {
    let isAsked = pixels.pairs.map { pair in
      distance(pair.before, pair.after) > Self.none && !isInk(pair, Self.flatTolerance)
    }
    let flat = pixels.flatCounts(of: isAsked, in: overlay).map { $0 > RegionPixels.flatLimit }
    let isLeft = pixels.pairs.indices.map {
      isAsked[$0] && !explains(pixels.pairs[$0], isFlat: flat[$0])
    }
    // A gradient that became a shade lighter has no two colours that all others are mixtures of.
    let left = zip(pixels.pairs, isLeft).reduce(0) { $0 + ($1.1 ? $1.0.count : 0) }
    guard 2 * left > pixels.count else { return isLeft }
    return pixels.pairs.indices.map { isLeft[$0] && !isShare(pixels.pairs[$0], Self.inkTolerance) }
  }

  /// True if many pixels, and so no edges, had a known colour and have another one than it has now.
  func isOtherShade(_ pair: ColourPair) -> Bool {
    func isOther(_ colours: [End], _ tolerance: Float) -> Bool? {
      let own = colours.filter { largest(SIMD4(pair.before) - $0.before) <= 1 }
      return own.isEmpty
        ? nil : own.allSatisfy { largest(SIMD4(pair.after) - $0.after) > tolerance }
    }
    guard pair.count >= Self.leastShade else { return false }
    let unchanged = ends.filter { largest($0.change) == 0 }
    return isOther(inks, Self.flatTolerance) ?? isOther(unchanged, Self.groundTolerance) ?? false
  }

  private func explains(_ pair: ColourPair, isFlat: Bool) -> Bool {
    if isOtherShade(pair) { return false }
    if !isFlat, isInk(pair, Self.inkTolerance) || isFaintShare(pair) { return true }
    // What an ink lies on shines through, and changes by as much.
    let tolerance = isFlat ? Self.roundingTolerance : Self.shareTolerance
    if inks.contains(where: { largest(pair.change - $0.change) <= tolerance }) { return true }
    return inks.indices.contains { index in
      ends.indices.contains { end in
        (inks.count == 1 || end != index) && isMixture(pair, inks[index], ends[end], isFlat)
      }
    }
  }

  /// True if a pixel had an ink's colour, has its new one, and changed in its direction.
  private func isInk(_ pair: ColourPair, _ tolerance: Float) -> Bool {
    inks.contains { ink in
      let limit = max(tolerance / 2, 0.35 * largest(ink.change))
      return largest(SIMD4(pair.before) - ink.before) <= tolerance
        && largest(SIMD4(pair.after) - ink.after) <= tolerance
        && largest(pair.change - ink.change) <= min(limit, 2 * tolerance)
    }
  }

  /// True if a faint ink explains a pixel's change by its share of it.
  private func isFaintShare(_ pair: ColourPair) -> Bool {
    inks.contains { largest($0.change) <= Self.faint } && isShare(pair, Self.shareTolerance)
  }

  /// True if a pixel changed by a part of an ink's change, and what it was mixed with is a colour.
  private func isShare(_ pair: ColourPair, _ tolerance: Float) -> Bool {
    inks.contains { ink in
      let change = ink.change
      let share = (pair.change * change).sum() / max(1, (change * change).sum())
      guard Self.coverages.contains(share), largest(pair.change - change * share) <= tolerance
      else { return false }
      guard share < 0.95 else { return true }
      let rest = (SIMD4(pair.before) - ink.before * share) / (1 - share)
      return rest.min() >= -16 && rest.max() <= 271
    }
  }

  private func isMixture(_ pair: ColourPair, _ ink: End, _ end: End, _ isFlat: Bool) -> Bool {
    let old = Coverage(of: ink.before, on: end.before)
    let new = Coverage(of: ink.after, on: end.after)
    let (before, after) = (SIMD4<Float>(pair.before), SIMD4<Float>(pair.after))
    let (share, newShare) = (old(before), new(after))
    let isOld = old.length >= Self.leastLine && Self.coverages.contains(share)
    let isNew = new.length >= Self.leastLine && Self.coverages.contains(newShare)
    if isOld, isNew {
      let off = old.rest(before)
      guard largest(off) <= Self.lineTolerance, largest(new.rest(after)) <= Self.lineTolerance
      else { return false }
      if isFlat {
        return abs(share - newShare) <= Self.flatCoverageTolerance
          && largest(after - new.mixture(share) - off) <= Self.roundingTolerance
      }
      return abs(share - newShare) <= Self.coverageTolerance
    }
    let tolerance = isFlat ? Self.flatTolerance : Self.inkTolerance
    // One side has no contrast: the other one tells the coverage.
    if isOld, new.length < Self.leastLine {
      return largest(old.rest(before)) <= Self.lineTolerance
        && largest(after - new.mixture(share)) <= tolerance
    }
    return isNew && old.length < Self.leastLine
      && largest(new.rest(after)) <= Self.lineTolerance
      && largest(before - old.mixture(newShare)) <= tolerance
  }
}
