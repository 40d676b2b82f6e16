import Changes
import Pixels
import TestSupport
import Testing

/// What is said of things that moved over their own old place.
@Suite struct MovedContentTests {
  private static let blue = Pixel(0, 122, 255, 255)

  private func word(_ numbers: [Int], _ x: Double, _ y: Double, _ ink: Pixel) -> [InkScene.Thing] {
    numbers.enumerated().map { index, number in
      InkScene.letter(number, x + Double(index) * 15, y, size: 16, ink)
    }
  }

  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> InkScene.Thing {
    InkScene.Thing(colour: Self.blue, box: (x, y, width, height))
  }

  private func words(_ before: [InkScene.Thing], _ after: [InkScene.Thing]) -> String {
    ChangeSignature(InkScene(things: before).image(), InkScene(things: after).image()).causeText
  }

  private func button(_ y: Double, label: Double) -> [InkScene.Thing] {
    [box(20, y, 200, 44)] + word([0, 3, 6], 100, label, .white)
  }

  @Test func `a button that moved by less than its height moved, with its label`() {
    let text = words(button(90, label: 104), button(78, label: 92))
    #expect(!text.contains("grew") && !text.contains("shrank"), "\(text)")
    #expect(text.hasPrefix("moved 12 px up"), "\(text)")
    #expect(!text.contains("something else"), "\(text)")
  }

  @Test func `a button whose label stayed did not move as a whole`() {
    let moved = ChangeSignature(
      InkScene(things: button(90, label: 104)).image(),
      InkScene(things: button(82, label: 96)).image())
    let stayed = ChangeSignature(
      InkScene(things: button(90, label: 104)).image(),
      InkScene(things: button(82, label: 104)).image())
    #expect(moved.sharedCause(with: stayed) == nil, "\(stayed.causeText)")
  }

  @Test func `a button that grew did so on the page`() {
    let text = words([box(60, 60, 160, 60)], [box(30, 60, 190, 60)])
    #expect(text == "blue #007aff shape grew on white, 30 × 60", "\(text)")
  }

  @Test func `text that was drawn anew some pixels lower is redrawn`() {
    let before = word([0, 3, 6, 8, 1, 9], 20, 40, .black)
    let after = before.map { thing in
      var thing = thing
      thing.offset += SIMD2(0.4, 3.4)
      return thing
    }
    let text = words(before, after)
    #expect(text.hasPrefix("text redrawn, 3 px down, "), "\(text)")
  }
}
