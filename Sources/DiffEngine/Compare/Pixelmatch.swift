import PNGCodec

/// pixelmatch as Playwright and jest-image-snapshot ship it: YIQ distance, antialiasing excluded
/// by its 3 x 3 rule, what is transparent laid over white; or over a checkerboard, as pixelmatch
/// itself does from 7.0 on.
///
/// Source: Kotsarenko, Ramos, "Measuring perceived color difference using YIQ NTSC transmission
/// color space in mobile applications" (2010); Vysniauskas, "Anti-aliased pixel and intensity slope
/// detector" (2009).
package func comparePixelmatch(_ overlay: Overlay, _ strategy: Strategy) -> Judgement {
  let limit = 35215 * strategy.yiqThreshold * strategy.yiqThreshold
  let (width, height) = (overlay.sharedWidth, overlay.sharedHeight)
  let backdrop = Backdrop(isCheckerboard: strategy.checkerboard, width: width)
  let reference = Detector(
    image: overlay.reference, width: width, height: height, backdrop: backdrop)
  let actual = Detector(image: overlay.actual, width: width, height: height, backdrop: backdrop)
  let mask = overlay.mask { rows, mask in
    overlay.forEachDifferingRow(in: rows) { row in
      let marks = mask[row.y]
      row.forEachDifference { x in
        let ground = backdrop.colour(x, row.y)
        let (first, second) = (YIQ(row.first[x], over: ground), YIQ(row.second[x], over: ground))
        guard first.squaredDistance(second) > limit else { return }
        let isCounted =
          strategy.includeAntialiasing
          || !reference.isAntialiased(x, row.y, also: actual)
            && !actual.isAntialiased(x, row.y, also: reference)
        if isCounted { marks.mark(x) }
      }
    }
  }.mask
  return judge(mask, strategy)
}

/// What shows through where a pixel is not opaque: red, green and blue, 0 to 255.
private struct Backdrop {
  let isCheckerboard: Bool
  let width: Int

  /// pixelmatch 7 chooses between 48 and 207 by the place of the pixel's first byte, divided by
  /// the golden ratio for green and by its square for blue. For red it takes the place itself,
  /// which is always even: red is always dark.
  func colour(_ x: Int, _ y: Int) -> SIMD3<Double> {
    guard isCheckerboard else { return SIMD3(repeating: 255) }
    let place = Double(4 * (y * width + x))
    func shade(_ step: Double) -> Double { 48 + 159 * Double(Int(place / step) % 2) }
    return SIMD3(48, shade(1.618033988749895), shade(2.618033988749895))
  }
}

/// A colour over a ground, in YIQ; luma 0 to 255.
private struct YIQ {
  let y: Double
  let i: Double
  let q: Double

  init(_ pixel: Pixel, over ground: SIMD3<Double>) {
    let alpha = Double(pixel.w) / 255
    let red = ground.x + (Double(pixel.x) - ground.x) * alpha
    let green = ground.y + (Double(pixel.y) - ground.y) * alpha
    let blue = ground.z + (Double(pixel.z) - ground.z) * alpha
    y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
    i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
    q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
  }

  /// 0 to 35215.
  func squaredDistance(_ other: YIQ) -> Double {
    let (dy, di, dq) = (y - other.y, i - other.i, q - other.q)
    return 0.5053 * dy * dy + 0.299 * di * di + 0.1957 * dq * dq
  }
}

/// Recognises antialiased pixels of one image.
private struct Detector {
  let image: PixelImage
  let width: Int
  let height: Int
  let backdrop: Backdrop

  /// Whether the pixel lies on a slope between two even areas, which `other` has too.
  func isAntialiased(_ x: Int, _ y: Int, also other: Detector) -> Bool {
    let centre = image[x, y]
    // Neighbours lie over the ground of the centre, as in the library.
    let ground = backdrop.colour(x, y)
    let luma = YIQ(centre, over: ground).y
    var equals = isEdge(x, y) ? 1 : 0
    var darkest = (delta: 0.0, x: 0, y: 0)
    var brightest = (delta: 0.0, x: 0, y: 0)
    // Column by column: of equally dark neighbours the library takes the first in this order.
    for column in max(x - 1, 0)...min(x + 1, width - 1) {
      for row in max(y - 1, 0)...min(y + 1, height - 1) where column != x || row != y {
        let neighbour = image[column, row]
        let delta = neighbour == centre ? 0 : luma - YIQ(neighbour, over: ground).y
        if delta == 0 {
          equals += 1
          if equals > 2 { return false }
        } else if delta < darkest.delta {
          darkest = (delta, column, row)
        } else if delta > brightest.delta {
          brightest = (delta, column, row)
        }
      }
    }
    guard darkest.delta < 0, brightest.delta > 0 else { return false }
    return [darkest, brightest].contains {
      isEven($0.x, $0.y) && other.isEven($0.x, $0.y)
    }
  }

  /// Whether three or more neighbours have the same colour; the image's edge counts as one.
  private func isEven(_ x: Int, _ y: Int) -> Bool {
    let centre = image[x, y]
    var equals = isEdge(x, y) ? 1 : 0
    for column in max(x - 1, 0)...min(x + 1, width - 1) {
      for row in max(y - 1, 0)...min(y + 1, height - 1) where column != x || row != y {
        if image[column, row] == centre { equals += 1 }
      }
    }
    return equals > 2
  }

  private func isEdge(_ x: Int, _ y: Int) -> Bool {
    x == 0 || y == 0 || x == width - 1 || y == height - 1
  }
}
