import CPNG
import Libc

/// Some rows of an image as a piece of deflate data that ends on a byte boundary and refers to
/// nothing before it, so that pieces are made in parallel and joined.
struct EncodedBand: Sendable {
  /// An IDAT chunk.
  let chunk: [UInt8]
  /// Of the filtered rows.
  let adler: Adler32
  let filteredCount: Int
}

/// Why rows were not encoded.
enum EncodingTrouble: Error {
  /// Three channels are too few for them.
  case transparent
  case noMemory
  /// Other rows have failed already.
  case notWanted
}

struct BandEncoder {
  let width: Int
  /// 3, as long as all is opaque, or 4.
  let channels: Int

  private var filteredRowBytes: Int { width * channels + 1 }

  /// Bytes of so many rows, each with its filter's number.
  func filteredCount(rows: Int) -> Int { rows * filteredRowBytes }

  /// Encodes `rows` of the image at `pixels`.
  ///
  /// - Parameter isWanted: Asked before the longer half whether the result is still needed.
  func encode(
    _ pixels: UnsafePointer<Pixel>, rows: Range<Int>, isWanted: () -> Bool
  ) throws(EncodingTrouble) -> EncodedBand {
    let count = filteredCount(rows: rows.count)
    let bound = snap_deflate_band_bound(count)
    guard let block = MemoryBlock(count: count + bound, .brief) else { throw .noMemory }
    defer { withExtendedLifetime(block) {} }
    let source = block.bytes.baseAddress!
    try filter(rows, of: pixels, to: source)
    guard isWanted() else { throw .notWanted }
    let output = source + count
    let written = snap_deflate_band(
      source.assumingMemoryBound(to: UInt8.self), count,
      output.assumingMemoryBound(to: UInt8.self), bound)
    guard written > 0 else { throw .noMemory }
    var adler = Adler32()
    adler.update(source, count: count)
    let chunk = PNG.chunk("IDAT", UnsafeRawBufferPointer(start: output, count: written))
    return EncodedBand(chunk: chunk, adler: adler, filteredCount: count)
  }

  /// Filters the first `rows` rows.
  func filtered(_ pixels: UnsafePointer<Pixel>, rows: Int) throws(EncodingTrouble) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: filteredCount(rows: rows))
    try bytes.withUnsafeMutableBufferPointer { buffer throws(EncodingTrouble) in
      try filter(0..<rows, of: pixels, to: UnsafeMutableRawPointer(buffer.baseAddress!))
    }
    return bytes
  }

  private func filter(
    _ rows: Range<Int>, of pixels: UnsafePointer<Pixel>, to out: UnsafeMutableRawPointer
  ) throws(EncodingTrouble) {
    let above = rows.lowerBound > 0 ? pixels + (rows.lowerBound - 1) * width : nil
    var choice = RowFilterChoice(width: width, channels: channels, above: above)
    defer { choice.deallocate() }
    for y in rows {
      let row = pixels + y * width
      let isSame = y > 0 && memcmp(row, row - width, width * MemoryLayout<Pixel>.stride) == 0
      choice.write(row, isSame: isSame, to: out + (y - rows.lowerBound) * filteredRowBytes)
    }
    guard choice.isComplete else { throw .transparent }
  }
}
