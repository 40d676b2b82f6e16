import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

/// The words for changes that are drawn to be of one kind.
struct ChangeKindTests {
  private let green = Pixel(20, 120, 60, 255)

  private func scene(_ change: (inout InkScene) -> Void = { _ in }) -> InkScene {
    var random = SplitMix(seed: 12)
    var scene = InkScene()
    scene.write(8, 20, 30, size: 24, .black, &random)
    scene.write(8, 20, 90, size: 18, .black, &random)
    change(&scene)
    return scene
  }

  private func box(_ x: Double, _ y: Double, _ colour: Pixel) -> InkScene.Thing {
    InkScene.Thing(colour: colour, box: (x, y, 40, 24))
  }

  @Test func `what appeared and what vanished say their colours and ground`() {
    let with = scene { $0.things.append(box(150, 130, green)) }
    let appeared = ChangeSignature(scene(), with)
    #expect(appeared.kinds == ["appeared"])
    #expect(appeared.causeText == "green #14783c fill appeared on white, 40 × 24")
    let vanished = ChangeSignature(with, scene())
    #expect(vanished.kinds == ["vanished"])
    #expect(vanished.causeText == "green #14783c fill vanished from white, 40 × 24")
    #expect(vanished.regions.map(\.box) == [PixelBox(x: 150, y: 130, width: 40, height: 24)])
    #expect(vanished.regions.map(\.pixels) == [960])
  }

  @Test(arguments: [(0.0, -12.0, "12 px up"), (5, 0, "5 px right"), (-3, 0, "3 px left")])
  func `what moved says how far`(_ dx: Double, _ dy: Double, _ words: String) {
    let after = scene { scene in
      for index in 0..<8 { scene.things[index].offset = SIMD2(dx, dy) }
    }
    let moved = ChangeSignature(scene(), after)
    #expect(moved.kinds == ["moved"])
    #expect(moved.causeText.hasSuffix("moved \(words)"), "\(moved.causeText)")
  }

  @Test func `text in another colour says both, and in how many places`() {
    let after = scene { scene in
      for index in scene.things.indices { scene.things[index].colour = Pixel(200, 30, 30, 255) }
    }
    let recoloured = ChangeSignature(scene(), after)
    #expect(recoloured.kinds == ["recolour"])
    #expect(recoloured.causeText == "text black → red #c81e1e, 2 places")
  }

  @Test func `edges that jitter are noise, and say how much`() {
    var random = SplitMix(seed: 3)
    let before = scene { $0.things.append(box(150.5, 130.5, green)) }
    let noise = ChangeSignature(before, before.rasterisedAnew(&random))
    #expect(noise.isNoise)
    #expect(noise.kinds == ["noise"])
    #expect(noise.causeText.hasPrefix("rendering noise, ΔE ≤ "), "\(noise.causeText)")
    #expect(noise.causeText.hasSuffix(", edges only"), "\(noise.causeText)")
  }

  @Test func `an image of which nothing changed has no kinds and no words`() {
    let same = ChangeSignature(scene(), scene())
    #expect(same.kinds == [])
    #expect(same.causeText == "")
    #expect(!same.isNoise)
    #expect(causes(of: [same]) == Causes())
  }

  /// The scene with rows of the ground put in.
  private func inserting(_ count: Int, at y: Int, into image: PixelImage) -> PixelImage {
    let pixels = image.pixels
    let band = [Pixel](repeating: Pixel(250, 240, 200, 255), count: count * image.width)
    return PixelImage(
      width: image.width, height: image.height + count,
      pixels: Array(pixels[..<(y * image.width)] + band + pixels[(y * image.width)...]))
  }

  @Test func `rows that were inserted are told, and nothing below them`() {
    let image = scene().image()
    let inserted = ChangeSignature(image, inserting(40, at: 60, into: image))
    #expect(inserted.kinds == ["size"])
    #expect(inserted.causeText == "40 rows inserted at y 60; the rest is equal")
    let deleted = ChangeSignature(inserting(40, at: 60, into: image), image)
    #expect(deleted.causeText == "40 rows deleted at y 60; the rest is equal")
    let added = ChangeSignature(image, inserting(12, at: image.height, into: image))
    #expect(added.causeText == "12 rows added at the bottom")
    #expect(causes(of: [inserted, deleted, added]).all.count == 3)
  }

  @Test func `what changed below inserted rows is told where it now is`() {
    let (before, after) = (
      scene().image(), scene { $0.things.append(box(150, 130, green)) }.image()
    )
    let both = ChangeSignature(before, inserting(40, at: 60, into: after))
    #expect(both.kinds == ["size", "appeared"])
    #expect(both.regions.map(\.box) == [PixelBox(x: 150, y: 170, width: 40, height: 24)])
  }

