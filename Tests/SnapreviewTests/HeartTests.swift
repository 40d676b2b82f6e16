import Catalog
import Changes
import DiffEngine
import PNGCodec
import Pixels
import Review
import ReviewUI
import TestSupport
import Testing
import snapreview

/// What a close-up on the screen shows of a change.
struct HeartTests {
  private static let side = 400
  private let scratch = TestFolder()

  /// A white image with some boxes, each of one grey.
  private func image(_ boxes: [(PixelBox, UInt8)]) -> PixelImage {
    var pixels = Array(repeating: Pixel(255, 255, 255, 255), count: Self.side * Self.side)
    for (box, grey) in boxes {
      for y in box.y..<box.y + box.height {
        for x in box.x..<box.x + box.width {
          pixels[y * Self.side + x] = Pixel(grey, grey, grey, 255)
        }
      }
    }
    return PixelImage(width: Self.side, height: Self.side, pixels: pixels)
  }

  /// Black letters of three strokes, each four pixels wide and two from the next.
  private func letters(_ count: Int, x: Int, y: Int) -> [(PixelBox, UInt8)] {
    (0..<3 * count).map {
      (PixelBox(x: x + 6 * ($0 / 3), y: y + 6 * ($0 % 3), width: 4, height: 4), 0)
    }
  }

  private func heart(_ reference: PixelImage, _ actual: PixelImage, _ region: ChangeRegion)
    -> PixelBox
  {
    let mask = compare(reference, actual, strategy: Strategy(.naive)).mask
    var region = region
    region.centre(
      by: ChangeMap(reference, actual, mask: mask, formula: Strategy(.naive).formula),
      on: [reference, actual])
    return region.heart
  }

  @Test func `it is a place where the change is strong, not where most of it is faint`() {
    let ground = PixelBox(x: 20, y: 20, width: 300, height: 300)
    let mark = PixelBox(x: 290, y: 280, width: 10, height: 10)
    var region = ChangeRegion(
      box: ground, mismatched: 90_000, deltaESum: 90_000, maxDeltaE: 100,
      peak: PixelPoint(x: mark.x, y: mark.y))
    region.heart = PixelBox(x: 20, y: 20, width: 96, height: 96)
    let heart = heart(image([]), image([(ground, 250), (mark, 0)]), region)
    #expect(heart.contains(mark), "\(heart)")
  }

  @Test func `it is a whole line of text, not the lower half of one and the upper half of another`()
  {
    let text = letters(40, x: 60, y: 100) + letters(30, x: 60, y: 140)
    var region = ChangeRegion(
      box: PixelBox(x: 60, y: 100, width: 238, height: 56), mismatched: 5600, deltaESum: 560_000,
      maxDeltaE: 100, peak: PixelPoint(x: 60, y: 100))
    region.heart = PixelBox(x: 100, y: 108, width: 96, height: 46)
    let heart = heart(image([]), image(text), region)
    #expect((117...140).contains(heart.y) && (156...176).contains(heart.y + heart.height))
  }

  @Test func `a close-up leaves out the part of a word that its edge would cut`() throws {
    let (dot, word) = (PixelBox(x: 100, y: 100, width: 8, height: 8), letters(20, x: 150, y: 95))
    let maker = PictureMaker(loader: PairLoader { ShownFiles(of: $0) })
    let snapshot = SnapshotCase(
      id: "a", suite: "", name: "a", layout: .pair,
      reference: scratch.write("r.png", image(word)),
      actual: scratch.write("a.png", image(word + [(dot, 0)])))
    var request = PictureRequest(
      item: 0, revision: 0, source: .side(.actual),
      region: PixelRegion(x: 60, y: 60, width: 100, height: 100),
      samples: PixelSize(width: 50, height: 50), marks: Strategy(.naive))
    request.closeUp = dot
    let samples = try #require(maker.picture(snapshot, request)).grid.samples
    #expect(samples[22 * 50 + 22] == Pixel(0, 0, 0, 255))
    #expect((45..<50).allSatisfy { samples[20 * 50 + $0].w == 0 })
    request.closeUp = nil
    #expect(try #require(maker.picture(snapshot, request)).grid.samples[20 * 50 + 46].w == 255)
  }
}
