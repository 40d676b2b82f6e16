import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

/// Bugs that are small beside a change without a name, or differ from a named one by a few levels.
struct CauseShadeTests {
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

  /// Two thin letters, the darkest pixels of which are mixtures.
  private func letters(_ seed: UInt64, down: Double) -> PixelImage {
    var random = SplitMix(seed: seed)
    var scene = InkScene()
    scene.write(2, 20, 30, size: 14, .black, &random)
    for index in scene.things.indices {
      (scene.things[index].offset.y, scene.things[index].radius) = (down, 0.3)
    }
    return scene.image()
  }

  private func lighter(_ pixel: Pixel) -> Pixel {
    func level(_ value: UInt8) -> UInt8 { UInt8(min(255, Int(value) + 10)) }
    return Pixel(level(pixel.x), level(pixel.y), level(pixel.z), pixel.w)
  }

  @Test func `a letter of another tint or shade among thin ones that became others is said`() {
    let (before, after) = (letters(7, down: 0), letters(9, down: 0.5))
    let clean = ChangeSignature(before, after)
    #expect(clean.kinds == ["reshaped"])
    let box = PixelBox(x: 20, y: 24, width: 7, height: 26)
    for change in [tinted, lighter] {
      let bug = ChangeSignature(before, changed(after, box, change))
      #expect(!areTogether(clean, bug), "\(bug.causeText)")
    }
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
    #expect(!areTogether(appeared(200), appeared(200 + levels)))
  }

  @Test(arguments: [1, 2], [Pixel.black, Pixel(255, 0, 0, 255)])
  func `a full stop that came or went on a ground of another shade is said`(
    _ side: Int, _ ink: Pixel
  ) {
    func page(_ ground: UInt8, stop: Bool) -> PixelImage {
      var canvas = SamenessCanvas(160, 120, ground: .grey(ground))
      canvas.write([31, 27, 5], 30, 40, .black)
      if stop { canvas.fill(62, 52 - side, side, side, ink) }
      return canvas.image
    }
    let clean = ChangeSignature(page(255, stop: true), page(247, stop: true))
    for (old, new) in [(true, false), (false, true)] {
      let bug = ChangeSignature(page(255, stop: old), page(247, stop: new))
      #expect(!areTogether(clean, bug), "\(bug.causeText)")
    }
  }

  @Test(arguments: 300...303, [1, 3])
  func `a thin line that came on a large ground of another shade is said`(_ y: Int, _ height: Int) {
    func page(_ ground: UInt8, line: Bool) -> PixelImage {
      var canvas = SamenessCanvas(600, 600, ground: .grey(ground))
      for row in 0..<10 { canvas.write([31, 27, 5, 30], 40, 40 + 20 * row, .black) }
      if line { canvas.fill(40, y, 500, height, Pixel(255, 0, 0, 255)) }
      return canvas.image
    }
    let before = page(255, line: false)
    let clean = ChangeSignature(before, page(247, line: false))
    let bug = ChangeSignature(before, page(247, line: true))
    #expect(!areTogether(clean, bug), "\(bug.causeText)")
  }

  @Test func `a tint along an edge is no noise`() {
    var canvas = SamenessCanvas(120, 90)
    canvas.fill(0, 0, 120, 40, Pixel(204, 204, 204, 255))
    let tinted = signature(of: canvas) { $0.fill(50, 39, 20, 1, Pixel(204, 214, 204, 255)) }
    #expect(!tinted.isNoise, "\(tinted.causeText)")
  }

  @Test func `a shade of narrow parts is no noise`() {
    var canvas = SamenessCanvas(120, 90)
    for bar in 0..<5 { canvas.fill(20 + bar * 6, 20, 2, 20, .grey) }
    let shaded = signature(of: canvas) {
      for bar in 0..<5 { $0.fill(20 + bar * 6, 20, 2, 20, Pixel(131, 131, 131, 255)) }
    }
    #expect(!shaded.isNoise, "\(shaded.causeText)")
  }

