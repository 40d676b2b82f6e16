import DiffEngine
import Pixels
import TestSupport
import Testing

struct DeltaETests {
  @Test(arguments: sharmaPairs)
  func `ΔE 2000 matches the published pair, both ways`(_ pair: [Double]) {
    let first = Lab(l: pair[0], a: pair[1], b: pair[2])
    let second = Lab(l: pair[3], a: pair[4], b: pair[5])
    #expect(abs(deltaE2000(first, second) - pair[6]) < 1e-4)
    #expect(abs(deltaE2000(second, first) - pair[6]) < 1e-4)
  }

  @Test(arguments: Strategy.Formula.allCases)
  func `equal colours have ΔE 0, different ones more, never NaN`(_ formula: Strategy.Formula) {
    var random = SplitMix(seed: 5)
    for _ in 0..<20_000 {
      let (first, second) = (random.pixel(), random.pixel())
      #expect(deltaE(first, first, formula: formula) == 0)
      let distance = deltaE(first, second, formula: formula)
      #expect(distance > 0 && distance.isFinite, "\(first) \(second)")
    }
  }

  @Test func `ΔE 76 and ΔE 94 match their definitions`() {
    let (first, second) = (Lab(l: 50, a: 30, b: 40), Lab(l: 53, a: 30, b: 36))
    #expect(abs(deltaE76(first, second) - 5) < 1e-12)
    // Chromas 50 and 46.861498; weights 1 + 0.045 * 50 and 1 + 0.015 * 50.
    let chroma = 50 - (30.0 * 30 + 36 * 36).squareRoot()
    let expected =
      (9 + chroma * chroma / (3.25 * 3.25) + (16 - chroma * chroma) / (1.75 * 1.75)).squareRoot()
    #expect(abs(deltaE94(first, second) - expected) < 1e-12)
    #expect(deltaE94(second, first) != deltaE94(first, second))
  }

  @Test func `sRGB's corners have their published CIELAB`() {
    for (pixel, lab) in [
      (Pixel(255, 255, 255, 0), [100, 0, 0]), (Pixel(0, 0, 0, 0), [0, 0, 0]),
      (Pixel(255, 0, 0, 0), [53.24, 80.09, 67.20]), (Pixel(0, 255, 0, 0), [87.73, -86.18, 83.18]),
      (Pixel(0, 0, 255, 0), [32.30, 79.19, -107.86]),
    ] {
      let colour = Lab(pixel)
      #expect(abs(colour.l - lab[0]) < 0.01, "\(pixel)")
      #expect(abs(colour.a - lab[1]) < 0.01, "\(pixel)")
      #expect(abs(colour.b - lab[2]) < 0.01, "\(pixel)")
    }
  }

  @Test func `encoding undoes decoding and finds the nearest value between`() {
    for value in 0...255 {
      #expect(SRGB.encode(SRGB.linearFloat[value]) == UInt8(value))
      guard value < 255 else { continue }
      for share in [0.49, 0.51] {
        let light = SRGB.decode((Double(value) + share) / 255)
        #expect(SRGB.encode(Float(light)) == UInt8(value + (share < 0.5 ? 0 : 1)))
      }
    }
    #expect(SRGB.encode(-1) == 0 && SRGB.encode(2) == 255)
  }

  @Test func `premultiplying rounds to the nearest`() {
    for alpha in 0...255 {
      for value in 0...255 {
        let pixel = premultiplied(Pixel(UInt8(value), 0, 255, UInt8(alpha)))
        let expected = (Double(value * alpha) / 255).rounded()
        #expect(pixel == Pixel(UInt8(expected), 0, UInt8(alpha), UInt8(alpha)))
      }
    }
  }

  @Test func `a remembered distance is the distance`() {
    var random = SplitMix(seed: 9)
    let colours = (0..<400).map { _ in random.pixel() }
    var remembered = ColourDistance(.ciede2000)
    for _ in 0..<60_000 {
      let (first, second) = (
        colours.randomElement(using: &random)!, colours.randomElement(using: &random)!
      )
      let expected = deltaE(premultiplied(first), premultiplied(second), formula: .ciede2000)
      #expect(remembered(first, second) == expected)
    }
  }
}

/// L1, a1, b1, L2, a2, b2, ΔE. Source: Sharma, Wu, Dalal (2005), table 1.
private let sharmaPairs: [[Double]] = [
  [50.0000, 2.6772, -79.7751, 50.0000, 0.0000, -82.7485, 2.0425],
  [50.0000, 3.1571, -77.2803, 50.0000, 0.0000, -82.7485, 2.8615],
  [50.0000, 2.8361, -74.0200, 50.0000, 0.0000, -82.7485, 3.4412],
  [50.0000, -1.3802, -84.2814, 50.0000, 0.0000, -82.7485, 1.0000],
  [50.0000, -1.1848, -84.8006, 50.0000, 0.0000, -82.7485, 1.0000],
  [50.0000, -0.9009, -85.5211, 50.0000, 0.0000, -82.7485, 1.0000],
  [50.0000, 0.0000, 0.0000, 50.0000, -1.0000, 2.0000, 2.3669],
  [50.0000, -1.0000, 2.0000, 50.0000, 0.0000, 0.0000, 2.3669],
  [50.0000, 2.4900, -0.0010, 50.0000, -2.4900, 0.0009, 7.1792],
  [50.0000, 2.4900, -0.0010, 50.0000, -2.4900, 0.0010, 7.1792],
  [50.0000, 2.4900, -0.0010, 50.0000, -2.4900, 0.0011, 7.2195],
  [50.0000, 2.4900, -0.0010, 50.0000, -2.4900, 0.0012, 7.2195],
  [50.0000, -0.0010, 2.4900, 50.0000, 0.0009, -2.4900, 4.8045],
  [50.0000, -0.0010, 2.4900, 50.0000, 0.0001, -2.4900, 4.8045],
  [50.0000, -0.0010, 2.4900, 50.0000, 0.0011, -2.4900, 4.7461],
  [50.0000, 2.5000, 0.0000, 50.0000, 0.0000, -2.5000, 4.3065],
  [50.0000, 2.5000, 0.0000, 73.0000, 25.0000, -18.0000, 27.1492],
  [50.0000, 2.5000, 0.0000, 61.0000, -5.0000, 29.0000, 22.8977],
  [50.0000, 2.5000, 0.0000, 56.0000, -27.0000, -3.0000, 31.9030],
  [50.0000, 2.5000, 0.0000, 58.0000, 24.0000, 15.0000, 19.4535],
  [50.0000, 2.5000, 0.0000, 50.0000, 3.1736, 0.5854, 1.0000],
  [50.0000, 2.5000, 0.0000, 50.0000, 3.2972, 0.0000, 1.0000],
  [50.0000, 2.5000, 0.0000, 50.0000, 1.8634, 0.5757, 1.0000],
  [50.0000, 2.5000, 0.0000, 50.0000, 3.2592, 0.3350, 1.0000],
  [60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644],
  [63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.2630],
  [61.2901, 3.7196, -5.3901, 61.4292, 2.2480, -4.9620, 1.8731],
  [35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645],
  [22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373],
  [36.4612, 47.8580, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146],
  [90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441],
  [90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381],
  [6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377],
  [2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082],
]
