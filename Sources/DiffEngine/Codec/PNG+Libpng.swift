import CPNG

extension PNG {
  /// Decodes through libpng whatever the kind: what the fast lane is measured against.
  package static func decodeWithLibpng(_ bytes: [UInt8]) throws(CodecFault) -> PixelImage {
    try bytes.withUnsafeBufferPointer { bytes throws(CodecFault) in
      let bytes = UnsafeRawBufferPointer(bytes)
      return try decodeWithLibpng(walk(bytes), bytes)
    }
  }

  /// Decodes through the fast lane alone; nil where it declines.
  package static func decodeFast(
    _ bytes: [UInt8], threads: Int
  ) throws(CodecFault) -> PixelImage? {
    var copy = bytes
    return try copy.withUnsafeMutableBufferPointer { bytes throws(CodecFault) in
      let bytes = UnsafeMutableRawBufferPointer(bytes)
      let layout = try walk(UnsafeRawBufferPointer(bytes))
      guard FastLane.takes(layout) else { return nil }
      return FastLane.decode(layout, overwriting: bytes, threads: threads)
    }
  }

  /// Reads any kind of PNG; the judge of what is damaged.
  static func decodeWithLibpng(
    _ layout: PNGLayout, _ bytes: UnsafeRawBufferPointer
  ) throws(CodecFault) -> PixelImage {
    let pieces = layout.essential.map { range in
      snap_png_span(
        bytes: bytes.baseAddress!.advanced(by: range.lowerBound).assumingMemoryBound(
          to: UInt8.self),
        count: range.count)
    }
    return try PixelImage(width: layout.header.width, height: layout.header.height) {
      pixels throws(CodecFault) in
      try readRGBA(pieces, wide: false, into: UnsafeMutableRawBufferPointer(pixels))
    }
  }

  /// Deflate makes at most 1032 bytes of one: less data than that cannot fill the image, and
  /// is refused before memory is asked for.
  static func checkPlausible(_ layout: PNGLayout) throws(CodecFault) {
    let header = layout.header
    let compressed = layout.pixelData.reduce(0) { $0 + $1.count }
    guard (header.rowBytes + 1) * header.height / 1040 <= compressed else {
      throw CodecFault(
        .damaged,
        "damaged: \(compressed) bytes of pixel data cannot hold \(header.width) x \(header.height) pixels"
      )
    }
  }

  private static func readRGBA(
    _ pieces: [snap_png_span], wide: Bool, into out: UnsafeMutableRawBufferPointer
  ) throws(CodecFault) {
    var text = [CChar](repeating: 0, count: Int(SNAP_PNG_MESSAGE_CAPACITY))
    let status = snap_png_decode(
      pieces, pieces.count, wide ? 1 : 0, out.baseAddress?.assumingMemoryBound(to: UInt8.self),
      out.count, &text)
    switch status {
    case SNAP_PNG_OK:
      return
    case SNAP_PNG_NO_MEMORY:
      throw CodecFault(.tooLarge, "no memory left to read it")
    default:
      let end = text.firstIndex(of: 0) ?? text.endIndex
      let reason = String(decoding: text[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw CodecFault(.damaged, "damaged pixel data (libpng: \(reason))")
    }
  }
}
