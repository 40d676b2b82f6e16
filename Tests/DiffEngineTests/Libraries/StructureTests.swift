import DiffEngine
import Libc
import Pixels
import TestSupport
import Testing

/// Playwright's `ssim-cie94`.
struct StructureTests {
  /// ΔE94 of greys is the difference of L*: 0.78 between 100 and 102, 1.17 between 100 and 103.
  @Test(arguments: [(102, 0), (103, 1)])
  func `a colour within ΔE 1 is the same`(_ value: UInt8, _ count: Int) {
    let first = PixelImage.solid(9, 9, Pixel(100, 100, 100, 255))
    let second = first.replacing(4, 4, with: Pixel(value, value, value, 255))
    let comparison = Strategy(.ssim).compare(first, second)
    // The reference is even there: no antialiasing.
    #expect(comparison.mismatched == count)
  }

  /// ΔE94 is 1.021 with the chroma of the grey and 0.978 with that of the other. Only the pixel in the middle
  /// has nothing but its own colour around it.
  @Test func `the chroma is the actual's`() {
    let grey = PixelImage.solid(3, 3, Pixel(100, 100, 100, 255))
    let tinted = PixelImage.solid(3, 3, Pixel(98, 100, 101, 255))
    #expect(Strategy(.ssim).compare(grey, tinted).mismatched == 0)
    #expect(Strategy(.ssim).compare(tinted, grey).mismatched == 1)
  }

  @Test func `what is not opaque is compared over white`() {
    let first = PixelImage.solid(3, 3, Pixel(0, 0, 0, 0))
    let second = PixelImage.solid(3, 3, Pixel(255, 255, 255, 255))
    #expect(Strategy(.ssim).compare(first, second).verdict == .match)
  }

  @Test func `one pixel of a busy picture is antialiasing, a speck on an even ground is not`() {
    var random = SplitMix(seed: 1)
    let busy = PixelImage(
      40, (0..<1600).map { _ in .grey(UInt8.random(in: 0...255, using: &random)) })
    let soft = busy.replacing(20, 20, with: .grey)
    #expect(Strategy(.ssim).compare(busy, soft).mismatched == 0)
    let even = PixelImage.solid(40, 40, .white)
    let speck = even.replacing(20, 20, with: .grey)
    #expect(Strategy(.ssim).compare(even, speck).mismatched == 1)
  }

  @Test(arguments: 0..<2 as Range<UInt64>)
  func `the count is that of the definition`(_ seed: UInt64) {
    let (first, second) = softPair(36, 34, seed: 400 + seed)
    // Some are antialiasing and some are not only where most of the picture is the same.
    var mixed = first
    first.forEachPlace { x, y in
      if (x + y) % 11 == 0 && x > 8 { mixed = mixed.replacing(x, y, with: second[x, y]) }
    }
    for actual in [second, mixed] {
      let mask = compare(first, actual, strategy: Strategy(.ssim)).mask
      let literal = LiteralSSIM(first, actual)
      first.forEachPlace { x, y in #expect(mask[x, y] == literal.differs(x, y), "\(x), \(y)") }
    }
  }
}

/// The definition, pixel by pixel.
private struct LiteralSSIM {
  let width: Int
  let height: Int
  /// Red, green and blue of both images, 15 pixels of padding about them.
  var planes: [[[[Double]]]] = []

  init(_ first: PixelImage, _ second: PixelImage) {
    (width, height) = (first.width, first.height)
    planes = [first, second].map { image in
      (0..<3).map { channel in
        (-15..<image.height + 15).map { y in
          (-15..<image.width + 15).map { x in
            guard x >= 0, y >= 0, x < image.width, y < image.height else {
              return [[255.0, 0, 255], [0, 255, 0]][abs(x + y) % 2][channel]
            }
            let pixel = image[x, y]
            let alpha = pixel.w == 255 ? 1 : Double(pixel.w) / 255
            return (255 + (Double(pixel[channel]) - 255) * alpha).rounded(.towardZero)
          }
        }
      }
    }
  }

  func differs(_ x: Int, _ y: Int) -> Bool {
    let colours = planes.map { image in image.map { $0[y + 15][x + 15] } }
    if colours[0] == colours[1] || Self.deltaE94(colours[1], colours[0]) <= 1 { return false }
    for image in 0..<2 {
      let variance = (0..<3).map { Self.covariance(window(image, $0, x, y, 1), nil) }.reduce(0, +)
      if variance == 0 { return true }
    }
    let likeness = (0..<3).map { channel in
      Self.ssim(window(0, channel, x, y, 15), window(1, channel, x, y, 15))
    }
    return likeness.reduce(0, +) / 3 < 0.99
  }

  private func window(_ image: Int, _ channel: Int, _ x: Int, _ y: Int, _ radius: Int) -> [Double] {
    (y + 15 - radius...y + 15 + radius).flatMap {
      planes[image][channel][$0][x + 15 - radius...x + 15 + radius]
    }
  }

  private static func covariance(_ first: [Double], _ second: [Double]?) -> Double {
    let (second, count) = (second ?? first, Double(first.count))
    let products = zip(first, second).map { $0 * $1 }.reduce(0, +)
    return (products - first.reduce(0, +) * second.reduce(0, +) / count) / count
  }

  private static func ssim(_ first: [Double], _ second: [Double]) -> Double {
    let (m1, m2) = (
      first.reduce(0, +) / Double(first.count), second.reduce(0, +) / Double(second.count)
    )
    let (c1, c2) = (pow(0.01 * 255, 2), pow(0.03 * 255, 2))
    return (2 * m1 * m2 + c1) * (2 * covariance(first, second) + c2)
      / (m1 * m1 + m2 * m2 + c1) / (covariance(first, nil) + covariance(second, nil) + c2)
  }

  private static func deltaE94(_ first: [Double], _ second: [Double]) -> Double {
    func lab(_ colour: [Double]) -> (l: Double, a: Double, b: Double) {
      let c = colour.map { value -> Double in
        let v = value / 255
        return v > 0.04045 ? pow((v + 0.055) / 1.055, 2.4) : v / 12.92
      }
      let x = (c[0] * 0.4124 + c[1] * 0.3576 + c[2] * 0.1805) / 0.950489
      let y = c[0] * 0.2126 + c[1] * 0.7152 + c[2] * 0.0722
      let z = (c[0] * 0.0193 + c[1] * 0.1192 + c[2] * 0.9505) / 1.08884
      func f(_ t: Double) -> Double {
        t > 216.0 / 24389 ? pow(t, 1.0 / 3) : t / 3 / (36.0 / 841) + 4.0 / 29
      }
      return (116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z)))
    }
    // The chroma is that of the first.
    let (one, two) = (lab(first), lab(second))
    let (c1, c2) = (hypot(one.a, one.b), hypot(two.a, two.b))
    let (dl, da, db) = (one.l - two.l, one.a - two.a, one.b - two.b)
    let dh = max(0, da * da + db * db - (c1 - c2) * (c1 - c2))
    let (sc, sh) = (1 + 0.045 * c1, 1 + 0.015 * c1)
    return (dl * dl + (c1 - c2) * (c1 - c2) / (sc * sc) + dh / (sh * sh)).squareRoot()
  }
}
