import DiffEngine
import Pixels

/// The pixels of a region that its named change does not explain. A name that explains nearly all
/// of a region would otherwise hide a bug in the rest.
extension RegionClassifier {
  /// The maximum number of pixels that edges and rounding leave, in a cluster and in a region.
  private static let (clusterLimit, totalLimit) = (12, 24)
  /// The maximum number of pixels in a cluster that a recolouring leaves.
  private static let recolouredLimit = 7
  /// The number of levels by which no pixel that a recolouring leaves changes more than the inks.
  private static let recolouredStrength = 96
  /// The maximum number of an ink's pixels that may have another shade than the rest.
  private static let shadeLimit = 16
  /// The maximum deviation of a pixel that is still ground, in levels.
  private static let groundTolerance = 8

  /// Returns what is left of a region in which something appeared on its ground, or vanished.
  ///
  /// - Parameter other: The side on which there should be only ground.
  func leftover(leaving ground: Pixel, on other: (ColourPair) -> Pixel) -> ChangeRegions? {
    let isLeft = pixels.pairs.map { distance(other($0), ground) > Self.groundTolerance }
    return regions(of: isLeft) { left, regions in
      pixels.step * left > Self.totalLimit
        || pixels.step * regions.largestCluster > Self.clusterLimit
    }
  }

  /// Returns what is left of a region in which inks were recoloured.
  func leftover(
    recolouring inks: [ChangeKind.ColourChange], on ground: Pixel?
  ) -> ChangeRegions? {
    let proof = RecolourProof(inks, pixels, overlay, on: ground)
    let shades = pixels.pairs.reduce(0) { $0 + (proof.isOtherShade($1) ? $1.count : 0) }
    let isLeft = proof.unexplained(pixels, overlay)
    let most = inks.map { distance($0.from, $0.to) }.max() ?? 0
    let left = RegionPixels(pixels) { isLeft[$0] }
    // Thin strokes of an ink that stayed are among the colours right beside them only.
    let near = RecolourProof(inks, left, overlay, on: ground)
    // A full stop that is gone is few pixels, but rounding changes none of them as much.
    let isStrong = left.pairs.contains {
      distance($0.before, $0.after) > most + Self.recolouredStrength
        || proof.isOtherShape($0) || near.isOtherShape($0)
    }
    return regions(of: isLeft) {
      isStrong || $1.largestCluster > Self.recolouredLimit
        || pixels.step * shades > Self.shadeLimit
    }
  }

  /// Joins the pixels of some pairs of colours; returns nil if there are only specks.
  private func regions(
    of isLeft: [Bool], ifMore isMore: (Int, ChangeRegions) -> Bool
  ) -> ChangeRegions? {
    let left = RegionPixels(pixels) { isLeft[$0] }
    guard left.count > 0 else { return nil }
    let regions = ChangeRegions(left.mask(in: pixels.box))
    return isMore(left.count, regions) ? regions : nil
  }
}
