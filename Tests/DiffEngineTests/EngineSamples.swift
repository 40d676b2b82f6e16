import DiffEngine
import Pixels
import TestSupport

extension PixelImage {
  /// An image of `width` columns from rows of hand-written pixels.
  init(_ width: Int, _ pixels: [Pixel]) {
    self.init(width: width, height: pixels.count / width, pixels: pixels)
  }

  static func solid(_ width: Int, _ height: Int, _ pixel: Pixel) -> PixelImage {
    PixelImage(width, [Pixel](repeating: pixel, count: width * height))
  }

  func forEachPlace(_ body: (_ x: Int, _ y: Int) -> Void) {
    DiffEngineTests.forEachPlace(in: width, height, body)
  }

  func replacing(_ x: Int, _ y: Int, with pixel: Pixel) -> PixelImage {
    var pixels = pixels
    pixels[y * width + x] = pixel
    return PixelImage(width, pixels)
  }
}

/// Two images that differ here and there, by little and by much, also in alpha.
func randomPair(
  _ width: Int, _ height: Int, seed: UInt64, changed: Double = 0.5
) -> (reference: PixelImage, actual: PixelImage) {
  var random = SplitMix(seed: seed)
  var first: [Pixel] = []
  var second: [Pixel] = []
  for _ in 0..<width * height {
    var pixel = random.pixel()
    if Bool.random(using: &random) { pixel.w = 255 }
    first.append(pixel)
    guard Double.random(in: 0..<1, using: &random) < changed else {
      second.append(pixel)
      continue
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: second.append(random.pixel())
    case 1:
      second.append(Pixel(pixel.x, pixel.y, pixel.z, UInt8.random(in: 0...255, using: &random)))
    case 2: second.append(Pixel(pixel.x ^ 1, pixel.y, pixel.z, pixel.w))
    default: second.append(pixel &+ Pixel(3, 250, 7, 0))
    }
  }
  return (PixelImage(width, first), PixelImage(width, second))
}

func forEachPlace(in width: Int, _ height: Int, _ body: (_ x: Int, _ y: Int) -> Void) {
  for y in 0..<height { for x in 0..<width { body(x, y) } }
}

/// Returns a mask of the places at most `reach` from a marked one, in a square; slow and plain.
func literallyDilated(_ mask: ChangeMask, by reach: Int) -> ChangeMask {
  var area = ChangeMask(width: mask.width, height: mask.height)
  mask.forEachMarked { x, y in
    for row in max(y - reach, 0)...min(y + reach, mask.height - 1) {
      for column in max(x - reach, 0)...min(x + reach, mask.width - 1) { area[column, row] = true }
    }
  }
  return area
}

/// An image of one pixel.
func dot(_ pixel: Pixel) -> PixelImage { .solid(1, 1, pixel) }

extension Pixel {
  static let white = grey(255)
  static let black = grey(0)
  static let blue = Pixel(0, 90, 250, 255)
  static let orange = Pixel(250, 140, 0, 255)

  static func grey(_ level: UInt8) -> Pixel { Pixel(level, level, level, 255) }

  var opaque: Pixel { Pixel(x, y, z, 255) }
}

extension SplitMix {
  mutating func pixel() -> Pixel {
    Pixel(
      .random(in: 0...255, using: &self), .random(in: 0...255, using: &self),
      .random(in: 0...255, using: &self), .random(in: 0...255, using: &self))
  }

  mutating func mask(_ width: Int, _ height: Int, share: Double) -> ChangeMask {
    var mask = ChangeMask(width: width, height: height)
    forEachPlace(in: width, height) { x, y in
      mask[x, y] = Double.random(in: 0..<1, using: &self) < share
    }
    return mask
  }
}

func box(around places: [SIMD2<Int>]) -> PixelBox {
  let (columns, rows) = (places.map(\.x), places.map(\.y))
  let (left, top) = (columns.min()!, rows.min()!)
  return PixelBox(x: left, y: top, width: columns.max()! - left + 1, height: rows.max()! - top + 1)
}

/// The clusters of a mask by flood fill, in the order of their first pixel; slow and plain.
func floodFilled(_ mask: ChangeMask) -> [[SIMD2<Int>]] {
  var seen = ChangeMask(width: mask.width, height: mask.height)
  var clusters: [[SIMD2<Int>]] = []
  for y in 0..<mask.height {
    for x in 0..<mask.width where mask[x, y] && !seen[x, y] {
      var cluster = [SIMD2(x, y)]
      seen[x, y] = true
      var next = 0
      while next < cluster.count {
        let centre = cluster[next]
        next += 1
        for dy in -1...1 {
          for dx in -1...1 {
            let place = centre &+ SIMD2(dx, dy)
            guard (0..<mask.width).contains(place.x), (0..<mask.height).contains(place.y),
              mask[place.x, place.y], !seen[place.x, place.y]
            else { continue }
            seen[place.x, place.y] = true
            cluster.append(place)
          }
        }
      }
      clusters.append(cluster)
    }
  }
  return clusters
}

extension Strategy {
  init(
    _ kind: Kind, threshold: Int = 0, clusterSize: Int = 1, deltaE: Double = 0,
    formula: Formula = .ciede2000
  ) {
    self.init(kind)
    self.threshold = .count(threshold)
    self.clusterSize = clusterSize
    self.deltaE = deltaE
    self.formula = formula
  }
}
