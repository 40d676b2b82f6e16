import DiffEngine
import PNGCodec
import Testing

@Suite struct SamenessStretchTests {
  private let pay: [UInt8] = [21, 15, 9, 27]

  /// A button with a text in its middle, up by 6 points, on a screen of some width.
  private func moving(
    on width: Int, height: Int = 30, margin: Int = 16, word: [UInt8]? = nil, colour: Pixel = .blue,
    _ extra: (inout SamenessCanvas) -> Void = { _ in }
  ) -> ChangeSignature {
    func screen(_ top: Int) -> SamenessCanvas {
      var canvas = SamenessCanvas(width, 160)
      canvas.fill(margin, top, width - 2 * margin, height, colour)
      canvas.write(word ?? pay, width / 2 - 20, top + height / 2 - 6, .white)
      return canvas
    }
    var actual = screen(94)
    extra(&actual)
    return ChangeSignature(screen(100).image, actual.image)
  }

  @Test(arguments: [190, 200, 240, 300])
  func `a button as wide as the screen moved alike on every device`(_ width: Int) {
    #expect(moving(on: 180).relation(to: moving(on: width)) == .stretched)
    #expect(moving(on: width).relation(to: moving(on: 180)) == .stretched)
  }

  @Test func `other margins do not matter, being in the middle does`() {
    #expect(moving(on: 180).relation(to: moving(on: 300, margin: 40)) == .stretched)
    let aside = moving(on: 240) { $0.fill(224, 97, 8, 33, .blue) }
    #expect(moving(on: 180).relation(to: aside) == nil)
  }

  @Test func `another text, height or colour is another change`() {
    #expect(moving(on: 180).relation(to: moving(on: 240, word: [25, 27, 7, 31])) == nil)
    #expect(moving(on: 180).relation(to: moving(on: 240, height: 34)) == nil)
    #expect(moving(on: 180).relation(to: moving(on: 240, colour: .orange)) == nil)
  }

  @Test(arguments: [20, 60, 70, 80, 150, 200])
  func `a blot anywhere in the button is another change`(_ x: Int) {
    let blotted = moving(on: 240) { $0.fill(x, 108, 6, 6, .orange) }
    #expect(moving(on: 180).relation(to: blotted) == nil)
    #expect(blotted.relation(to: moving(on: 180)) == nil)
  }
}
