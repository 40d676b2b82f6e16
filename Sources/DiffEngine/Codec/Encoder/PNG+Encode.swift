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
    guard let bands = encode(image, with: encoder) else {
      throw ImageError(.unwritable, file: "PNG", detail: "no memory left to encode it")
    }
    var file = PNGLayout.signature
    file.reserveCapacity(bands.reduce(200) { $0 + $1.count + 12 })
    let colour: PNGHeader.ColourType = encoder.channels == 3 ? .rgb : .rgba
    file.appendChunk("IHDR") {
      $0 += bigEndian(UInt32(image.width)) + bigEndian(UInt32(image.height))
      $0 += [8, colour.rawValue, 0, 0, 0]
    }
    file.appendChunk("sRGB") { $0.append(0) }
    append(bands, to: &file)
    file.appendChunk("IEND") { _ in }
    return file
  }

  /// The bands as one zlib stream, each in a chunk of its own.
  private static func append(_ bands: [EncodedBand], to file: inout [UInt8]) {
    let fastestLevel: [UInt8] = [0x78, 0x01]
    let lastBlock: [UInt8] = [3, 0]
    var adler = Adler32()
    for (index, band) in bands.enumerated() {
      adler = adler.followed(by: band.adler, count: band.filteredCount)
      file.appendChunk("IDAT") { file in
        if index == 0 { file += fastestLevel }
        file.append(contentsOf: UnsafeRawBufferPointer(rebasing: band.block.bytes[..<band.count]))
        if index == bands.count - 1 { file += lastBlock + bigEndian(adler.value) }
      }
    }
  }

  private static func encode(_ image: PixelImage, with encoder: BandEncoder) -> [EncodedBand]? {
    // Of a fixed size, not by the number of cores, so that all machines write the same.
    let bandBytes = 1 << 20
    let rowsAtOnce = max(1, bandBytes / (image.width * encoder.channels + 1))
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
    image.withPixels { pixels in
      for row in 0..<image.height {
        var all = Pixel(repeating: 255)
        for x in row * image.width..<(row + 1) * image.width { all &= pixels[x] }
        if all.w != 255 { return false }
      }
      return true
    }
  }
}

private func bigEndian(_ value: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

extension [UInt8] {
  fileprivate mutating func appendChunk(_ name: String, _ appendContent: (inout [UInt8]) -> Void) {
    let lengthPlace = count
    append(contentsOf: [0, 0, 0, 0])
    append(contentsOf: name.utf8)
    appendContent(&self)
    let length = UInt32(count - lengthPlace - 8)
    replaceSubrange(lengthPlace..<lengthPlace + 4, with: bigEndian(length))
    let sum = withUnsafeBufferPointer {
      snap_crc32($0.baseAddress! + lengthPlace + 4, $0.count - lengthPlace - 4)
    }
    append(contentsOf: bigEndian(sum))
  }
}
