import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

/// Changes without a name that are shown together, those that stand out first.
struct AlikeTests {
  /// A screen with an icon of two inks, which nothing but its picture describes.
  private struct Screen {
    var scale = 1
    var ground = Pixel.white
    var inks = (Pixel(20, 20, 24, 255), Pixel(200, 30, 30, 255))
    var left = 40

    static let dark = Screen(
      ground: Pixel(18, 18, 20, 255), inks: (Pixel(236, 236, 240, 255), Pixel(230, 60, 60, 255)))

    private static let old = [(0, 0, 24, 6), (0, 6, 6, 18), (12, 12, 6, 12)]
    private static let new = [(9, 0, 6, 24), (0, 9, 24, 6), (18, 18, 6, 6)]

    func signature(_ parts: [(Int, Int, Int, Int)] = Self.new) -> ChangeSignature {
      ChangeSignature(image(Self.old), image(parts))
    }

    private func image(_ parts: [(Int, Int, Int, Int)]) -> PixelImage {
      var canvas = SamenessCanvas(120, 80, scale: scale, ground: ground)
      for (index, (x, y, width, height)) in parts.enumerated() {
        canvas.fill(left + x, 30 + y, width, height, index == 1 ? inks.1 : inks.0)
      }
      return canvas.image
    }
  }

  private func causes(of screens: [Screen]) -> Causes {
    DiffEngineTests.causes(of: screens.map { $0.signature() })
  }

  @Test func `a new icon at its place is alike in a dark theme and at another scale`() {
    var large = Screen()
    large.scale = 3
    let found = causes(of: [Screen(), .dark, large])
    #expect(found.all.count == 3)
    #expect(found.families.map(\.causes) == [[1, 2, 3]])
    #expect(found.families.map(\.reason) == ["content changed at the same place in each"])
  }

  @Test func `another icon elsewhere is not alike`() {
    var other = Screen.dark
    other.left = 70
    #expect(causes(of: [Screen(), other]).families == [])
  }

  /// A noisy panel that moved, below which words appeared on the first screen, and on others a bar.
  private func panels(_ shifts: [Int], withBars: Bool = true) -> Causes {
    let images = shifts.enumerated().map { index, shift in
      func image(_ shift: Int) -> PixelImage {
        var (canvas, random) = (SamenessCanvas(260, 200), SplitMix(seed: 4))
        for y in 0..<90 {
          for x in 0..<180 {
            canvas.fill(30 + x, 20 + shift + y, 1, 1, .grey(UInt8(60 + random.next(120))))
          }
        }
        if shift != 0, index == 0 { canvas.write([21, 15, 9], 20, 160, .black) }
        if shift != 0, index > 0, withBars { canvas.fill(20, 160, 60, 20, Pixel(200, 30, 30, 255)) }
        return canvas.image
      }
      return ChangeSignature(image(0), image(shift))
    }
    return DiffEngineTests.causes(of: images)
  }

  @Test func `what moved as far is alike, whatever else each screen shows`() {
    let found = panels([7, 7, 6])
    #expect(found.all.count == 3)
    #expect(found.families.map(\.causes) == [[1, 2]], "\(found.all.map(\.text))")
    #expect(found.families.map(\.reason) == ["moved 7 px down in each"])
  }

  @Test func `what only moved is decided without what did more`() {
    let found = panels([7, 7, 7], withBars: false)
    #expect(found.all.count == 2 && found.families.isEmpty, "\(found.all.map(\.text))")
  }

  /// Icons of four screens of other grounds, one of which lacks a part.
  private func icons(broken: Int) -> CauseFamily? {
    let grounds: [UInt8] = [255, 18, 235, 40, 210, 60]
    let signatures = grounds.enumerated().map { index, level in
      var screen = level > 128 ? Screen() : .dark
      screen.ground = .grey(level)
      let parts = [(9, 0, 6, 24), (0, 9, 24, 6), (18, 18, 6, index == broken ? 2 : 6)]
      return screen.signature(parts)
    }
    return DiffEngineTests.causes(of: signatures).families.first
  }

  @Test(arguments: 0..<6)
  func `the one that looks least like the others is first, stands out, and says where`(
    _ broken: Int
  ) throws {
    let family = try #require(icons(broken: broken))
    #expect(family.causes == [1, 2, 3, 4, 5, 6])
    #expect(family.looks.map(\.cause).sorted() == family.causes)
    let worst = try #require(family.looks.first)
    #expect(worst.cause == broken + 1 && worst.standsOut, "\(family.looks)")
    #expect(worst.place == PixelBox(x: 40, y: 30, width: 24, height: 24))
    #expect(family.looks.count(where: \.standsOut) == 1, "\(family.looks)")
  }

  /// A short label that appeared, in other words each time, and in one case something else beside it.
  @Test func `what happened in one case alone stands out, and says where`() throws {
    let words: [[UInt8]] = [[21, 15, 9], [9, 27, 30], [30, 15, 21], [5, 3, 18]]
    let signatures = words.enumerated().map { index, word in
      signature(of: SamenessCanvas(200, 120)) {
        $0.write(word, 20, 20, .black)
        if index == 2 { $0.fill(120, 80, 30, 20, .black) }
      }
    }
    let family = try #require(DiffEngineTests.causes(of: signatures).families.first)
    #expect(family.causes == [1, 2, 3, 4])
    #expect(family.looks.filter(\.standsOut).map(\.cause) == [3], "\(family.looks)")
    #expect(family.looks.first?.place == PixelBox(x: 120, y: 80, width: 30, height: 20))
  }

  /// What went in one case came in the others, and those differ among each other as much as can be.
  @Test func `another kind of change than in most stands out`() throws {
    let words: [[UInt8]] = [[21, 15, 9], [9], [30, 15, 21, 9, 27], [5, 3], [1, 30, 21, 4]]
    var finder = CauseFinder()
    for (index, word) in words.enumerated() {
      let empty = SamenessCanvas(200, 120)
      var written = empty
      written.write(word, 20, 20, .black)
      let (before, after) = index == 3 ? (written, empty) : (empty, written)
      #expect(finder.add(ChangeSignature(before.image, after.image)).cause == index)
    }
    let looks = finder.looks(of: Array(0..<5))
    #expect(looks.first?.cause == 3 && looks.first?.standsOut == true, "\(looks)")
  }

  @Test func `a large thing without a name has to be looked at, whatever its score`() throws {
    func picture(_ seed: UInt64, _ width: Int) -> ChangeSignature {
      var random = SplitMix(seed: seed)
      return signature(of: SamenessCanvas(200, 120)) { canvas in
        for y in 20..<60 {
          for x in 20..<20 + width {
            canvas.fill(x, y, 1, 1, Pixel(UInt8(random.next(256)), UInt8(random.next(256)), 9, 255))
          }
        }
      }
    }
    for (width, isTold) in [(40, true), (150, false)] {
      let signatures = (1...3).map { picture(UInt64($0), width) }
      let family = try #require(DiffEngineTests.causes(of: signatures).families.first)
      #expect(family.looks.allSatisfy { $0.isTold == isTold && $0.isForLooking != isTold })
    }
  }
}
