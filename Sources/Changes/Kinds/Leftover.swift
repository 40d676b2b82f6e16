import DiffEngine
import Pixels

/// The pixels of a region that its named change does not explain: what is left once it is taken
/// away.
///
/// A name that explains nearly all of a region would hide a bug in the rest.
struct Leftover {
  private let overlay: Overlay
  private let pixels: RegionPixels

  /// The most pixels of a cluster that edges and rounding leave.
  private static let clusterLimit = 12
  /// The most pixels that they leave in all clusters of a region.
  private static let totalLimit = 24
  /// The most that two pixels may differ and still be the same, in levels.
  private static let tolerance = 6
  /// The change that shows too little to be anything of its own, such as a shadow's, in levels.
  private static let faint = 4
  /// The most pixels of a cluster that a move of what stands out from its ground leaves.
  private static let movedLimit = 4
  /// The most pixels of a cluster that a recolouring leaves.
  private static let recolouredLimit = 7
  /// The most that a pixel may be off the ground and still be ground, in levels.
  private static let groundTolerance = 8

  /// The pixels of a shape from which on it shows how its edges were drawn.
  private static let leastShape = 1000
  /// The least change of an ink's coverage that is no rounding.
  private static let leastChange: Float = 0.1

  init(_ overlay: Overlay, _ pixels: RegionPixels) {
    (self.overlay, self.pixels) = (overlay, pixels)
  }

  /// What is left of a region whose content moved.
  ///
  /// - Parameters:
  ///   - ground: What the content moved on; it may be covered on either side by what stayed.
  ///   - isExact: True if the move explains nearly all pixels, those of the ground among them.
  func after(
    moving shift: SIMD2<Int>, on ground: Pixel?, isExact: Bool = false
  ) -> ChangeRegions? {
    func isGround(_ colour: Pixel) -> Bool {
      ground.map { distance(colour, $0) <= Self.groundTolerance } ?? false
    }
    let limits =
      isExact ? (Self.clusterLimit, Self.totalLimit) : (Self.movedLimit, Self.clusterLimit)
    return regions(pixels, upTo: limits, and: ground.map { stayed(in: shift, on: $0) } ?? []) {
      place, pair in
      guard distance(pair.before, pair.after) > Self.faint else { return false }
      return !isGround(pair.before)
        && !hasArrived(pair.before, at: place &+ shift, in: overlay.actual)
        || !isGround(pair.after) && !cameFrom(pair.after, at: place &- shift)
    }
  }

  /// The unchanged pixels of what moved that would have changed by the shift: of a solid bar that moved
  /// by less, all that changed lies within the bar.
  ///
  /// What moved is followed along the shift, from one change to where the ground begins.
  func stayed(in shift: SIMD2<Int>, on ground: Pixel) -> [SIMD2<Int>] {
    let (box, isAcross) = (pixels.box, abs(shift.x) >= abs(shift.y))
    var changed = ChangeMask(width: box.width, height: box.height)
    _ = pixels.allSatisfy { place, _ in
      changed[place.x - box.x, place.y - box.y] = true
      return true
    }
    var stayed: [SIMD2<Int>] = []
    let (lines, length) = isAcross ? (box.height, box.width) : (box.width, box.height)
    for line in stride(from: 0, to: lines, by: isAcross ? pixels.step : 1) {
      var (run, hasChange): ([SIMD2<Int>], Bool) = ([], false)
      for step in 0...length {
        let place = isAcross ? SIMD2(step, line) : SIMD2(line, step)
        if step < length {
          let own = SIMD2(box.x, box.y) &+ place
          if changed[place.x, place.y] {
            hasChange = true
            continue
          }
          if !overlay.reference.holds(ground, at: own, Self.groundTolerance) {
            run.append(own)
            continue
          }
        }
        if hasChange { stayed += run.filter { !hasMoved($0, by: shift) } }
        (run, hasChange) = ([], false)
      }
    }
    return stayed
  }

  /// True if a pixel stands at a shift in the actual, and stood at its reverse in the reference.
  private func hasMoved(_ place: SIMD2<Int>, by shift: SIMD2<Int>) -> Bool {
    let old = premultiplied(overlay.reference[place.x, place.y])
    let new = premultiplied(overlay.actual[place.x, place.y])
    return hasArrived(old, at: place &+ shift, in: overlay.actual)
      && cameFrom(new, at: place &- shift)
  }

  /// What is left of a region in which something came to its ground, or went from it.
  ///
  /// - Parameter other: The side on which there should be nothing but ground.
  func after(leaving ground: Pixel, on other: (ColourPair) -> Pixel) -> ChangeRegions? {
    regions { pair in distance(other(pair), ground) > Self.groundTolerance }
  }

  /// What is left of a region in which inks have other colours.
  func after(
    recolouring inks: [ChangeKind.ColourChange], on ground: Pixel?
  ) -> ChangeRegions? {
    let isLeft = RecolourProof(inks, pixels, overlay, on: ground).unexplained(pixels, overlay)
    let left = RegionPixels(pixels) { isLeft[$0] }
    guard left.count > 0 else { return nil }
    let regions = ChangeRegions(left.mask(in: pixels.box))
    return regions.largestCluster > Self.recolouredLimit ? regions : nil
  }

