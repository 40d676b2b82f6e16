import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

/// The words for what lies around a picture that is in the other one.
@Suite struct SizeWordsTests {
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

  @Test func `a crop on all sides says so, and a margin likewise`() {
    let whole = picture()
    let inner = cropped(whole, left: 19, top: 19, right: 19, bottom: 19)
    #expect(ChangeSignature(whole, inner).causeText == "cropped by 19 px on every side")
    #expect(ChangeSignature(inner, whole).causeText == "a margin of 19 px added on every side")
    #expect(ChangeSignature(whole, inner).kinds == ["size"])
  }

  @Test func `an odd number of lines is one more on one side`() {
    let whole = picture()
    let inner = cropped(whole, left: 19, top: 20, right: 19, bottom: 19)
    #expect(ChangeSignature(whole, inner).causeText == "cropped by 19 to 20 px on every side")
  }

  @Test func `lines on two sides are told by themselves`() {
    let whole = picture()
    let narrower = cropped(whole, left: 12, top: 0, right: 12, bottom: 0)
    #expect(
      ChangeSignature(whole, narrower).causeText
        == "12 columns removed on the left and as many on the right")
    let smaller = cropped(whole, left: 12, top: 7, right: 13, bottom: 7)
    #expect(
      ChangeSignature(smaller, whole).causeText
        == "7 rows added at the top and as many at the bottom; "
        + "12 columns added on the left and 13 on the right")
  }

  @Test func `what changed within a margin is told where it now is`() {
    let inner = cropped(picture(), left: 19, top: 19, right: 19, bottom: 19)
    let signature = ChangeSignature(inner, picture(hasBox: true))
    #expect(signature.causeText.hasPrefix("a margin of 19 px added on every side; "))
    #expect(signature.regions.map(\.box) == [PixelBox(x: 120, y: 90, width: 40, height: 24)])
  }

  @Test func `lines that were cut off on one side are no crop on all of them`() {
    let whole = picture()
    let cut = cropped(whole, left: 0, top: 0, right: 38, bottom: 38)
    #expect(
      ChangeSignature(whole, cut).causeText
        == "38 rows removed at the bottom; 38 columns removed on the right")
  }

  @Test func `another picture in the middle of a plain one is no margin`() {
    var random = SplitMix(seed: 9)
    var scene = InkScene(width: 184, height: 104)
    for line in 0..<4 { scene.write(10, 6, 4 + Double(line) * 25, size: 14, .black, &random) }
    let words = ChangeSignature(scene.image(), picture()).causeText
    #expect(!words.contains("every side") && !words.contains("as many"), "\(words)")
  }
}
