import CPNG

extension PNG {
  /// Encodes an image as an 8-bit PNG: RGBA, or RGB where every pixel is opaque.
  ///
  /// - Throws: Where there is no memory for the result.
  public static func encode(_ image: PixelImage) throws(ImageError) -> [UInt8] {
    let isOpaque = image.withPixels { pixels in pixels.allSatisfy { $0.w == 255 } }
    let channels = isOpaque ? 3 : 4
    let rows = filteredRows(image, channels: channels)
    let bound = snap_zlib_bound(rows.count)
    let packed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, filled in
      filled = snap_zlib_compress(1, rows, rows.count, buffer.baseAddress, bound)
    }
    guard !packed.isEmpty else {
      throw ImageError(.unwritable, file: "PNG", detail: "no memory left to encode it")
    }
    var file = PNGLayout.signature
    file.reserveCapacity(packed.count + 100)
    file.appendChunk("IHDR", headerBytes(image, isOpaque: isOpaque))
    file.appendChunk("sRGB", [0])
    file.appendChunk("IDAT", packed)
    file.appendChunk("IEND", [])
    return file
  }

  private static func headerBytes(_ image: PixelImage, isOpaque: Bool) -> [UInt8] {
    let colour: PNGHeader.ColourType = isOpaque ? .rgb : .rgba
    return bigEndian(UInt32(image.width)) + bigEndian(UInt32(image.height))
      + [8, colour.rawValue, 0, 0, 0]
  }

  /// Every row with filter Up (2): each byte less the one above it.
  private static func filteredRows(_ image: PixelImage, channels: Int) -> [UInt8] {
    let stride = image.width * channels + 1
    return image.withPixels { pixels in
      [UInt8](unsafeUninitializedCapacity: stride * image.height) { out, filled in
        for y in 0..<image.height {
          out[y * stride] = 2
          for x in 0..<image.width {
            let above = y == 0 ? Pixel() : pixels[(y - 1) * image.width + x]
            let residue = pixels[y * image.width + x] &- above
            for channel in 0..<channels {
              out[y * stride + 1 + x * channels + channel] = residue[channel]
            }
          }
        }
        filled = stride * image.height
      }
    }
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
    let sum = withUnsafeBufferPointer { snap_crc32($0.baseAddress! + start, $0.count - start) }
    append(contentsOf: bigEndian(sum))
  }
}