  /// What is left of a region whose ink is told by its shape: the only place where that shape changed,
  /// or colours that no coverage makes of ground and ink, unless the other side has the like.
  func after(redrawing ink: InkOnGround) -> ChangeRegions? {
    guard let before = ink.before, let after = ink.after else { return nil }
    let (old, new) = (Coverage(of: before, on: ink.ground), Coverage(of: after, on: ink.ground))
    if let place = onlyChange(of: ink, old, new) { return place }
    var (olds, news) = (InkTints(), InkTints())
    for pair in pixels.pairs {
      olds.add(pair.before, old)
      news.add(pair.after, new)
    }
    return regions { pair in !olds.hold(pair.after, new) || !news.hold(pair.before, old) }
  }

  /// The only place where the ink's coverage changed, such as one letter of a text; nil if edges were
  /// drawn anew elsewhere, too, or if the ink only moved by a pixel.
  private func onlyChange(
    of ink: InkOnGround, _ old: Coverage, _ new: Coverage
  ) -> ChangeRegions? {
    func change(_ pair: ColourPair) -> Float { min(abs(new(pair.after) - old(pair.before)), 1) }
    guard pixels.step == 1, pixels.count >= Self.leastShape,
      let place = ChangePeak(pixels, change).outlier,
      CoverageFields(ink, overlay, place, margin: 2)?.isShifted == false
    else { return nil }
    return regions(pixels) { place.contains($0) && change($1) >= Self.leastChange }
  }

  /// True if a pixel stands where it should; what moved out of the picture did arrive.
  private func hasArrived(
    _ colour: Pixel, at place: SIMD2<Int>, in image: PixelImage
  ) -> Bool {
    !image.contains(place) || image.stands(colour, at: place, Self.tolerance)
  }

  private func cameFrom(_ colour: Pixel, at place: SIMD2<Int>) -> Bool {
    let image = overlay.reference
    return image.contains(place) && image.stands(colour, at: place, Self.tolerance)
  }

  /// Joins the pixels whose colours are not explained; nil if there are only specks.
  private func regions(_ isLeft: (ColourPair) -> Bool) -> ChangeRegions? {
    let left = RegionPixels(pixels) { isLeft(pixels.pairs[$0]) }
    return left.count == 0 ? nil : regions(left) { _, _ in true }
  }

  /// Joins those of some pixels that are not explained; nil if there are only specks.
  private func regions(
    _ pixels: RegionPixels, upTo limits: (cluster: Int, total: Int) = (clusterLimit, totalLimit),
    and stayed: [SIMD2<Int>] = [], _ isLeft: (SIMD2<Int>, ColourPair) -> Bool
  ) -> ChangeRegions? {
    let box = self.pixels.box
    var mask = ChangeMask(width: box.width, height: box.height)
    _ = pixels.allSatisfy { place, pair in
      if isLeft(place, pair) { mask[place.x - box.x, place.y - box.y] = true }
      return true
    }
    for place in stayed { mask[place.x - box.x, place.y - box.y] = true }
    guard mask.count > 0 else { return nil }
    let regions = ChangeRegions(mask)
    let isMuch = pixels.step * mask.count > limits.total
    return isMuch || pixels.step * regions.largestCluster > limits.cluster ? regions : nil
  }
}

extension PixelBox {
  fileprivate func contains(_ place: SIMD2<Int>) -> Bool {
    (x..<x + width).contains(place.x) && (y..<y + height).contains(place.y)
  }
}

extension PixelImage {
  fileprivate func contains(_ place: SIMD2<Int>) -> Bool {
    place.x >= 0 && place.y >= 0 && place.x < width && place.y < height
  }

  /// True if the pixel at a place has about a colour, or would if its edge were off by half a pixel.
  fileprivate func stands(_ colour: Pixel, at place: SIMD2<Int>, _ tolerance: Int) -> Bool {
    let own = premultiplied(self[place.x, place.y])
    if distance(own, colour) <= tolerance { return true }
    let (low, high) = span(around: place)
    let nearest = pointwiseMax(low, pointwiseMin(high, colour))
    return distance(nearest, colour) <= 2
      && 2 * distance(own, colour) <= distance(low, high) + 2 * tolerance
  }

  /// The least and the most of each channel, premultiplied, in the 3 x 3 pixels around a place.
  func span(around place: SIMD2<Int>) -> (low: Pixel, high: Pixel) {
    var (low, high) = (Pixel(repeating: 255), Pixel())
    for y in max(place.y - 1, 0)...min(place.y + 1, height - 1) {
      for x in max(place.x - 1, 0)...min(place.x + 1, width - 1) {
        let other = premultiplied(self[x, y])
        (low, high) = (pointwiseMin(low, other), pointwiseMax(high, other))
      }
    }
    return (low, high)
  }
}
