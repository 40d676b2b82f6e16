import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

/// The words for a change whose kind has no name: how much, where, and what most of it did.
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

  @Test func `what was covered by one colour says so, and what came from under it`() {
    let box = PixelBox(x: 40, y: 30, width: 60, height: 50)
    let (before, after) = (image(grain()), image(filled(grain(), box) { _ in .white }))
    #expect(
      ChangeSignature(before, after).causeText
        == "fill replaced, mostly plain white now, 60 × 50 at 40, 30")
    #expect(
      ChangeSignature(after, before).causeText
        == "fill replaced, mostly plain white before, 60 × 50 at 40, 30")
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

  private static let palette: [(before: Pixel, after: Pixel)] = [
    (Pixel(200, 40, 40, 255), Pixel(240, 90, 20, 255)),
    (Pixel(40, 160, 60, 255), Pixel(0, 130, 120, 255)),
    (Pixel(50, 70, 200, 255), Pixel(0, 150, 240, 255)),
    (Pixel(160, 60, 180, 255), Pixel(230, 100, 210, 255)),
  ]

  @Test func `a chart in other colours names them, though some of it is something else`() {
    let other = grain(2)
    func chart(_ colour: KeyPath<(before: Pixel, after: Pixel), Pixel>) -> [Pixel] {
      var pixels = [Pixel](repeating: .white, count: 260 * 180)
      for (index, pair) in Self.palette.enumerated() {
        let height = 60 + 20 * index
        let bar = PixelBox(x: 20 + 50 * index, y: 160 - height, width: 50, height: height)
        pixels = filled(pixels, bar) { _ in pair[keyPath: colour] }
      }
      return pixels
    }
    let legend = PixelBox(x: 100, y: 130, width: 20, height: 20)
    let after = filled(chart(\.after), legend) { other[$0] }
    #expect(
      ChangeSignature(image(chart(\.before)), image(after)).causeText
        == "icon mostly purple #a03cb4 → pink #e664d2, blue #3246c8 → blue #0096f0 "
        + "and 2 more colours, 200 × 120 at 20, 40")
  }

  @Test func `what is not the same in all cases of a cause is not said`() {
    let box = PixelBox(x: 40, y: 30, width: 60, height: 50)
    let (own, other) = (grain(), grain(2))
    func change(_ colour: (_ index: Int) -> Pixel) -> ChangeKinds {
      ChangeSignature(image(own), image(filled(own, box, colour))).change
    }
    let covered = change { _ in .white }
    var words = CauseWords(covered)
    words.add(change { other[$0] })
    #expect(!words.text.contains("plain"), "\(words.text)")
    var same = CauseWords(covered)
    same.add(covered)
    #expect(same.text.contains("mostly plain white now"), "\(same.text)")
  }
}
