import PNGCodec
import Pixels
import TestSupport
import Testing

/// Files whose `iDOT` chunk promises that the pixel data comes in two halves, true and not.
@Suite struct HalvesTests {
  /// Large enough to be worth a second thread: 300 KB of rows.
  static func picture(_ colourType: Int = 6) -> PNGWriter {
    let width = [0: 1000, 2: 333, 4: 500, 6: 250][colourType]!
    var writer = PNGWriter.random(colourType, depth: 8, width: width, height: 301)
    writer.compress = { zlibHalves($0, splitAt: 151 * (width * writer.channels + 1)) }
    writer.halves = .init(rows: [151, 150])
    return writer
  }

  static let pixels = picture().expectedPixels

  @Test(arguments: [0, 2, 4, 6])
  func `two threads read what libpng reads`(_ colourType: Int) throws {
    let writer = Self.picture(colourType)
    let file = writer.file()
    let image = try decodeFast(file, threads: 2)
    #expect(image?.pixels == writer.expectedPixels)
    #expect(try decodeFast(file, threads: 1) == image)
    #expect(try decodeThroughLibpng(file) == image)
  }

  @Test(arguments: [0, 1, 2, 3, 4])
  func `any filter may begin the second half`(_ filter: Int) throws {
    var writer = Self.picture()
    writer.filters = [1, 4, filter]
    writer.halves?.rows = [151, 150]
    try expectRead(writer)
    // Row 151 begins the second half.
    writer.filters = [filter]
    try expectRead(writer)
  }

  @Test func `numbers that fit no two halves are passed over`() throws {
    let lies: [[Int]] = [
      [0, 301], [301, 0], [150, 151], [152, 149], [1, 300], [300, 1], [151, 151], [-1, 302],
    ]
    for rows in lies {
      var writer = Self.picture()
      writer.halves?.rows = rows
      try expectRead(writer)
    }
    for change in [-12, -1, 1, 12, 1 << 30] {
      var writer = Self.picture()
      writer.halves?.offsetError = change
      try expectRead(writer)
    }
    for count in [0, 1, 3, 1 << 31] {
      var writer = Self.picture()
      writer.halves?.count = count
      try expectRead(writer)
    }
  }

  @Test func `a second half that leans on the first is still read`() throws {
    // One stream without a pause: matches reach across the border.
    var writer = Self.picture()
    writer.samples = writer.samples.indices.map { $0 / 4 % 97 }
    writer.compress = { Deflate.zlibStream($0, level: 6)! }
    writer.halves?.firstPiece = 500
    #expect(try PNG.decode(writer.file(), file: "x.png").pixels == writer.expectedPixels)
  }

  @Test func `a first half that ends in the middle is still read`() throws {
    for firstPiece in [1, 2, 6, 1000, 100_000] {
      var writer = Self.picture()
      writer.halves?.firstPiece = firstPiece
      #expect(try decodeFast(writer.file(), threads: 2) == nil)
      try expectRead(writer)
    }
  }

  @Test func `a wrong Adler-32 is an error`() throws {
    var writer = Self.picture()
    let honest = writer.compress
    writer.compress = { honest($0).dropLast() + [honest($0).last! ^ 1] }
    let file = writer.file()
    #expect(try decodeFast(file, threads: 2) == nil)
    #expect(throws: ImageError.self) { try PNG.decode(file, file: "x.png") }
  }

  private func expectRead(_ writer: PNGWriter) throws {
    let image = try PNG.decode(writer.file(), file: "x.png")
    #expect(image.pixels == Self.pixels, "\(writer.halves!)")
  }
}

/// Like `zlibStored`, with a pause behind the first `border` bytes, as a full flush leaves it.
private func zlibHalves(_ bytes: [UInt8], splitAt border: Int) -> [UInt8] {
  let second = zlibStored(Array(bytes[border...])).dropFirst(2).dropLast(4)
  let first = zlibStart(Array(bytes[..<border]), isWhole: false) + [0, 0, 0, 0xFF, 0xFF]
  return first + second + be32(Int(adler32(bytes)))
}
