import DiffEngine

/// The parts of a region that changed far more than the rest, which changed evenly and little: a
/// mark in another colour on a ground that became a shade lighter.
///
/// Each part is a region of its own; otherwise the large and faint change would speak for it.
struct StrongParts {
  let rest: RegionPixels
  /// The strong parts, in pixels of the region's box.
  let parts: ChangeRegions
  /// The most common colours of the rest, on which the parts lie.
  let ground: ChangeKind.ColourChange

  /// The rest of a smaller region does not say much.
  private static let leastPixels = 256
  /// The maximum change of the rest, in levels.
  private static let faint: Float = 48
  /// The minimum share of pixels that changed alike, in per cent, and how far they may be off.
  private static let evenShare = 60
  private static let evenTolerance: Float = 2
  /// The minimum distance of a strong pixel from a part of the even change, in levels.
  private static let leastStrength: Float = 12
  /// The minimum number of pixels in a part; rounding of edges may leave fewer.
  private static let leastPart = 8
  /// More parts than this, or more than one in this many pixels, are not marks on a ground.
  private static let partLimit = 12
  private static let strongShare = 4

  /// - Returns: nil if nothing stands out.
  init?(_ pixels: RegionPixels) {
    guard pixels.step * pixels.count >= Self.leastPixels, let usual = Self.evenChange(pixels)
    else { return nil }
    let isStrong = pixels.pairs.map {
      distance(of: $0.change, from: SIMD4(), to: usual) > Self.leastStrength
    }
    let strong = RegionPixels(pixels) { isStrong[$0] }
    guard strong.count > 0, Self.strongShare * strong.count <= pixels.count else { return nil }
    let parts = ChangeRegions(strong.mask(in: pixels.box))
    guard parts.largestCluster >= Self.leastPart,
      parts.boxes.count <= Self.partLimit
    else { return nil }
    let rest = RegionPixels(pixels) { !isStrong[$0] }
    guard let ground = rest.pairs.max(by: { $0.count < $1.count }) else { return nil }
    (self.rest, self.parts) = (rest, parts)
    self.ground = ChangeKind.ColourChange(from: ground.before, to: ground.after)
  }

  /// Returns the change of most pixels; nil if they did not change evenly, or changed much.
  private static func evenChange(_ pixels: RegionPixels) -> SIMD4<Float>? {
    var counts = [LevelCounts](repeating: LevelCounts(), count: 4)
    for pair in pixels.pairs {
      let change = pair.change
      for channel in 0..<4 { counts[channel].add(change[channel], count: pair.count) }
    }
    let medians = counts.map { $0.quantile(0.5) }
    let usual = SIMD4(medians[0], medians[1], medians[2], medians[3])
    guard largest(usual) <= faint else { return nil }
    let even = pixels.pairs.reduce(0) {
      $0 + (largest($1.change - usual) <= evenTolerance ? $1.count : 0)
    }
    return 100 * even >= evenShare * pixels.count ? usual : nil
  }
}

extension RegionPixels {
  /// Returns a mask of the pixels, in pixels of a box that contains them; each row that was taken
  /// also stands for those up to the next.
  func mask(in box: PixelBox) -> ChangeMask {
    var mask = ChangeMask(width: box.width, height: box.height)
    for stretch in stretches {
      let (start, top) = (Int(stretch.x) - box.x, Int(stretch.y) - box.y)
      for y in top..<min(top + step, box.height) {
        for x in start..<start + Int(stretch.count) { mask[x, y] = true }
      }
    }
    return mask
  }
}
