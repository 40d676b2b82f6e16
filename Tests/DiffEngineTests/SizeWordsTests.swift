import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

/// The words for lines that only one of two pictures has.
struct SizeWordsTests {
  /// Lines of text in all of a screen, and something green.
  private func picture(hasBox: Bool = false) -> PixelImage {
    var random = SplitMix(seed: 3)
    var scene = InkScene()
    for line in 0..<8 { scene.write(14, 6, 4 + Double(line) * 22, size: 14, .black, &random) }
    if hasBox {
      scene.things.append(InkScene.Thing(colour: Pixel(30, 160, 60, 255), box: (120, 90, 40, 24)))
    }
    return scene.image()
  }

  /// The picture without so many lines on each side.
  private func cropped(
    _ image: PixelImage, left: Int, top: Int, right: Int, bottom: Int
  ) -> PixelImage {
    let (columns, rows) = (left..<image.width - right, top..<image.height - bottom)
    return PixelImage(
      width: columns.count, height: rows.count,
      pixels: rows.flatMap { y in columns.map { image[$0, y] } })
  }

  @Test func `lines that were cut off are told by side`() {
    let whole = picture()
    let cut = cropped(whole, left: 0, top: 0, right: 38, bottom: 38)
    #expect(
      ChangeSignature(whole, cut).causeText
        == "38 rows removed at the bottom; 38 columns removed on the right")
  }

  /// Another layout in a higher picture, which has some of the same things elsewhere.
  @Test func `lines of another layout have no place`() {
    func layout(_ height: Int, _ places: [SIMD2<Int>]) -> PixelImage {
      var canvas = SamenessCanvas(200, height)
      for (number, place) in places.enumerated() {
        canvas.fill(place.x, place.y, 20 + 8 * number, 14, .grey(UInt8(30 * number)))
      }
      return canvas.image
    }
    let text = ChangeSignature(
      layout(60, [SIMD2(10, 20), SIMD2(50, 24), SIMD2(110, 18)]),
      layout(160, [SIMD2(24, 120), SIMD2(60, 125), SIMD2(122, 20)])
    ).causeText
    #expect(text.hasPrefix("100 rows more; content changed"), "\(text)")
  }
}
