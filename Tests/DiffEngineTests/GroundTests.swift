import DiffEngine
import Pixels
import TestSupport
import Testing

struct GroundTests {
  private let black = Pixel(0, 0, 0, 255)
  private let white = Pixel(255, 255, 255, 255)

  @Test func `black labels that turned white are seen before and after`() throws {
    let ground = try colour(image(black), image(white))
    #expect(distance(black, ground) > 35 && distance(white, ground) > 35)
  }

  @Test func `light labels get a dark ground and dark ones a light one`() throws {
    let dark = try colour(image(white), image(Pixel(230, 240, 250, 255)))
    #expect(Lab(dark).l < 40)
    #expect(try colour(image(black), image(Pixel(30, 20, 40, 255))) == white)
  }

  @Test func `labels that vanished or appeared count where they are`() throws {
    #expect(try colour(image(black), image(Pixel())) == white)
    #expect(try Lab(colour(image(Pixel()), image(white))).l < 40)
  }

  @Test func `black of less alpha is seen to be less`() throws {
    let ground = try colour(image(black), image(Pixel(0, 0, 0, 120)))
    #expect(Lab(ground).l > 40)
  }

  @Test func `black, white and grey labels at once get a colour`() throws {
    let greys = stride(from: 0, through: 255, by: 51).map { UInt8($0) }
    func labels(_ turn: Int) -> PixelImage {
      image { Pixel(repeating: greys[($0 + turn) % greys.count]).opaque }
    }
    let ground = try colour(labels(0), labels(2))
    let lab = Lab(ground)
    #expect(lab.a * lab.a + lab.b * lab.b > 400)
  }

  @Test func `a grey that shows all labels comes before a colour that shows them better`() throws {
    let greys: [UInt8] = [0, 85, 145, 225, 255]
    func labels(_ turn: Int) -> PixelImage {
      image { Pixel(repeating: greys[($0 + turn) % greys.count]).opaque }
    }
    let ground = try colour(labels(0), labels(1))
    #expect(ground.x == ground.y && ground.y == ground.z)
    for grey in greys { #expect(distance(Pixel(repeating: grey).opaque, ground) > 9) }
  }

  @Test func `equal images get a ground for what they hold, opaque ones none`() throws {
    #expect(try colour(image(black), image(black)) == white)
    #expect(try Lab(colour(image(white), image(white))).l < 40)
    let opaque = PixelImage.solid(8, 8, black)
    #expect(Ground.clearest(opaque, opaque) == nil)
  }

  @Test func `every ground is one flat colour that is there to be chosen`() throws {
    for seed in UInt64(0)..<20 {
      let (reference, actual) = randomPair(9, 9, seed: seed)
      #expect(Ground.candidates.contains(try colour(reference, actual)))
    }
    let (wide, high) = (image(black), PixelImage.solid(3, 20, Pixel(0, 0, 0, 9)))
    #expect(Ground.candidates.contains(try colour(wide, high)))
  }

  private func image(_ label: Pixel) -> PixelImage { image { _ in label } }

  /// Labels on nothing.
  private func image(_ label: (Int) -> Pixel) -> PixelImage {
    PixelImage(8, (0..<64).map { $0 % 9 == 0 ? label($0 / 9) : Pixel() })
  }

  private func colour(_ reference: PixelImage, _ actual: PixelImage) throws -> Pixel {
    guard case .flat(let colour)? = Ground.clearest(reference, actual) else { throw NoFlatGround() }
    return colour
  }

  private func distance(_ first: Pixel, _ second: Pixel) -> Double {
    deltaE(first, second, formula: .ciede2000)
  }

  private struct NoFlatGround: Error {}
}
