import Base
import Pixels

/// The common kind of PNG, read in a quarter of libpng's time: 8 bits, grey, RGB or RGBA, not
/// interlaced, no colour key. Whatever is unusual or damaged is left to libpng to judge.
struct EightBitDecoder {
  private let layout: PNGLayout
  private let rows: RowDecoder

  static func takes(_ layout: PNGLayout) -> Bool {
    let header = layout.header
    return header.depth == 8 && header.colour != .palette && !header.isInterlaced
      && !layout.hasTransparency
  }

  /// Decodes a file that `takes` has accepted.
  ///
  /// - Parameters:
  ///   - bytes: The file; what lies between its chunks is overwritten on the way.
  ///   - threads: The most threads that may work on this one file: 1 or more.
  /// - Returns: The pixels as the file has them, or nil where anything is wrong.
  static func decode(
    _ layout: PNGLayout, overwriting bytes: UnsafeMutableRawBufferPointer, threads: Int
  ) -> MemoryBlock? {
    let decoder = EightBitDecoder(layout)
    if threads > 1, decoder.isWorthSplitting, let halves = layout.halves {
      return unsafe decoder.decodeHalves(halves, bytes)
    }
    return unsafe decoder.decodeWhole(bytes)
  }

  private init(_ layout: PNGLayout) {
    self.layout = layout
    rows = RowDecoder(width: layout.header.width, channels: layout.header.colour.channels)
  }

  private var width: Int { layout.header.width }
  private var height: Int { layout.header.height }
  private var filteredBytes: Int { rows.filteredRowBytes * height }
  private var pixelBytes: Int { layout.header.pixelCount * 4 }

  /// Below this a second thread starts later than the first one ends; above it the second block,
  /// which halves take, is more than memory is planned for.
  private var isWorthSplitting: Bool { (256 << 10...64 << 20).contains(filteredBytes) }

  /// Inflates to the end of the block that the pixels then fill from its beginning, never
  /// overtaking: one block for both.
  private func decodeWhole(_ bytes: UnsafeMutableRawBufferPointer) -> MemoryBlock? {
    let offset = max(0, pixelBytes - filteredBytes)
    guard let stream = unsafe ZlibStream(joining: layout.pixelData, in: bytes),
      let block = MemoryBlock(count: offset + filteredBytes + RowFilter.slack)
    else { return nil }
    let target = unsafe block.bytes.baseAddress!
    guard unsafe stream.inflate(0, to: target + offset, count: filteredBytes),
      unsafe rows.decode(target + offset, rows: height, to: target) == stream.adler
    else { return nil }
    return block
  }

  /// Inflates both halves at once and decodes the rows of each as soon as they are there.
  ///
  /// Halves that are not what `iDOT` says fail here: each must fill its rows to the byte, and
  /// both together agree with the checksum.
  private func decodeHalves(
    _ halves: PNGLayout.Halves, _ bytes: UnsafeMutableRawBufferPointer
  ) -> MemoryBlock? {
    let stream = unsafe ZlibStream(
      joining: layout.pixelData, splitAt: halves.secondChunk, in: bytes)
    guard let stream, let source = MemoryBlock(count: filteredBytes + RowFilter.slack),
      let target = MemoryBlock(count: pixelBytes)
    else { return nil }
    let sums = Mutex<[Adler32?]>([nil, nil])
    onAllCores(2) { half in
      let rowRange = half == 0 ? 0..<halves.firstRows : halves.firstRows..<height
      let sum = decode(rowRange, of: stream, part: half, through: source, to: target)
      sums.withLock { $0[half] = sum }
    }
    let (first, second) = sums.withLock { ($0[0], $0[1]) }
    let secondBytes = (height - halves.firstRows) * rows.filteredRowBytes
    guard let first, let second, first.followed(by: second, count: secondBytes) == stream.adler
    else { return nil }
    return target
  }

  /// Two threads run this on rows that do not meet: only the first row of a half could ask
  /// for a row of the other, and then this gives up.
  private func decode(
    _ range: Range<Int>, of stream: ZlibStream, part: Int, through source: MemoryBlock,
    to target: MemoryBlock
  ) -> Adler32? {
    let from = unsafe source.bytes.baseAddress! + range.lowerBound * rows.filteredRowBytes
    let to = unsafe target.bytes.baseAddress! + range.lowerBound * width * 4
    let looksUp = 2 as UInt8
    guard unsafe stream.inflate(part, to: from, count: range.count * rows.filteredRowBytes),
      unsafe range.lowerBound == 0 || from.load(as: UInt8.self) < looksUp
    else { return nil }
    return unsafe rows.decode(from, rows: range.count, to: to)
  }
}
