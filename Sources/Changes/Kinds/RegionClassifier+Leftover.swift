import DiffEngine
import Pixels

/// The pixels of a region that its named change does not explain: what is left once it is taken
/// away. A name that explains nearly all of a region would hide a bug in the rest.
extension RegionClassifier {
  /// The most pixels of a cluster that edges and rounding leave, and in all clusters of a region.
  private static let (clusterLimit, totalLimit) = (12, 24)
  /// The most pixels of a cluster that a recolouring leaves.
  private static let recolouredLimit = 7
  /// The most pixels of an ink that may have another shade than the rest of it.
  private static let shadeLimit = 16
  /// The most that a pixel may be off the ground and still be ground, in levels.
  private static let groundTolerance = 8

  /// What is left of a region in which something came to its ground, or went from it.
  ///
  /// - Parameter other: The side on which there should be nothing but ground.
  func leftover(leaving ground: Pixel, on other: (ColourPair) -> Pixel) -> ChangeRegions? {
    let isLeft = pixels.pairs.map { distance(other($0), ground) > Self.groundTolerance }
    return regions(of: isLeft) { left, regions in
      pixels.step * left > Self.totalLimit
        || pixels.step * regions.largestCluster > Self.clusterLimit
    }
  }

  /// What is left of a region in which inks have other colours.
  func leftover(
    recolouring inks: [ChangeKind.ColourChange], on ground: Pixel?
  ) -> ChangeRegions? {
    let proof = RecolourProof(inks, pixels, overlay, on: ground)
    let shades = pixels.pairs.reduce(0) { $0 + (proof.isOtherShade($1) ? $1.count : 0) }
    return regions(of: proof.unexplained(pixels, overlay)) {
      $1.largestCluster > Self.recolouredLimit || pixels.step * shades > Self.shadeLimit
    }
  }

  /// Joins the pixels of some pairs of colours; nil if there are only specks.
  private func regions(
    of isLeft: [Bool], ifMore isMore: (Int, ChangeRegions) -> Bool
  ) -> ChangeRegions? {
    let left = RegionPixels(pixels) { isLeft[$0] }
    guard left.count > 0 else { return nil }
    let regions = ChangeRegions(left.mask(in: pixels.box))
    return isMore(left.count, regions) ? regions : nil
  }
}
