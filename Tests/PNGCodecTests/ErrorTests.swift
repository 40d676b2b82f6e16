import Foundation
import PNGCodec
import TestSupport
import Testing

struct ErrorTests {
  @Test(arguments: [
    ([], "empty (0 bytes)."), (Array("GIF89a…".utf8), "a GIF image, not a PNG file."),
    (Array("hello world".utf8), "not a PNG file (first bytes 68 65 6C 6C)."),
    (
      Array("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n".utf8),
      "a Git LFS pointer, not the image itself; run git lfs pull."
    ),
    ([0xFF, 0xD8, 0xFF, 0xE0, 0], "a JPEG image, not a PNG file."),
    (
      [0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A, 0, 0],
      "damaged: its line endings were changed, as a transfer as text or git's autocrlf does."
    ),
  ])
  func `what is no PNG is named`(_ bytes: [UInt8], _ message: String) {
    #expect(failure(bytes) == "x.png: " + message)
  }

  @Test func `a file cut at any byte is an error`() {
    let file = PNGWriter.random(6, depth: 8, width: 4, height: 3).file()
    for count in 0..<file.count {
      #expect(failure(Array(file.prefix(count))) != nil, "cut at \(count)")
    }
    #expect(
      failure(Array(file.prefix(60)))
        == "x.png: truncated: it ends at byte 60, inside chunk IDAT, which runs to byte 107.")
    #expect(
      failure(Array(file.dropLast(12)))
        == "x.png: truncated: it ends at byte 107, before its IEND chunk.")
  }

  @Test func `any single changed byte before the end is an error`() {
    let file = PNGWriter.random(6, depth: 8, width: 4, height: 3).file()
    for index in file.indices {
      var changed = file
      changed[index] ^= 0x40
      #expect(failure(changed) != nil, "byte \(index)")
    }
  }

  @Test func `a wrong checksum names its chunk`() {
    var file = PNGWriter.random(6, depth: 8, width: 4, height: 3).file()
    file[50] ^= 1
    #expect(failure(file) == "x.png: damaged: chunk IDAT at byte 33 has a wrong checksum (CRC).")
  }

  @Test func `a wrong Adler-32 is an error`() {
    for kind in [(6, 8), (2, 16), (3, 4)] {
      var writer = PNGWriter.random(kind.0, depth: kind.1)
      writer.compress = { bytes in
        var stream = zlibStored(bytes)
        stream[stream.count - 1] ^= 1
        return stream
      }
      #expect(
        failure(writer.file()) == "x.png: damaged pixel data (libpng: IDAT: incorrect data check).")
    }
  }

  @Test func `too little and too much pixel data are errors`() {
    for (colourType, depth) in [(6, 8), (0, 8), (3, 2), (2, 16)] {
      for change in [-1, 1] {
        var writer = PNGWriter.random(colourType, depth: depth)
        writer.compress = { zlibStored(change < 0 ? $0.dropLast() : $0 + [0]) }
        #expect(failure(writer.file()) != nil, "type \(colourType), \(change)")
      }
    }
  }

  @Test func `a row with an unknown filter is an error`() {
    var writer = PNGWriter.random(6, depth: 8)
    writer.compress = { zlibStored([5] + $0.dropFirst()) }
    #expect(
      failure(writer.file()) == "x.png: damaged pixel data (libpng: bad adaptive filter value).")
  }

  @Test(arguments: [
    (100_000, 100_000, "100,000 × 100,000 pixels, and at most 250,000,000 can be read"),
    (50_000, 5_001, "50,000 × 5,001 pixels, and at most 250,000,000 can be read"),
    (1, 1_000_001, "1 × 1,000,001 pixels, and at most 1,000,000 a side can be read"),
    (100_000_000, 1, "100,000,000 × 1 pixels, and at most 1,000,000 a side can be read"),
  ])
  func `a header that asks for too much is refused`(_ width: Int, _ height: Int, _ words: String) {
    for colourType in [0, 2, 3, 4, 6] {
      for isInterlaced in [0, 1] as [UInt8] {
        let end = PNGWriter.random(6, depth: 8).file()
        let header = be32(width) + be32(height) + [8, UInt8(colourType), 0, 0, isInterlaced]
        let file = Array(end.prefix(8)) + chunk("IHDR", header) + end.dropFirst(33)
        #expect(failure(file) == "x.png: too large: \(words).")
      }
    }
  }

  @Test func `pixel data in more than a million chunks is refused`() {
    let pixel = PNGWriter.random(6, depth: 8, width: 1, height: 1).file()
    let empty = chunk("IDAT", [])
    var file = Array(pixel.prefix(33))
    for _ in 0..<1_000_000 { file += empty }
    file += pixel[33...]
    #expect(
      failure(file)
        == "x.png: too large: its pixel data lies in more than 1,000,000 chunks (IDAT).")
  }

  @Test(arguments: [(6, false), (6, true), (3, false)])
  func `what stands behind a whole image is not unpacked`(_ colour: Int, _ isInterlaced: Bool) {
    var writer = PNGWriter.random(colour, depth: 8, width: 1, height: 1)
    writer.isInterlaced = isInterlaced
    writer.compress = { zlibStored($0 + [UInt8](repeating: 0, count: 200_000)) }
    #expect(
      failure(writer.file())
        == "x.png: damaged pixel data (libpng: more pixel data than the image has).")
  }

  @Test(arguments: [
    ([0, 0, 0, 0, 0, 0, 0, 1, 8, 6, 0, 0, 0], "damaged: its header says 0 × 1 pixels"),
    (
      [0, 0, 0, 1, 0, 0, 0, 1, 3, 6, 0, 0, 0],
      "damaged: PNG has no colour type 6 with 3 bits a sample"
    ),
    (
      [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 9],
      "damaged: unknown compression 0, filter 0 or interlace 9"
    ),
    (
      be32(10_000) + be32(10_000) + [8, 6, 0, 0, 0],
      "damaged: 16 bytes of pixel data cannot hold 10,000 × 10,000 pixels"
    ),
  ])
  func `a header without meaning says why, before memory is taken`(
    _ header: [UInt8], _ detail: String
  ) {
    let end = PNGWriter.random(6, depth: 8, width: 1, height: 1).file()
    let file = Array(end.prefix(8)) + chunk("IHDR", header) + end.dropFirst(33)
    #expect(failure(file) == "x.png: \(detail).")
  }

  @Test func `chunks out of place are errors`() {
    let pixel = PNGWriter.random(6, depth: 8, width: 1, height: 1).file()
    let header = Array(pixel[8..<33])
    let data = Array(pixel[33..<pixel.count - 12])
    let end = Array(pixel.suffix(12))
    let start = Array(pixel.prefix(8))
    #expect(
      failure(start + data + end) == "x.png: damaged: it begins with chunk IDAT instead of IHDR.")
    #expect(
      failure(start + header + end) == "x.png: damaged: it has no pixel data (no IDAT chunk).")
    #expect(
      failure(start + header + data + chunk("tEXt", []) + data + end)
        == "x.png: damaged: its IDAT chunks are not consecutive.")
    #expect(
      failure(start + header + header + data + end)
        == "x.png: damaged: it has a second header (at byte 33).")
    #expect(
      failure(start + header + chunk("ABCD", []) + data + end)
        == "x.png: damaged: unknown critical chunk ABCD.")
    #expect(
      failure(start + chunk("CgBI", [0, 0, 0, 0]) + header + data + end)?.contains("iOS-optimised")
        == true)
  }

  @Test func `a palette picture without a palette is an error`() {
    var writer = PNGWriter.random(3, depth: 8)
    writer.palette = []
    #expect(failure(writer.file()) == "x.png: damaged: its palette is missing (no PLTE chunk).")
  }

  private func failure(_ bytes: [UInt8]) -> String? {
    complaint { try PNG.decode(bytes, file: "x.png") }
  }
}
