import Changes
import Pixels
import TestSupport
import Testing

/// A name covers a case only where nothing is left once the named change is taken away.
struct CauseProofTests {
  private let green = Pixel(20, 120, 60, 255)

  /// A list of words and an icon, a number of rows further down.
  private func list(down: Int, hasIcon: Bool = true, seed: UInt64 = 3) -> PixelImage {
    var random = SplitMix(seed: seed)
    var scene = InkScene()
    for line in 0..<6 { scene.write(12, 30, 10 + Double(line) * 22, size: 14, .black, &random) }
    if hasIcon {
      let box = (8.0, 54.0, 16.0, 16.0)
      scene.things.append(InkScene.Thing(colour: Pixel(200, 30, 30, 255), box: box))
    }
    for index in scene.things.indices { scene.things[index].offset.y += Double(down) }
    return scene.image()
  }

  @Test func `an icon that is missing from what moved stands alone, and is said`() {
    let moved = ChangeSignature(list(down: 0), list(down: 7))
    let other = ChangeSignature(list(down: 0, seed: 4), list(down: 7, seed: 4))
    let missing = ChangeSignature(list(down: 0), list(down: 7, hasIcon: false))
    #expect(moved.kinds == ["moved"])
    #expect(areTogether(moved, other))
    #expect(!areTogether(moved, missing))
    #expect(missing.causeText.contains("moved 7 px down"), "\(missing.causeText)")
    #expect(missing.causeText.contains("red #c81e1e fill vanished"), "\(missing.causeText)")
  }

  @Test func `a letter that vanished is not a border that vanished`() {
    var canvas = SamenessCanvas(160, 120)
    canvas.fill(20, 20, 40, 1, .grey)
    canvas.fill(20, 59, 40, 1, .grey)
    canvas.fill(20, 21, 1, 38, .grey)
    canvas.fill(59, 21, 1, 38, .grey)
    canvas.write([27], 90, 80, .grey)
    let border = signature(of: canvas) { $0.fill(20, 20, 40, 40, .white) }
    let both = signature(of: canvas) {
      $0.fill(20, 20, 40, 40, .white)
      $0.fill(90, 80, 8, 12, .white)
    }
    #expect(border.kinds == ["vanished"] && both.kinds == ["vanished"])
    #expect(!areTogether(border, both))
    #expect(border.causeText == "grey #808080 border vanished from white, 40 × 40")
  }

  @Test func `a border that loses a pixel on all sides is no noise`() {
    var canvas = SamenessCanvas(160, 120)
    canvas.fill(20, 20, 80, 60, .grey)
    canvas.fill(22, 22, 76, 56, .white)
    let thinner = signature(of: canvas) { $0.fill(21, 21, 78, 58, .white) }
    #expect(thinner.causeText == "edges moved by at most 1 px")
    #expect(!thinner.isNoise)
  }

  @Test(arguments: [UInt8(3), 6])
  func `a ground that shifted by a few levels is no noise`(_ levels: UInt8) {
    var random = SplitMix(seed: 9)
    var (scene, shifted) = (InkScene.screen(5), InkScene.screen(5))
    shifted.ground = Pixel(255 - levels, 255 - levels, 255 - levels, 255)
    let noise = ChangeSignature(scene, scene.rasterisedAnew(&random))
    let ground = ChangeSignature(scene, shifted)
    #expect(noise.isNoise)
    #expect(!ground.isNoise, "\(ground.causeText)")
    scene.things.removeAll()
    shifted.things.removeAll()
    let plain = ChangeSignature(scene, shifted)
    #expect(plain.kinds == ["recolour"])
  }

  @Test func `a shade within a recoloured box is another change`() {
    let canvas = SamenessCanvas(160, 120)
    func recoloured(_ shade: Pixel?) -> ChangeSignature {
      var before = canvas
      before.fill(20, 20, 100, 60, .black)
      return signature(of: before) {
        $0.fill(20, 20, 100, 60, .white)
        if let shade { $0.fill(40, 30, 20, 20, shade) }
      }
    }
    #expect(!areTogether(recoloured(nil), recoloured(Pixel(245, 245, 245, 255))))
  }

  @Test func `a letter in a lighter shade of a recoloured text is another change`() {
    var canvas = SamenessCanvas(160, 60)
    canvas.write([21, 15, 9, 27, 30], 20, 20, .black)
    let text = signature(of: canvas) { $0.write([21, 15, 9, 27, 30], 20, 20, .blue) }
    let lighter = signature(of: canvas) {
      $0.write([21, 15, 9, 27, 30], 20, 20, .blue)
      $0.write([30], 64, 20, Pixel(69, 135, 251, 255))
    }
    #expect(text.kinds == ["recolour"])
    #expect(!areTogether(text, lighter), "\(lighter.causeText)")
  }

  @Test func `a ground of another shade around a recoloured text is another change`() {
    func recoloured(_ ground: Pixel, _ seed: UInt64) -> ChangeSignature {
      var random = SplitMix(seed: seed)
      var (before, after) = (InkScene(), InkScene())
      before.write(8, 20, 30, size: 14, .black, &random)
      after.things = before.things.map {
        var thing = $0
        thing.colour = green
        return thing
      }
      after.ground = ground
      return ChangeSignature(before, after)
    }
    #expect(areTogether(recoloured(.white, 1), recoloured(.white, 2)))
    #expect(!areTogether(recoloured(.white, 1), recoloured(Pixel(252, 252, 252, 255), 1)))
  }

