import DiffEngine
import Pixels
import Testing
import snapreview

struct UncutTests {
  /// An image of black bars, each four pixels wide and one from the next, as letters are.
  private func word(from start: Int, to end: Int) -> PixelImage {
    PixelImage(
      width: 400, height: 60,
      pixels: (0..<400 * 60).map { index in
        let (x, y) = (index % 400, index / 400)
        let isInk = (start..<end).contains(x) && (20..<40).contains(y) && (x - start) % 5 < 4
        return isInk ? Pixel(0, 0, 0, 255) : Pixel(255, 255, 255, 255)
      })
  }

  private let change = PixelBox(x: 100, y: 22, width: 20, height: 10)

  @Test func `a side that cuts a word moves to where it ends`() {
    let part = PixelBox(x: 60, y: 0, width: 80, height: 60)
    let uncut = part.uncut([word(from: 90, to: 149)], around: change)
    #expect(uncut.x == 60)
    #expect((151...156).contains(uncut.x + uncut.width))
    // The longer word of the two sides counts.
    let both = part.uncut([word(from: 90, to: 149), word(from: 90, to: 154)], around: change)
    #expect((156...161).contains(both.x + both.width))
  }

  @Test func `a word that just reaches in is left out`() {
    let part = PixelBox(x: 60, y: 0, width: 80, height: 60)
    let uncut = part.uncut([word(from: 136, to: 300), nil], around: change)
    #expect((123...134).contains(uncut.x + uncut.width))
  }

  @Test func `a part that cannot grow loses the rest of a word that its edge cuts`() {
    let part = PixelBox(x: 60, y: 0, width: 80, height: 60)
    let uncut = part.uncut([word(from: 132, to: 300), nil], around: change, grows: false)
    #expect((123...130).contains(uncut.x + uncut.width))
    #expect(part.uncut([word(from: 90, to: 149)], around: change, grows: false) == part)
  }

  @Test func `without a gap nearby a side stays`() {
    let part = PixelBox(x: 60, y: 0, width: 80, height: 60)
    #expect(part.uncut([word(from: 0, to: 400)], around: change) == part)
  }
}
