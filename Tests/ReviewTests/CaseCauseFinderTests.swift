import Changes
import Pixels
import Review
import TestSupport
import Testing

/// The causes of a review, in which texts and flaky cases stand between images.
struct CaseCauseFinderTests {
  private let black = Pixel(0, 0, 0, 255)
  private let red = Pixel(200, 0, 0, 255)
  private let blue = Pixel(0, 0, 255, 255)
  private let green = Pixel(0, 200, 0, 255)

  /// The change of boxes beside each other from one colour to another.
  private func recoloured(_ boxes: (from: Pixel, to: Pixel)...) -> CaseChange {
    func image(_ colours: [Pixel]) -> PixelImage {
      var pixels = [Pixel](repeating: Pixel(repeating: 255), count: 100 * 60)
      for (place, colour) in colours.enumerated() {
        for y in 20..<40 {
          for x in 0..<30 { pixels[y * 100 + 10 + 50 * place + x] = colour }
        }
      }
      return PixelImage(width: 100, height: 60, pixels: pixels)
    }
    return .image(ChangeSignature(image(boxes.map(\.from)), image(boxes.map(\.to))))
  }

  @Test func `a family has the numbers that its causes have among all`() {
    var finder = CaseCauseFinder()
    let found = [
      CaseChange.flaky(recoloured((blue, red))), recoloured((black, red)),
      .flaky(recoloured((blue, red))), recoloured((black, red)),
      recoloured((black, red), (blue, green)),
    ].map { finder.add($0).id }
    #expect(found == [1, 2, 1, 2, 3])
    #expect(finder.families.map(\.causes) == [[2, 3]])
    #expect(finder.families.map { Set($0.looks.map(\.cause)) } == [[2, 3]])
  }
}