  @Test(arguments: [UInt8(3), 6])
  func `a box that got nearly the same colour is another change`(_ levels: UInt8) {
    func filled(_ colour: Pixel) -> ChangeSignature {
      var canvas = SamenessCanvas(160, 120)
      canvas.fill(20, 20, 100, 60, .blue)
      return signature(of: canvas) { $0.fill(20, 20, 100, 60, colour) }
    }
    #expect(!areTogether(filled(.black), filled(Pixel(levels, levels, levels, 255))))
    #expect(areTogether(filled(.black), filled(Pixel(1, 1, 1, 255))))
  }

  @Test func `edges that moved the other way are another cause`() {
    func nudged(_ offset: Double, _ seed: UInt64) -> ChangeSignature {
      var random = SplitMix(seed: seed)
      var scene = InkScene()
      scene.write(8, 20, 30, size: 24, .black, &random)
      var after = scene
      for index in after.things.indices { after.things[index].offset.x = offset }
      return ChangeSignature(scene, after)
    }
    let (left, right) = (nudged(-0.6, 1), nudged(0.6, 1))
    #expect(!areTogether(left, right))
    #expect(areTogether(left, nudged(-0.6, 1)))
  }

  @Test func `a patch that is missing from a picture at another scale is said`() {
    func pair(hasPatch: Bool) -> ChangeSignature {
      var (small, large) = (SamenessCanvas(96, 72), SamenessCanvas(96, 72, scale: 2))
      small.write([21, 15, 9], 10, 10, .black)
      large.write([21, 15, 9], 10, 10, .black)
      small.fill(60, 40, 6, 6, .blue)
      if hasPatch { large.fill(60, 40, 6, 6, .blue) }
      return ChangeSignature(small.image, large.image)
    }
    let (whole, missing) = (pair(hasPatch: true), pair(hasPatch: false))
    #expect(whole.causeText == "rendered at 2 times the scale")
    #expect(missing.causeText == "rendered at 2 times the scale; and something else at 120, 80")
    #expect(!areTogether(whole, missing))
  }

  @Test func `rows that were added hold nothing that other added rows do not`() {
    func pair(hasText: Bool) -> ChangeSignature {
      var canvas = SamenessCanvas(80, 60)
      canvas.write([21, 15], 10, 10, .black)
      var taller = SamenessCanvas(80, 80)
      taller.write([21, 15], 10, 10, .black)
      if hasText { taller.write([9, 27], 10, 64, .black) }
      return ChangeSignature(canvas.image, taller.image)
    }
    #expect(areTogether(pair(hasText: false), pair(hasText: false)))
    #expect(!areTogether(pair(hasText: false), pair(hasText: true)))
  }

  @Test func `the same text in another size is no more than alike`() {
    func vanished(_ size: Double) -> ChangeSignature {
      var random = SplitMix(seed: 7)
      var scene = InkScene()
      scene.write(8, 20, 30, size: size, .black, &random)
      return ChangeSignature(scene, InkScene())
    }
    let (small, large) = (vanished(13), vanished(18))
    #expect(small.kinds == ["vanished"])
    #expect(!areTogether(small, large))
    #expect(causes(of: [small, large]).families.map(\.causes) == [[1, 2]])
  }

  @Test func `the number of cases says that nothing else changed where that is known`() {
    let moved = ChangeSignature(list(down: 0), list(down: 7)).change
    var words = CauseWords(moved)
    let extent = { (cases: Int) in CauseWords.extent(in: cases, rest: words.rest) }
    #expect(extent(1) == "1 case")
    words.add(ChangeSignature(list(down: 0, seed: 4), list(down: 7, seed: 4)).change)
    #expect(extent(2) == "in 2 cases, and nothing else in any of them")
    words.add(ChangeSignature(list(down: 0), list(down: 0, seed: 9)).change)
    #expect(extent(3) == "3 cases")
  }

  @Test func `a line that is too faint to take its case out is said`() {
    func label(_ word: [UInt8], _ y: Int, line: UInt8) -> PixelImage {
      var canvas = SamenessCanvas(260, 180, ground: .white)
      canvas.write(word, 30, y, .black)
      canvas.fill(40, 150, 60, 1, .grey(line))
      return canvas.image
    }
    let clean = ChangeSignature(
      label([21, 9, 30, 7], 20, line: 255), label([21, 9, 30, 7], 27, line: 255))
    let faint = ChangeSignature(
      label([30, 7, 21, 9], 20, line: 255), label([30, 7, 21, 9], 27, line: 252))
    #expect(areTogether(clean, faint), "\(faint.causeText)")
    var words = CauseWords(clean.change)
    words.add(faint.change)
    #expect(
      words.rest == "nothing else in any of them but rendering noise, ΔE ≤ 0.6",
      "\(faint.change.noise as Any) \(faint.causeText)")
  }
}
