import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

/// The words for a change whose kind has no name: how much, and where.
@Suite struct NamelessWordsTests {
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
    let reds = (0..<9).map { Pixel(UInt8(255 - 12 * $0), UInt8(28 * $0), 40, 255) }
    let blues = (0..<9).map { Pixel(20, UInt8(250 - 25 * $0), UInt8(30 * $0), 255) }
    #expect(
      ChangeSignature(map(reds), map(blues)).causeText
        == "content recoloured or slightly changed, 220 × 140 at 20, 20")
    let other = ChangeSignature(map(reds), map(blues.reversed(), wave: 30)).causeText
    #expect(other.hasPrefix("content replaced, "), "\(other)")
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
        == "content replaced, 100 × 100 at 40, 30")
    let rearranged = ChangeSignature(before, speckled(red, teal, 2)).causeText
    #expect(rearranged.hasPrefix("content changed, "), "\(rearranged)")
  }

  @Test func `what most pixels became is said of a change without a name`() {
    var random = SplitMix(seed: 5)
    let box = PixelBox(x: 40, y: 30, width: 100, height: 100)
    let (night, day) = (Pixel(30, 30, 60, 255), Pixel(230, 220, 120, 255))
    let white = [Pixel](repeating: .white, count: 260 * 180)
    let other = grain(3)
    var places = Set<Int>()
    let before = filled(white, box) {
      if random.next(5) == 0 { places.insert($0) }
      return places.contains($0) ? other[$0] : night
    }
    let after = filled(white, box) { places.contains($0) ? other[$0 + 1] : day }
    let text = ChangeSignature(image(before), image(after)).causeText
    #expect(
      text == "mostly dark blue #1e1e3c → yellow #e6dc78, 100 × 100 at 40, 30", "\(text)")
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
