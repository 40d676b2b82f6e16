import Changes
import Pixels
import TestSupport
import Testing

/// Buttons and their labels on cards, in the colours of a palette that changes.
struct PaletteFitTests {
  private struct Palette {
    var card = Pixel(230, 230, 235, 255)
    var button = Pixel(0, 122, 255, 255)
    var label = Pixel(255, 240, 200, 255)
    var badge = Pixel(255, 59, 48, 255)

    static let old = Palette()
    static let new = Palette(
      card: Pixel(205, 210, 222, 255), button: Pixel(0, 84, 150, 255),
      label: Pixel(200, 225, 160, 255), badge: Pixel(170, 20, 60, 255))
  }

  private func scene(_ seed: UInt64, _ palette: Palette) -> InkScene {
    var random = SplitMix(seed: seed)
    var scene = InkScene()
    for line in 0..<2 {
      let top = 12.5 + Double(line) * 84
      scene.things.append(InkScene.Thing(colour: palette.card, box: (10, top, 230, 70)))
      scene.things.append(
        InkScene.Thing(colour: palette.button, box: (20.25, top + 12, 150, 44.5)))
      scene.write(7, 30, top + 22, size: 22, palette.label, &random)
      let centre = SIMD2(205.3, top + 30.6)
      scene.things.append(
        InkScene.Thing(
          colour: palette.badge, strokes: [InkScene.Stroke(start: centre, end: centre)],
          radius: 11))
    }
    return scene
  }

  private func signature(_ seed: UInt64, _ palette: Palette = .new) -> ChangeSignature {
    ChangeSignature(scene(seed, .old), scene(seed, palette))
  }

  @Test func `each ink of a region has its own colours`() {
    let change = signature(1)
    #expect(change.kinds == ["recolour"])
    #expect(change.change.tallies.count == 4)
    let button = change.causeText.contains("blue #007aff → blue #005496")
    #expect(button, "\(change.causeText)")
    #expect(change.change.isProven)
  }

  @Test func `another screen of the palette is the same cause`() {
    #expect(causes(of: [signature(1), signature(2), signature(3)]).all.count == 1)
  }

  @Test(arguments: UInt64(1)...5)
  func `no bug that shows hides in a changed palette`(_ seed: UInt64) {
    let clean = signature(seed)
    #expect(clean.change.isProven, "\(clean.causeText)")
    let (before, after) = (scene(seed, .old).image(), scene(seed, .new).image())
    var random = SplitMix(seed: seed &* 131)
    for bug in InjectedBug.allCases {
      for _ in 0..<6 {
        guard let broken = bug.put(into: after, &random) else { continue }
        let change = ChangeSignature(before, broken)
        #expect(causes(of: [clean, change]).all.count == 2, "\(bug): \(change.causeText)")
        #expect(!change.change.isCovered(by: clean.change.tallies), "\(bug): \(change.causeText)")
      }
    }
  }

  @Test func `inks that changed places are named, and stand apart`() {
    var swapped = Palette.old
    (swapped.button, swapped.label) = (swapped.label, swapped.button)
    #expect(signature(1, swapped).kinds == ["recolour"])
    #expect(!areTogether(signature(1), signature(1, swapped)))
  }

  @Test func `inks that went into one are no palette`() {
    var joined = Palette.new
    joined.label = joined.button
    #expect(signature(1, joined).kinds != ["recolour"])
    // A card that is the ground from now on is gone.
    var gone = Palette.new
    gone.card = .white
    #expect(signature(1, gone).kinds != ["recolour"])
  }

  @Test func `a label that vanished from its recoloured button is said`() {
    let before = scene(1, .old)
    var after = scene(1, .new)
    after.things.removeAll { $0.colour == Palette.new.label && $0.strokes[0].start.y > 90 }
    let change = ChangeSignature(before, after)
    #expect(!change.change.isProven, "\(change.causeText)")
    #expect(!change.change.isCovered(by: signature(1).change.tallies))
  }
}
