import Catalog
import Changes
import Pixels
import Review
import TestSupport
import Testing

/// The same test in light and dark, or at two scales: alike where the same kinds of change happened.
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

  /// The causes of cases, and the families of those.
  private func causes(
    _ cases: (name: String, change: CaseChange)...
  ) -> (ids: [Int], families: [CauseFamily]) {
    var finder = CaseCauseFinder()
    let found = cases.map { finder.add($0.change, of: snapshot($0.name)) }
    return (found.map(\.id), finder.families)
  }

  private var inLight: CaseChange {
    recoloured(on: light, Pixel(0, 0, 0, 255), Pixel(200, 0, 0, 255))
  }
  private var inDark: CaseChange {
    recoloured(on: dark, Pixel(240, 240, 240, 255), Pixel(0, 90, 90, 255))
  }

  @Test func `the same test in light and dark is alike`() {
    let found = causes(("home.light", inLight), ("home.dark", inDark), ("away.dark", inDark))
    #expect(found.ids == [1, 2, 2])
    #expect(found.families.map(\.causes) == [[1, 2]])
    #expect(found.families.map(\.reason) == ["the same test in light and dark"])
    #expect(Set(found.families[0].looks.map(\.cause)) == [1, 2])
  }

  @Test func `families that one test joins are one`() {
    let blue = recoloured(on: light, Pixel(0, 0, 255, 255), Pixel(0, 255, 0, 255), left: 50)
    let found = causes(
      ("home.light", inLight), ("home.dark", inDark), ("away.dark", inDark), ("away.light", blue))
    #expect(found.ids == [1, 2, 2, 3])
    #expect(found.families.map(\.causes) == [[1, 2, 3]])
  }

  @Test(arguments: [
    ("home.light", "away.dark"), ("home.light", "home.light"), ("home", "home.dark"),
    ("home.1", "home.2"),
  ])
  func `other tests, and those that name no theme, are not alike`(
    _ first: String, _ second: String
  ) {
    let found = causes((first, inLight), (second, inDark))
    #expect(found.ids == [1, 2] && found.families.isEmpty)
  }

  @Test func `another kind of change in dark is not alike`() {
    let gone = recoloured(on: dark, Pixel(240, 240, 240, 255), dark)
    #expect(causes(("home.light", inLight), ("home.dark", gone)).families.isEmpty)
  }
}
