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
        == "content replaced, 33 % of 240 × 110 at 10, 30")
  }

  @Test func `of several places the largest is told`() {
    let other = grain(2)
    let boxes = [(210, 40), (150, 120)].map { PixelBox(x: 20, y: $0.1, width: $0.0, height: 40) }
    let after = boxes.reduce(grain()) { filled($0, $1) { other[$0] } }
    #expect(
      ChangeSignature(image(grain()), image(after)).causeText
        == "content replaced, 2 places, the largest 210 × 40 at 20, 40")
  }
}
