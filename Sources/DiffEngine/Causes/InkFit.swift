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
    var along = [Float](repeating: 0, count: pixels.count)
    var steps = LevelCounts()
    var veils: [Int] = []
    var (off, against, foreign) = (0, 0, 0)
    for index in 0..<pixels.count {
      let change = pixels.change(index)
      let t = (change * axis).sum()
      let rest = change - axis * t
      along[index] = t
      steps.add(t)
      if t <= -4 { against += 1 }
      let away = pointwiseMax(rest, -rest).max()
      if away > Self.tolerance {
        off += 1
        veils.append(index)
      }
      if away > Self.foreign || t < -Self.foreign { foreign += pixels.step }
    }
    let allowed = Int(Double(pixels.count) * (1 - Self.share))
    guard off <= allowed, against <= allowed, foreign <= Self.veiledLimit else { return nil }
    let peak = steps.quantile(0.995)
    for index in 0..<pixels.count where along[index] < peak / 2 { veils.append(index) }
    guard !Self.hasVeil(veils, pixels, overlay) else { return nil }
    var (from, to) = (ColourCounts(), ColourCounts())
    for index in 0..<pixels.count where along[index] >= 0.9 * peak {
      from.add(pixels.before[index])
      to.add(pixels.after[index])
    }
    colours = ChangeKind.ColourChange(from: from.median, to: to.median)
  }

  /// The first eigenvector, of length 1, towards which the changes point; by power iteration.
  private static func axis(_ pixels: RegionPixels) -> SIMD4<Float> {
    var columns = [SIMD4<Double>](repeating: SIMD4(), count: 4)
    var sum = SIMD4<Double>()
    // Single precision holds the sums of so many pixels.
    for start in stride(from: 0, to: pixels.count, by: 256) {
      var part = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
      var total = SIMD4<Float>()
      for index in start..<min(start + 256, pixels.count) {
        let change = pixels.change(index)
        part.0 += change * change.x
        part.1 += change * change.y
        part.2 += change * change.z
        part.3 += change * change.w
        total += change
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

  /// Whether more than a few of the pixels changed just as all of their neighbours did.
  private static func hasVeil(
    _ indices: [Int], _ pixels: RegionPixels, _ overlay: Overlay
  ) -> Bool {
    var count = 0
    for index in indices
    where distance(pixels.before[index], pixels.after[index]) >= veilLevel
      && overlay.isFlatChange(pixels.places[index])
    {
      count += pixels.step
      if count > veiledLimit { return true }
    }
    return false
  }
}

extension RegionPixels {
  @inline(__always)
  func change(_ index: Int) -> SIMD4<Float> {
    SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: after[index]))
      - SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: before[index]))
  }
}

extension Overlay {
  /// Whether the pixels around a place all changed as it did, within a level.
  fileprivate func isFlatChange(_ place: SIMD2<Int32>) -> Bool {
    let (x, y) = (Int(place.x), Int(place.y))
    guard x > 0, y > 0, x + 1 < width, y + 1 < height else { return false }
    let own = change(x, y)
    // Beside first: most edges show there.
    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
      if largest(change(x + dx, y + dy) &- own) > 1 { return false }
    }
    return true
  }

  private func change(_ x: Int, _ y: Int) -> SIMD4<Int32> {
    SIMD4<Int32>(truncatingIfNeeded: premultiplied(actual[x, y]))
      &- SIMD4<Int32>(truncatingIfNeeded: premultiplied(reference[x, y]))
  }
}
