import Pixels

extension ElementShape {
  /// The most that a colour may be off the line from ground to ink, in levels: what rounding leaves.
  private static let inkTolerance: Float = 6
  /// The most pixels that may be off it.
  private static let offLimit = 12
  /// The least contrast at which a coverage tells a tint, in levels.
  private static let leastContrast = 60
  private static let coverages: ClosedRange<Float> = -0.04...1.04
  /// The least side of a shape that an edge's pixel does not explain all of.
  private static let leastSide = 8

  /// True if nearly all pixels are mixtures of the ground and one ink, the same before and after.
  static func isOneInk(
    _ pixels: RegionPixels, _ inks: (before: Pixel?, after: Pixel?), on ground: Pixel
  ) -> Bool {
    guard min(pixels.box.width, pixels.box.height) >= leastSide else { return false }
    if let before = inks.before, let after = inks.after,
      distance(before, after) > ChangeKind.ColourChange.tolerance
    {
      return false
    }
    return isMixed(pixels, inks.before, ground) { $0.before }
      && isMixed(pixels, inks.after, ground) { $0.after }
  }

  /// - Parameter ink: nil where there should be nothing but ground.
  private static func isMixed(
    _ pixels: RegionPixels, _ ink: Pixel?, _ ground: Pixel, _ side: (ColourPair) -> Pixel
  ) -> Bool {
    guard pixels.step == 1 else { return false }
    let coverage = ink.map { Coverage(of: $0, on: ground) }
    if let ink, distance(ink, ground) < leastContrast { return false }
    var off = 0
    for pair in pixels.pairs {
      let colour = side(pair)
      let isMixture =
        coverage.map { largest($0.rest(colour)) <= inkTolerance && coverages ~= $0(colour) }
        ?? (Float(distance(colour, ground)) <= inkTolerance)
      if !isMixture { off += pair.count }
    }
    return off <= offLimit
  }
}
