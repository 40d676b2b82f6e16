import Pixels

extension PixelImage {
  /// Light grey, with black pixels from the top left along the first rows.
  package static func plain(_ width: Int, _ height: Int, changes: Int = 0) -> PixelImage {
    let pixels = (0..<(width * height)).map { index in
      index < changes ? Pixel(0, 0, 0, 255) : Pixel(200, 200, 200, 255)
    }
    return PixelImage(width: width, height: height, pixels: pixels)
  }
  /// The pixels that differ from those of another picture of this size, in pairs. Here, as what loops
  /// over every pixel is optimised in this target and not in those of tests.
  package func pixels(differingFrom other: PixelImage) -> [(Pixel, Pixel)] {
    zip(pixels, other.pixels).filter { $0 != $1 }
  }
}
