import DiffEngine
import Pixels
import Testing

/// The three libraries that look for antialiasing, against their rules written down literally.
struct EdgeLibraryTests {
  private func check(
    _ strategy: Strategy, _ first: PixelImage, _ second: PixelImage,
    _ literal: (_ x: Int, _ y: Int) -> Bool
  ) {
    let mask = compare(first, second, strategy: strategy).mask
    first.forEachPlace { x, y in
      #expect(mask[x, y] == literal(x, y), "\(strategy.summary) at \(x), \(y)")
    }
  }

  // MARK: - pixelmatch

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `pixelmatch counts what its rule says`(_ seed: UInt64) {
    let (first, second) = softPair(17 + Int(seed % 5), 12, seed: seed)
    for isAll in [false, true] {
      let strategy = Strategy(.pixelmatch).with(\.includeAntialiasing, isAll)
      check(strategy, first, second) { x, y in
        first[x, y] != second[x, y] && Self.yiq(first[x, y], second[x, y]) > 35215 * 0.1 * 0.1
          && (isAll || !Self.pixelmatchEdge(first, second, x, y))
      }
    }
  }

  private static func yiq(_ first: Pixel, _ second: Pixel) -> Double {
    func parts(_ pixel: Pixel) -> (y: Double, i: Double, q: Double) {
      let c = (0..<3).map { 255 + (Double(pixel[$0]) - 255) * (Double(pixel.w) / 255) }
      return (
        luma(c[0], c[1], c[2]), c[0] * 0.59597799 - c[1] * 0.27417610 - c[2] * 0.32180189,
        c[0] * 0.21147017 - c[1] * 0.52261711 + c[2] * 0.31114694
      )
    }
    let (a, b) = (parts(first), parts(second))
    let (y, i, q) = (a.y - b.y, a.i - b.i, a.q - b.q)
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }

  /// True if three neighbours have a pixel's colour; beyond the border lies one.
  private static func even(_ image: PixelImage, _ place: (x: Int, y: Int)) -> Bool {
    let same = image.neighbours(place.x, place.y).count {
      image[$0.x, $0.y] == image[place.x, place.y]
    }
    return same + (image.isAtBorder(place.x, place.y) ? 1 : 0) > 2
  }

  private static func pixelmatchEdge(
    _ first: PixelImage, _ second: PixelImage, _ x: Int, _ y: Int
  ) -> Bool {
    func edge(_ image: PixelImage, _ other: PixelImage) -> Bool {
      // Column by column, as the library goes.
      let around = image.neighbours(x, y).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
      let deltas = around.map { lumaOverWhite(image[x, y]) - lumaOverWhite(image[$0.x, $0.y]) }
      return isEdge(around, deltas, atBorder: image.isAtBorder(x, y)) {
        even(image, $0) && even(other, $0)
      }
    }
    return edge(first, second) || edge(second, first)
  }

  /// True if a pixel has lighter and darker neighbours, hardly any like it, and one of the two most
  /// extreme ones lies in an even area.
  private static func isEdge(
    _ around: [(x: Int, y: Int)], _ deltas: [Double], atBorder: Bool,
    isEven: ((x: Int, y: Int)) -> Bool
  ) -> Bool {
    guard deltas.count(where: { $0 == 0 }) + (atBorder ? 1 : 0) <= 2, let low = deltas.min(),
      let high = deltas.max(), low < 0, high > 0
    else { return false }
    return [low, high].contains { isEven(around[deltas.firstIndex(of: $0)!]) }
  }

  // MARK: - odiff

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `odiff counts what its rule says`(_ seed: UInt64) {
    let (first, second) = softPair(17 + Int(seed % 5), 12, seed: 100 + seed)
    for leavesOut in [false, true] {
      let strategy = Strategy(.odiff).with(\.ignoreAntialiasing, leavesOut)
      check(strategy, first, second) { x, y in
        Self.integerYIQ(first[x, y], second[x, y]) > Int(35215 * (0.1 * 0.1) * 4096)
          && !(leavesOut && Self.odiffEdge(first, second, x, y))
      }
    }
  }

  private static func integerYIQ(_ first: Pixel, _ second: Pixel) -> Int {
    func whole(_ number: Double) -> Int { Int(number * 4096) }
    func parts(_ pixel: Pixel) -> [Int] {
      let c = (0..<3).map { channel -> Int in
        switch pixel.w {
        case 0: 255 << 12
        case 255: Int(pixel[channel]) << 12
        default: (255 << 12) + (Int(pixel[channel]) - 255) * Int(pixel.w) * 4096 / 255
        }
      }
      let rows = [
        [0.29889531, 0.58662247, 0.11448223], [0.59597799, -0.27417610, -0.32180189],
        [0.21147017, -0.52261711, 0.31114694],
      ]
      return rows.map { row in (0..<3).map { c[$0] * whole(row[$0]) }.reduce(0, +) >> 12 }
    }
    let differences = zip(parts(first), parts(second)).map { $0 - $1 }
    let weights = [0.5053, 0.299, 0.1957].map(whole)
    return zip(differences, weights).map { $0 * $0 * $1 }.reduce(0, +) >> 24
  }

