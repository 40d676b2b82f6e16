import PNGCodec
import Pixels

/// Writes any kind of PNG, byte by byte from the specification, for tests only: nothing
/// here shares code with the reader. Pixel data goes into stored deflate blocks unless
/// `compress` says otherwise.
package struct PNGWriter {
  package var width: Int
  package var height: Int
  package var depth: Int
  /// 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA.
  package var colourType: Int
  package var isInterlaced = false
  /// Filter of row y (counted within its pass): `filters[y % count]`.
  package var filters = [0]
  /// Samples as the file holds them, row-major, channel by channel.
  package var samples: [Int]
  package var palette: [(Int, Int, Int)] = []
  /// Contents of a tRNS chunk.
  package var transparency: [UInt8]?
  /// Chunks between IHDR and the pixel data.
  package var extraChunks: [(name: String, content: [UInt8])] = []
  /// Bytes of zlib data in one IDAT chunk.
  package var pieceSize = Int.max
  package var compress: ([UInt8]) -> [UInt8] = zlibStored

  package init(width: Int, height: Int, depth: Int, colourType: Int, samples: [Int]) {
    (self.width, self.height) = (width, height)
    (self.depth, self.colourType) = (depth, colourType)
    self.samples = samples
  }

  package var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colourType]! }

  package func file() -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header =
      be32(width) + be32(height)
      + [UInt8(depth), UInt8(colourType), 0, 0, isInterlaced ? 1 : 0]
    file += chunk("IHDR", header)
    for extra in extraChunks { file += chunk(extra.name, extra.content) }
    if !palette.isEmpty {
      file += chunk("PLTE", palette.flatMap { [UInt8($0.0), UInt8($0.1), UInt8($0.2)] })
    }
    if let transparency { file += chunk("tRNS", transparency) }
    var packed = compress(filteredData())[...]
    repeat {
      let piece = packed.prefix(pieceSize)
      file += chunk("IDAT", Array(piece))
      packed = packed.dropFirst(piece.count)
    } while !packed.isEmpty
    return file + chunk("IEND", [])
  }

  /// The filtered rows of every pass.
  package func filteredData() -> [UInt8] {
    guard isInterlaced else { return filteredPass(x0: 0, y0: 0, dx: 1, dy: 1) }
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    return passes.flatMap { filteredPass(x0: $0.0, y0: $0.1, dx: $0.2, dy: $0.3) }
  }

  private func filteredPass(x0: Int, y0: Int, dx: Int, dy: Int) -> [UInt8] {
    let columns = Array(stride(from: x0, to: width, by: dx))
    guard !columns.isEmpty else { return [] }
    var data: [UInt8] = []
    var above: [UInt8] = []
    for (row, y) in stride(from: y0, to: height, by: dy).enumerated() {
      let bytes = packedRow(y, columns)
      if above.isEmpty { above = [UInt8](repeating: 0, count: bytes.count) }
      let filter = filters[row % filters.count]
      data.append(UInt8(filter))
      data += filtered(bytes, above, filter)
      above = bytes
    }
    return data
  }

  private func packedRow(_ y: Int, _ columns: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    var (pending, pendingBits) = (0, 0)
    for x in columns {
      for channel in 0..<channels {
        pending = pending << depth | samples[(y * width + x) * channels + channel]
        pendingBits += depth
        while pendingBits >= 8 {
          pendingBits -= 8
          bytes.append(UInt8(truncatingIfNeeded: pending >> pendingBits))
        }
      }
      pending &= 0xFF
    }
    if pendingBits > 0 { bytes.append(UInt8(truncatingIfNeeded: pending << (8 - pendingBits))) }
    return bytes
  }

  private func filtered(_ row: [UInt8], _ above: [UInt8], _ filter: Int) -> [UInt8] {
    let step = max(1, channels * depth / 8)
    return row.indices.map { i in
      let a = i >= step ? Int(row[i - step]) : 0
      let b = Int(above[i])
      let c = i >= step ? Int(above[i - step]) : 0
      let guess =
        switch filter {
        case 0: 0
        case 1: a
        case 2: b
        case 3: (a + b) / 2
        default: paeth(a, b, c)
        }
      return UInt8(truncatingIfNeeded: Int(row[i]) - guess)
    }
  }

  private func paeth(_ a: Int, _ b: Int, _ c: Int) -> Int {
    let p = a + b - c
    let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
    if pa <= pb && pa <= pc { return a }
    return pb <= pc ? b : c
  }
}

extension PNGWriter {
  /// The pixels that a reader must show: 8-bit RGBA, computed from `samples`.
  package var expectedPixels: [Pixel] { (0..<width * height).map { expectedPixel(at: $0) } }

