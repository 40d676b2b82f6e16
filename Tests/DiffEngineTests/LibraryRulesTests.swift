import DiffEngine
import Pixels
import Testing

struct LibraryRulesTests {
  private let grey = Pixel(100, 100, 100, 255)

  @Test func `pointfree counts bytes, of four a pixel`() {
    let reference = PixelImage.solid(10, 10, grey)
    let actual = reference.replacing(2, 2, with: Pixel(100, 101, 100, 255))
      .replacing(5, 5, with: Pixel(0, 0, 0, 255))
    // In single precision (1 - 0.99) * 400 is just below 4, which the library cuts to 3.
    for (precision, allowed, verdict) in [
      (1.0, 0, Verdict.mismatch), (0.99, 3, .mismatch), (0.984375, 6, .match), (0, 400, .match),
    ] {
      let strategy = Strategy(.pointfree).with(\.precision, precision)
      let (comparison, mask) = compare(reference, actual, strategy: strategy)
      #expect(comparison.mismatched == 4 && comparison.total == 400 && mask.count == 2)
      #expect(comparison.allowed == allowed && comparison.verdict == verdict, "\(precision)")
    }
  }

  @Test func `below perceptual precision 1 pointfree reads the gamma as light`() {
    // The published consequences: 10.4 and 23.4 for dark greys that are 0.82 and 2.7 apart.
    for (value, deltaE) in [(3, 10.4), (10, 23.4)] as [(UInt8, Double)] {
      for (limit, verdict) in [(deltaE - 0.1, Verdict.mismatch), (deltaE + 0.1, .match)] {
        let strategy = Strategy(.pointfree).with(\.perceptualPrecision, 1 - limit / 100)
        let comparison = strategy.compare(dot(.black), dot(.grey(value)))
        #expect(comparison.verdict == verdict)
        #expect(abs((comparison.maxDeltaE ?? 0) - deltaE) < 0.05)
      }
    }
  }

  @Test func `pointfree matches at exactly the precision`() {
    let reference = PixelImage.solid(4, 1, grey)
    let actual = reference.replacing(0, 0, with: Pixel(0, 0, 0, 255))
    for (precision, verdict) in [(0.75, Verdict.match), (0.76, .mismatch)] {
      var strategy = Strategy(.pointfree)
      (strategy.precision, strategy.perceptualPrecision) = (precision, 0.9)
      let comparison = strategy.compare(reference, actual)
      #expect(comparison.verdict == verdict)
      #expect(comparison.allowed == (verdict == .match ? 1 : 0))
    }
  }

  @Test func `uber divides a channel's difference by 256`() {
    let reference = PixelImage.solid(4, 1, Pixel(0, 0, 0, 255))
    let actual = reference.replacing(0, 0, with: Pixel(0, 64, 0, 255))
    for (tolerance, overall, verdict) in [
      (0, 0, Verdict.mismatch), (0.25, 0, .match), (0.249, 0, .mismatch), (0, 0.25, .match),
      (0, 0.249, .mismatch), (1, 0, .match),
    ] as [(Double, Double, Verdict)] {
      var strategy = Strategy(.uber)
      (strategy.perPixelTolerance, strategy.overallTolerance) = (tolerance, overall)
      let comparison = strategy.compare(reference, actual)
      #expect(comparison.verdict == verdict, "\(tolerance) \(overall)")
      #expect((comparison.mismatched > comparison.allowed) == (verdict == .mismatch))
    }
  }

  @Test func `uber sees alpha like any other channel`() {
    #expect(Strategy(.uber).compare(dot(.black), dot(Pixel())).verdict == .mismatch)
  }

  @Test func `accuracy allows the whole pixels of what need not be equal`() {
    let reference = PixelImage.solid(10, 1, grey)
    let actual = reference.replacing(0, 0, with: Pixel(101, 100, 100, 255))
    // 10 x (1 - 0.9) is just below 1 in the library's own arithmetic, and cut to 0.
    for (required, verdict) in [(1, Verdict.mismatch), (0.9, .mismatch), (0.875, .match)] {
      let strategy = Strategy(.accuracy).with(\.requiredAccuracy, required)
      let comparison = strategy.compare(reference, actual)
      #expect(comparison.verdict == verdict)
      #expect((comparison.mismatched > comparison.allowed) == (verdict == .mismatch))
    }
  }

  @Test func `the average sees what became darker by half a step on the whole, nothing else`() {
    let reference = PixelImage.solid(10, 1, grey)
    for (pixel, mean) in [
      (Pixel(95, 100, 100, 255), 1), (Pixel(96, 100, 100, 255), 0), (Pixel(255, 255, 255, 255), 0),
      (Pixel(0, 100, 95, 255), 10),
    ] {
      let actual = reference.replacing(3, 0, with: pixel)
      let comparison = Strategy(.average).compare(reference, actual)
      #expect(comparison.mismatched == mean && comparison.total == 255)
      #expect(comparison.verdict == (mean > 0 ? .mismatch : .match))
    }
  }

  @Test func `pixelmatch measures YIQ up to and not including its threshold`() {
    // Black to white is 35215 by definition: at threshold 1 nothing differs.
    for (threshold, verdict) in [(0.1, Verdict.mismatch), (0.96, .mismatch), (1, .match)] {
      let strategy = Strategy(.pixelmatch).with(\.yiqThreshold, threshold)
      #expect(strategy.compare(dot(.black), dot(.white)).verdict == verdict)
    }
  }

  @Test func `pixelmatch lays what is transparent over white`() {
    #expect(Strategy(.pixelmatch).compare(dot(Pixel()), dot(.white)).verdict == .match)
  }

  /// Worked out by hand from the byte's place k = 4 (y w + x): red 48; green 48 or 207 as
  /// k / 1.618 is even or odd, blue likewise by k / 2.618. At place 1, k = 4: 2.47 and 1.53, so
  /// (48, 48, 207).
  @Test func `pixelmatch 7 lays what is transparent over a checkerboard`() {
    let clear = PixelImage.solid(2, 1, Pixel(0, 0, 0, 0))
    let strategy = Strategy(.pixelmatch).with(\.checkerboard, true).with(\.yiqThreshold, 0)
    func mismatches(_ first: Pixel, _ second: Pixel) -> Int {
      let actual = PixelImage(width: 2, height: 1, pixels: [first, second])
      return strategy.compare(clear, actual).mismatched
    }
    #expect(mismatches(Pixel(48, 48, 48, 255), Pixel(48, 48, 207, 255)) == 0)
    #expect(mismatches(Pixel(48, 48, 207, 255), Pixel(48, 48, 207, 255)) == 1)
    #expect(mismatches(Pixel(255, 255, 255, 255), Pixel(48, 48, 48, 255)) == 2)
  }

  @Test func `pixelmatch forgives a step of antialiasing unless told otherwise`() {
    // A vertical edge, black left and white right, whose soft pixel has another shade.
    func edge(_ shade: UInt8) -> PixelImage {
      PixelImage(7, (0..<35).map { $0 % 7 < 3 ? .black : .white })
        .replacing(3, 2, with: .grey(shade))
    }
    var strategy = Strategy(.pixelmatch)
    #expect(strategy.compare(edge(60), edge(200)).mismatched == 0)
    strategy.includeAntialiasing = true
    #expect(strategy.compare(edge(60), edge(200)).mismatched == 1)
  }
}
