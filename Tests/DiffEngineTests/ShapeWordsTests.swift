import Changes
import Pixels
import TestSupport
import Testing

/// The words for an element that has another shape, as far as its pixels prove them.
struct ShapeWordsTests {
  private func text(_ before: [InkScene.Thing], _ after: [InkScene.Thing]) -> String {
    let signature = ChangeSignature(
      InkScene(things: before).image(), InkScene(things: after).image())
    #expect(signature.kinds == ["reshaped"], "\(signature.causeText)")
    return signature.causeText
  }

  private func letter(_ number: Int, _ x: Double, _ y: Double, size: Double, radius: Double)
    -> InkScene.Thing
  {
    var thing = InkScene.letter(number, x, y, size: size, .black)
    thing.radius = radius
    return thing
  }

  private func word(
    _ numbers: [Int], _ spacing: Double = 17, radius: Double = 1
  ) -> [InkScene.Thing] {
    numbers.enumerated().map { index, number in
      letter(number, 20 + Double(index) * spacing, 40, size: 20, radius: radius)
    }
  }

  @Test func `an icon in the place of another of its size changed its shape`() {
    let (cross, box) = (
      letter(4, 30, 30, size: 60, radius: 4), letter(9, 30, 30, size: 60, radius: 4)
    )
    #expect(
      text([cross], [box])
        == "content changed shape, mostly white → black, 68 % of 44 × 68 at 26, 26")
  }

  @Test func `text with another letter is not redrawn`() {
    let changed = text(word([0, 3, 6, 8, 1, 9]), word([3, 7, 4, 0, 6, 9]))
    #expect(changed.hasPrefix("text changed shape, "), "\(changed)")
  }

  /// Of what a label stands on, and of what is many colours.
  @Test func `a bar has the colour of most of it, and a picture is no fill`() {
    let empty = SamenessCanvas(200, 120)
    var button = empty
    button.fill(20, 40, 120, 24, .grey(60))
    button.fill(40, 48, 20, 8, .black)
    #expect(
      ChangeSignature(empty.image, button.image).causeText
        == "dark grey #3c3c3c bar appeared on white, 120 × 24")
    var (one, other) = (empty, empty)
    for x in 0..<48 {
      one.fill(20 + x, 20, 1, 48, .grey(UInt8(4 * x)))
      other.fill(20 + x, 20, 1, 48, .grey(UInt8(250 - 5 * x)))
    }
    let picture = ChangeSignature(one.image, other.image).causeText
    #expect(!picture.contains("fill"), "\(picture)")
  }

  @Test func `another shape in plainly another ink is another thing`() {
    var (cross, box) = (
      letter(4, 30, 30, size: 60, radius: 4), letter(9, 30, 30, size: 60, radius: 4)
    )
    (cross.colour, box.colour) = (.black, Pixel(0, 122, 255, 255))
    let signature = ChangeSignature(
      InkScene(things: [cross]).image(), InkScene(things: [box]).image())
    #expect(
      signature.causeText
        == "content replaced, partly white → blue #007aff, 79 % of 44 × 68 at 26, 26")
  }

  /// A frame around a place.
  private func frame(_ width: Double, _ height: Double) -> InkScene.Thing {
    let (left, top) = (70 - width / 2, 60 - height / 2)
    let corners = [
      SIMD2(left, top), SIMD2(left + width, top), SIMD2(left + width, top + height),
      SIMD2(left, top + height),
    ]
    let strokes = corners.indices.map {
      InkScene.Stroke(start: corners[$0], end: corners[($0 + 1) % 4])
    }
    return InkScene.Thing(colour: .black, strokes: strokes, radius: 1)
  }

  @Test func `frames within each other are no text`() {
    let frames = (0..<5).map { frame(100 - Double($0) * 18, 60 - Double($0) * 12) }
    let words = text(frames, [frame(30, 20)])
    #expect(words.hasPrefix("content changed shape, "), "\(words)")
  }

  /// A switch whose knob has a shadow, and whose left end is antialiased.
  private func toggle(isBefore: Bool) -> PixelImage {
    let pixels = (0..<102 * 62).map { index in
      let (x, y) = (index % 102, index / 102)
      func distance(_ middle: Int) -> Double {
        Double((x - middle) * (x - middle) + (y - 31) * (y - 31)).squareRoot()
      }
      let (knob, end) = (distance(70), distance(31))
      if knob <= 22 { return Pixel(170, 170, 170, 255) }
      if knob <= 31, x >= 35 {
        return isBefore
          ? Pixel(0, 0, UInt8(255 - (31 - knob) * 12), 255)
          : Pixel(90, 90, UInt8(255 - (31 - knob) * 5), 255)
      }
      if x <= 29, (30...31.5).contains(end), abs(y - 31) > 1 {
        return isBefore ? Pixel(60, 60, 255, 255) : Pixel(140, 140, 255, 255)
      }
      return Pixel(0, 0, 255, 255)
    }
    return PixelImage(width: 102, height: 62, pixels: pixels)
  }

  @Test func `the rim of an element with some specks beside it is no text`() {
    let signature = ChangeSignature(toggle(isBefore: true), toggle(isBefore: false))
    let text = signature.causeText
    #expect(text == "content recoloured or slightly changed, 25 % of 102 × 62 at 0, 0")
  }

  @Test func `a picture that is hardly off says by how much at most`() {
    func picture(_ shift: Int) -> PixelImage {
      let pixels = (0..<120 * 90).map { index in
        let (x, y) = (index % 120, index / 120)
        func level(_ base: Int, _ noise: Int) -> UInt8 { UInt8(base + noise % 11 * shift) }
        return Pixel(
          level(90 + x / 2, x * y), level(120 + y / 3, 3 * x + 5 * y), level(200 - x, x * x + y),
          255)
      }
      return PixelImage(width: 120, height: 90, pixels: pixels)
    }
    let words = ChangeSignature(picture(0), picture(1)).causeText
    #expect(words.hasPrefix("shades slightly off, ΔE ≤ "), "\(words)")
  }
}
