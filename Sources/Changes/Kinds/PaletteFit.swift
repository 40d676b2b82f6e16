import DiffEngine
import Pixels

/// The inks of a region that were each recoloured in their own way: a button and its label after a
/// change of palette.
///
/// Where two inks meet, a pixel changes by a mixture of their changes, and where one meets
/// something unchanged, by a part of its own. So all changes lie on the lines between the inks'
/// changes, and between these and none. A flat pixel is not a mixture and must be an ink.
/// `RecolourProof` decides whether this is all that happened.
struct PaletteFit {
  let inks: [ChangeKind.ColourChange]
  /// The ink of each pair of the region's pixels, or the one that it has most of.
  let owners: [Int]

  private static let inkLimit = 6
  /// Rarer pairs of colours are not inks.
  private static let leastPixels = 8
  private static let tolerance: Float = 5
  /// The maximum deviation of an ink's pixel from its colours, in levels.
  private static let inkTolerance = 2
  /// The minimum difference between two inks, before and after; else one may become the other.
  private static let leastContrast = 12
  /// One in this many pixels of an ink may be unchanged if two inks swapped colours.
  private static let stayedShare = 50

  /// - Parameter ground: The colour around the region, if any; an ink of that colour came or went.
  /// - Returns: nil if there is one ink, or something else.
  init?(_ pixels: RegionPixels, _ overlay: Overlay, on ground: Pixel?) {
    let order = pixels.pairs.indices.filter {
      pixels.pairs[$0].count * pixels.step >= Self.leastPixels
    }.sorted { (pixels.pairs[$1].count, $0) < (pixels.pairs[$0].count, $1) }
    // Inks are few colours in many pixels; a photograph has none, which shows at once.
    let most = order.prefix(4 * Self.inkLimit).reduce(0) { $0 + pixels.pairs[$1].count }
    guard 2 * most >= pixels.count else { return nil }
    let flat = pixels.flatCounts(
      of: [Bool](repeating: true, count: pixels.pairs.count), in: overlay)
    var found: [ColourPair] = []
    for index in order {
      let pair = pixels.pairs[index]
      // A flat pixel is not a mixture; a thin ink has no flat pixels.
      let isInk =
        flat[index] > RegionPixels.flatLimit
        || Self.distance(of: pair.change, from: found) > Self.tolerance
      guard isInk, !Self.isAny(of: found, pair) else { continue }
      found.append(pair)
      guard found.count <= Self.inkLimit else { return nil }
    }
    guard found.count > 1, Self.areInks(found, on: ground, pixels, overlay) else { return nil }
    owners = pixels.pairs.map { pair in
      let away = found.map { largest($0.change - pair.change) }
      return away.indices.min { away[$0] < away[$1] }!
    }
    inks = found.map {
      var colours = ChangeKind.ColourChange(from: $0.before, to: $0.after)
      colours.isPlain = true
      return colours
    }
  }

  private static func isAny(of inks: [ColourPair], _ pair: ColourPair) -> Bool {
    inks.contains {
      DiffEngine.distance($0.before, pair.before) <= inkTolerance
        && DiffEngine.distance($0.after, pair.after) <= inkTolerance
    }
  }

  /// True if each ink has its own colours, not the ground's or another's new one; otherwise one may
  /// cover another. Two inks may swap colours if hardly any of their pixels stayed the same.
  private static func areInks(
    _ inks: [ColourPair], on ground: Pixel?, _ pixels: RegionPixels, _ overlay: Overlay
  ) -> Bool {
    inks.indices.allSatisfy { place in
      let ink = inks[place]
      func isApart(_ first: Pixel, _ second: Pixel) -> Bool {
        DiffEngine.distance(first, second) >= leastContrast
      }
      return ground.map { isApart(ink.before, $0) && isApart(ink.after, $0) } ?? true
        && inks.indices.allSatisfy { other in
          place == other
            || isApart(ink.before, inks[other].before) && isApart(ink.after, inks[other].after)
              && (isApart(ink.before, inks[other].after)
                || !isApart(ink.after, inks[other].before) && isAll(ink, of: pixels, overlay)
                  && isAll(inks[other], of: pixels, overlay))
        }
    }
  }

  /// True if hardly any pixel around the region still has an ink's old colour.
  private static func isAll(_ ink: ColourPair, of pixels: RegionPixels, _ overlay: Overlay) -> Bool
  {
    let (colours, total) = overlay.unchangedColours(of: pixels.box, sample: 4096)
    let stayed = colours.reduce(0) {
      $0 + (DiffEngine.distance(premultiplied($1.pixel), ink.before) <= inkTolerance ? $1.count : 0)
    }
    // The sample stands for all unchanged pixels.
    let all = pixels.box.width * pixels.box.height - pixels.count * pixels.step
    return stayedShare * stayed * max(all, 0) <= ink.count * pixels.step * max(total, 1)
  }

  /// Returns the distance of a change from the nearest line between two inks' changes, or between
  /// one and no change, in levels.
  private static func distance(of change: SIMD4<Float>, from inks: [ColourPair]) -> Float {
    var nearest = Float.infinity
    for (place, ink) in inks.enumerated() {
      let end = ink.change
      nearest = min(nearest, Changes.distance(of: change, from: SIMD4(), to: end))
      for other in inks[..<place] {
        nearest = min(nearest, Changes.distance(of: change, from: other.change, to: end))
      }
    }
    return nearest
  }
}

/// Returns the distance of a change from the nearest one on the line between two, in levels.
func distance(
  of change: SIMD4<Float>, from start: SIMD4<Float>, to end: SIMD4<Float>
) -> Float {
  let line = end - start
  let length = max((line * line).sum(), 1)
  let share = min(max(((change - start) * line).sum() / length, 0), 1)
  return largest(change - (start + line * share))
}
