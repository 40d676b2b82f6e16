import DiffEngine
import Pixels
import TestSupport
import Testing

/// The libraries that compare channels: tables worked out by hand, and their rules literally.
struct ChannelLibraryTests {
  private let grey = Pixel(100, 100, 100, 255)

  // MARK: - Resemble

  @Test(arguments: [
    (Pixel(115, 100, 100, 255), 0), (Pixel(116, 100, 100, 255), 1), (Pixel(100, 84, 100, 255), 1),
    (Pixel(100, 100, 100, 240), 0), (Pixel(100, 100, 100, 239), 1),
  ])
  func `Resemble tells channels apart from 16 on`(_ pixel: Pixel, _ count: Int) {
    #expect(Strategy(.resemble).compare(dot(grey), dot(pixel)).mismatched == count)
  }

  /// Of 10,000 pixels 10 are 0.10%; of 20,000, 20 are 0.10% and 21 are 0.105%, which JavaScript
  /// writes as 0.10, as 0.105 is just below itself in double precision; 22 are 0.11%.
  @Test(arguments: [(10_000, 10), (20_000, 21), (1, 0), (1000, 1)])
  func `BackstopJS compares the percentage that it prints`(_ total: Int, _ allowed: Int) {
    #expect(Strategy(.resemble).allowed(of: total) == allowed)
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `Resemble counts what its rule says`(_ seed: UInt64) {
    let (first, second) = softPair(19, 13, seed: 300 + seed)
    for isLenient in [false, true] {
      let strategy = Strategy(.resemble).with(\.ignoreAntialiasing, isLenient)
      let mask = compare(first, second, strategy: strategy).mask
      first.forEachPlace { x, y in
        #expect(mask[x, y] == Self.resembleDiffers(first, second, x, y, isLenient))
      }
    }
  }

  private static func resembleDiffers(
    _ first: PixelImage, _ second: PixelImage, _ x: Int, _ y: Int, _ isLenient: Bool
  ) -> Bool {
    let (one, two) = (first[x, y], second[x, y])
    let tolerance = isLenient ? 32 : 16
    let differences = (0..<4).map { abs(Int(one[$0]) - Int(two[$0])) }
    if differences.allSatisfy({ $0 < tolerance }) { return false }
    guard isLenient, soft(first, x, y) || soft(second, x, y) else { return true }
    return !(abs(bright(one) - bright(two)) < 64 && differences[3] < 32)
  }

  private static func bright(_ pixel: Pixel) -> Double {
    0.3 * Double(pixel.x) + 0.59 * Double(pixel.y) + 0.11 * Double(pixel.z)
  }

  private static func soft(_ image: PixelImage, _ x: Int, _ y: Int) -> Bool {
    let pixels = image.pixels
    let own = image[x, y]
    var (contrast, hues, same) = (0, 0, 0)
    for i in -1...1 {
      for j in -1...1 where !(i == 0 && j == 0) {
        let place = (y + j) * image.width + x + i
        guard pixels.indices.contains(place) else { continue }
        let other = pixels[place]
        if abs(bright(own) - bright(other)) > 96 { contrast += 1 }
        if (0..<3).allSatisfy({ own[$0] == other[$0] }) { same += 1 }
        if abs(hue(other) - hue(own)) > 0.3 { hues += 1 }
        if hues > 1 || contrast > 1 { return true }
      }
    }
    return same < 2
  }

  private static func hue(_ pixel: Pixel) -> Double {
    let (r, g, b) = (Double(pixel.x) / 255, Double(pixel.y) / 255, Double(pixel.z) / 255)
    let (most, least) = (max(r, g, b), min(r, g, b))
    let d = most - least
    if d == 0 { return 0 }
    switch most {
    case r: return ((g - b) / d + (g < b ? 6 : 0)) / 6
    case g: return ((b - r) / d + 2) / 6
    default: return ((r - g) / d + 4) / 6
    }
  }

  @Test
  func `of a large image Resemble skips every sixth row and column with antialiasing ignored`() {
    let first = PixelImage.solid(1201, 7, grey)
    let second = PixelImage.solid(1201, 7, Pixel(250, 250, 250, 255))
    let strategy = Strategy(.resemble).with(\.ignoreAntialiasing, true)
    // Rows 1 to 5, and of 1,201 columns all but the 201 that 6 divides.
    #expect(strategy.compare(first, second).mismatched == 5 * 1000)
    #expect(Strategy(.resemble).compare(first, second).mismatched == 8407)
  }

  // MARK: - Roborazzi

  /// One level is 1 / 255 = 0.0039 apart, two are 0.0078; one level in three channels is 0.0068, in
  /// four 0.0078.
  @Test(arguments: [
    (Pixel(101, 100, 100, 255), 0), (Pixel(102, 100, 100, 255), 1), (Pixel(101, 101, 101, 255), 0),
    (Pixel(101, 101, 101, 254), 1), (Pixel(100, 100, 100, 253), 1),
  ])
  func `Roborazzi tells colours apart above its distance`(_ pixel: Pixel, _ count: Int) {
    #expect(Strategy(.roborazzi).compare(dot(grey), dot(pixel)).mismatched == count)
  }

  @Test func `Roborazzi counts what its rule says`() {
    let (first, second) = randomPair(31, 17, seed: 5)
    let strategy = Strategy(.roborazzi).with(\.maxDistance, 0.9)
    let mask = compare(first, second, strategy: strategy).mask
    first.forEachPlace { x, y in
      let squares = (0..<4).map { channel -> Float in
        let d = Float(first[x, y][channel]) / 255 - Float(second[x, y][channel]) / 255
        return Float(Double(d) * Double(d))
      }
      let distance = (squares[0] + squares[1] + squares[2] + squares[3]).squareRoot()
      #expect(mask[x, y] == (distance > 0.9))
    }
  }

  // MARK: - Paparazzi

  /// Of 100 x 100 pixels all levels are 7,680,000, and 0.01% of them 768.
  @Test(arguments: [
    (Pixel(102, 98, 102, 255), 1, 0, Verdict.match), (Pixel(103, 100, 100, 255), 1, 3, .match),
    (Pixel(228, 228, 228, 255), 2, 768, .match), (Pixel(228, 228, 229, 255), 2, 770, .mismatch),
    // If alpha alone differs it counts pixels: one is 0.01%, and two are more.
    (Pixel(100, 100, 100, 250), 1, 768, .match), (Pixel(100, 100, 100, 250), 2, 1536, .mismatch),
    (Pixel(100, 100, 100, 253), 2, 0, .match),
  ])
  func `Paparazzi adds up what is off by more than two`(
    _ pixel: Pixel, _ pixels: Int, _ sum: Int, _ verdict: Verdict
  ) {
    let first = PixelImage.solid(100, 100, grey)
    var second = first
    for x in 0..<pixels { second = second.replacing(x, 0, with: pixel) }
    let comparison = Strategy(.paparazzi).compare(first, second)
    #expect(comparison.mismatched == sum && comparison.total == 7_680_000)
    #expect(comparison.allowed == 768 && comparison.verdict == verdict)
  }

  @Test func `Paparazzi sees no colour in what is clear`() {
    let first = PixelImage.solid(2, 2, Pixel(0, 0, 0, 0))
    let second = PixelImage.solid(2, 2, Pixel(255, 255, 255, 0))
    #expect(Strategy(.paparazzi).compare(first, second).verdict == .match)
  }

  @Test func `Paparazzi forgives a row of the grey that it puts for what is missing`() {
    let middle = Pixel.grey
    let first = PixelImage.solid(100, 100, middle)
    let strategy = Strategy(.paparazzi).with(\.maxPercentDifference, 100)
    #expect(strategy.compare(first, .solid(100, 101, middle)).verdict == .match)
    #expect(strategy.compare(first, .solid(100, 102, middle)).verdict == .sizeMismatch)
    // 100 pixels of another grey: 100 x 3 x 28 levels, more than 0.01% of 100 x 101 x 768.
    let other = PixelImage.solid(100, 101, grey)
    let comparison = Strategy(.paparazzi).compare(.solid(100, 100, grey), other)
    #expect(comparison.mismatched == 8400 && comparison.verdict == .sizeMismatch)
  }
}
