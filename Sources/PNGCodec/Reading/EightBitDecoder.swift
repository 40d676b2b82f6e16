import Pixels

/// Reads the common kind of PNG in a quarter of libpng's time: 8 bits, grey, RGB or RGBA, not
/// interlaced, no colour key. Anything unusual or damaged is left to libpng.
struct EightBitDecoder {
  private let layout: PNGLayout
  private let rows: RowDecoder

  /// - Returns: nil for a file of another kind.
  init?(_ layout: PNGLayout) {
    let header = layout.header
    guard header.depth == 8, header.colour != .palette, !header.isInterlaced,
      !layout.hasTransparency
    else { return nil }
    self.layout = layout
    rows = RowDecoder(width: header.width, channels: header.colour.channels)
  }

  private var width: Int { layout.header.width }
  private var height: Int { layout.header.height }
  private var filteredBytes: Int { rows.filteredRowBytes * height }
  private var pixelBytes: Int { layout.header.pixelCount * 4 }

  /// Inflates to the end of a block, which the pixels then fill from the start without overtaking
  /// what is still unread, so that one block is enough.
  ///
  /// - Parameter bytes: The file; some of its bytes are overwritten.
  /// - Returns: The pixels as stored in the file, or nil if anything is wrong.
  func decode(overwriting bytes: UnsafeMutableRawBufferPointer) -> MemoryBlock? {
    let offset = max(0, pixelBytes - filteredBytes)
    guard let stream = unsafe ZlibStream(joining: layout.pixelData, in: bytes),
      let block = MemoryBlock(count: offset + filteredBytes + RowFilter.slack)
    else { return nil }
    let target = unsafe block.bytes.baseAddress!
    guard unsafe stream.inflate(to: target + offset, count: filteredBytes),
      unsafe rows.decode(target + offset, rows: height, to: target) == stream.adler
    else { return nil }
    return block
  }
}
