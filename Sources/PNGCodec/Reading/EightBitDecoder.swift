import Pixels

/// The common kind of PNG, read in a quarter of libpng's time: 8 bits, grey, RGB or RGBA, not
/// interlaced, no colour key. Whatever is unusual or damaged is left to libpng to judge.
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

  /// Inflates to the end of the block that the pixels then fill from its beginning, never
  /// overtaking: one block for both.
  ///
  /// - Parameter bytes: The file; what lies between its chunks is overwritten on the way.
  /// - Returns: The pixels as the file has them, or nil where anything is wrong.
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
