import DiffEngine

/// The two colours of an ink that was recoloured.
///
/// Compositing is linear: ink F over any ground g at coverage c is c F + (1 - c) g. An ink of
/// another colour therefore changes every pixel by c (F1 - F0), on every ground, at edges and where
/// it is translucent: along one direction, with one sign.
struct InkFit {
  let colours: ChangeKind.ColourChange

  /// The maximum deviation of a pixel from the direction, in levels: rounding, and gamma in text.
  private static let tolerance: Float = 5
  private static let share = 0.995
  /// The maximum number of pixels off the direction: more would hide a visible change in a large
  /// picture.
  private static let offLimit = 16
  /// Pixels that are further off than this, or change the other way by as much, belong to another
  /// change.
  private static let foreign: Float = 12
  private static let foreignLimit = 8
  /// The minimum share of pixels with one pair of colours that makes the ink plain.
  private static let plainShare = 0.75

  /// - Parameter overlay: The pair to which the pixels belong.
  /// - Returns: nil if there is more than one ink, or something else.
  init?(_ pixels: RegionPixels, _ overlay: Overlay) {
    guard pixels.count > 0 else { return nil }
    guard let projections = Self.projections(pixels) else { return nil }
    var steps = LevelCounts()
    for (pair, along) in zip(pixels.pairs, projections) { steps.add(along, count: pair.count) }
    let peak = steps.quantile(0.995)
    var (from, to) = (ColourCounts(), ColourCounts())
    for (pair, along) in zip(pixels.pairs, projections) where along >= 0.9 * peak {
      from.add(pair.before, count: pair.count)
      to.add(pair.after, count: pair.count)
    }
    var colours = ChangeKind.ColourChange(from: from.median, to: to.median)
    let plain = pixels.count(of: colours)
    colours.isPlain =
      Double(plain) >= Self.plainShare * Double(pixels.count)
      || pixels.isFlat(colours, in: overlay)
    self.colours = colours
  }

  /// Returns each pair's change along the direction, in levels; nil if the pixels are not on one.
  private static func projections(_ pixels: RegionPixels) -> [Float]? {
    let axis = axis(pixels)
    let allowed = min(Int(Double(pixels.count) * (1 - share)), offLimit)
    var (off, against, others) = (0, 0, 0)
    var projections: [Float] = []
    projections.reserveCapacity(pixels.pairs.count)
    for pair in pixels.pairs {
      let change = pair.change
      let along = (change * axis).sum()
      let rest = change - axis * along
      let away = largest(rest)
      if away > tolerance { off += pair.count }
      if along <= -4 { against += pair.count }
      if away > foreign || along < -foreign { others += pixels.step * pair.count }
      guard off <= allowed, against <= allowed, others <= foreignLimit else { return nil }
      projections.append(along)
    }
    return projections
  }

  /// Returns the direction of the changes, of length 1; strong changes count most.
  private static func axis(_ pixels: RegionPixels) -> SIMD4<Float> {
    let sum = pixels.pairs.reduce(SIMD4<Double>()) { sum, pair in
      let change = SIMD4<Double>(pair.change)
      return sum + change * (Double(pair.count) * (change * change).sum().squareRoot())
    }
    return SIMD4<Float>(sum / max(1, (sum * sum).sum().squareRoot()))
  }
}

extension RegionPixels {
  /// True if more pixels have a change's colours, flat ones among them, than an edge has.
  func isFlat(_ colours: ChangeKind.ColourChange, in overlay: Overlay) -> Bool {
    guard step * count(of: colours) >= Self.leastFlat else { return false }
    let flat = flatCounts(of: pairs.map { $0.isNear(colours) }, in: overlay)
    return flat.reduce(0, +) > Self.flatLimit
  }

  private static let leastFlat = 64
  /// The maximum number of flat pixels without an ink. The edge of an ink is never flat, so they
  /// belong to another change.
  static let flatLimit = 8

  /// Returns the number of pixels of each pair that changed exactly like all of their neighbours;
  /// counting stops soon after `flatLimit`.
  ///
  /// - Parameter isAsked: False for pairs whose number stays 0.
  func flatCounts(of isAsked: [Bool], in overlay: Overlay) -> [Int] {
    var counts = [Int](repeating: 0, count: pairs.count)
    guard isAsked.contains(true) else { return counts }
    overlay.withRows { before, after in
      let changes = PixelChanges(
        width: overlay.width, height: overlay.height, before: before, after: after)
      for stretch in stretches
      where isAsked[Int(stretch.pair)] && counts[Int(stretch.pair)] <= Self.flatLimit {
        let pair = pairs[Int(stretch.pair)]
        for x in stretch.x..<stretch.x + stretch.count
        where changes.areFlat(around: Int(x), Int(stretch.y), pair) {
          counts[Int(stretch.pair)] += step
        }
      }
    }
    return counts
  }

  /// Returns the number of pixels that have a change's colours, within a level.
  fileprivate func count(of colours: ChangeKind.ColourChange) -> Int {
    pairs.reduce(0) { $0 + ($1.isNear(colours) ? $1.count : 0) }
  }
}

extension ColourPair {
  fileprivate func isNear(_ colours: ChangeKind.ColourChange) -> Bool {
    distance(before, colours.from) <= 1 && distance(after, colours.to) <= 1
  }
}

private struct PixelChanges {
  let width: Int
  let height: Int
  let before: PixelRows
  let after: PixelRows

  /// True if all pixels around a place changed like its own, within a level.
  func areFlat(around x: Int, _ y: Int, _ own: ColourPair) -> Bool {
    guard x > 0, y > 0, x + 1 < width, y + 1 < height else { return false }
    let bits = pairBits(before[y][x], after[y][x])
    let ownChange =
      SIMD4<Int32>(truncatingIfNeeded: own.after) &- SIMD4<Int32>(truncatingIfNeeded: own.before)
    func isLike(_ x: Int, _ y: Int) -> Bool {
      pairBits(before[y][x], after[y][x]) == bits || largest(change(x, y) &- ownChange) <= 1
    }
    // Adjacent pixels come first, because they reveal most edges.
    return isLike(x + 1, y) && isLike(x - 1, y) && isLike(x, y + 1) && isLike(x, y - 1)
      && isLike(x + 1, y + 1) && isLike(x - 1, y - 1) && isLike(x + 1, y - 1)
      && isLike(x - 1, y + 1)
  }

  private func change(_ x: Int, _ y: Int) -> SIMD4<Int32> {
    SIMD4<Int32>(truncatingIfNeeded: premultiplied(after[y][x]))
      &- SIMD4<Int32>(truncatingIfNeeded: premultiplied(before[y][x]))
  }
}
