import DiffEngine
import Pixels

/// The part of a region that some recolourings explain: a pixel that was a mixture of two colours
/// is now, at the same coverage, a mixture of the colours that these two became.
///
/// Each pixel is checked by itself. A changed digit on a ground that became a shade lighter is few
/// pixels of a large region, so no share of the region may speak for it.
struct RecolourProof {
  /// The colours of one side of a mixture before and after; equal if it did not change.
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

  /// The change that counts as none, in levels.
  private static let none = 2
  /// The maximum deviation of a pixel from an ink's colours, in levels, and for pixels whose
  /// neighbours changed alike, which no edge does.
  private static let inkTolerance: Float = 6
  private static let flatTolerance: Float = 3
  /// The maximum effect of rounding on a mixture whose neighbours changed alike, in levels.
  private static let roundingTolerance: Float = 1.5
  /// The maximum deviation of a mixture from the line between its colours, in levels: gamma.
  private static let lineTolerance: Float = 14
  /// The maximum difference between both coverages, measured on known faults and on clean cases,
  /// and for pixels whose neighbours changed alike.
  private static let coverageTolerance: Float = 0.15
  private static let flatCoverageTolerance: Float = 0.03
  /// The difference between both coverages that no rounding, gamma or new rasterisation explains.
  private static let shapeTolerance: Float = 0.4
  private static let coverages: ClosedRange<Float> = -0.1...1.1
  /// The maximum deviation of an unchanged colour that shows through, in levels.
  private static let groundTolerance: Float = 8
  /// The minimum number of pixels with one pair of colours that are not an edge.
  private static let leastShade = 8
  /// A gradient has fewer pixels of one colour than one in this many.
  private static let gradientShare = 10
  /// The minimum length of a line that reveals a coverage, in levels.
  private static let leastLine: Float = 24
  /// Fainter changes than this are divided by coverage if the other colour is unknown.
  private static let faint: Float = 24
  /// The maximum deviation of such a change from the ink's own, in levels.
  private static let shareTolerance: Float = 2.5
  /// The share of a ground's change that shows through an ink on it.
  private static let shownThrough: ClosedRange<Float> = 0...0.2
  /// The maximum number of unchanged colours around the region that count as ends.
  private static let groundLimit = 8

  /// - Parameters:
  ///   - inks: The colours that became others.
  ///   - ground: The colour on which the region lies, if it is known.
  init(
    _ inks: [ChangeKind.ColourChange], _ pixels: RegionPixels, _ overlay: Overlay, on ground: Pixel?
  ) {
    self.inks = inks.map(End.init)
    var ends = inks.count > 1 ? self.inks : []
    let area = pixels.box.grown(by: 2, width: overlay.width, height: overlay.height)
    let around = overlay.unchangedColours(of: area, sample: 4096).colours
      .prefix(Self.groundLimit).map { premultiplied($0.pixel) }
    ends += (around + [ground].compactMap(\.self)).map { End($0, $0) }
    if let other = self.inks.first.flatMap({ Self.keptInk(pixels, beside: $0) }) {
      ends.append(other)
    }
    self.ends = ends
  }

  /// Returns the ink that stands out from a recoloured ground and kept its colour, although a
  /// little of the ground may show through; nil if there is none.
  private static func keptInk(_ pixels: RegionPixels, beside ink: End) -> End? {
    let colour = Pixel(truncatingIfNeeded: SIMD4<Int32>(ink.before))
    // The ground is no ink, however little it changed.
    let kept = pixels.pairs.filter {
      Float(distance($0.before, $0.after)) <= faint
        && Float(distance($0.before, colour)) >= leastLine
    }
    var counts = LevelCounts()
    for pair in kept { counts.add(Float(distance(pair.before, colour)), count: pair.count) }
    guard !kept.isEmpty, case let far = Int(counts.quantile(0.99)) else { return nil }
    var (before, after) = (ColourCounts(), ColourCounts())
    for pair in kept where 100 * distance(pair.before, colour) >= 85 * far {
      before.add(pair.before, count: pair.count)
      after.add(pair.after, count: pair.count)
    }
    let end = End(before.median, after.median)
    if largest(end.change) <= Float(none) { return end }
    let share = (end.change * ink.change).sum() / max(1, (ink.change * ink.change).sum())
    let count = kept.reduce(0) { $0 + $1.count }
    return 2 * count <= pixels.count && shownThrough.contains(share)
      && largest(end.change - ink.change * share) <= shareTolerance
      ? end : nil
  }

