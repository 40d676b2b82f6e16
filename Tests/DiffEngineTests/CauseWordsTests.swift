import Changes
import Pixels
import TestSupport
import Testing

/// The words for a cause are true of every case in it.
struct CauseWordsTests {
  /// A dark box on white with its edges a share of a pixel away.
  private func box(_ shade: UInt8, moved: Double) -> ChangeSignature {
    var before = InkScene()
    before.things = [
      InkScene.Thing(colour: Pixel(shade, shade, shade, 255), box: (20.5, 30.5, 60, 40))
    ]
    var after = before
    after.things[0].offset = SIMD2(moved, moved)
    return ChangeSignature(before, after)
  }

  @Test func `a ground that fills the picture is recoloured, and did not vanish`() {
    var (before, after) = (InkScene(), InkScene())
    before.things = [InkScene.Thing(colour: Pixel(204, 204, 204, 255), box: (0, 0, 400, 300))]
    after.things = [InkScene.Thing(colour: .white, box: (0, 0, 400, 300))]
    // What stays on it is white as well.
    let label = InkScene.Thing(colour: .white, box: (60, 60, 200, 90))
    before.things.append(label)
    after.things.append(label)
    let text = ChangeSignature(before, after).causeText
    #expect(text == "light grey #cccccc → white", "\(text)")
  }

  @Test func `what a thing became wider by took its colour`() {
    var (before, after) = (InkScene(), InkScene())
    before.things = [InkScene.Thing(colour: .blue, box: (60, 60, 40, 40))]
    after.things = [InkScene.Thing(colour: .blue, box: (54, 60, 52, 40))]
    let (grew, shrank) = (ChangeSignature(before, after), ChangeSignature(after, before))
    #expect(grew.causeText == "white → blue #005afa, 2 places", "\(grew.causeText)")
    #expect(shrank.causeText == "blue #005afa → white, 2 places", "\(shrank.causeText)")
  }

  private func words(_ letters: Int, _ shift: (Int) -> SIMD2<Double>) -> String {
    var random = SplitMix(seed: 3)
    var before = InkScene()
    before.write(letters, 40, 60, size: 20, .black, &random)
    var after = before
    for index in after.things.indices { after.things[index].offset = shift(index) }
    return ChangeSignature(before, after).causeText
  }

  @Test func `letters on a curve that moved by different distances are redrawn`() {
    let text = words(8) { SIMD2(0.4 * Double($0), -3.3 - 0.4 * abs(Double($0) - 3.5)) }
    #expect(text.hasPrefix("text redrawn or slightly changed, "), "\(text)")
    #expect(!text.contains(" px"), "\(text)")
  }

  @Test func `text on a curve that moved further than a guess may be off is said to have`() {
    let text = words(12) { SIMD2(0, -4.2 - 0.1 * abs(Double($0) - 5.5)) }
    #expect(text.contains("4 px up"), "\(text)")
  }

  @Test func `letters are no icon, and of two things that appeared only one is a fill`() {
    var empty = SamenessCanvas(200, 120)
    empty.fill(0, 0, 200, 120, .white)
    var (letters, things) = (empty, empty)
    letters.write([21, 9, 30], 40, 40, .black)
    let text = ChangeSignature(letters.image, empty.image).causeText
    #expect(text.hasPrefix("black ") && !text.contains("icon"), "\(text)")
    things.fill(20, 20, 20, 20, .grey(60))
    for side in [(80, 20, 40, 3), (80, 57, 40, 3), (80, 20, 3, 40), (117, 20, 3, 40)] {
      things.fill(side.0, side.1, side.2, side.3, .grey(60))
    }
    let both = ChangeSignature(empty.image, things.image).causeText
    #expect(both == "dark grey #3c3c3c appeared on white, 2 places", "\(both)")
  }

