import DiffEngine
import PNGCodec
import Pixels
import TestSupport
import Testing

extension PNGBands: ImageBands {}

/// Comparisons of files that are never held whole, against those of the whole images.
@Suite struct BandTests {
  private let folder = TestFolder()

  /// Bands have eight rows at least: these are one band, several, and several with a rest.
  static let shapes = [(1, 61), (67, 1), (70, 8), (70, 41), (33, 17), (130, 29)]

  private static let strategies: [Strategy] = {
    var all: [Strategy] = [
      .naive(threshold: 40), .cluster(clusterSize: 4), .perceptual(deltaE: 2),
      .perceptual(threshold: .share(0.3), deltaE: 5, formula: .cie76),
      .combined(threshold: 3, clusterSize: 3, deltaE: 1.5), .image(precision: 0.6),
      .image(precision: 0.7, perceptualPrecision: 0.97), .pixelmatch(), Strategy(.odiff),
      .pixelmatch(threshold: 0.05, includeAA: true, allowing: .share(0.2)),
    ]
    all += [.uber, .accuracy, .average, .resemble, .roborazzi, .paparazzi].map { Strategy($0) }
    all.append(Strategy(.odiff).with(\.ignoreAntialiasing, true))
    let caret = Strategy(.looksSame).with(\.includeCaret, true)
    return all + [caret, caret.with(\.includeAntialiasing, true)]
  }()

  private static let areas = [
    IgnoredAreas(),
    IgnoredAreas([
      .init(x: .pixels(0), y: .share(0.2), width: .share(0.5), height: .share(0.3)),
      .init(x: .pixels(3), y: .pixels(9), width: .pixels(20), height: .pixels(7)),
    ]),
    IgnoredAreas(mask: PaintedMask(.plain(40, 12, changes: 100), name: "mask")),
  ]

  @Test(arguments: shapes)
  func `outcomes are those of the whole images`(_ shape: (Int, Int)) throws {
    let seed = UInt64(shape.0 * 100 + shape.1)
    let pairs = [
      randomPair(shape.0, shape.1, seed: seed, changed: 0.3),
      softPair(shape.0, shape.1, seed: seed),
    ]
    for (reference, actual) in pairs {
      let files = (
        folder.write("r.png", try PNG.encode(reference)),
        folder.write("a.png", try PNG.encode(actual))
      )
      for strategy in Self.strategies { try check(files, strategy) }
    }
  }

  @Test(arguments: [(0, 1), (0, 16), (2, 16), (3, 2), (3, 8), (4, 8), (6, 16)], [false, true])
  func `any kind of file is read by bands`(_ kind: (Int, Int), _ hasProfile: Bool) throws {
    let files = (0..<2).map { index in
      var writer = PNGWriter.random(
        kind.0, depth: kind.1, width: 37, height: 21, seed: UInt64(index))
      writer.filters = [0, 1, 2, 3, 4]
      writer.pieceSize = 50
      if hasProfile { writer.extraChunks = [("gAMA", be32(100_000))] }
      return folder.write("\(index).png", writer.file())
    }
    for kind in [Strategy.Kind.naive, .perceptual, .uber, .odiff, .paparazzi] {
      try check((files[0], files[1]), Strategy(kind))
    }
    let uneven = folder.write("2.png", PNGWriter.random(6, depth: 8, width: 37, height: 21).file())
    for kind in [Strategy.Kind.naive, .uber] { try check((files[0], uneven), Strategy(kind)) }
  }

  private func bands(
    _ files: (String, String), _ strategy: Strategy = .naive()
  ) throws -> PNGBands? {
    try PNGBands(files.0, files.1, strategy.samples, bandPixels: 1)
  }

