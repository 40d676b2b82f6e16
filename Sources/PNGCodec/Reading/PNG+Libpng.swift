import Base
import CPNG
import Pixels

extension PNG {
  /// Deflate makes at most 1032 bytes of one: less data than that cannot fill the image, and
  /// is refused before memory is asked for.
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
  /// The image band by band, through libpng, which reads any kind of PNG and decides what is damaged.
  @safe package final class Rows {
    private let reader: PNGReader
    private let colour: Colour
    /// True if libpng gives four 16-bit numbers a pixel instead of four bytes.
    private let isWide: Bool
    private let rows: OpaquePointer

    package init(_ reader: PNGReader) throws(CodecFault) {
      self.reader = reader
      colour = try reader.colourOutcome()
      isWide =
        reader.layout.header.depth == 16 && (reader.samples != .colours || colour.transform != nil)
      let start = unsafe reader.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
      let pieces = unsafe reader.layout.essential.map { range in
        unsafe snap_png_span(bytes: start + range.lowerBound, count: range.count)
      }
      guard let rows = unsafe snap_png_open(pieces, pieces.count) else { throw .noMemory }
      unsafe self.rows = unsafe rows
      guard unsafe snap_png_read_head(rows, isWide ? 1 : 0) != 0 else { throw fault }
    }

    deinit { unsafe snap_png_close(rows) }

    /// The next rows as an image of their own; those of an interlaced image come all at once.
    package func next(_ count: Int) throws(CodecFault) -> PixelImage {
      let width = reader.layout.header.width
      guard let block = MemoryBlock(count: width * count * (isWide ? 8 : 4)) else {
        throw .noMemory
      }
      let out = unsafe block.bytes.assumingMemoryBound(to: UInt8.self)
      guard unsafe snap_png_read(rows, count, out.baseAddress, out.count) != 0 else { throw fault }
      guard let image = reader.convert(block, colour, rows: count, isWide: isWide) else {
        throw .noMemory
      }
      return image
    }

    private var fault: CodecFault {
      unsafe CodecFault(
        .damaged, "damaged pixel data (libpng: \(String(cString: snap_png_message(rows))))")
    }
  }
}

extension CodecFault {
  fileprivate static let noMemory = CodecFault(.tooLarge, "no memory left to read it")
}
