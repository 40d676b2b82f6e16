import PNGCodec
import Pixels
import TestSupport
import Testing

struct DecodeTests {
  @Test(arguments: [1, 2, 4, 8, 16])
  func `a transparent grey is transparent only where all its bits agree`(_ depth: Int) throws {
    var writer = PNGWriter.random(0, depth: depth)
    writer.samples[5] = writer.samples[0]
    writer.transparency = [UInt8(writer.samples[0] >> 8), UInt8(writer.samples[0] & 255)]
    try expectRead(writer)
  }

  @Test(arguments: [8, 16])
  func `a transparent colour is transparent only where all its bits agree`(_ depth: Int) throws {
    var writer = PNGWriter.random(2, depth: depth)
    // One pixel that differs from the key in its lowest bit alone.
    writer.samples.replaceSubrange(3..<6, with: writer.samples[0..<3])
    writer.samples[5] ^= 1
    writer.transparency = writer.samples[0..<3].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    try expectRead(writer)
  }

  @Test(arguments: [1, 2, 4, 8])
  func `a palette's alphas may be fewer than its colours`(_ depth: Int) throws {
    var writer = PNGWriter.random(3, depth: depth)
    writer.transparency = [0, 128, 7].prefix(max(1, (1 << depth) - 1)).map(UInt8.init)
    try expectRead(writer)
  }

  @Test func `chunks that say nothing of pixels are skipped`() throws {
    var writer = PNGWriter.random(6, depth: 8)
    writer.extraChunks = [("tEXt", Array("a\0b".utf8)), ("xyZw", [1, 2, 3]), ("eXIf", [])]
    try expectRead(writer)
  }

  @Test func `a palette and a colour key where they mean nothing are skipped`() throws {
    for colourType in [0, 4, 6] {
      var writer = PNGWriter.random(colourType, depth: 8)
      writer.palette = [(1, 2, 3)]
      try expectRead(writer)
    }
    var writer = PNGWriter.random(6, depth: 8)
    writer.extraChunks = [("tRNS", [0, 1])]
    try expectRead(writer)
  }

  @Test func `bytes after the end are ignored`() throws {
    let writer = PNGWriter.random(2, depth: 8)
    let image = try PNG.decode(writer.file() + [1, 2, 3], file: "x.png")
    #expect(image.pixels == writer.expectedPixels)
  }

  private func expectRead(_ writer: PNGWriter) throws {
    let image = try PNG.decode(writer.file(), file: "x.png")
    #expect(image.width == writer.width && image.height == writer.height)
    #expect(
      image.pixels == writer.expectedPixels,
      """
      type \(writer.colourType), \(writer.depth) bits, \(writer.width) x \(writer.height), \
      interlaced \(writer.isInterlaced), filters \(writer.filters)
      """)
  }
}
