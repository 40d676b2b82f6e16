import PNGCodec
import Pixels
import TestSupport
import Testing

/// Our own decoder gives what libpng gives, and declines what it cannot read.
struct EightBitDecoderTests {
  static let colourTypes = [0, 2, 4, 6]
  static let sizes = [
    (1, 1), (1, 2), (2, 1), (1, 40), (40, 1), (3, 3), (8, 8), (9, 4), (31, 7), (33, 9), (100, 3),
    (257, 5),
  ]

  /// The content of rows: noise, flat areas with few edges, and ramps.
  enum Content: CaseIterable { case noise, flat, ramp }

  @Test(arguments: colourTypes, Content.allCases)
  func `all filters and sizes agree with libpng`(_ colourType: Int, _ content: Content) throws {
    for (width, height) in Self.sizes {
      for filters in [[0], [1], [2], [3], [4], [4, 4, 3, 1, 2, 0, 4]] {
        let file = picture(colourType, content, width, height, filters).file()
        let fast = try decodeFast(file)
        #expect(fast != nil)
        #expect(
          try fast == decodeThroughLibpng(file),
          "type \(colourType), \(width) x \(height), filters \(filters)")
      }
    }
  }

  @Test(arguments: [1, 6, 12])
  func `compressed data in many chunks agrees with libpng`(_ level: Int) throws {
    var writer = picture(6, .flat, 300, 200, [4, 1, 2])
    writer.compress = { Deflate.zlibStream($0, level: Int32(level))! }
    writer.pieceSize = 100
    let file = writer.file()
    #expect(try decodeFast(file)?.pixels == writer.expectedPixels)
    #expect(try decodeThroughLibpng(file).pixels == writer.expectedPixels)
  }

  @Test func `unusual kinds are left to libpng`() throws {
    for (colourType, depth) in [(0, 4), (3, 8), (6, 16)] {
      #expect(try decodeFast(PNGWriter.random(colourType, depth: depth).file()) == nil)
    }
    var interlaced = PNGWriter.random(6, depth: 8)
    interlaced.isInterlaced = true
    #expect(try decodeFast(interlaced.file()) == nil)
    var keyed = PNGWriter.random(0, depth: 8)
    keyed.transparency = [0, 7]
    #expect(try decodeFast(keyed.file()) == nil)
  }

  @Test func `damaged streams are left to libpng`() throws {
    let writer = PNGWriter.random(6, depth: 8)
    let damages: [([UInt8]) -> [UInt8]] = [
      { zlibStored($0).dropLast() + [0] },  // Adler-32
      { zlibStored($0) + [0] },  // something behind it
      { zlibStored($0.dropLast()) }, { zlibStored($0 + [0]) },  // too little, too much
      { [0x79, 0x01] + zlibStored($0).dropFirst(2) },  // the header's own check
      { [0x78, 0x20] + zlibStored($0).dropFirst(2) },  // a preset dictionary
      { zlibStored([9] + $0.dropFirst()) },  // an unknown filter
      { _ in [] }, { _ in [0x78] }, { _ in [0x78, 0x01, 0, 0, 0] },
    ]
    for (index, damage) in damages.enumerated() {
      var damaged = writer
      damaged.compress = damage
      let file = damaged.file()
      #expect((try? decodeFast(file)) ?? nil == nil, "damage \(index)")
      #expect(throws: ImageError.self, "damage \(index)") { try PNG.decode(file, file: "x.png") }
    }
  }

  private func picture(
    _ colourType: Int, _ content: Content, _ width: Int, _ height: Int, _ filters: [Int]
  ) -> PNGWriter {
    var writer = PNGWriter.random(colourType, depth: 8, width: width, height: height)
    let channels = writer.channels
    writer.filters = filters
    for index in writer.samples.indices where content != .noise {
      let (x, y) = (index / channels % width, index / channels / width)
      let isEdge = (x * 7 + y * 13) % 41 == 0
      let flat = x / 20 * 40 + (isEdge ? 3 : 0)
      writer.samples[index] = (content == .flat ? flat : x + 2 * y + index % channels) & 255
    }
    return writer
  }
}
