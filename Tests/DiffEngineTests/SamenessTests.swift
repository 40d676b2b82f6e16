import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

struct SamenessTests {
  private let same = "pixel for pixel the same change"
  private let hello: [UInt8] = [21, 15, 9, 9, 27]
  private let world: [UInt8] = [25, 27, 7, 9, 31]

  private func appearing(
    _ word: [UInt8], _ x: Int, _ y: Int, on canvas: SamenessCanvas = SamenessCanvas(200, 120),
    _ colour: Pixel = .black
  ) -> ChangeSignature {
    signature(of: canvas) { $0.write(word, x, y, colour) }
  }

  @Test func `the same pixels elsewhere, in an image of another size, are the same change`() {
    let other = appearing(hello, 91, 57, on: SamenessCanvas(333, 170))
    #expect(appearing(hello, 10, 10).sharedCause(with: other) == same)
  }

  @Test func `what stays the same about a change does not matter`() {
    var busy = SamenessCanvas(200, 120)
    busy.fill(10, 60, 180, 40, .orange)
    #expect(appearing(hello, 10, 10).sharedCause(with: appearing(hello, 30, 20, on: busy)) == same)
  }

  @Test func `another word of the same length is another change`() {
    #expect(appearing(hello, 10, 10).sharedCause(with: appearing(world, 10, 10)) == nil)
  }

  @Test func `a word that appears is not the word that vanishes`() {
    var written = SamenessCanvas(200, 120)
    written.write(hello, 10, 10, .black)
    let vanishing = signature(of: written) { $0.fill(10, 10, 60, 12, .white) }
    #expect(appearing(hello, 10, 10).sharedCause(with: vanishing) == nil)
  }

  @Test func `two words far apart are not one of them`() {
    let both = signature(of: SamenessCanvas(200, 120)) {
      $0.write(hello, 10, 10, .black)
      $0.write(hello, 100, 90, .black)
    }
    #expect(both.sharedCause(with: appearing(hello, 10, 10)) != same)
    #expect(appearing(hello, 10, 10).sharedCause(with: both) != same)
  }

  @Test func `a faint change of the same shape is not a plain one in other colours`() {
    let faint = appearing(hello, 10, 10, Pixel(230, 230, 230, 255))
    #expect(appearing(hello, 10, 10).sharedCause(with: faint) == nil)
  }

  @Test func `a box that appears is not the same box that vanishes in other colours`() {
    let appearing = signature(of: SamenessCanvas(200, 120)) { $0.fill(20, 20, 40, 30, .blue) }
    var boxed = SamenessCanvas(200, 120, ground: .black)
    boxed.fill(20, 20, 40, 30, .orange)
    let vanishing = signature(of: boxed) { $0.fill(20, 20, 40, 30, .black) }
    #expect(appearing.sharedCause(with: vanishing) == nil)
  }

  @Test func `a recoloured box with a hole in its sign is another change`() {
    var (light, dark) = (SamenessCanvas(200, 120), SamenessCanvas(200, 120, ground: .black))
    light.fill(20, 20, 60, 30, .blue)
    dark.fill(20, 20, 60, 30, .orange)
    let plain = signature(of: light) { $0.fill(20, 20, 60, 30, .grey) }
    let broken = signature(of: dark) {
      $0.fill(20, 20, 60, 30, .grey)
      $0.fill(40, 30, 8, 8, .white)
    }
    #expect(plain.sharedCause(with: broken) == nil)
  }

  @Test func `images that grew alike are the same change, others are not`() {
    func growing(_ height: Int, by more: Int) -> ChangeSignature {
      ChangeSignature(SamenessCanvas(90, height).image, SamenessCanvas(90, height + more).image)
    }
    #expect(growing(50, by: 12).sharedCause(with: growing(70, by: 12)) == same)
    #expect(growing(50, by: 12).sharedCause(with: growing(50, by: 13)) != same)
    let shrinking = ChangeSignature(SamenessCanvas(90, 62).image, SamenessCanvas(90, 50).image)
    #expect(growing(50, by: 12).sharedCause(with: shrinking) == nil)
  }

  @Test func `a difference of alpha alone is a change`() {
    let clear = signature(of: SamenessCanvas(40, 40, ground: Pixel(0, 0, 0, 255))) {
      $0.fill(4, 4, 9, 9, Pixel(0, 0, 0, 128))
    }
    let other = signature(of: SamenessCanvas(80, 40, ground: Pixel(0, 0, 0, 255))) {
      $0.fill(44, 14, 9, 9, Pixel(0, 0, 0, 128))
    }
    #expect(!clear.isEmpty)
    #expect(clear.sharedCause(with: other) == same)
  }

  @Test func `colours under full transparency are no change`() {
    let hidden = signature(of: SamenessCanvas(40, 40, ground: Pixel(9, 9, 9, 0))) {
      $0.fill(4, 4, 9, 9, Pixel(200, 0, 0, 0))
    }
    #expect(hidden.isEmpty)
    #expect(hidden.sharedCause(with: hidden) == nil)
  }

  @Test func `images in which every pixel differs are the same only when all of it is`() {
    let one = signature(of: SamenessCanvas(300, 200)) { $0.fill(0, 0, 300, 200, .blue) }
    let two = signature(of: SamenessCanvas(300, 200)) {
      $0.fill(0, 0, 300, 200, .blue)
      $0.fill(150, 100, 1, 1, .orange)
    }
    #expect(one.sharedCause(with: one) == same)
    #expect(one.sharedCause(with: two) != same)
  }

  @Test func `a region is measured alike beside so much that all cores share the work`() {
    let before = SamenessCanvas(700, 560)
    var alone = before
    for y in 10..<540 {
      // Down a slope and back again, in ever other colours.
      let x = 10 + abs(y % 120 - 60)
      alone.fill(x, y, 3 + y % 2, 1, Pixel(UInt8(y % 251), UInt8(y % 17), 90, 255))
    }
    var beside = alone
    for box in 0..<20 { beside.fill(130 + box % 5 * 116, 20 + box / 5 * 116, 90, 90, .blue) }
    let (few, many) = (keys(before, alone), keys(before, beside))
    #expect(few.count == 1 && many.count == 21)
    #expect(many.contains(few[0]))
  }

  @Test func `runs in each other's rows are other keys, in either half`() {
    var random = SplitMix(seed: 5)
    for _ in 0..<2000 {
      let (row, column) = (UInt64(random.next(200)), UInt64(random.next(400)))
      let (below, right) = (row + UInt64(random.next(99)) + 1, column + UInt64(random.next(99)) + 1)
      func sum(_ places: [(UInt64, UInt64)]) -> ContentKey {
        places.reduce(into: .none) { sum, place in
          var key = ContentKey()
          key.add(place.0 << 32 | place.1)
          key.add(7)
          sum.add(unordered: key)
        }
      }
      let down = sum([(row, column), (below, right)])
      let up = sum([(row, right), (below, column)])
      #expect(down.first != up.first && down.second != up.second)
    }
  }

  private func keys(_ before: SamenessCanvas, _ after: SamenessCanvas) -> [ContentKey] {
    let overlay = Overlay(before.image, after.image)
    let mask = overlay.byteMask()
    return overlay.keys(mask, ChangeRegions(mask))
  }
}
