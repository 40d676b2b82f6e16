import Changes
import Pixels
import TestSupport
import Testing

/// No bug beside noise, or beside a change that is meant, may hide in its group.
struct CauseGuardTests {
  /// The last four once hid a bug: torn edges, and a part of much text that moved.
  private static let seeds: [UInt64] = Array(1...6) + [48, 74, 93, 292]

  @Test(arguments: seeds)
  func `no bug that shows hides in a group of noise`(_ seed: UInt64) {
    let scene = InkScene.screen(seed)
    var random = SplitMix(seed: seed &* 77)
    let reference = scene.image()
    let noisy = scene.rasterisedAnew(&random).image()
    let noise = ChangeSignature(reference, noisy)
    #expect(noise.isNoise, "\(noise.causeText)")
    for broken in broken(noisy, &random) {
      expectStranger(ChangeSignature(reference, broken), to: noise)
    }
  }

  /// An image with bugs of every kind, one at a time.
  private func broken(_ image: PixelImage, _ random: inout SplitMix) -> [PixelImage] {
    var images: [PixelImage] = []
    for bug in InjectedBug.allCases {
      for _ in 0..<6 { if let broken = bug.put(into: image, &random) { images.append(broken) } }
    }
    return images
  }

  private func expectStranger(_ signature: ChangeSignature, to clean: ChangeSignature) {
    #expect(!signature.isNoise, "\(signature.causeText)")
    #expect(causes(of: [clean, signature]).all.count == 2, "\(signature.causeText)")
  }

  @Test(arguments: [9.0, 11, 18, 26], seeds)
  func `no changed letter hides in a group of noise`(_ size: Double, _ seed: UInt64) {
    var random = SplitMix(seed: seed &* 31 &+ UInt64(size))
    var scene = InkScene()
    let ink = Pixel(UInt8(random.next(120)), UInt8(random.next(120)), 60, 255)
    for line in 0..<5 {
      scene.write(8, 10, 8 + Double(line) * 34, size: size, ink, &random)
    }
    // Boxes that are rasterised anew beside the letters.
    for line in 0..<5 {
      let top = 9.5 + Double(line) * 34
      scene.things.append(InkScene.Thing(colour: .blue, box: (215.5, top, 36, 20)))
    }
    let reference = scene.image()
    let anew = scene.rasterisedAnew(&random)
    let noisy = anew.image()
    let noise = ChangeSignature(reference, noisy)
    #expect(noise.isNoise, "\(noise.causeText)")
    for _ in 0..<6 {
      let place = random.next(40)
      var changed = anew
      changed.things[place].strokes =
        InkScene.letter(
          random.next(10), 10 + Double(place % 8) * size * 0.85, 8 + Double(place / 8) * 34,
          size: size, ink
        ).strokes
      let broken = changed.image()
      if shows(noisy, broken) { expectStranger(ChangeSignature(reference, broken), to: noise) }
    }
  }

  @Test(arguments: seeds)
  func `no bug that shows hides in the group of a recolouring`(_ seed: UInt64) {
    let (light, dark) = (InkScene.screen(seed), InkScene.screen(seed, ink: Pixel(200, 30, 30, 255)))
    var random = SplitMix(seed: seed &* 53)
    let (reference, actual) = (light.image(), dark.image())
    let clean = ChangeSignature(reference, actual)
    #expect(clean.kinds == ["recolour"], "\(clean.causeText)")
    for broken in broken(actual, &random) {
      expectStranger(ChangeSignature(reference, broken), to: clean)
    }
  }

  @Test func `hairlines that vanished are no noise, whichever way round`() {
    let scene = InkScene.screen(3)
    var ruled = scene
    for row in 0..<8 {
      ruled.things.append(
        InkScene.Thing(
          colour: Pixel(225, 225, 225, 255), box: (130, 120 + Double(row) * 7, 110, 1)))
    }
    var random = SplitMix(seed: 9)
    let vanished = ChangeSignature(ruled, scene.rasterisedAnew(&random))
    let appeared = ChangeSignature(scene, ruled.rasterisedAnew(&random))
    #expect(!vanished.isNoise)
    #expect(!appeared.isNoise)
    #expect(causes(of: [vanished, appeared]).all.count == 2)
  }

  @Test func `a colour change and its reverse are two causes`() {
    let red = Pixel(200, 30, 30, 255)
    let there = ChangeSignature(InkScene.screen(4), InkScene.screen(4, ink: red))
    let back = ChangeSignature(InkScene.screen(6, ink: red), InkScene.screen(6))
    #expect(there.kinds == ["recolour"])
    #expect(back.kinds == ["recolour"])
    #expect(causes(of: [there, back]).all.count == 2)
  }

  /// The label and the number, on a ground of some colour.
  private func label(on ground: Pixel, _ ink: Pixel, opacity: Double = 1, seed: UInt64 = 5)
    -> InkScene
  {
    var random = SplitMix(seed: seed)
    var scene = InkScene(ground: ground)
    scene.write(7, 30, 40, size: 18, ink, &random)
    scene.write(4, 60, 90, size: 13, ink, &random)
    for index in scene.things.indices { scene.things[index].opacity = opacity }
    return scene
  }

  @Test func `one ink on two grounds is one cause`() {
    let (green, red) = (Pixel(20, 120, 60, 255), Pixel(190, 40, 40, 255))
    let grounds = [Pixel.white, Pixel(230, 230, 250, 255), Pixel(255, 230, 150, 255)]
    let signatures = grounds.enumerated().map { index, ground in
      let seed = UInt64(index) + 5
      return ChangeSignature(
        label(on: ground, green, seed: seed).image(), label(on: ground, red, seed: seed).image())
    }
    #expect(signatures.map(\.kinds) == [["recolour"], ["recolour"], ["recolour"]])
    #expect(causes(of: signatures).all.count == 1)
  }

  @Test func `a translucent ink that was recoloured is told as one ink`() {
    let (green, red) = (Pixel(20, 120, 60, 255), Pixel(190, 40, 40, 255))
    let signature = ChangeSignature(
      label(on: .white, green, opacity: 0.5).image(), label(on: .white, red, opacity: 0.5).image())
    #expect(signature.kinds == ["recolour"])
  }

  @Test func `a legend that also moved by a pixel is another cause`() {
    let (before, after) = (label(on: .white, .black), label(on: .white, .orange))
    var legend = InkScene(ground: .white)
    var random = SplitMix(seed: 8)
    legend.write(9, 20, 140, size: 11, Pixel(80, 80, 80, 255), &random)
    var nudged = legend
    for index in nudged.things.indices { nudged.things[index].offset.x += 1 }
    func signature(_ first: InkScene, _ second: InkScene) -> ChangeSignature {
      var (reference, actual) = (before, after)
      reference.things += first.things
      actual.things += second.things
      return ChangeSignature(reference, actual)
    }
    let plain = signature(legend, legend)
    let other = signature(legend, nudged)
    #expect(plain.kinds == ["recolour"])
    #expect(!other.isNoise)
    #expect(causes(of: [plain, other]).all.count == 2)
  }
}
