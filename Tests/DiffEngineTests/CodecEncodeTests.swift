import DiffEngine
import Testing

@Suite struct CodecEncodeTests {
  @Test(arguments: CodecDecodeTests.sizes)
  func `what is encoded comes back`(_ width: Int, _ height: Int) throws {
    for isOpaque in [false, true] {
      var pixels = PNGWriter.random(6, depth: 8, width: width, height: height).expectedPixels
      if isOpaque { for index in pixels.indices { pixels[index].w = 255 } }
      let image = PixelImage(width: width, height: height, pixels: pixels)
      let file = try PNG.encode(image)
      #expect(try PNG.decode(file, file: "x.png") == image)
    }
  }

  @Test func `an opaque image is written as RGB and any other as RGBA`() throws {
    var pixels = [Pixel](repeating: Pixel(1, 2, 3, 255), count: 6)
    #expect(try PNG.encode(PixelImage(width: 3, height: 2, pixels: pixels))[25] == 2)
    pixels[5].w = 254
    #expect(try PNG.encode(PixelImage(width: 3, height: 2, pixels: pixels))[25] == 6)
  }
}
