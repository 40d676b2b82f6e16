import DiffEngine
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Files read for the numbers in them, and the strategies of the libraries that compare those.
struct CodesTests {
  private static let libraries: [Strategy] = {
    var macos = Strategy(.pointfree)
    macos.platform = .macos
    return [Strategy(.uber), Strategy(.pixelmatch), macos]
  }()

  @Test func `two Display P3 colours that clip to one sRGB colour are two`() throws {
    // Both greens lie outside sRGB.
    let first = file([0, 255, 0], profile: .displayP3)
    let second = file([0, 250, 0], profile: .displayP3)
    #expect(try decoded(first, .colours)[0, 0].x == 0)
    for var strategy in Self.libraries {
      strategy.yiqThreshold = 0
      let (reference, actual) = (
        try decoded(first, strategy.samples), try decoded(second, strategy.samples)
      )
      #expect(reference[0, 0] == Pixel(0, 255, 0, 255) && actual[0, 0] == Pixel(0, 250, 0, 255))
      #expect(strategy.compare(reference, actual).verdict == .mismatch, "\(strategy.summary)")
    }
  }

  @Test func `the same codes under two profiles are the same`() throws {
    let tagged = file([200, 100, 50], profile: .displayP3)
    let plain = file([200, 100, 50], profile: nil)
    let colours = (try decoded(tagged, .colours), try decoded(plain, .colours))
    #expect(Strategy(.naive).compare(colours.0, colours.1).verdict == .mismatch)
    #expect(Strategy(.pointfree).compare(colours.0, colours.1).verdict == .mismatch)
    #expect(colours.0.hasOtherCodes && !colours.1.hasOtherCodes)
    for strategy in Self.libraries {
      let (reference, actual) = (
        try decoded(tagged, strategy.samples), try decoded(plain, strategy.samples)
      )
      #expect(strategy.compare(reference, actual).verdict == .match, "\(strategy.summary)")
    }
  }

  @Test func `uber sees one step of 16 bits, within its tolerance of 256`() throws {
    let (first, second) = (wideFile([0x1234, 0, 0]), wideFile([0x1235, 0, 0]))
    let (reference, actual) = (try decoded(first, .codes), try decoded(second, .codes))
    #expect(reference == actual && reference.isWide)
    #expect(reference.wide(0, 0) == SIMD4(0x1234, 0, 0, 65_535))
    var strategy = Strategy(.uber)
    #expect(strategy.compare(reference, actual).verdict == .mismatch)
    strategy.perPixelTolerance = 1.0 / 65_536
    #expect(strategy.compare(reference, actual).verdict == .match)
    strategy.perPixelTolerance = 0.9 / 65_536
    #expect(strategy.compare(reference, actual).verdict == .mismatch)
    #expect(Strategy(.pixelmatch).compare(reference, actual).verdict == .match)
  }

  @Test func `8 bits beside 16 are the same where they say the same`() throws {
    let wide = try decoded(wideFile([0x1212, 0xFFFF, 0]), .codes)
    let narrow = try decoded(file([0x12, 0xFF, 0], profile: nil), .codes)
    #expect(Strategy(.uber).compare(wide, narrow).verdict == .match)
    #expect(Strategy(.uber).compare(narrow, wide).verdict == .match)
    let taller = PixelImage(width: 1, height: 2, pixels: [Pixel](repeating: narrow[0, 0], count: 2))
    let comparison = Strategy(.uber).compare(wide, taller)
    #expect(comparison.verdict == .sizeMismatch && comparison.mismatched == 1)
  }

  @Test func `odiff and looks-same see the upper eight of 16 bits`() throws {
    // To the nearest these are two 8-bit values.
    let (first, second) = (wideFile([0x1200, 0x80, 0]), wideFile([0x12FF, 0xFF, 0]))
    for var strategy in [Strategy(.odiff), Strategy(.looksSame)] {
      (strategy.yiqThreshold, strategy.tolerance) = (0, 0.001)
      let (reference, actual) = (
        try decoded(first, strategy.samples), try decoded(second, strategy.samples)
      )
      #expect(reference == actual && reference[0, 0] == Pixel(0x12, 0, 0, 255))
      #expect(strategy.compare(reference, actual).verdict == .match)
    }
    #expect(try decoded(second, .codes)[0, 0] == Pixel(0x13, 1, 0, 255))
  }

  @Test func `looks-same sees the colours of a profile, and not those of gAMA`() throws {
    let strategy = Strategy(.looksSame)
    let (tagged, plain) = (file([200, 100, 50], profile: .displayP3), file([200, 100, 50]))
    let image = try decoded(tagged, strategy.samples)
    #expect(image == (try decoded(tagged, .colours)))
    #expect(try strategy.compare(image, decoded(plain, strategy.samples)).verdict == .mismatch)
    var writer = PNGWriter(width: 1, height: 1, depth: 8, colourType: 2, samples: [200, 100, 50])
    writer.extraChunks = [("gAMA", be32(100_000))]
    #expect(try decoded(writer.file(), strategy.samples) == decoded(plain, .codes))
    #expect(try decoded(tagged, Strategy(.odiff).samples) == decoded(plain, .codes))
  }

  @Test(arguments: [0, 2, 3, 4, 6], [8, 16])
  func `without a profile codes are colours`(_ colourType: Int, _ depth: Int) throws {
    guard colourType != 3 || depth == 8 else { return }
    let bytes = PNGWriter.random(colourType, depth: depth).file()
    let codes = try decoded(bytes, .codes)
    #expect(try decoded(bytes, .colours) == codes)
    #expect(codes.isWide == (depth == 16))
  }

  private func decoded(_ file: [UInt8], _ samples: PNG.Samples) throws -> PixelImage {
    try file.withUnsafeBytes { try PNGReader($0, samples).imageThroughLibpng() }
  }

  private func file(_ pixel: [Int], profile: ICCWriter? = nil) -> [UInt8] {
    var writer = PNGWriter(width: 1, height: 1, depth: 8, colourType: 2, samples: pixel)
    if let profile { writer.extraChunks = [("iCCP", profile.chunk())] }
    return writer.file()
  }

  private func wideFile(_ pixel: [Int]) -> [UInt8] {
    PNGWriter(width: 1, height: 1, depth: 16, colourType: 2, samples: pixel).file()
  }
}
