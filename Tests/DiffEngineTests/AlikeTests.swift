import DiffEngine
import Pixels
import TestSupport
import Testing

/// Changes without a name, by what they look like: free of theme, scale and ink where they are
/// shown together, and where one decision covers them only as far as their coverage proves it.
@Suite struct AlikeTests {
  /// A screen with an icon of two inks, which nothing but its picture describes.
  private struct Screen {
    var scale = 1
    var ground = Pixel.white
    var inks = (Pixel(20, 20, 24, 255), Pixel(200, 30, 30, 255))
    var isMirrored = false
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
        let x = isMirrored ? 24 - x - width : x
        canvas.fill(left + x, 30 + y, width, height, index == 1 ? inks.1 : inks.0)
      }
      return canvas.image
    }
  }

  @Test func `a new icon is alike in a dark theme, at another scale, and mirrored`() {
    var (large, mirrored, dark) = (Screen(), Screen(), Screen.dark)
    (large.scale, mirrored.isMirrored, dark.left) = (3, true, 70)
    let signatures = [Screen(), dark, large, mirrored].map { $0.signature() }
    #expect(signatures.allSatisfy { $0.kinds == ["replaced"] }, "\(signatures.map(\.kinds))")
    let found = causes(of: signatures)
    #expect(found.all.count == 4)
    #expect(found.families.map(\.causes) == [[1, 2, 3, 4]])
    #expect(
      found.families.map(\.reason) == [
        "the same pictures before and after, in whatever colours and size"
      ])
  }

  @Test func `another new icon is not alike`() {
    let other = Screen.dark.signature([(0, 0, 6, 24), (12, 4, 12, 12), (9, 20, 15, 4)])
    #expect(causes(of: [Screen().signature(), other]).families == [])
  }

  @Test func `what looks least like the others comes first`() {
    var (second, third) = (Screen.dark, Screen())
    (second.left, third.left) = (60, 20)
    let broken = third.signature([(9, 0, 6, 24), (0, 9, 24, 6), (18, 18, 6, 3)])
    let changes = [Screen(), second, .dark].map { $0.signature().change } + [broken.change]
    #expect(changes[0].isAlike(broken.change))
    let unlikeness = changes.map { $0.unlikeness(to: changes) }
    #expect(unlikeness.prefix(3).allSatisfy { $0 < unlikeness[3] }, "\(unlikeness)")
  }

  // MARK: The same

  /// Screens of a theme with a letter that becomes another: an icon of one ink. The ground of the
  /// dark one is light enough that a row a fifth darker shows on it.
  private func screen(_ seed: UInt64, isDark: Bool, letter: Int) -> PixelImage {
    let ink = isDark ? Pixel(236, 236, 240, 255) : Pixel(10, 10, 14, 255)
    var random = SplitMix(seed: seed)
    var scene = InkScene(ground: isDark ? Pixel(60, 62, 70, 255) : .white)
    for line in 0..<3 { scene.write(10, 16, 10 + Double(line) * 22, size: 13, ink, &random) }
    scene.things.append(InkScene.letter(letter, 60, 90, size: 40, ink))
    return scene.image()
  }

  private func reshaped(_ seed: UInt64, isDark: Bool) -> ChangeSignature {
    ChangeSignature(
      screen(seed, isDark: isDark, letter: 4), screen(seed, isDark: isDark, letter: 6))
  }

  @Test func `a shape that became another is one cause in a light and a dark theme`() {
    let signatures = [
      reshaped(1, isDark: false), reshaped(2, isDark: true), reshaped(3, isDark: false),
    ]
    #expect(signatures.allSatisfy { $0.kinds == ["reshaped"] }, "\(signatures.map(\.kinds))")
    #expect(causes(of: signatures).all.count == 1)
  }

  @Test(arguments: Array(UInt64(1)...12))
  func `no bug that shows hides in the other theme's shape`(_ seed: UInt64) {
    var random = SplitMix(seed: seed &* 91)
    let (before, after) = (
      screen(seed, isDark: true, letter: 4), screen(seed, isDark: true, letter: 6)
    )
    let light = reshaped(seed + 50, isDark: false)
    #expect(causes(of: [light, ChangeSignature(before, after)]).all.count == 1)
    for bug in InjectedBug.allCases {
      for _ in 0..<6 {
        guard let broken = bug.put(into: after, &random) else { continue }
        let signature = ChangeSignature(before, broken)
        #expect(causes(of: [light, signature]).all.count == 2, "\(signature.causeText)")
      }
    }
  }
}