  private static func odiffEdge(
    _ first: PixelImage, _ second: PixelImage, _ x: Int, _ y: Int
  ) -> Bool {
    func edge(_ image: PixelImage, _ other: PixelImage) -> Bool {
      var (low, high) = (0.0, 0.0)
      var (lowest, highest) = ((x: 0, y: 0), (x: 0, y: 0))
      var zeroes = image.isAtBorder(x, y) ? 1 : 0
      for place in image.neighbours(x, y) where zeroes < 3 {
        if image[place.x, place.y] == image[x, y] {
          zeroes += 1
          continue
        }
        let delta = lumaOverWhite(image[x, y]) - lumaOverWhite(image[place.x, place.y])
        if delta < low {
          (low, lowest) = (delta, place)
        } else if delta > high {
          (high, highest) = (delta, place)
        }
      }
      if zeroes >= 3 || low == 0 || high == 0 { return false }
      return (even(image, lowest) || even(image, highest))
        && (even(other, lowest) || even(other, highest))
    }
    return edge(first, second) || edge(second, first)
  }

  /// Black and white are 35,215 apart: at 1 nothing differs. Grey 128 and 158 are 30 apart in luma
  /// alone: 0.5053 x 900 = 454.8, and 35215 x 0.1 x 0.1 = 352.2, x 0.12 x 0.12 = 507.1.
  @Test(arguments: [
    (UInt8(0), UInt8(255), 0.9, 1), (0, 255, 1.0, 0), (128, 158, 0.1, 1), (128, 158, 0.12, 0),
  ])
  func `odiff differs above its threshold`(
    _ first: UInt8, _ second: UInt8, _ threshold: Double, _ count: Int
  ) {
    let strategy = Strategy(.odiff).with(\.yiqThreshold, threshold)
    #expect(strategy.compare(dot(.grey(first)), dot(.grey(second))).mismatched == count)
  }

  @Test func `odiff compares two sizes and counts what is not clear of the rest`() {
    let grey = Pixel(9, 9, 9, 255)
    let small = PixelImage.solid(2, 2, grey)
    let clear = PixelImage(3, [grey, grey, Pixel(), grey, grey, Pixel()])
    let opaque = PixelImage(3, [grey, grey, Pixel(), grey, grey, grey])
    #expect(Strategy(.odiff).compare(small, clear).verdict == .match)
    let comparison = Strategy(.odiff).compare(small, opaque)
    #expect(comparison.verdict == .sizeMismatch)
    #expect(comparison.mismatched == 1 && comparison.total == 6)
  }

  // MARK: - looks-same

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `looks-same counts what its rule says`(_ seed: UInt64) {
    let (first, second) = softPair(17 + Int(seed % 5), 12, seed: 200 + seed)
    for tolerance in [0, 2, 60] {
      for isAll in [false, true] {
        let strategy = Strategy(.looksSame).with(\.antialiasingTolerance, tolerance)
          .with(\.includeAntialiasing, isAll).with(\.includeCaret, true)
        check(strategy, first, second) { x, y in
          !Self.sameColour(first[x, y], second[x, y])
            && (isAll || !Self.looksSameEdge(first, second, x, y, Double(tolerance)))
        }
      }
    }
  }

  private static func sameColour(_ first: Pixel, _ second: Pixel) -> Bool {
    // The engine's own CIEDE2000: its matrices differ from looks-same's in the fifth digit.
    deltaE(first, second, formula: .ciede2000) < 2.3
  }

  private static func looksSameEdge(
    _ first: PixelImage, _ second: PixelImage, _ x: Int, _ y: Int, _ tolerance: Double
  ) -> Bool {
    func bright(_ image: PixelImage, _ place: (x: Int, y: Int)) -> Double {
      let pixel = image[place.x, place.y]
      return luma(Double(pixel.x), Double(pixel.y), Double(pixel.z))
    }
    func even(_ image: PixelImage, _ place: (x: Int, y: Int)) -> Bool {
      image.neighbours(place.x, place.y).count {
        abs(bright(image, $0) - bright(image, place)) <= tolerance
      } > 2
    }
    func edge(_ image: PixelImage, _ other: PixelImage) -> Bool {
      let around = image.neighbours(x, y)
      let deltas = around.map { bright(image, $0) - bright(image, (x, y)) }
      return isEdge(around, deltas, atBorder: false) { even(image, $0) && even(other, $0) }
    }
    return edge(first, second) || edge(second, first)
  }

  /// ΔE00 of greys 100 and 106 is 2.27, of 100 and 107 2.65.
  @Test(arguments: [(106, 0), (107, 1)])
  func `looks-same tells colours apart from its tolerance on`(_ value: UInt8, _ count: Int) {
    let comparison = Strategy(.looksSame).compare(dot(.grey(100)), dot(.grey(value)))
    #expect(comparison.mismatched == count)
  }

  @Test func `looks-same ignores alpha`() {
    let (first, second) = (dot(Pixel(10, 20, 30, 0)), dot(Pixel(10, 20, 30, 255)))
    #expect(Strategy(.looksSame).compare(first, second).verdict == .match)
  }

  @Test func `looks-same takes the first column of two or more for a caret, one alone`() {
    let white = PixelImage.solid(9, 9, .white)
    var image = white.replacing(7, 0, with: .black)
    for y in 2...5 { image = image.replacing(2, y, with: .black).replacing(6, y, with: .black) }
    var strategy = Strategy(.looksSame).with(\.includeAntialiasing, true)
    let mask = compare(white, image, strategy: strategy).mask
    // The speck above has nothing below it; the left column is the caret.
    #expect(mask.count == 5 && mask[7, 0] && !mask[2, 2] && !mask[2, 5] && mask[6, 2])
    strategy.includeCaret = true
    #expect(compare(white, image, strategy: strategy).mask.count == 9)
  }
}
