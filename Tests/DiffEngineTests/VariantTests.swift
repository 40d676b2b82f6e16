import DiffEngine
import Pixels
import TestSupport
import Testing

/// The same test in another theme or at another scale.
@Suite struct VariantTests {
  /// A screen of one theme: a label, a rule and a dot.
  private struct Screen {
    var isDark = false
    var label: Pixel?
    var dot = false
    var down = 0.0

    private var ink: Pixel { isDark ? Pixel(236, 236, 240, 255) : Pixel(10, 10, 14, 255) }

    var image: PixelImage {
      var random = SplitMix(seed: 7)
      var scene = InkScene(ground: isDark ? Pixel(18, 18, 20, 255) : .white)
      scene.write(9, 16, 12, size: 18, ink, &random)
      scene.write(8, 16, 50, size: 14, label ?? ink, &random)
      let accent = isDark ? Pixel(90, 170, 255, 255) : Pixel(0, 110, 255, 255)
      scene.things.append(InkScene.Thing(colour: accent, box: (16, 90 + down, 80, 24)))
      if dot {
        let centre = SIMD2(180.3, 100.6)
        scene.things.append(
          InkScene.Thing(
            colour: accent, strokes: [InkScene.Stroke(start: centre, end: centre)], radius: 8))
      }
      return scene.image()
    }
  }

  private static let changes: [@Sendable (Bool) -> (PixelImage, PixelImage)] = [
    { isDark in
      let colour = isDark ? Pixel(240, 120, 120, 255) : Pixel(190, 20, 20, 255)
      return (Screen(isDark: isDark).image, Screen(isDark: isDark, label: colour).image)
    },
    { isDark in (Screen(isDark: isDark).image, Screen(isDark: isDark, dot: true).image) },
    { isDark in (Screen(isDark: isDark, dot: true).image, Screen(isDark: isDark).image) },
    { isDark in (Screen(isDark: isDark).image, Screen(isDark: isDark, down: 9).image) },
  ]

  private func isVariant(_ first: ChangeSignature, _ second: ChangeSignature) -> Bool {
    first.change.isVariant(of: second.change, inAnyColours: true, atAnyScale: false)
  }

  @Test(arguments: changes.indices)
  func `a change corresponds in a dark theme, and no bug that shows does`(_ index: Int) {
    let change = Self.changes[index]
    let light = change(false)
    let (before, after) = change(true)
    let clean = ChangeSignature(light.0, light.1)
    let dark = ChangeSignature(before, after)
    #expect(isVariant(clean, dark), "\(clean.causeText) | \(dark.causeText)")
    // A move has no colours.
    let isMove = clean.kinds == ["moved"]
    #expect(
      clean.change.isVariant(of: dark.change, inAnyColours: false, atAnyScale: true) == isMove)
    var random = SplitMix(seed: UInt64(index) + 3)
    for bug in InjectedBug.allCases {
      for _ in 0..<40 {
        guard let broken = bug.put(into: after, &random) else { continue }
        let signature = ChangeSignature(before, broken)
        #expect(!isVariant(clean, signature), "\(signature.causeText)")
      }
    }
  }

  @Test func `what changed elsewhere, or otherwise, is no variant`() {
    let signatures = Self.changes.map { change in
      let (before, after) = change(false)
      return ChangeSignature(before, after)
    }
    for (index, change) in Self.changes.enumerated() {
      let (before, after) = change(true)
      let dark = ChangeSignature(before, after)
      #expect(signatures.indices.filter { isVariant(signatures[$0], dark) } == [index])
    }
  }

  /// Three words that move down.
  private func moved(_ scale: Int, by distance: Int, at left: Int = 20) -> ChangeSignature {
    func image(_ top: Int) -> PixelImage {
      var canvas = SamenessCanvas(160, 120, scale: scale)
      canvas.write([31], 100, 4, .blue)
      for (line, word) in ([[21, 15, 9], [9, 27, 30], [30, 15, 21]] as [[UInt8]]).enumerated() {
        canvas.write(word, left, top + line * 18, .black)
      }
      return canvas.image
    }
    return ChangeSignature(image(40), image(40 + distance))
  }

  @Test func `a change corresponds at another scale, at the same place alone`() {
    let (single, double) = (moved(1, by: 7), moved(2, by: 7))
    func corresponds(_ other: ChangeSignature) -> Bool {
      single.change.isVariant(of: other.change, inAnyColours: false, atAnyScale: true)
    }
    #expect(single.kinds == ["moved"] && double.kinds == ["moved"])
    #expect(single.sharedCause(with: double) == nil)
    #expect(corresponds(double))
    #expect(!corresponds(moved(2, by: 9)))
    #expect(!corresponds(moved(2, by: 7, at: 60)))
    #expect(!single.change.isVariant(of: double.change, inAnyColours: true, atAnyScale: false))
  }
}
