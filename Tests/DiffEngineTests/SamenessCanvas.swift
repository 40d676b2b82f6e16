import Changes
import Pixels

/// A picture to draw boxes on, in points: `scale` pixels each.
struct SamenessCanvas {
  let scale: Int
  let width: Int
  let height: Int
  private(set) var pixels: [Pixel]

  init(_ width: Int, _ height: Int, scale: Int = 1, ground: Pixel = .white) {
    self.scale = scale
    self.width = width * scale
    self.height = height * scale
    pixels = [Pixel](repeating: ground, count: self.width * self.height)
  }

  var image: PixelImage { PixelImage(width: width, height: height, pixels: pixels) }

  mutating func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ colour: Pixel) {
    for row in y * scale..<(y + height) * scale {
      for column in x * scale..<(x + width) * scale { pixels[row * self.width + column] = colour }
    }
  }

  /// Letters of 8 x 12 points made of strokes, the same for the same `word`.
  mutating func write(_ word: [UInt8], _ x: Int, _ y: Int, _ colour: Pixel) {
    for (index, letter) in word.enumerated() {
      let left = x + index * 10
      if letter & 1 != 0 { fill(left, y, 2, 12, colour) }
      if letter & 2 != 0 { fill(left, y, 8, 2, colour) }
      if letter & 4 != 0 { fill(left, y + 5, 8, 2, colour) }
      if letter & 8 != 0 { fill(left, y + 10, 8, 2, colour) }
      if letter & 16 != 0 { fill(left + 6, y, 2, 12, colour) }
    }
  }

  /// Moves every pixel with a chance of one in `share` by up to `strength` levels, up or down.
  mutating func addNoise(oneIn share: UInt64, strength: Int, seed: UInt64) {
    var state = seed
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    for index in pixels.indices where next() % share == 0 {
      let step = Int(next() % UInt64(2 * strength + 1)) - strength
      for channel in 0..<3 {
        pixels[index][channel] = UInt8(min(max(Int(pixels[index][channel]) + step, 0), 255))
      }
    }
  }
}

extension Pixel {
  static let grey = grey(128)
}

/// The signature of what `change` does to a canvas that `prepare` drew first.
func signature(
  of canvas: SamenessCanvas, _ change: (inout SamenessCanvas) -> Void
) -> ChangeSignature {
  var changed = canvas
  change(&changed)
  return ChangeSignature(canvas.image, changed.image)
}
