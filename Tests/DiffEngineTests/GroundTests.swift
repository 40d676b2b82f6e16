import DiffEngine
import PNGCodec
import Testing

@Suite struct GroundTests {
  private func image(_ label: Pixel) -> PixelImage {
    let nothing = Pixel(0, 0, 0, 0)
    let pixels = (0..<64).map { $0 % 9 == 0 ? label : nothing }
    return PixelImage(width: 8, height: 8, pixels: pixels)
  }

  private let black = Pixel(0, 0, 0, 255)
  private let white = Pixel(255, 255, 255, 255)

  @Test func `black labels that turned white are seen on the checkerboard only`() {
    #expect(Ground.clearest(image(black), image(white)) == .checkerboard)
  }

  @Test func `light labels ask for black and dark ones for white`() {
    #expect(Ground.clearest(image(white), image(Pixel(230, 240, 250, 255))) == .black)
    #expect(Ground.clearest(image(black), image(Pixel(30, 20, 40, 255))) == .white)
  }

  @Test func `equal images leave the checkerboard`() {
    #expect(Ground.clearest(image(black), image(black)) == .checkerboard)
  }
}