  private func check(_ files: (String, String), _ strategy: Strategy) throws {
    let (reference, actual) = try PNG.decodeBoth(files.0, files.1, strategy.samples)
    for areas in Self.areas {
      let whole = compare(reference, actual, strategy: strategy, ignoring: areas).comparison
      let bands = try #require(try bands(files, strategy))
      #expect((bands.width, bands.height) == (reference.width, reference.height))
      let banded = try compare(bands, strategy: strategy, ignoring: areas)
      #expect(banded.comparison == whole, "\(strategy.summary), \(areas.words ?? "")")
      let differing = Overlay(reference, actual, ignoring: areas).byteMask().count
      #expect(banded.differing == differing)
    }
  }

  @Test func `a verdict that hangs on a hair is said to`() throws {
    // 21 rows; the doubtful pixel is in the last band.
    var pixels = [Pixel](repeating: .grey(100), count: 10 * 21)
    let reference = PixelImage(10, pixels)
    pixels[205] = .grey(103)
    let actual = PixelImage(10, pixels)
    let files = (
      folder.write("r.png", try PNG.encode(reference)),
      folder.write("a.png", try PNG.encode(actual))
    )
    let deltaE = try #require(
      Strategy.perceptual().compare(reference, actual).maxDeltaE)
    for (offset, isBorderline) in [(0.001, true), (-0.001, true), (0.01, false)] {
      let strategy = Strategy.perceptual(deltaE: deltaE + offset)
      let bands = try #require(try bands(files, strategy))
      let banded = try compare(bands, strategy: strategy)
      #expect(banded.comparison.isBorderline == isBorderline)
      #expect(banded.comparison == strategy.compare(reference, actual))
    }
  }

  @Test func `what no band can tell is left to the whole images`() throws {
    let strategies: [Strategy] = [
      Strategy(.ssim), Strategy(.looksSame), .pixelmatch().with(\.checkerboard, true),
      Strategy(.resemble).with(\.ignoreAntialiasing, true),
    ]
    for strategy in strategies {
      #expect(!strategy.takesBands, "\(strategy.summary)")
    }
    for strategy in Self.strategies { #expect(strategy.takesBands, "\(strategy.summary)") }
    let plain = folder.write("a.png", try PNG.encode(.plain(9, 20)))
    var interlaced = PNGWriter.random(6, depth: 8, width: 9, height: 20)
    interlaced.isInterlaced = true
    let others = [
      folder.write("b.png", try PNG.encode(.plain(9, 21))),
      folder.write("c.png", interlaced.file()), folder.write("d.png", [0xFF, 0xD8, 0xFF, 0xE0]),
    ]
    for other in others {
      #expect(try bands((plain, other)) == nil && bands((other, plain)) == nil)
    }
  }

  @Test func `a damaged file is an error that names it, wherever the damage is`() throws {
    let plain = folder.write("a.png", try PNG.encode(.plain(13, 40)))
    var writer = PNGWriter.random(2, depth: 8, width: 13, height: 40)
    writer.compress = { zlibStored($0.dropLast() + [$0.last! ^ 1] + [0]) }
    let tooMuch = folder.write("b.png", writer.file())
    writer.compress = { zlibStored($0.prefix(30 * 40) + [9] + $0.dropFirst(30 * 40 + 1)) }
    let badFilter = folder.write("c.png", writer.file())
    for file in [tooMuch, badFilter] {
      let whole = complaint { try PNG.decode(contentsOf: file) }
      let banded = complaint { try compare(bands((plain, file))!, strategy: .naive()) }
      #expect(whole != nil && banded == whole)
    }
  }

  @Test func `images by bands have a limit too`() throws {
    let end = PNGWriter.random(6, depth: 8).file()
    let header = be32(100_000) + be32(10_001) + [8, 6, 0, 0, 0]
    let huge = folder.write("b.png", Array(end.prefix(8)) + chunk("IHDR", header) + end[33...])
    #expect(
      complaint { try bands((huge, huge)) }
        == "\(huge): too large: 100,000 × 10,001 pixels, and at most 1,000,000,000 can be read.")
  }
}