  @Test func `the same picture at another scale is told as such`() {
    func scaled(_ factor: Int) -> PixelImage {
      let image = scene().image()
      return PixelImage(
        width: image.width * factor, height: image.height * factor,
        pixels: (0..<image.height * factor).flatMap { y in
          (0..<image.width * factor).map { image[$0 / factor, y / factor] }
        })
    }
    let larger = ChangeSignature(scaled(1), scaled(2))
    #expect(larger.kinds == ["rescaled"])
    #expect(larger.causeText == "rendered at 2 times the scale")
    #expect(
      ChangeSignature(scaled(3), scaled(2)).causeText == "rendered at two thirds of the scale")
    #expect(ChangeSignature(scaled(5), scaled(4)).causeText == "rendered at 0.8 times the scale")
    #expect(ChangeSignature(scaled(4), scaled(5)).causeText == "rendered at 1.25 times the scale")
  }

  @Test func `a change of alpha alone says from which to which`() {
    var (clear, veiled) = (scene(), scene())
    clear.ground = Pixel(0, 0, 0, 255)
    veiled.ground = Pixel(0, 0, 0, 128)
    clear.things = []
    veiled.things = []
    let text = ChangeSignature(clear, veiled).causeText
    #expect(text == "black → black at 50 %", "\(text)")
  }

  @Test func `more than three things are counted`() {
    let after = scene { scene in
      scene.things.append(box(150, 10, green))
      scene.things.append(box(200, 60, Pixel(250, 20, 20, 255)))
      scene.things.append(box(150, 100, Pixel(20, 20, 250, 255)))
      scene.things.append(box(200, 140, Pixel(250, 200, 20, 255)))
    }
    #expect(ChangeSignature(scene(), after).causeText.hasSuffix("; and 1 more"))
  }

  @Test func `a new icon is one cause in two screens with other noise, another icon is not`() {
    func icon(_ number: Int, noise seed: UInt64) -> ChangeSignature {
      var random = SplitMix(seed: seed)
      var (before, after) = (scene(), scene())
      before.things.append(InkScene.letter(0, 180, 100, size: 30, green))
      after.things.append(InkScene.letter(number, 180, 100, size: 30, green))
      let button = InkScene.Thing(colour: .blue, box: (20.5, 140.5, 90, 24))
      after.things.append(button)
      before.things.append(button)
      return ChangeSignature(before, after.rasterisedAnew(&random))
    }
    let signatures = [icon(4, noise: 1), icon(4, noise: 2), icon(6, noise: 3)]
    #expect(signatures.map(\.kinds) == [["reshaped"], ["reshaped"], ["reshaped"]])
    #expect(causes(of: signatures).all.map { $0.members.map(\.index) } == [[0, 1], [2]])
  }

  @Test func `a faint shade is told by its direction`() {
    func change(_ from: UInt8, _ to: UInt8) -> ChangeKind.ColourChange {
      ChangeKind.ColourChange(from: Pixel(from, from, from, 255), to: Pixel(to, to, to, 255))
    }
    #expect(change(200, 206).isLike(change(203, 209)))
    #expect(!change(200, 206).isLike(change(206, 200)))
    #expect(change(0, 255).isLike(change(3, 252)))
    #expect(!change(0, 255).isLike(change(6, 255)))
  }

  @Test func `what vanished is told among a thousand specks of noise`() {
    func image(hasEvent: Bool, speck: UInt8) -> PixelImage {
      var pixels = [Pixel](repeating: Pixel(255, 255, 255, 255), count: 240 * 240)
      for y in stride(from: 3, to: 234, by: 6) {
        for x in stride(from: 3, to: 234, by: 6) where y < 180 {
          pixels[y * 240 + x] = Pixel(speck, speck, speck, 255)
        }
      }
      for y in 200..<216 where hasEvent {
        for x in 40..<90 { pixels[y * 240 + x] = Pixel(0xAF, 0x52, 0xDE, 255) }
      }
      return PixelImage(width: 240, height: 240, pixels: pixels)
    }
    let signature = ChangeSignature(
      image(hasEvent: true, speck: 120), image(hasEvent: false, speck: 121))
    #expect(signature.kinds == ["vanished"])
    #expect(signature.causeText == "purple #af52de fill vanished from white, 50 × 16")
  }

  @Test func `a screen whose ground became another colour did not vanish`() {
    func screen(_ ground: Pixel, _ dot: Pixel) -> PixelImage {
      var pixels = [Pixel](repeating: ground, count: 120 * 120)
      for y in 80..<110 {
        for x in 20..<100 { pixels[y * 120 + x] = Pixel(0xFF, 0x95, 0, 255) }
      }
      for y in 20..<40 {
        for x in 50..<70 { pixels[y * 120 + x] = dot }
      }
      return PixelImage(width: 120, height: 120, pixels: pixels)
    }
    let signature = ChangeSignature(
      screen(Pixel(0, 0x7A, 0xFF, 255), Pixel(255, 255, 255, 255)),
      screen(Pixel(0xFF, 0xCC, 0, 255), Pixel(0xFF, 0x3B, 0x30, 255)))
    #expect(!signature.kinds.contains("vanished") && !signature.kinds.contains("appeared"))
  }
}
