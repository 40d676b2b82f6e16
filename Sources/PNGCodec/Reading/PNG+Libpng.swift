import CPNG

extension PNG {
  /// Reads any kind of PNG, and decides what is damaged.
  ///
  /// - Parameter isWide: Four 16-bit numbers a pixel instead of four bytes.
  static func decodeWithLibpng(
    _ layout: PNGLayout, _ bytes: UnsafeRawBufferPointer, isWide: Bool = false
  ) throws(CodecFault) -> MemoryBlock {
    let start = unsafe bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    let pieces = unsafe layout.essential.map { range in
      unsafe snap_png_span(bytes: start + range.lowerBound, count: range.count)
    }
    guard let block = MemoryBlock(count: layout.header.pixelCount * (isWide ? 8 : 4)) else {
      throw CodecFault(.tooLarge, "no memory left to read it")
    }
    unsafe try readRGBA(pieces, isWide: isWide, into: block.bytes)
    return block
  }

  /// Deflate makes at most 1032 bytes of one: less data than that cannot fill the image, and
  /// is refused before memory is asked for.
  static func checkPlausible(_ header: PNGHeader, compressed: Int) throws(CodecFault) {
    guard (header.rowBytes + 1) * header.height / 1040 <= compressed else {
      throw CodecFault(
        .damaged,
        "damaged: \(compressed) bytes of pixel data cannot hold \(header.width) x \(header.height) pixels"
      )
    }
  }

  private static func readRGBA(
    _ pieces: [snap_png_span], isWide: Bool, into out: UnsafeMutableRawBufferPointer
  ) throws(CodecFault) {
    var text = [CChar](repeating: 0, count: Int(SNAP_PNG_MESSAGE_CAPACITY))
    let status = unsafe snap_png_decode(
      pieces, pieces.count, isWide ? 1 : 0, out.baseAddress?.assumingMemoryBound(to: UInt8.self),
      out.count, &text)
    switch status {
    case SNAP_PNG_OK:
      return
    case SNAP_PNG_NO_MEMORY:
      throw CodecFault(.tooLarge, "no memory left to read it")
    default:
      let reason = unsafe text.withUnsafeBufferPointer { unsafe String(cString: $0.baseAddress!) }
      throw CodecFault(.damaged, "damaged pixel data (libpng: \(reason))")
    }
  }
}