  @Test func `stripes that appeared are no fill`() {
    var empty = SamenessCanvas(200, 120)
    empty.fill(0, 0, 200, 120, .white)
    var stripes = empty
    for line in 0..<6 { stripes.fill(40, 40 + 2 * line, 12, 2, .grey(line % 2 == 0 ? 97 : 224)) }
    let text = ChangeSignature(empty.image, stripes.image).causeText
    #expect(text.contains("appeared") && !text.contains("fill"), "\(text)")
  }

  @Test func `edges that are hardly off are not said to have moved`() {
    func shadow(_ share: Int) -> PixelImage {
      let pixels = (0..<60 * 60).map { index -> Pixel in
        let (x, y) = (index % 60, index / 60)
        let less = x > 20 ? 20 * (3 + (7 * x + 5 * y) % 5) / 8 * share : 0
        return .grey(UInt8(max(60, min(240, 60 + 20 * (x - 20) - less))))
      }
      return PixelImage(width: 60, height: 60, pixels: pixels)
    }
    let text = ChangeSignature(shadow(0), shadow(1)).causeText
    #expect(text.hasPrefix("edges slightly off, ΔE ≤ "), "\(text)")
  }

  @Test func `a faint change of the same shapes is one of shades`() {
    var random = SplitMix(seed: 3)
    var before = InkScene()
    before.write(8, 40, 60, size: 20, .grey(122), &random)
    var after = before
    for index in after.things.indices {
      after.things[index].colour = Pixel(114, 118, 126, 255)
      after.things[index].offset = SIMD2(0.06, 0.03)
    }
    let text = ChangeSignature(before, after).causeText
    #expect(!text.contains("redrawn"), "\(text)")
  }

  @Test func `edges that were redrawn on a gradient are not replaced`() {
    func picture(_ shift: Double) -> InkScene {
      var random = SplitMix(seed: 3)
      var scene = InkScene()
      for y in 0..<150 {
        let level = UInt8(40 + y)
        scene.things.append(
          InkScene.Thing(
            colour: Pixel(level, 200 - level / 2, 90, 255), box: (0, 2 * Double(y), 400, 2)))
      }
      let first = scene.things.count
      scene.write(6, 40, 60, size: 20, Pixel(250, 240, 90, 255), &random)
      for index in first..<scene.things.count { scene.things[index].offset = SIMD2(shift, shift) }
      return scene
    }
    let text = ChangeSignature(picture(0), picture(0.7)).causeText
    #expect(text.contains("redrawn") && !text.contains("replaced"), "\(text)")
  }

  @Test func `what moved over something that stayed has moved, and has no other size`() {
    func clock(_ up: Double) -> InkScene {
      var random = SplitMix(seed: 3)
      var scene = InkScene()
      scene.ground = .black
      scene.things.append(
        InkScene.Thing(colour: Pixel(80, 80, 80, 255), box: (0, 52, 400, 12)))
      let first = scene.things.count
      scene.write(5, 40, 60, size: 20, .white, &random)
      for index in first..<scene.things.count {
        scene.things[index].offset = SIMD2(up / 10, -up)
      }
      return scene
    }
    let text = ChangeSignature(clock(0), clock(3.4)).causeText
    #expect(text.contains("up") && !text.contains("→"), "\(text)")
  }

