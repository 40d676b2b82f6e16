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

  @Test(arguments: [SIMD2(0.7, 0), SIMD2(0.4, 0.6), SIMD2(-0.8, 0.3)], [40, 73, 150])
  func `a part of a letter that is missing from redrawn text is another change`(
    _ offset: SIMD2<Double>, _ left: Int
  ) {
    let before = paragraph(SIMD2()).image()
    let after = paragraph(offset).image()
    let clean = ChangeSignature(before, after)
    #expect(!clean.isNoise, "\(clean.causeText)")
    for top in [8, 60, 99] {
      let box = PixelBox(x: left, y: top, width: 4, height: 10)
      let broken = changed(after, box) { _ in .white }
      guard shows(after, broken) else { continue }
      let signature = ChangeSignature(before, broken)
      #expect(!areTogether(clean, signature), "\(signature.causeText)")
    }
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

  /// A letter of thick strokes, and what it turned into.
  private func letters(_ size: Double, _ ink: Pixel) -> (before: PixelImage, after: PixelImage) {
    func image(_ letter: Int) -> PixelImage {
      var scene = InkScene()
      scene.things = [InkScene.letter(letter, 30, 20, size: size, ink)]
      scene.things[0].radius = 12
      return scene.image()
    }
    return (image(0), image(9))
  }

  @Test(arguments: [100.0, 130])
  func `a shape that has a tinted patch is not the plain shape`(_ size: Double) {
    let (before, after) = letters(size, Pixel(40, 40, 40, 255))
    let clean = ChangeSignature(before, after)
    #expect(clean.kinds == ["reshaped"])
    let box = PixelBox(x: 22, y: 30, width: 10, height: 10)
    for darker in [tinted, { Pixel($0.x - 6, $0.y - 6, $0.z - 6, 255) }] {
      let signature = ChangeSignature(before, changed(after, box, darker))
      #expect(!areTogether(clean, signature), "\(signature.causeText)")
    }
    #expect(areTogether(clean, ChangeSignature(before, after)))
  }

  @Test(arguments: [UInt8(3), 6])
  func `a shape in nearly the same colour is another change`(_ levels: UInt8) {
    let (before, after) = letters(60, Pixel(40, 40, 40, 255))
    let shade = 40 + levels
    let other = changed(after, PixelBox(x: 0, y: 0, width: 260, height: 180)) {
      $0.x == 40 ? Pixel(shade, shade, shade, 255) : $0
    }
    #expect(!areTogether(ChangeSignature(before, after), ChangeSignature(before, other)))
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

  @Test(arguments: [UInt8(3), 6])
  func `a box whose edges moved and whose colour is a few levels off was recoloured`(
    _ levels: UInt8
  ) {
    func image(_ shade: UInt8, _ offset: Double) -> PixelImage {
      var scene = InkScene(ground: .black)
      scene.things = [
        InkScene.Thing(colour: Pixel(shade, 64, 64, 255), box: (20.3, 20.4, 200, 120))
      ]
      scene.things[0].offset = SIMD2(offset, offset)
      return scene.image()
    }
    let before = image(192, 0)
    let (clean, shifted) = (
      ChangeSignature(before, image(191, 0.8)), ChangeSignature(before, image(191 - levels, 0.8))
    )
    #expect(!areTogether(clean, shifted), "\(clean.causeText); \(shifted.causeText)")
  }
}
