import CPNG
import Dispatch
import Synchronization

extension PNG {
  /// Encodes an image as an 8-bit PNG: RGBA, or RGB where every pixel is opaque.
  ///
  /// Made for speed: bands of rows are filtered and compressed side by side. The bytes are the same
  /// on every machine.
  ///
  /// - Throws: Where there is no memory for the result.
  public static func encode(_ image: PixelImage) throws(ImageError) -> [UInt8] {
    let encoder = BandEncoder(width: image.width, channels: isOpaque(image) ? 3 : 4)
    guard let pieces = pixelData(image, encoder) else {
      throw ImageError(.unwritable, file: "PNG", detail: "no memory left to encode it")
    }
    var file = PNGLayout.signature
    file.reserveCapacity(pieces.reduce(200) { $0 + $1.count + 12 })
    let colour: PNGHeader.ColourType = encoder.channels == 3 ? .rgb : .rgba
    let size = bigEndian(UInt32(image.width)) + bigEndian(UInt32(image.height))
    file.appendChunk("IHDR", size + [8, colour.rawValue, 0, 0, 0])
    file.appendChunk("sRGB", [0])
    for piece in pieces { file.appendChunk("IDAT", piece) }
    file.appendChunk("IEND", [])
    return file
  }

  /// A zlib stream in pieces; nil where there is no memory.
  private static func pixelData(_ image: PixelImage, _ encoder: BandEncoder) -> [[UInt8]]? {
    // Below this libdeflate takes two milliseconds, and finds what a quick search leaves.
    let smallBytes = 256 << 10
    guard encoder.filteredCount(rows: image.height) > smallBytes else {
      let rows = image.withPixels { encoder.filtered($0.baseAddress!, rows: image.height) }
      return Deflate.zlibStream(rows, level: 6).map { [$0] }
    }
    guard let bands = encode(image, with: encoder) else { return nil }
    let fastestLevel: [UInt8] = [0x78, 0x01]
    let lastBlock: [UInt8] = [3, 0]
    let adler = bands.reduce(Adler32()) { $0.followed(by: $1.adler, count: $1.filteredCount) }
    return [fastestLevel] + bands.map(\.data) + [lastBlock + bigEndian(adler.value)]
  }

  private static func encode(_ image: PixelImage, with encoder: BandEncoder) -> [EncodedBand]? {
    // Of a fixed size, not by the number of cores, so that all machines write the same.
    let bandBytes = 1 << 20
    let rowsAtOnce = max(1, bandBytes / encoder.filteredCount(rows: 1))
    let count = (image.height + rowsAtOnce - 1) / rowsAtOnce
    let results = Mutex([EncodedBand?](repeating: nil, count: count))
    image.withPixels { pixels in
      nonisolated(unsafe) let start = pixels.baseAddress!
      DispatchQueue.concurrentPerform(iterations: count) { index in
        let rows = index * rowsAtOnce..<min((index + 1) * rowsAtOnce, image.height)
        let band = encoder.encode(start, rows: rows)
        results.withLock { $0[index] = band }
      }
    }
    let bands = results.withLock { $0.compactMap { $0 } }
    return bands.count == count ? bands : nil
  }

  private static func isOpaque(_ image: PixelImage) -> Bool {
    let stripCount = min(image.height, 8)
    let isOpaque = Mutex(true)
    image.withPixels { pixels in
      nonisolated(unsafe) let pixels = pixels
      DispatchQueue.concurrentPerform(iterations: stripCount) { strip in
        let first = image.height * strip / stripCount
        let last = image.height * (strip + 1) / stripCount
        var all = Pixel(repeating: 255)
        for pixel in pixels[first * image.width..<last * image.width] { all &= pixel }
        if all.w != 255 { isOpaque.withLock { $0 = false } }
      }
    }
    return isOpaque.withLock { $0 }
  }
}

private func bigEndian(_ value: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

extension [UInt8] {
  fileprivate mutating func appendChunk(_ name: String, _ content: [UInt8]) {
    append(contentsOf: bigEndian(UInt32(content.count)))
    let start = count
    append(contentsOf: name.utf8)
    append(contentsOf: content)
    let sum = withUnsafeBufferPointer { snap_crc32(0, $0.baseAddress! + start, $0.count - start) }
    append(contentsOf: bigEndian(sum))
  }
}
