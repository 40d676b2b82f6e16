import Changes
import Pixels
import TestSupport
import Testing

/// One colour becomes one other colour in every case of a cause.
struct ColourMappingTests {
  /// A dark card with a box on it, both of which became lighter.
  private func card(_ box: Pixel) -> ChangeSignature {
    var canvas = SamenessCanvas(160, 120)
    canvas.fill(20, 20, 100, 60, .black)
    canvas.fill(40, 30, 10, 10, .grey(80))
    return signature(of: canvas) {
      $0.fill(20, 20, 100, 60, .grey(240))
      $0.fill(40, 30, 10, 10, box)
    }
  }

  @Test func `a box of another colour on a recoloured card is another change`() {
    let (first, same, off) = (card(.grey(200)), card(.grey(201)), card(.grey(206)))
    #expect(first.kinds == ["recolour"] && off.kinds == ["recolour"])
    #expect(causes(of: [first, same, off]).all.map(\.members.count) == [2, 1])
    #expect(first.sharedCause(with: same) != nil)
    #expect(first.sharedCause(with: off) == nil)
    #expect(same.change.isCovered(by: first.change.tallies))
    #expect(!off.change.isCovered(by: first.change.tallies))
  }

  /// A word whose last letter may have a colour of its own.
  private func word(_ colour: Pixel, last: Pixel? = nil) -> PixelImage {
    var random = SplitMix(seed: 1)
    var scene = InkScene()
    scene.write(9, 20, 30, size: 14, colour, &random)
    let end = scene.things.count - 1
    scene.things[end].colour = last ?? colour
    return scene.image()
  }

  @Test func `a letter of a recoloured word in a shade of its own is something else`() {
    let green = Pixel(20, 120, 60, 255)
    let clean = ChangeSignature(word(.black), word(green))
    let off = ChangeSignature(word(.black), word(green, last: Pixel(20, 132, 60, 255)))
    #expect(clean.kinds == ["recolour"] && clean.change.isProven, "\(clean.causeText)")
    #expect(!off.change.isProven, "\(off.causeText)")
    #expect(causes(of: [clean, off]).all.count == 2)
  }

  /// Forty rings that became green, one of them of another size, or a pixel further right.
  private func rings(smallerBy inset: Int = 0, right: Int = 0) -> ChangeSignature {
    func draw(_ colour: Pixel, _ canvas: inout SamenessCanvas, _ inset: Int, _ right: Int) {
      canvas.fill(0, 0, 160, 100, .white)
      for ring in 0..<40 {
        let (inset, right) = ring == 17 ? (inset, right) : (0, 0)
        let (x, y) = (20 + 12 * (ring % 10) + inset + right, 20 + 12 * (ring / 10) + inset)
        let side = 9 - 2 * inset
        canvas.fill(x, y, side, side, colour)
        canvas.fill(x + 1, y + 1, side - 2, side - 2, .white)
      }
    }
    var canvas = SamenessCanvas(160, 100)
    draw(.black, &canvas, 0, 0)
    return signature(of: canvas) { draw(Pixel(20, 120, 60, 255), &$0, inset, right) }
  }

  @Test func `a shape among recoloured ones that moved or became another is something else`() {
    let (clean, moved, smaller) = (rings(), rings(right: 1), rings(smallerBy: 1))
    #expect(clean.kinds == ["recolour"])
    #expect(!moved.change.isProven, "\(moved.causeText)")
    #expect(!smaller.change.isProven, "\(smaller.causeText)")
    #expect(causes(of: [clean, moved, smaller]).all.map(\.members.count) == [1, 1, 1])
  }
}
