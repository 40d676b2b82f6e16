import CPNG
import PNGCodec
import Pixels
import TestSupport
import Testing

/// The kinds of Willem van Schaik's PngSuite, drawn by our own writer: what we read is what was
/// written and what libpng reads of the whole file by itself; what libpng refuses we refuse.
struct PngSuiteTests {
  @Test(arguments: PNGWriter.kinds)
  func `basic formats, interlaced or not`(_ colourType: Int, _ depth: Int) throws {
    for isInterlaced in [false, true] {
      try expectAgreement(picture(colourType, depth, 32, isInterlaced: isInterlaced))
    }
  }

  @Test(arguments: Array(1...9) + Array(32...40))
  func `odd sizes, interlaced or not`(_ side: Int) throws {
    for (colourType, depth) in PNGWriter.kinds {
      for isInterlaced in [false, true] {
        try expectAgreement(picture(colourType, depth, side, isInterlaced: isInterlaced))
        var low = picture(colourType, depth, side, height: side % 3 + 1, isInterlaced: isInterlaced)
        low.filters = [4, 1, 3, 0, 2]
        try expectAgreement(low)
      }
    }
  }

  @Test(arguments: [[0], [1], [2], [3], [4], [0, 1, 2, 3, 4], [4, 3, 2, 1, 0]])
  func `filters, one for all rows or changing`(_ filters: [Int]) throws {
    for (colourType, depth) in PNGWriter.kinds {
      for isInterlaced in [false, true] {
        var writer = picture(colourType, depth, 32, isInterlaced: isInterlaced)
        writer.filters = filters
        try expectAgreement(writer)
      }
    }
  }

  @Test(arguments: PNGWriter.kinds)
  func `transparent colours and backgrounds`(_ colourType: Int, _ depth: Int) throws {
    for isInterlaced in [false, true] {
      var writer = picture(colourType, depth, 32, isInterlaced: isInterlaced)
      let samples = writer.samples.prefix(writer.channels).flatMap {
        [UInt8($0 >> 8), UInt8($0 & 255)]
      }
      if colourType == 0 || colourType == 2 { writer.transparency = samples }
      if colourType == 3 {
        writer.transparency = Array([0, 255, 128].prefix(writer.palette.count))
      }
      // Behind the palette in PNG's own order; ours stands before it, where there is none.
      if colourType != 3 {
        let background = colourType == 4 || colourType == 6 ? Array(samples.dropLast(2)) : samples
        writer.extraChunks = [("bKGD", background)]
      }
      try expectAgreement(writer)
    }
  }

  @Test(arguments: [1, 2, 4, 8])
  func `palettes of every size`(_ depth: Int) throws {
    for count in Set([1, 2, 3, 15, 16, 17, 255, 256]) where count <= 1 << depth {
      var writer = picture(3, depth, 32)
      writer.palette = Array(writer.palette.prefix(count))
      writer.samples = writer.samples.map { $0 % count }
      try expectAgreement(writer)
    }
  }

  @Test func `palettes that only advise`() throws {
    for (colourType, depth) in [(2, 8), (2, 16), (6, 8), (6, 16)] {
      var writer = picture(colourType, depth, 32)
      writer.palette = (0..<216).map { ($0, 255 - $0, $0 / 2) }
      writer.extraChunks = [("sPLT", Array("six\0".utf8) + [8, 1, 2, 3, 4, 0, 5])]
      try expectAgreement(writer)
    }
  }

  @Test(arguments: PNGWriter.kinds)
  func `chunks beside the pixels`(_ colourType: Int, _ depth: Int) throws {
    var writer = picture(colourType, depth, 32)
    let bits = [UInt8](
      repeating: UInt8(min(depth, 8)), count: colourType == 3 ? 3 : writer.channels)
    writer.extraChunks = [
      ("gAMA", be32(45_455)), ("sBIT", bits),
      (
        "cHRM", [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000].flatMap(be32)
      ), ("pHYs", be32(2_835) + be32(2_835) + [1]), ("tIME", [7, 208, 1, 1, 12, 34, 56]),
      ("tEXt", Array("Title\0PngSuite".utf8)),
      ("zTXt", Array("Author\0\0".utf8) + zlibStored(Array("our own writer".utf8))),
      ("iTXt", Array("Title\0\0\0en\0Title\0PngSuite".utf8)),
    ]
    try expectAgreement(writer)
  }

  @Test(arguments: [1, 2, 4, 1_000])
  func `pixel data in so many chunks`(_ chunks: Int) throws {
    for (colourType, depth) in PNGWriter.kinds {
      var writer = picture(colourType, depth, 32)
      let count = writer.compress(writer.filteredData()).count
      writer.pieceSize = max(1, count / chunks)
      try expectAgreement(writer)
    }
  }

  @Test(arguments: [1, 3, 6, 9])
  func `levels of compression`(_ level: Int) throws {
    for (colourType, depth) in PNGWriter.kinds {
      var writer = picture(colourType, depth, 32)
      writer.compress = { Deflate.zlibStream($0, level: Int32(level)) ?? [] }
      try expectAgreement(writer)
    }
  }