  package func expectedPixel(at index: Int) -> Pixel { expectedPixel(pixel(at: index)) }

  /// The samples without alpha, from 0 to 1: one in a grey picture, else three.
  package func colour(at index: Int) -> [Double] {
    let pixel = pixel(at: index)
    switch colourType {
    case 0, 4: return [scaled(pixel[0])]
    case 3:
      let (red, green, blue) = palette[pixel[0]]
      return [red, green, blue].map { Double($0) / 255 }
    default: return pixel.prefix(3).map(scaled)
    }
  }

  private func pixel(at index: Int) -> [Int] {
    Array(samples[index * channels..<(index + 1) * channels])
  }

  private func expectedPixel(_ pixel: [Int]) -> Pixel {
    let eight = pixel.map(eightBits)
    switch colourType {
    case 0: return Pixel(eight[0], eight[0], eight[0], isKeyed(pixel) ? 0 : 255)
    case 2: return Pixel(eight[0], eight[1], eight[2], isKeyed(pixel) ? 0 : 255)
    case 3:
      let (red, green, blue) = palette[pixel[0]]
      let alphas = transparency ?? []
      let alpha = pixel[0] < alphas.count ? alphas[pixel[0]] : 255
      return Pixel(UInt8(red), UInt8(green), UInt8(blue), alpha)
    case 4: return Pixel(eight[0], eight[0], eight[0], eight[1])
    default: return Pixel(eight[0], eight[1], eight[2], eight[3])
    }
  }

  private func eightBits(_ sample: Int) -> UInt8 { UInt8((scaled(sample) * 255).rounded()) }

  private func scaled(_ sample: Int) -> Double { Double(sample) / Double((1 << depth) - 1) }

  private func isKeyed(_ pixel: [Int]) -> Bool {
    guard let transparency else { return false }
    return pixel.indices.allSatisfy {
      pixel[$0] == Int(transparency[2 * $0]) << 8 | Int(transparency[2 * $0 + 1])
    }
  }
}

extension PNGWriter {
  /// Every colour type with every depth that PNG knows.
  package static let kinds: [(colourType: Int, depth: Int)] = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8),
    (4, 8), (4, 16), (6, 8), (6, 16),
  ]

  /// A picture of pseudo-random samples; the palette has as many colours as the depth allows.
  package static func random(
    _ colourType: Int, depth: Int, width: Int = 13, height: Int = 11, seed: UInt64 = 1
  ) -> PNGWriter {
    var generator = SplitMix(seed: seed &+ UInt64(colourType * 100 + depth))
    var writer = PNGWriter(
      width: width, height: height, depth: depth, colourType: colourType, samples: [])
    writer.samples = (0..<width * height * writer.channels).map { _ in
      Int(generator.next() % (1 << UInt64(depth)))
    }
    if colourType == 3 {
      writer.palette = (0..<1 << depth).map { _ in
        let value = generator.next()
        return (Int(value & 255), Int(value >> 8 & 255), Int(value >> 16 & 255))
      }
    }
    return writer
  }
}

package func be32(_ value: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

package func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
  let body = Array(name.utf8) + content
  return be32(content.count) + body + be32(Int(crc32(body)))
}

package func crc32(_ bytes: [UInt8]) -> UInt32 {
  ~bytes.reduce(0xFFFF_FFFF) { crc, byte in crcTable[Int((crc ^ UInt32(byte)) & 255)] ^ crc >> 8 }
}

private let crcTable: [UInt32] = (0..<256).map { byte in
  (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 != 0 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
}

package func adler32(_ bytes: some Sequence<UInt8>) -> UInt32 {
  var (a, b): (UInt32, UInt32) = (1, 0)
  for byte in bytes {
    a = (a + UInt32(byte)) % 65521
    b = (b + a) % 65521
  }
  return b << 16 | a
}

/// A zlib stream of stored blocks.
package func zlibStored(_ bytes: [UInt8]) -> [UInt8] {
  var out: [UInt8] = [0x78, 0x01]
  var rest = bytes[...]
  repeat {
    let block = rest.prefix(65535)
    rest = rest.dropFirst(block.count)
    let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
    out += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
  } while !rest.isEmpty
  return out + be32(Int(adler32(bytes)))
}

/// Decodes through libpng whatever the kind.
package func decodeThroughLibpng(_ file: [UInt8]) throws -> PixelImage {
  try file.withUnsafeBytes { try PNGReader($0).imageThroughLibpng() }
}

/// Decodes by our own decoder alone; nil where it declines.
package func decodeFast(_ file: [UInt8]) throws -> PixelImage? {
  var copy = file
  return try file.withUnsafeBytes { bytes in
    try copy.withUnsafeMutableBytes { try PNGReader(bytes).fastImage(overwriting: $0) }
  }
}
