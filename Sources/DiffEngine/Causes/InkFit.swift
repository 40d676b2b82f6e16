import PNGCodec

/// The two colours of an ink that was recoloured.
///
/// Compositing is linear: ink F over any ground g at coverage c is c F + (1 - c) g. An ink of another
/// colour therefore changes every pixel by c (F1 - F0), on every ground, at edges and where it is
/// translucent: along one direction, with one sign. The direction is the first eigenvector of the
/// sum of d d^T over the changes d.
struct InkFit {
  let colours: ChangeKind.ColourChange

  /// How far off the direction a pixel may be, in levels: rounding, and gamma in text.
  private static let tolerance: Float = 5
  /// The share of pixels that must be on it.
  private static let share = 0.995
  /// Pixels that may be flat and fainter, or flat and off the direction: an ink's edge is
  /// never flat, so that is another change.
  private static let veiledLimit = 8
  /// Pixels that are further off than this, or change the other way by as much, are of another
  /// change: as few of them may be as veiled ones.
  private static let foreign: Float = 12
  /// Fainter veils than this are rounding.
  private static let veilLevel = 4

  /// - Parameter overlay: The pair that the pixels are of.
  /// - Returns: nil where there is more than one ink, or something else.
  init?(_ pixels: RegionPixels, _ overlay: Overlay) {
    guard pixels.count > 0 else { return nil }
    let axis = Self.axis(pixels)
    var along = [Float](repeating: 0, count: pixels.pairs.count)
    var steps = LevelCounts()
    var isVeil = [Bool](repeating: false, count: pixels.pairs.count)
    var (off, against, foreign) = (0, 0, 0)
    for (index, pair) in pixels.pairs.enumerated() {
      let t = (pair.change * axis).sum()
      let rest = pair.change - axis * t
      along[index] = t
      steps.add(t, count: pair.count)
      if t <= -4 { against += pair.count }
      let away = pointwiseMax(rest, -rest).max()
      if away > Self.tolerance {
        off += pair.count
        isVeil[index] = true
      }
      if away > Self.foreign || t < -Self.foreign { foreign += pixels.step * pair.count }
    }
    let allowed = Int(Double(pixels.count) * (1 - Self.share))
    guard off <= allowed, against <= allowed, foreign <= Self.veiledLimit else { return nil }
    let peak = steps.quantile(0.995)
    var (from, to) = (ColourCounts(), ColourCounts())
    for (index, pair) in pixels.pairs.enumerated() {
      if along[index] >= 0.9 * peak {
        from.add(pair.before, count: pair.count)
        to.add(pair.after, count: pair.count)
      }
      if along[index] < peak / 2 { isVeil[index] = true }
      if distance(pair.before, pair.after) < Self.veilLevel { isVeil[index] = false }
    }
    guard !Self.hasVeil(isVeil, pixels, overlay) else { return nil }
    colours = ChangeKind.ColourChange(from: from.median, to: to.median)
  }

  /// The first eigenvector, of length 1, towards which the changes point; by power iteration.
  private static func axis(_ pixels: RegionPixels) -> SIMD4<Float> {
    var columns = [SIMD4<Double>](repeating: SIMD4(), count: 4)
    var sum = SIMD4<Double>()
    // Single precision holds the sums of so many pairs.
    for start in stride(from: 0, to: pixels.pairs.count, by: 256) {
      var part = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
      var total = SIMD4<Float>()
      for pair in pixels.pairs[start..<min(start + 256, pixels.pairs.count)] {
        let weighted = pair.change * Float(pair.count)
        part.0 += weighted * pair.change.x
        part.1 += weighted * pair.change.y
        part.2 += weighted * pair.change.z
        part.3 += weighted * pair.change.w
        total += weighted
      }
      columns[0] += SIMD4<Double>(part.0)
      columns[1] += SIMD4<Double>(part.1)
      columns[2] += SIMD4<Double>(part.2)
      columns[3] += SIMD4<Double>(part.3)
      sum += SIMD4<Double>(total)
    }
    var axis = columns.enumerated().max { $0.element[$0.offset] < $1.element[$1.offset] }!.element
    for _ in 0..<8 {
      axis /= (axis * axis).sum().squareRoot()
      axis = columns[0] * axis.x + columns[1] * axis.y + columns[2] * axis.z + columns[3] * axis.w
    }
    axis /= (axis * axis).sum().squareRoot()
    return SIMD4<Float>((axis * sum).sum() < 0 ? -axis : axis)
  }

  /// Whether more than a few of some pairs' pixels changed just as all of their neighbours did.
  private static func hasVeil(
    _ isVeil: [Bool], _ pixels: RegionPixels, _ overlay: Overlay
  ) -> Bool {
    guard isVeil.contains(true) else { return false }
    var count = 0
    return overlay.withChanges { changes in
      for stretch in pixels.stretches where isVeil[Int(stretch.pair)] {
        for x in stretch.x..<stretch.x + stretch.count
        where changes.isFlat(at: Int(x), Int(stretch.y)) {
          count += pixels.step
          if count > veiledLimit { return true }
        }
      }
      return false
    }
  }
}

/// How the pixels of a pair of images changed.
private struct PixelChanges {
  let width: Int
  let height: Int
  let before: PixelRows
  let after: PixelRows

  /// Whether the pixels around a place all changed as it did, within a level.
  func isFlat(at x: Int, _ y: Int) -> Bool {
    guard x > 0, y > 0, x + 1 < width, y + 1 < height else { return false }
    let own = change(x, y)
    // Beside first: most edges show there.
    return isLike(own, x + 1, y) && isLike(own, x - 1, y) && isLike(own, x, y + 1)
      && isLike(own, x, y - 1) && isLike(own, x + 1, y + 1) && isLike(own, x - 1, y - 1)
      && isLike(own, x + 1, y - 1) && isLike(own, x - 1, y + 1)
  }

  private func isLike(_ change: SIMD4<Int32>, _ x: Int, _ y: Int) -> Bool {
    largest(self.change(x, y) &- change) <= 1
  }

  private func change(_ x: Int, _ y: Int) -> SIMD4<Int32> {
    SIMD4<Int32>(truncatingIfNeeded: premultiplied(after[y][x]))
      &- SIMD4<Int32>(truncatingIfNeeded: premultiplied(before[y][x]))
  }
}

extension Overlay {
  fileprivate func withChanges<Result>(_ body: (PixelChanges) -> Result) -> Result {
    reference.withRows { before in
      actual.withRows { after in
        body(PixelChanges(width: width, height: height, before: before, after: after))
      }
    }
  }
}
