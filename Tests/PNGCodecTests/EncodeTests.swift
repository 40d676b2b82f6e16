import PNGCodec
import Pixels
import TestSupport
import Testing

/// Both readers, libpng with zlib and our own, read the pixels that were written.
struct EncodeTests {
  /// Pictures that lead to every kind of block: long runs, repeated rows, ramps, noise, and noise
  /// that comes and goes.
  enum Content: CaseIterable {
    case flat, stripes, ramp, text, noise, speckles, grain, mixed

    func pixel(_ x: Int, _ y: Int, _ random: UInt64) -> Pixel {
      let noise = Pixel(truncatingIfNeeded: SIMD4(random, random >> 8, random >> 16, random >> 24))
      switch self {
      case .flat: return Pixel(9, 8, 7, 255)
      case .stripes: return Pixel(repeating: UInt8(x / 7 * 40 & 255))
      case .ramp: return Pixel(UInt8(x & 255), UInt8(y & 255), UInt8((x + y) & 255), 200)
      case .text: return (x % 11) * (y % 13) % 5 == 0 ? Pixel(0, 0, 0, 255) : Pixel(repeating: 255)
      case .noise: return noise
      case .grain: return Pixel(repeating: 100) &+ (noise & 1)
      case .mixed: return y / 100 % 2 == 0 ? noise : Pixel(5, 5, 5, 255)
      case .speckles: return random >> 40 & 63 == 0 ? noise : Pixel(1, 2, 3, 4)
      }
    }
  }

  @Test(arguments: Content.allCases)
  func `what is encoded comes back in both readers`(_ content: Content) throws {
    // The last is compressed at another level.
    for (width, height) in [
      (1, 1), (1, 7), (7, 1), (13, 11), (33, 5), (64, 3), (300, 40), (1, 3000), (3000, 1),
      (700, 800),
    ] {
      for isOpaque in [false, true] {
        let image = picture(content, width, height, isOpaque: isOpaque)
        let file = try PNG.encode(image)
        #expect(try decodeThroughLibpng(file) == image, "\(width) x \(height)")
        #expect(try decodeFast(file) == image, "\(width) x \(height)")
        #expect(file[25] == (image.pixels.allSatisfy { $0.w == 255 } ? 2 : 6))
      }
    }
  }

  @Test(arguments: [0, 699, 350 * 700, 800 * 700 - 1])
  func `a single transparent pixel anywhere keeps the alpha of all`(_ place: Int) throws {
    var pixels = picture(.text, 700, 800, isOpaque: true).pixels
    pixels[place].w = 254
    let image = PixelImage(width: 700, height: 800, pixels: pixels)
    let file = try PNG.encode(image)
    #expect(file[25] == 6)
    #expect(try decodeThroughLibpng(file) == image)
  }

  @Test func `noise grows by less than a hundredth`() throws {
    let image = picture(.noise, 700, 800, isOpaque: false)
    #expect(try PNG.encode(image).count < image.pixelCount * 4 * 101 / 100)
  }

  @Test func `a flat picture takes less than a bit for five pixels`() throws {
    let image = picture(.flat, 700, 800, isOpaque: true)
    #expect(try PNG.encode(image).count < image.pixelCount / 40)
  }

  @Test func `the same picture gives the same bytes`() throws {
    let image = picture(.speckles, 700, 800, isOpaque: false)
    let file = try PNG.encode(image)
    for _ in 0..<5 { #expect(try PNG.encode(image) == file) }
  }

  private func picture(
    _ content: Content, _ width: Int, _ height: Int, isOpaque: Bool
  ) -> PixelImage {
    var generator = SplitMix(seed: 3)
    return PixelImage(width: width, height: height) { pixels in
      for y in 0..<height {
        for x in 0..<width {
          var pixel = content.pixel(x, y, generator.next())
          if isOpaque { pixel.w = 255 }
          pixels[y * width + x] = pixel
        }
      }
    }
  }
}
