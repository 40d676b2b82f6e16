import Base

extension PNG {
  /// Encodes an image as an 8-bit PNG: RGBA, or RGB where every pixel is opaque.
  ///
  /// Made for speed: bands of rows are filtered and compressed side by side. The bytes are the same
  /// on every machine.
  ///
  /// - Parameter isSmall: Takes the time to make the file small, for what is sent.
  /// - Throws: Where there is no memory for the result.
  public static func encode(
    _ image: PixelImage, isSmall: Bool = false
  ) throws(ImageError) -> [UInt8] {
    let pieces = try encodePieces(image, isSmall: isSmall)
    var file: [UInt8] = []
    file.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
    for piece in pieces { file += piece }
    return file
  }

  /// As `encode(_:)`, in pieces to be written one after the other: joining them takes a tenth of
  /// the time of a photo.
  package static func encodePieces(
    _ image: PixelImage, isSmall: Bool = false
  ) throws(ImageError) -> [[UInt8]] {
    do throws(EncodingTrouble) {
      do throws(EncodingTrouble) {
        return try encodePieces(image, .rgb, isSmall)
      } catch .transparent {
        return try encodePieces(image, .rgba, isSmall)
      }
    } catch {
      throw ImageError(.unwritable, file: "PNG", detail: "no memory left to encode it")
    }
  }

  private static func encodePieces(
    _ image: PixelImage, _ colour: PNGHeader.ColourType, _ isSmall: Bool
  ) throws(EncodingTrouble) -> [[UInt8]] {
    let encoder = BandEncoder(width: image.width, channels: colour.channels)
    let data = try pixelData(image, encoder, isSmall)
    let size = bigEndian(UInt32(image.width)) + bigEndian(UInt32(image.height))
    let header = chunk("IHDR", size + [8, colour.rawValue, 0, 0, 0])
    return [PNGLayout.signature + header + chunk("sRGB", [0])] + data + [chunk("IEND", [])]
  }

  /// IDAT chunks that hold a zlib stream.
  private static func pixelData(
    _ image: PixelImage, _ encoder: BandEncoder, _ isSmall: Bool
  ) throws(EncodingTrouble) -> [[UInt8]] {
    // Below this libdeflate takes two milliseconds, and finds what a quick search leaves; a file that
    // must be small is worth a second.
    let smallBytes = isSmall ? 64 << 20 : 256 << 10
    guard encoder.filteredCount(rows: image.height) > smallBytes else {
      let rows = try image.withPixels { pixels throws(EncodingTrouble) in
        try encoder.filtered(pixels.baseAddress!, rows: image.height)
      }
      guard let stream = Deflate.zlibStream(rows, level: 6) else { throw .noMemory }
      return [chunk("IDAT", stream)]
    }
    let bands = try encode(image, with: encoder)
    let fastestLevel: [UInt8] = [0x78, 0x01]
    let lastBlock: [UInt8] = [3, 0]
    let adler = bands.reduce(Adler32()) { $0.followed(by: $1.adler, count: $1.filteredCount) }
    return [chunk("IDAT", fastestLevel)] + bands.map(\.chunk)
      + [chunk("IDAT", lastBlock + bigEndian(adler.value))]
  }

  private static func encode(
    _ image: PixelImage, with encoder: BandEncoder
  ) throws(EncodingTrouble) -> [EncodedBand] {
    let count = bandCount(encoder.filteredCount(rows: image.height), rows: image.height)
    let results = Mutex<(bands: [EncodedBand?], trouble: EncodingTrouble?)>(
      (Array(repeating: nil, count: count), nil))
    image.withPixels { pixels in
      nonisolated(unsafe) let start = pixels.baseAddress!
      onAllCores(count) { index in
        let rows = image.height * index / count..<image.height * (index + 1) / count
        do throws(EncodingTrouble) {
          let band = try encoder.encode(start, rows: rows) {
            results.withLock { $0.trouble == nil }
          }
          results.withLock { $0.bands[index] = band }
        } catch {
          results.withLock { $0.trouble = $0.trouble ?? error }
        }
      }
    }
    let (bands, trouble) = results.withLock { $0 }
    if let trouble { throw trouble }
    return bands.map { $0! }
  }

  /// How many bands of about a megabyte: so that all machines write the same bytes, not by the
  /// number of cores, but a number that two and four of them can share.
  private static func bandCount(_ bytes: Int, rows: Int) -> Int {
    let bandBytes = 1 << 20
    return min(rows, (bytes + 4 * bandBytes - 1) / (4 * bandBytes) * 4)
  }

  /// A chunk with its length and checksum.
  static func chunk(_ name: String, _ content: some Collection<UInt8>) -> [UInt8] {
    var chunk: [UInt8] = []
    chunk.reserveCapacity(content.count + 12)
    chunk += bigEndian(UInt32(content.count))
    chunk += name.utf8
    chunk += content
    let sum = chunk.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[4...]).crc32() }
    return chunk + bigEndian(sum)
  }
}

private func bigEndian(_ value: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}
