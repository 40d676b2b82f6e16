import Pixels

extension PNG {
  /// Encodes an image as an 8-bit PNG, in RGBA or, if every pixel is opaque, in RGB.
  ///
  /// The bytes are the same on every machine.
  ///
  /// - Parameter isSmall: True to spend time on a small file, for images that are sent.
  /// - Throws: An error if there is no memory for the result.
  public static func encode(
    _ image: PixelImage, isSmall: Bool = false
  ) throws(ImageError) -> [UInt8] {
    let colour = image.isOpaque ? PNGHeader.ColourType.rgb : .rgba
    let rows = filteredRows(image, channels: colour.channels)
    // Up to this size level 6 takes two milliseconds; a file that must be small is worth a second.
    let thoroughBytes = isSmall ? 64 << 20 : 256 << 10
    guard let stream = Deflate.zlibStream(rows, level: rows.count > thoroughBytes ? 2 : 6) else {
      throw ImageError(.unwritable, file: "PNG", detail: "no memory left to encode it")
    }
    let size = bigEndian(UInt32(image.width)) + bigEndian(UInt32(image.height))
    let header = chunk("IHDR", size + [8, colour.rawValue, 0, 0, 0]) + chunk("sRGB", [0])
    return PNGLayout.signature + header + chunk("IDAT", stream) + chunk("IEND", [])
  }

  /// The samples of every row minus the row above, preceded by the number of that filter (Up). For
  /// screenshots, no other choice of filters makes files smaller by more than a few per cent.
  private static func filteredRows(_ image: PixelImage, channels: Int) -> [UInt8] {
    let up: UInt8 = 2
    let count = (image.width * channels + 1) * image.height
    // Three channels are stored as four; the next pixel or row overwrites the fourth.
    return unsafe [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, filled in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      image.withPixels { pixels in
        for y in 0..<image.height {
          unsafe bytes.storeBytes(of: up, toByteOffset: filled, as: UInt8.self)
          filled += 1
          for index in y * image.width..<(y + 1) * image.width {
            let above = y > 0 ? pixels[index - image.width] : Pixel()
            unsafe bytes.storeBytes(
              of: pixels[index] &- above, toByteOffset: filled, as: Pixel.self)
            filled += channels
          }
        }
      }
    }
  }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    let sum = unsafe named.withUnsafeBytes { unsafe $0.crc32() }
    return bigEndian(UInt32(content.count)) + named + bigEndian(sum)
  }
}

private func bigEndian(_ value: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}