  @Test(arguments: BrokenFile.all)
  func `broken files are refused as libpng refuses them`(_ broken: BrokenFile) {
    #expect(throws: (any Error).self) { try libpngAlone(broken.file) }
    let error = #expect(throws: ImageError.self) { try PNG.decode(broken.file, file: "x.png") }
    let sentence = error?.description ?? ""
    #expect(sentence.hasPrefix("x.png: ") && sentence.hasSuffix("."), "\(sentence)")
  }

  /// Smooth as well as noisy: rows repeat, so that each filter and level has something to do.
  private func picture(
    _ colourType: Int, _ depth: Int, _ width: Int, height: Int? = nil, isInterlaced: Bool = false
  ) -> PNGWriter {
    var writer = PNGWriter.random(
      colourType, depth: depth, width: width, height: height ?? width, seed: UInt64(width))
    for index in writer.samples.indices where index / 5 % 3 > 0 {
      writer.samples[index] = index % (1 << depth)
    }
    writer.isInterlaced = isInterlaced
    return writer
  }

  private func expectAgreement(_ writer: PNGWriter) throws {
    let file = writer.file()
    let what: Comment = """
      type \(writer.colourType), \(writer.depth) bits, \(writer.width) x \(writer.height), \
      interlaced \(writer.isInterlaced), filters \(writer.filters)
      """
    let expected = writer.expectedPixels
    #expect(try PNG.decode(file, file: "x.png").pixels == expected, what)
    #expect(try libpngAlone(file) == expected, what)
    if let fast = try decodeFast(file) { #expect(fast.pixels == expected, what) }
  }
}

/// Decodes a file by libpng, without our own look at its chunks.
private func libpngAlone(_ file: [UInt8]) throws -> [Pixel] {
  struct Refusal: Error {}
  guard file.count > 33 else { throw Refusal() }
  let side = { (at: Int) in file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
  // A broken header asks for anything; libpng refuses rows that do not fit.
  var pixels = [Pixel](repeating: Pixel(), count: min(side(16) * side(20), 1 << 16))
  let isRead = file.withUnsafeBufferPointer { bytes in
    var whole = snap_png_span(bytes: bytes.baseAddress, count: bytes.count)
    guard let rows = snap_png_open(&whole, 1) else { return false }
    defer { snap_png_close(rows) }
    return pixels.withUnsafeMutableBytes {
      snap_png_read_head(rows, 0) != 0
        && snap_png_read(
          rows, side(20), $0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count) != 0
    }
  }
  guard isRead else { throw Refusal() }
  return pixels
}

/// A file that is no sound PNG in one respect.
struct BrokenFile: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var file: [UInt8]

  private init(_ what: String, _ colourType: Int = 0, _ change: (inout [UInt8]) -> Void) {
    testDescription = what
    file = PNGWriter.random(colourType, depth: 8, width: 32, height: 32).file()
    change(&file)
  }

  static let all =
    (0..<8).map { index in BrokenFile("signature byte \(index)") { $0[index] ^= 0x80 } } + [
      BrokenFile("carriage returns added") { $0.insert(0x0D, at: 4) },
      BrokenFile("line feeds lost") { $0.remove(at: 5) },
      BrokenFile("no end") { $0.removeLast(12) },
      BrokenFile("an end that holds something") {
        $0.replaceSubrange(($0.count - 12)..., with: chunk("IEND", [0x94]))
      },
      BrokenFile("header's checksum") { $0[29] ^= 1 },
      BrokenFile("pixel data's checksum") { $0[$0.count - 13] ^= 1 },
      BrokenFile("Adler-32") { $0.replaceIDAT { $0[$0.count - 1] ^= 1 } },
      BrokenFile("unknown filter") { $0.replaceIDAT { $0 = zlibStored([5] + $0[8...]) } },
      BrokenFile("no pixel data") { $0.removeSubrange(33..<$0.count - 12) },
      BrokenFile("no palette", 3) { $0.removeSubrange(33..<33 + 12 + 768) },
      BrokenFile("two headers") { $0.insert(contentsOf: $0[8..<33], at: 33) },
      BrokenFile("no header") { $0.removeSubrange(8..<33) },
    ] + header

  /// Places and values in IHDR that have no meaning.
  private static let header = [
    ("colour type 1", 25, 1), ("colour type 5", 25, 5), ("colour type 9", 25, 9),
    ("depth 0", 24, 0), ("depth 3", 24, 3), ("depth 99", 24, 99), ("compression 1", 26, 1),
    ("filter method 1", 27, 1), ("interlacing 2", 28, 2), ("no width", 19, 0), ("no height", 23, 0),
  ].map { what, place, value in
    BrokenFile(what) { file in
      file[place] = UInt8(value)
      file.replaceSubrange(29..<33, with: be32(Int(crc32(Array(file[12..<29])))))
    }
  }
}

extension [UInt8] {
  /// Changes the content of the one IDAT chunk behind the header.
  fileprivate mutating func replaceIDAT(_ change: (inout [UInt8]) -> Void) {
    var content = Array(self[41..<count - 16])
    change(&content)
    replaceSubrange(33..<count - 12, with: chunk("IDAT", content))
  }
}
