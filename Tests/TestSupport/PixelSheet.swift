import PNGCodec
import Pixels

/// Opaque pixels to draw on, here since tests of screens are not optimised.
package struct PixelSheet {
  package let width: Int
  package let height: Int
  private var pixels: [Pixel]

  package init(width: Int, height: Int, ground: Pixel) {
    self.width = width
    self.height = height
    pixels = Array(repeating: ground, count: width * height)
  }

  package var image: PixelImage { PixelImage(width: width, height: height, pixels: pixels) }

  package mutating func fill(x: Int, y: Int, width: Int, height: Int, _ colour: Pixel) {
    for row in y..<y + height {
      for index in row * self.width + x..<row * self.width + x + width { pixels[index] = colour }
    }
  }

  package mutating func lay(
    _ coverage: [UInt8], x: Int, y: Int, width: Int, _ front: Pixel, over back: Pixel
  ) {
    for (index, share) in coverage.enumerated() where share > 0 {
      let place = (y + index / width) * self.width + x + index % width
      pixels[place] = PixelSheet.mixed(back, front, share)
    }
  }

  package static func pixel(_ value: UInt32) -> Pixel {
    Pixel(
      UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
      UInt8(truncatingIfNeeded: value), 255)
  }

  /// Returns a mixture from the first colour, 0, to the second, 255.
  package static func mixed(_ first: Pixel, _ second: Pixel, _ share: UInt8) -> Pixel {
    let from = SIMD4<Int32>(truncatingIfNeeded: first)
    let to = SIMD4<Int32>(truncatingIfNeeded: second)
    let weight = Int32(share)
    let sum = from &* (255 &- weight) &+ to &* weight &+ 127
    return Pixel(truncatingIfNeeded: SIMD4<Int32>(sum.x / 255, sum.y / 255, sum.z / 255, 255))
  }
}