  /// Returns true for each pair of a region's colours that is not explained.
  func unexplained(_ pixels: RegionPixels, _ overlay: Overlay) -> [Bool] {
    let isAsked = pixels.pairs.map { pair in
      distance(pair.before, pair.after) > Self.none && !isInk(pair, Self.flatTolerance)
    }
    let flat = pixels.flatCounts(of: isAsked, in: overlay).map { $0 > RegionPixels.flatLimit }
    let isLeft = pixels.pairs.indices.map {
      isAsked[$0] && !explains(pixels.pairs[$0], isFlat: flat[$0])
    }
    // In a gradient that became a shade lighter, no two colours mix to all the others.
    let left = zip(pixels.pairs, isLeft).reduce(0) { $0 + ($1.1 ? $1.0.count : 0) }
    guard 2 * left > pixels.count else { return isLeft }
    return pixels.pairs.indices.map { index in
      let pair = pixels.pairs[index]
      return isLeft[index]
        && (Self.gradientShare * pair.count > pixels.count || !isShare(pair, Self.inkTolerance))
    }
  }

  /// True if many pixels, too many for edges, had a known colour but did not get its new colour.
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

  /// True if a pixel lies on a line between an ink and another colour, before and after, but no such
  /// line explains by how much its coverage changed: a part of a shape came or went.
  func isOtherShape(_ pair: ColourPair) -> Bool {
    let (before, after) = (SIMD4<Float>(pair.before), SIMD4<Float>(pair.after))
    var isOnLine = false
    for (index, ink) in inks.enumerated() {
      for (other, end) in ends.enumerated() where inks.count == 1 || other != index {
        let old = Coverage(of: ink.before, on: end.before)
        let new = Coverage(of: ink.after, on: end.after)
        guard min(old.length, new.length) >= Self.leastLine,
          largest(old.rest(before)) <= Self.lineTolerance,
          largest(new.rest(after)) <= Self.lineTolerance
        else { continue }
        guard abs(old(before) - new(after)) > Self.shapeTolerance else { return false }
        isOnLine = true
      }
    }
    return isOnLine
  }

  private func explains(_ pair: ColourPair, isFlat: Bool) -> Bool {
    if isOtherShade(pair) { return false }
    if !isFlat, isInk(pair, Self.inkTolerance) || isFaintShare(pair) { return true }
    // A colour below a translucent ink shows through, and changes by as much.
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

  /// True if a share of a faint ink's change explains a pixel's change.
  private func isFaintShare(_ pair: ColourPair) -> Bool {
    inks.contains { largest($0.change) <= Self.faint } && isShare(pair, Self.shareTolerance)
  }

  /// True if a pixel changed by a share of an ink's change, mixed with a possible colour.
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
      let limit = isFlat ? Self.inkTolerance : Self.lineTolerance
      guard largest(off) <= limit, largest(new.rest(after)) <= limit
      else { return false }
      if isFlat {
        return abs(share - newShare) <= Self.flatCoverageTolerance
          && largest(after - new.mixture(share) - off) <= Self.roundingTolerance
      }
      return abs(share - newShare) <= Self.coverageTolerance
    }
    let tolerance = isFlat ? Self.flatTolerance : Self.inkTolerance
    // If one side has no contrast, the other one reveals the coverage.
    if isOld, new.length < Self.leastLine {
      return largest(old.rest(before)) <= Self.lineTolerance
        && largest(after - new.mixture(share)) <= tolerance
    }
    return isNew && old.length < Self.leastLine
      && largest(new.rest(after)) <= Self.lineTolerance
      && largest(before - old.mixture(newShare)) <= tolerance
  }
}
