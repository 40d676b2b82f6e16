import DiffEngine
import TestSupport
import Testing

/// Bugs that are small beside a change without a name, or differ from a named one by a few levels.
@Suite struct CauseShadeTests {
  private func areTogether(_ first: ChangeSignature, _ second: ChangeSignature) -> Bool {
    causes(of: [first, second]).all.count == 1
  }

  /// Lines of small text so close to each other that they are one region.
  private func paragraph(_ offset: SIMD2<Double>) -> InkScene {
    var random = SplitMix(seed: 21)
    var scene = InkScene()
    for line in 0..<12 { scene.write(26, 10, 8 + Double(line) * 13, size: 9, .black, &random) }
    for index in scene.things.indices { scene.things[index].offset = offset }
    return scene
  }

  /// The image with the ink of a box taken away, or tinted.
  private func changed(
    _ image: PixelImage, _ box: PixelBox, _ change: (Pixel) -> Pixel
  ) -> PixelImage {
    var pixels = image.pixels
    for y in box.y..<box.y + box.height {
      for x in box.x..<box.x + box.width {
        pixels[y * image.width + x] = change(pixels[y * image.width + x])
      }
    }
    return PixelImage(width: image.width, height: image.height, pixels: pixels)
  }

  private func tinted(_ pixel: Pixel) -> Pixel {
    Pixel(pixel.x, UInt8(min(255, Int(pixel.y) + 10)), pixel.z, pixel.w)
  }

  @Test(arguments: [SIMD2(0.7, 0.0), SIMD2(-0.8, 0.3), SIMD2(3.0, 1.4)])
  func `letters of another tint in text that was rasterised anew are another change`(
    _ offset: SIMD2<Double>
  ) {
    let before = paragraph(SIMD2()).image()
    let after = paragraph(offset).image()
    let clean = ChangeSignature(before, after)
    let box = PixelBox(x: 60, y: 40, width: 20, height: 20)
    let signature = ChangeSignature(before, changed(after, box, tinted))
    #expect(!areTogether(clean, signature), "\(signature.causeText)")
  }

  @Test(arguments: [UInt8(3), 6])
  func `an element of which a part has nearly the same colour is another one`(_ levels: UInt8) {
    func appeared(_ shade: UInt8) -> ChangeSignature {
      signature(of: SamenessCanvas(120, 90)) {
        $0.fill(20, 20, 60, 40, Pixel(40, 40, 40, 255))
        $0.fill(28, 28, 44, 24, Pixel(shade, shade, shade, 255))
      }
    }
    #expect(appeared(200).kinds == ["appeared"])
    #expect(areTogether(appeared(200), appeared(201)))
    #expect(!areTogether(appeared(200), appeared(200 + levels)))
  }

  @Test func `a tint along an edge is no noise`() {
    var canvas = SamenessCanvas(120, 90)
    canvas.fill(0, 0, 120, 40, Pixel(204, 204, 204, 255))
    let tinted = signature(of: canvas) { $0.fill(50, 39, 20, 1, Pixel(204, 214, 204, 255)) }
    #expect(!tinted.isNoise, "\(tinted.causeText)")
  }

  @Test(arguments: [Int(3), 6])
  func `a ground that became nearly the same colour is another change`(_ levels: Int) {
    func became(_ colour: Pixel) -> ChangeSignature {
      ChangeSignature(.solid(50, 50, .white), .solid(50, 50, colour))
    }
    let level = UInt8(255 - 8 - levels)
    let clean = became(Pixel(247, 243, 247, 255))
    #expect(!areTogether(clean, became(Pixel(level, level - 4, level, 255))))
  }
}