  @Test func `the noise of a group is that of its noisiest case`() throws {
    let shifts = [0.06, 0.2, 0.11, 0.17]
    let noise = shifts.map { box(200, moved: $0) }
    #expect(noise.allSatisfy { $0.isNoise })
    let all = causes(of: noise).all
    #expect(all.count < noise.count)
    for cause in all {
      let levels = try cause.members.map { try #require(noise[$0.index].change.noise) }
      let most = try #require(levels.map(\.maxDeltaE).max())
      let limit = ((most * 10).rounded(.up) / 10).formatted
      #expect(cause.text.hasPrefix("rendering noise, ΔE ≤ \(limit)"), "\(cause.text) \(limit)")
      #expect(cause.text.contains("edges only") == levels.allSatisfy { $0.isAtEdges })
    }
  }

  @Test func `places are counted from the fewest to the most`() throws {
    let counts = [3, 8, 5]
    let pairs = counts.map { count in
      var (before, after) = (InkScene(), InkScene())
      for place in 0..<count {
        let box = (20.0 + Double(place % 4) * 50, 20.0 + Double(place / 4) * 50, 24.0, 12.0)
        before.things.append(InkScene.Thing(colour: .black, box: box))
        after.things.append(InkScene.Thing(colour: Pixel(200, 30, 30, 255), box: box))
      }
      return ChangeSignature(before, after)
    }
    let cause = try #require(causes(of: pairs).all.first)
    #expect(cause.members.count == 3)
    #expect(cause.text == "black → red #c81e1e, 3 to 8 places")
    #expect(cause.members.dropFirst().map(\.reason).allSatisfy { $0.hasSuffix(" in each") })
  }

  @Test func `other colours of the same shapes are not called by the first case's`() throws {
    let pairs = [Pixel.black, Pixel(30, 60, 200, 255)].map { colour in
      var random = SplitMix(seed: 5)
      var scene = InkScene()
      scene.write(7, 20, 30, size: 24, colour, &random)
      var after = scene
      for index in after.things.indices { after.things[index].colour = Pixel(200, 30, 30, 255) }
      return ChangeSignature(scene, after)
    }
    for cause in causes(of: pairs).all where cause.members.count == 2 {
      #expect(!cause.text.contains("black"), "\(cause.text)")
    }
  }

  @Test func `thin text drawn half a pixel away is redrawn, though its darkest pixels differ`() {
    var random = SplitMix(seed: 3)
    var scene = InkScene()
    scene.write(9, 20, 30, size: 14, .black, &random)
    var after = scene
    for index in after.things.indices { after.things[index].offset += SIMD2(0.5, 0) }
    let text = CauseWords(ChangeSignature(scene, after).change).text
    #expect(!text.contains(" → "), "\(text)")
  }

  @Test func `a line on one screen that is a recoloured box on another is called by its colours`() {
    // The same pixels: what came to the ground here fills the whole of a box there.
    let signatures = [Pixel.white, Pixel(60, 90, 200, 255)].map { ground in
      var before = InkScene(ground: ground)
      before.things = [InkScene.Thing(colour: .white, box: (40, 60, 100, 4))]
      var after = before
      after.things[0].colour = .black
      return ChangeSignature(before, after)
    }
    #expect(signatures.map { $0.kinds } == [["appeared"], ["recolour"]])
    var words = CauseWords(signatures[0].change)
    words.add(signatures[1].change)
    #expect(words.text == "white → black, 100 × 4")
  }

  @Test func `opaque edges that moved are no change of alpha`() {
    let nudged = box(40, moved: 0.9)
    #expect(!nudged.kinds.contains("alpha") && !nudged.causeText.contains("alpha"))
    #expect(nudged.kinds == ["nudged"], "\(nudged.causeText)")
  }

  /// Rows of a colour each, none like another.
  private func rows(_ numbers: some Sequence<Int>) -> PixelImage {
    let pixels = numbers.flatMap { number -> [Pixel] in
      (0..<40).map { x in Pixel(UInt8(number), UInt8(255 - number), UInt8(x), 255) }
    }
    return PixelImage(width: 40, height: pixels.count / 40, pixels: pixels)
  }

  @Test(arguments: [true, false])
  func `inserted rows are said in the words of the screen, whether the image grows or not`(
    _ grows: Bool
  ) throws {
    let before = rows(0..<150)
    let after = rows((Array(0..<50) + Array(200..<220) + Array(50..<150)).prefix(grows ? 170 : 150))
    let signature = ChangeSignature(before, after)
    let alignment = try #require(RowAlignment(before, after))
    #expect(signature.causeText == alignment.sentence)
    #expect(signature.causeText.hasPrefix("20 rows inserted at y 50"), "\(signature.causeText)")
    #expect(signature.kinds.first == (grows ? "size" : "rows"))
    #expect(!signature.isNoise)
  }
}

extension Double {
  /// The number with one digit after the point, unless that is 0.
  fileprivate var formatted: String {
    let tenths = Int((self * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
