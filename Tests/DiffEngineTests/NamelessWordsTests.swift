import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

/// The words for a change whose kind has no name: how much, and where.
struct NamelessWordsTests {
  /// A picture of which no two pixels are alike.
  private func grain(_ seed: UInt64 = 1) -> [Pixel] {
    var random = SplitMix(seed: seed)
    return (0..<260 * 180).map { _ in
      func level() -> UInt8 { UInt8(random.next(256)) }
      return Pixel(level(), level(), level(), 255)
    }
  }

  private func image(_ pixels: [Pixel]) -> PixelImage {
    PixelImage(width: 260, height: 180, pixels: pixels)
  }

  /// The pixels with others in a box.
  private func filled(
    _ pixels: [Pixel], _ box: PixelBox, _ colour: (_ index: Int) -> Pixel
  ) -> [Pixel] {
    var pixels = pixels
    for y in box.y..<box.y + box.height {
      for x in box.x..<box.x + box.width { pixels[260 * y + x] = colour(260 * y + x) }
    }
    return pixels
  }

  @Test func `a part of a picture that changed says how much of it`() {
    let (own, other) = (grain(), grain(2))
    let box = PixelBox(x: 10, y: 30, width: 240, height: 110)
    let after = filled(own, box) { $0 % 3 == 0 ? other[$0] : own[$0] }
    #expect(
      ChangeSignature(image(grain()), image(after)).causeText
        == "content changed, 33 % of 240 × 110 at 10, 30")
  }

  @Test func `of several places the largest is told`() {
    let other = grain(2)
    let boxes = [(210, 40), (150, 120)].map { PixelBox(x: 20, y: $0.1, width: $0.0, height: 40) }
    let after = boxes.reduce(grain()) { filled($0, $1) { other[$0] } }
    #expect(
      ChangeSignature(image(grain()), image(after)).causeText
        == "content changed, 2 places, the largest 210 × 40 at 20, 40")
  }

  /// Nine reds that get greener by a step, and nine blues.
  private func nineColours(green step: UInt8) -> (reds: [Pixel], blues: [Pixel]) {
    let numbers: [UInt8] = Array(0..<9)
    return (
      numbers.map { (number: UInt8) -> Pixel in Pixel(255 - 12 * number, step * number, 40, 255) },
      numbers.map { (number: UInt8) -> Pixel in Pixel(20, 250 - 25 * number, 30 * number, 255) }
    )
  }

  /// Bands of nine colours with wavy edges, as in a map.
  private func map(_ colours: [Pixel], wave: Double = 9) -> PixelImage {
    let box = PixelBox(x: 20, y: 20, width: 220, height: 140)
    return image(
      filled([Pixel](repeating: .white, count: 260 * 180), box) { index in
        let (x, y) = (Double(index % 260), Double(index / 260))
        let height = (y - 20 + wave * (1 + (x / wave).remainder(dividingBy: 4))) / 20
        return colours[min(max(Int(height), 0), 8)]
      })
  }

  @Test func `a map in other colours is recoloured, and another map is not`() {
    let (reds, blues) = nineColours(green: 28)
    #expect(
      ChangeSignature(map(reds), map(blues)).causeText
        == "content recoloured or slightly changed, 220 × 140 at 20, 20")
    // One of the colours may be that of the ground.
    var pale = reds
    pale[3] = .white
    let band = ChangeSignature(map(pale), map(blues)).causeText
    #expect(band.hasPrefix("content recoloured or slightly changed, "), "\(band)")
    let other = ChangeSignature(map(reds), map(blues.reversed(), wave: 30)).causeText
    #expect(other.hasPrefix("content replaced, "), "\(other)")
  }

  /// Nine thin lines close to each other, each in its colour.
  private func contours(_ colours: [Pixel], wave: Double = 9) -> PixelImage {
    let box = PixelBox(x: 20, y: 20, width: 220, height: 120)
    return image(
      filled([Pixel](repeating: .white, count: 260 * 180), box) { index in
        let (x, y) = (Double(index % 260), Double(index / 260))
        let height = (y - 20 + wave * (1 + (x / wave).remainder(dividingBy: 4))) / 6
        let isLine = height - height.rounded(.down) < 0.4
        return isLine ? colours[abs(Int(height)) % 9] : .white
      })
  }

  @Test func `lines in other colours are recoloured, and other lines are not`() {
    let (reds, blues) = nineColours(green: 20)
    let text = ChangeSignature(contours(reds), contours(blues)).causeText
    #expect(text.hasPrefix("content recoloured or slightly changed, "), "\(text)")
    let other = ChangeSignature(contours(reds), contours(blues, wave: 30)).causeText
    #expect(!other.contains("recoloured"), "\(other)")
    // The palette before may have had lines that hardly showed on the ground.
    var pale = reds
    (pale[2], pale[6]) = (.grey(248), .grey(248))
    let shown = ChangeSignature(contours(pale), contours(blues)).causeText
    #expect(shown.hasPrefix("content recoloured or slightly changed, "), "\(shown)")
  }

  @Test func `a picture of which every pixel became lighter was recoloured`() {
    func lit(_ share: Int) -> PixelImage {
      func level(_ value: UInt8) -> UInt8 { UInt8(Int(value) * share / 10) }
      return image(grain().map { Pixel(level($0.x), level($0.y), level($0.z), 255) })
    }
    let lighter = ChangeSignature(lit(6), lit(8)).causeText
    #expect(lighter == "content recoloured or slightly changed, 260 × 180 at 0, 0", "\(lighter)")
    let darker = ChangeSignature(lit(8), lit(6)).causeText
    #expect(darker.hasPrefix("content recoloured or slightly changed, "), "\(darker)")
  }

  /// The picture of which each pixel in a box is one of two colours, at random.
  private func speckled(_ first: Pixel, _ second: Pixel, _ seed: UInt64) -> PixelImage {
    var random = SplitMix(seed: seed)
    let box = PixelBox(x: 40, y: 30, width: 100, height: 100)
    return image(
      filled([Pixel](repeating: .white, count: 260 * 180), box) { _ in
        random.next(2) == 0 ? first : second
      })
  }

  @Test func `only content in other colours is said to be replaced`() {
    let (red, teal) = (Pixel(200, 40, 40, 255), Pixel(40, 160, 160, 255))
    let (gold, plum) = (Pixel(230, 180, 40, 255), Pixel(90, 30, 110, 255))
    let before = speckled(red, teal, 1)
    #expect(
      ChangeSignature(before, speckled(gold, plum, 2)).causeText
        == "content replaced, partly teal #28a0a0 → purple #5a1e6e, 100 × 100 at 40, 30")
    let rearranged = ChangeSignature(before, speckled(red, teal, 2)).causeText
    #expect(rearranged == "content mostly moved or changed shape, 49 % of 100 × 100 at 40, 30")
  }

  /// A hill under a curve, or under straight lines between its points.
  private func hill(isCurved: Bool) -> PixelImage {
    var canvas = SamenessCanvas(260, 180)
    for x in 0..<200 {
      let (step, share) = (Double(x / 50), Double(x % 50) / 50)
      let heights = [0.2, 0.9, 0.5, 0.8, 0.3]
      let (left, right) = (heights[Int(step)], heights[Int(step) + 1])
      let eased = isCurved ? share * share * (3 - 2 * share) : share
      let height = Int(100 * (left + (right - left) * eased))
      canvas.fill(30 + x, 150 - height, 1, height, Pixel(255, 80, 60, 255))
      canvas.fill(30 + x, 150 - height, 1, 2, Pixel(40, 40, 200, 255))
      canvas.fill(30 + x, 150 - height / 2, 1, height / 2, Pixel(60, 200, 90, 255))
    }
    return canvas.image
  }

  @Test func `a curve that became straight says how far its outlines moved`() {
    let text = ChangeSignature(hill(isCurved: true), hill(isCurved: false)).causeText
    #expect(text.hasPrefix("outlines mostly moved by up to "), "\(text)")
  }

  /// A part of a picture on white, of which every pixel is a little off and a patch is another.
  private func moved(_ pixels: [Pixel], by step: Int, width: Int = 120) -> PixelImage {
    let box = PixelBox(x: 60 + step, y: 40, width: width, height: 90)
    return image(
      filled([Pixel](repeating: .white, count: 260 * 180), box) { index in
        let (pixel, x, y) = (pixels[index - step], index % 260 - box.x, index / 260 - box.y)
        let isPatch = step != 0 && 20..<32 ~= x && 30..<42 ~= y
        let shift = UInt8(step == 0 ? 0 : index % 2 == 0 ? 12 : 0)
        return isPatch ? Pixel(255, 255, 0, 255) : pixel &+ Pixel(0, shift, 0, 0)
      })
  }

  @Test func `content that is mostly there at an offset says which`() {
    let text = ChangeSignature(moved(grain(), by: 0), moved(grain(), by: -7)).causeText
    #expect(text.hasPrefix("content mostly moved 7 px left, "), "\(text)")
    let other = ChangeSignature(moved(grain(), by: 0), moved(grain(2), by: -7)).causeText
    #expect(!other.contains("moved"), "\(other)")
  }

  /// Wide stripes with ragged ends, of which hardly a pixel shows how far they moved sideways.
  private func stripes(movedBy step: SIMD2<Int>, apart: Int = 0) -> PixelImage {
    var canvas = SamenessCanvas(260, 180)
    for line in 0..<70 {
      let sideways = step.x + (line < 35 ? -apart : apart)
      let isOff = step != SIMD2() && line % 2 == 0
      let shade = Pixel(
        UInt8(3 * line), UInt8(240 - 2 * (line * 7 % 100) + (isOff ? 12 : 0)), 40, 255)
      canvas.fill(30 + line % 3 + sideways, 30 + line + step.y, 180, 1, shade)
    }
    return canvas.image
  }

  @Test func `wide content that also moved sideways says both distances`() {
    let text = ChangeSignature(
      stripes(movedBy: SIMD2()), stripes(movedBy: SIMD2(15, 11))
    ).causeText
    #expect(text.hasPrefix("content mostly moved 15 px right and 11 px down, "), "\(text)")
  }

  @Test func `wide content of which each part moved sideways by itself says no distance`() {
    let text = ChangeSignature(
      stripes(movedBy: SIMD2()), stripes(movedBy: SIMD2(0, 11), apart: 17)
    ).causeText
    #expect(!text.contains(" px "), "\(text)")
  }

  /// A line from point to point, all of which are nearer to the middle or not.
  private func line(isNarrow: Bool) -> PixelImage {
    let places = [SIMD2(14.0, 20), SIMD2(110, 104), SIMD2(190, 130), SIMD2(246, 90)]
    let points = places.map { isNarrow ? SIMD2(130, 90) + ($0 - SIMD2(130, 90)) * 0.965 : $0 }
    let strokes = zip(points, points.dropFirst()).map { InkScene.Stroke(start: $0, end: $1) }
    return InkScene(things: [InkScene.Thing(colour: .black, strokes: strokes, radius: 2)]).image()
  }

  @Test func `a line whose points each moved elsewhere says no distance`() {
    let text = ChangeSignature(line(isNarrow: false), line(isNarrow: true)).causeText
    #expect(!text.contains(" px "), "\(text)")
  }

  @Test func `lines that moved apart have no size`() {
    func grid(_ step: Int) -> PixelImage {
      var canvas = SamenessCanvas(260, 180)
      for line in 0..<6 {
        canvas.fill(20, 15 + line * (28 + step), 220, 1, .black)
        canvas.fill(20 + line * (40 + step), 10, 1, 160, .black)
      }
      return canvas.image
    }
    let text = ChangeSignature(grid(0), grid(1)).causeText
    #expect(!text.contains("→"), "\(text)")
  }

  @Test func `content that grew at one side did not move`() {
    let text = ChangeSignature(moved(grain(), by: 0), moved(grain(), by: 0, width: 160)).causeText
    #expect(!text.contains("moved"), "\(text)")
  }

  @Test func `the colours that most of a change has are told`() {
    func field(_ isOutlined: Bool) -> PixelImage {
      var canvas = SamenessCanvas(260, 180)
      canvas.fill(0, 0, 260, 180, .black)
      canvas.fill(20, 30, 220, 80, isOutlined ? .white : Pixel(28, 30, 34, 255))
      if isOutlined { canvas.fill(22, 32, 216, 76, .black) }
      for step in 0..<12 {
        let shade = Pixel(UInt8(90 + 12 * step), UInt8(220 - 9 * step), 120, 255)
        canvas.fill(40 + 14 * step, 60 - (isOutlined ? 6 : 0), 10, 20, shade)
      }
      return canvas.image
    }
    let text = ChangeSignature(field(false), field(true)).causeText
    #expect(text.contains("mostly near-black #1c1e22 → black"), "\(text)")
  }

  /// A label in a grey field, which became a shorter one in a frame.
  @Test func `a field that became a frame is no other shape of its letters`() {
    func picture(_ draw: (inout SamenessCanvas) -> Void) -> PixelImage {
      var canvas = SamenessCanvas(240, 120)
      draw(&canvas)
      return canvas.image
    }
    let letters: [UInt8] = [21, 15, 9, 30, 7, 19, 3, 28]
    let field = picture {
      $0.fill(20, 30, 200, 60, .grey(180))
      $0.write(letters + letters, 30, 50, .black)
    }
    let frame = picture {
      $0.fill(20, 30, 200, 60, .grey(60))
      $0.fill(22, 32, 196, 56, .white)
      $0.write(letters, 90, 40, .black)
    }
    let text = ChangeSignature(field, frame).causeText
    #expect(text.hasPrefix("content replaced, mostly grey #b4b4b4 → white"), "\(text)")
  }

  @Test func `what became rarer and commoner is told of content arranged anew`() {
    func picture(_ tiles: [Pixel], side: Int) -> PixelImage {
      var (canvas, random) = (SamenessCanvas(260, 180), SplitMix(seed: UInt64(side)))
      for x in 0..<240 / side {
        for y in 0..<160 / side {
          let colour = tiles[random.next(tiles.count)]
          canvas.fill(10 + side * x, 10 + side * y, side, side, colour)
        }
      }
      return canvas.image
    }
    let inks = [
      Pixel(200, 30, 30, 255), Pixel(30, 160, 60, 255), Pixel(40, 60, 200, 255), .grey(90),
    ]
    let (old, new) = (Pixel(255, 255, 0, 255), Pixel.black)
    let text = ChangeSignature(
      picture(inks + [old, old, old], side: 8), picture(inks + [new, new, new], side: 10)
    ).causeText
    #expect(text.contains("less yellow, more black"), "\(text)")
  }

  @Test func `the bars of a waveform are no text`() {
    func bars(_ ink: Pixel) -> PixelImage {
      var canvas = SamenessCanvas(260, 180)
      for bar in 0..<24 {
        canvas.fill(20 + 8 * bar, 62, 4, 10, ink)
        canvas.fill(21 + 8 * bar, 61, 2, 12, ink)
      }
      return canvas.image
    }
    let text = ChangeSignature(bars(.grey(122)), bars(.grey(60))).causeText
    #expect(text.contains("grey #7a7a7a → dark grey #3c3c3c"), "\(text)")
    #expect(!text.contains("text"), "\(text)")
  }

  @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6])
  func `other shades at the edges of a red text are no other red`(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let red = Pixel(200, 40, 40, 255)
    let things = (0..<8).map { InkScene.letter($0, Double(20 + 15 * $0), 40, size: 16, red) }
    let before = InkScene(things: things).image()
    let pixels = before.pixels.map { pixel in
      if pixel == .white || pixel == red { return pixel }
      let shift = Int32(random.next(81)) - 40
      let shade = SIMD4<Int32>(truncatingIfNeeded: pixel)
      return Pixel(clamping: shade &+ SIMD4(shift, shift, shift, 0))
    }
    let after = PixelImage(width: before.width, height: before.height, pixels: pixels)
    let text = ChangeSignature(before, after).causeText
    #expect(!text.contains("→"), "\(text)")
  }

  @Test func `a corner of another shade between two grounds is no ink of another colour`() {
    func picture(_ shades: [UInt8]) -> PixelImage {
      var canvas = SamenessCanvas(120, 80)
      canvas.fill(60, 0, 60, 80, Pixel(0, 122, 255, 255))
      for (step, shade) in shades.enumerated() {
        canvas.fill(59 - step, 30 + step, 1, 1, Pixel(shade, 188 + (shade - 130) / 2, 255, 255))
        canvas.fill(60 - step, 30 + step, step, 1, Pixel(0, 122, 255, 255))
      }
      return canvas.image
    }
    let before: [UInt8] = (0..<20).map { UInt8(130 + $0 % 3) }
    let after: [UInt8] = (0..<20).map { UInt8(208 + $0 % 4) }
    let text = ChangeSignature(picture(before), picture(after)).causeText
    #expect(!text.contains("→"), "\(text)")
  }

  @Test func `the dashes of a curve are no text`() {
    func dashes(_ bend: Int) -> PixelImage {
      var canvas = SamenessCanvas(260, 180)
      for dash in 0..<14 {
        let x = 20 + 12 * dash
        canvas.fill(x, 30 + 6 * dash + bend * dash * (14 - dash) / 40, 5 + dash % 4, 5, .black)
      }
      return canvas.image
    }
    let text = ChangeSignature(dashes(1), dashes(0)).causeText
    #expect(!text.contains("text"), "\(text)")
  }

  @Test func `a bar that was snapped to whole pixels is no noise`() {
    func bar(_ top: UInt8, _ bottom: UInt8) -> PixelImage {
      var canvas = SamenessCanvas(260, 180)
      canvas.fill(40, 60, 120, 20, .black)
      canvas.fill(40, 59, 120, 1, .grey(top))
      canvas.fill(40, 80, 120, 1, .grey(bottom))
      return canvas.image
    }
    let snapped = ChangeSignature(bar(128, 127), bar(255, 20))
    #expect(!snapped.isNoise, "\(snapped.causeText)")
    #expect(snapped.kinds == ["nudged"], "\(snapped.causeText)")
  }
}
