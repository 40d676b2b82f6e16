import Catalog
import DiffEngine
import Pixels
import Review
import TestSupport
import Testing

/// The same test in light and dark, or at two scales: one cause where the same happened.
@Suite struct CaseCauseFinderTests {
  private let dark = Pixel(18, 18, 20, 255)
  private let light = Pixel(255, 255, 255, 255)

  /// The change of a box's colour.
  private func recoloured(
    on ground: Pixel, _ from: Pixel, _ to: Pixel, left: Int = 20, scale: Int = 1
  ) -> CaseChange {
    func image(_ colour: Pixel) -> PixelImage {
      let (width, height) = (100 * scale, 60 * scale)
      var pixels = [Pixel](repeating: ground, count: width * height)
      for y in 20 * scale..<40 * scale {
        for x in left * scale..<(left + 40) * scale { pixels[y * width + x] = colour }
      }
      return PixelImage(width: width, height: height, pixels: pixels)
    }
    return .image(ChangeSignature(image(from), image(to)))
  }

  private func snapshot(_ name: String) -> SnapshotCase {
    SnapshotCase(id: "AppTests/\(name)", suite: "AppTests", name: name, layout: .pointfree)
  }

  /// Finds the causes of cases, and says them as `list` does.
  private func causes(
    _ cases: (name: String, change: CaseChange)...
  ) -> (ids: [Int], reasons: [String?], texts: [String]) {
    var finder = CaseCauseFinder()
    var words: [CaseCauseWords] = []
    let found = cases.map { entry in
      let found = finder.add(entry.change, of: snapshot(entry.name))
      if found.id > words.count {
        words.append(CaseCauseWords(entry.change))
      } else {
        words[found.id - 1].add(entry.change, variant: found.variant)
      }
      return found
    }
    return (found.map(\.id), found.map(\.reason), words.map(\.text))
  }

  private var inLight: CaseChange {
    recoloured(on: light, Pixel(0, 0, 0, 255), Pixel(200, 0, 0, 255))
  }
  private var inDark: CaseChange {
    recoloured(on: dark, Pixel(240, 240, 240, 255), Pixel(240, 90, 90, 255))
  }

  @Test func `the same test in light and dark is one cause, in words of both`() {
    let found = causes(("home.light", inLight), ("home.dark", inDark), ("away.dark", inDark))
    #expect(found.ids == [1, 1, 1])
    #expect(found.reasons[1] == "the same test in light and dark")
    #expect(
      found.texts == [
        "black → red #c80000; in dark: light grey #f0f0f0 → red #f05a5a"
      ])
  }

  @Test(arguments: [
    ("home.light", "away.dark"), ("home.light", "home.light"), ("home", "home.dark"),
    ("home.1", "home.2"),
  ])
  func `other tests, and those that name no theme, stay apart`(_ first: String, _ second: String) {
    #expect(causes((first, inLight), (second, inDark)).ids == [1, 2])
  }

  @Test func `what changed elsewhere in dark is another cause`() {
    let other = recoloured(
      on: dark, Pixel(240, 240, 240, 255), Pixel(240, 90, 90, 255), left: 40)
    #expect(causes(("home.light", inLight), ("home.dark", other)).ids == [1, 2])
  }

  @Test func `another scale allows no other colours`() {
    let other = recoloured(on: light, Pixel(0, 0, 0, 255), Pixel(0, 0, 200, 255), scale: 2)
    #expect(causes(("home@1x", inLight), ("home@2x", other)).ids == [1, 2])
  }
}
