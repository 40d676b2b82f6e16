import PNGCodec

/// Three rows of both images of a pair, premultiplied, that follow each other.
///
/// What lies beyond an edge of the image is as the pixel at that edge.
struct RowWindow: ~Copyable {
  private let overlay: Overlay
  private let pixels: Scratch<Pixel>
  /// From one row to the next: a row, a pixel on either side, and what the kernel reads of a last
  /// block.
  private let stride: Int
  /// The row in each of three places, so that no row is copied twice on the way down.
  private var held = SIMD3(-1, -1, -1)
  private var upper = 0
  private var middle = 0
  private var lower = 0
  private var middleStart = 0

  let strength: Scratch<UInt8>
  let rest: Scratch<UInt8>
  let contrast: Scratch<UInt8>

  /// - Precondition: Both images are of one size.
  init(_ overlay: Overlay) {
    self.overlay = overlay
    stride = overlay.width + 2 + 64
    pixels = Scratch(repeating: Pixel(), count: 6 * stride)
    strength = Scratch(count: stride)
    rest = Scratch(count: stride)
    contrast = Scratch(count: stride)
  }

  mutating func move(to y: Int) {
    (upper, middle, lower) = (max(y - 1, 0), y, min(y + 1, overlay.height - 1))
    hold(upper)
    hold(middle)
    hold(lower)
    middleStart = start(middle)
  }

  private mutating func hold(_ y: Int) {
    guard held[y % 3] != y else { return }
    held[y % 3] = y
    copy(overlay.reference, y, to: start(y))
    copy(overlay.actual, y, to: start(y) + 3 * stride)
  }

  private func copy(_ image: PixelImage, _ y: Int, to start: Int) {
    image.withRows { premultiply($0[y], count: image.width, into: pixels, at: start) }
    pixels[start - 1] = pixels[start]
    pixels[start + image.width] = pixels[start + image.width - 1]
  }

  private func start(_ y: Int) -> Int { y % 3 * stride + 1 }

  /// Measures some columns of the middle row.
  func measure(_ columns: Range<Int>) {
    let before = SIMD3(start(upper), start(middle), start(lower))
    edgeEvidence(
      pixels, before: before, after: before &+ 3 * stride, start: columns.lowerBound,
      count: columns.count, strength: strength, rest: rest, contrast: contrast)
  }

  func before(_ x: Int) -> Pixel { pixels[middleStart &+ x] }
  func after(_ x: Int) -> Pixel { pixels[middleStart &+ 3 &* stride &+ x] }

  /// The new pixel as near as the old 3 x 3 pixels' span allows.
  func clampedAfter(_ x: Int) -> Pixel { clamped(after(x), x, offset: 0) }

  /// The old pixel as near as the new 3 x 3 pixels' span allows.
  func clampedBefore(_ x: Int) -> Pixel { clamped(before(x), x, offset: 3 * stride) }

  /// Whether an edge that ran straight through a pixel and its neighbours has a step there now.
  func isTorn(_ x: Int) -> Bool {
    let place = middleStart &+ x
    let (left, right) = (place &- 1, place &+ 1)
    let (above, below) = (start(upper) &+ x, start(lower) &+ x)
    return isTorn(place, along: (left, right), across: (above, below))
      || isTorn(place, along: (above, below), across: (left, right))
  }

  private func isTorn(_ place: Int, along: (Int, Int), across: (Int, Int)) -> Bool {
    let (pixel, ends) = (pixels[place], (pixels[along.0], pixels[along.1]))
    guard distance(pixel, ends.0) <= 1, distance(pixel, ends.1) <= 1 else { return false }
    let sides = (pixels[across.0], pixels[across.1])
    let step = max(2, distance(sides.0, sides.1) / 4)
    guard distance(pixel, sides.0) > step, distance(pixel, sides.1) > step else { return false }
    let after = pixels[place &+ 3 &* stride]
    return distance(after, pixels[along.0 &+ 3 &* stride]) > step
      || distance(after, pixels[along.1 &+ 3 &* stride]) > step
  }

  private func clamped(_ pixel: Pixel, _ x: Int, offset: Int) -> Pixel {
    var (low, high) = (Pixel(repeating: 255), Pixel())
    for row in [start(upper), start(middle), start(lower)] {
      for column in x - 1...x + 1 {
        let other = pixels[row + offset + column]
        (low, high) = (pointwiseMin(low, other), pointwiseMax(high, other))
      }
    }
    return pointwiseMax(low, pointwiseMin(high, pixel))
  }
}