  @Test func `a field that took another shade under noise is no noise`() {
    func field(_ shade: UInt8) -> ChangeSignature {
      var random = SplitMix(seed: 8)
      var canvas = SamenessCanvas(200, 120)
      canvas.fill(120, 60, 70, 50, Pixel(225, 232, 245, 255))
      return signature(of: canvas) {
        for y in 60..<110 {
          for x in 120..<190 {
            let level = UInt8(random.next(5))
            $0.fill(
              x, y, 1, 1, Pixel(223 - shade + level, 230 - shade + level, 243 - shade + level, 255))
          }
        }
      }
    }
    #expect(field(0).isNoise, "\(field(0).causeText)")
    #expect(!field(6).isNoise, "\(field(6).causeText)")
  }

  @Test func `a picture that was dithered anew is noise`() {
    var random = SplitMix(seed: 4)
    func image(_ levels: [UInt8]) -> PixelImage {
      PixelImage(width: 160, height: 120, pixels: levels.map { Pixel($0, $0, 128, 255) })
    }
    let slope = (0..<160 * 120).map { (place: Int) -> UInt8 in UInt8(70 + place % 160 / 2) }
    let dithered = slope.map { (level: UInt8) -> UInt8 in level + UInt8(random.next(3)) }
    #expect(ChangeSignature(image(slope), image(dithered)).isNoise)
  }

  @Test(arguments: [11.0, 13, 18], [UInt64](1...3))
  func `rounding by two levels is noise on text of every size`(_ size: Double, _ seed: UInt64) {
    var random = SplitMix(seed: seed)
    var scene = InkScene(ground: Pixel(250, 250, 250, 255))
    scene.write(12, 10, 20, size: size, Pixel(90, 90, 90, 255), &random)
    let before = scene.image()
    let pixels = (0..<scene.height).flatMap { y in
      (0..<scene.width).map { x -> Pixel in
        let level = Int(before[x, y].x) + random.next(5) - 2
        return Pixel(UInt8(level), UInt8(level), UInt8(level), 255)
      }
    }
    let after = PixelImage(width: scene.width, height: scene.height, pixels: pixels)
    let signature = ChangeSignature(before, after)
    #expect(signature.isNoise, "\(signature.causeText)")
  }

  @Test func `a letter in hairlines that were drawn anew is another change`() {
    func hairlines(_ offset: Double, hasLetter: Bool) -> PixelImage {
      var scene = InkScene()
      for line in 0..<12 {
        let start = SIMD2(20.3, 10.2 + 13 * Double(line))
        let stroke = InkScene.Stroke(start: start, end: start + SIMD2(200, 5))
        scene.things.append(InkScene.Thing(colour: .black, strokes: [stroke]))
      }
      let foot = SIMD2(100.5, 60.5)
      let stem = InkScene.Stroke(start: foot, end: foot + SIMD2(0, 7))
      let arm = InkScene.Stroke(start: foot + SIMD2(0, 7), end: foot + SIMD2(4, 7))
      scene.things.append(
        InkScene.Thing(colour: .black, strokes: hasLetter ? [stem, arm] : [stem]))
      for index in 0..<12 { scene.things[index].offset.y = offset }
      return scene.image()
    }
    let before = hairlines(0, hasLetter: false)
    let clean = ChangeSignature(before, hairlines(0.55, hasLetter: false))
    let bug = ChangeSignature(before, hairlines(0.55, hasLetter: true))
    #expect(!areTogether(clean, bug), "\(clean.causeText) | \(bug.causeText)")
  }

  @Test func `a row across a recoloured text is another change`() {
    var random = SplitMix(seed: 5)
    var scene = InkScene()
    scene.write(14, 20, 30, size: 14, Pixel(132, 132, 132, 255), &random)
    let before = scene.image()
    for index in scene.things.indices { scene.things[index].colour = Pixel(34, 34, 34, 255) }
    let after = scene.image()
    let row = PixelBox(x: 20, y: 37, width: 120, height: 1)
    // The text is grey, so one channel tells all.
    let darker = changed(after, row) { pixel in
      let level = pixel.x - pixel.x / 5
      return Pixel(level, level, level, 255)
    }
    let bug = ChangeSignature(before, darker)
    #expect(!areTogether(ChangeSignature(before, after), bug), "\(bug.causeText)")
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
