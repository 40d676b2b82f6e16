import Base
import CPNG
import Pixels

extension PNG {
  /// Deflate expands a byte to at most 1032, so a file with less data cannot fill the image and is
  /// refused before memory is allocated.
  static func checkPlausible(_ header: PNGHeader, compressed: Int) throws(CodecFault) {
    guard (header.rowBytes + 1) * header.height / 1040 <= compressed else {
      throw CodecFault(
        .damaged,
        "damaged: \(compressed) bytes of pixel data cannot hold "
          + "\(Wording.size(header.width, header.height)) pixels"
      )
    }
  }
}

extension PNGReader {
  /// Decodes through libpng, which reads any kind of PNG and decides what is damaged.
  package func imageThroughLibpng() throws(CodecFault) -> PixelImage {
    let header = layout.header
    let colour = try colourOutcome()
    // In this case libpng returns four 16-bit numbers a pixel instead of four bytes.
    let isWide = header.depth == 16 && (samples != .colours || colour.transform != nil)
    let start = unsafe bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    let pieces = unsafe layout.essential.map { range in
      unsafe snap_png_span(bytes: start + range.lowerBound, count: range.count)
    }
    guard let rows = unsafe snap_png_open(pieces, pieces.count) else { throw .noMemory }
    defer { unsafe snap_png_close(rows) }
    guard unsafe snap_png_read_head(rows, isWide ? 1 : 0) != 0 else {
      throw unsafe Self.fault(rows)
    }
    guard let block = MemoryBlock(count: header.pixelCount * (isWide ? 8 : 4)) else {
      throw .noMemory
    }
    let out = unsafe block.bytes.assumingMemoryBound(to: UInt8.self)
    guard unsafe snap_png_read(rows, header.height, out.baseAddress, out.count) != 0 else {
      throw unsafe Self.fault(rows)
    }
    guard let image = convert(block, colour, isWide: isWide) else { throw .noMemory }
    return image
  }

  private static func fault(_ rows: OpaquePointer) -> CodecFault {
    unsafe CodecFault(
      .damaged, "damaged pixel data (libpng: \(String(cString: snap_png_message(rows))))")
  }
}

extension CodecFault {
  fileprivate static let noMemory = CodecFault(.tooLarge, "no memory left to read it")
}
