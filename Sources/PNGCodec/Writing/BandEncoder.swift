#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Some rows of an image as a piece of deflate data that ends on a byte border and looks back at
/// nothing before it, so that pieces are made side by side and strung together.
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

  /// Rows that stay in the cache from filter to code.
  private static let stepBytes = 64 << 10

  /// Encodes `rows` of the image at `pixels`.
  ///
  /// - Parameter goesOn: Asked now and then whether anybody still wants it.
  func encode(
    _ pixels: UnsafePointer<Pixel>, rows: Range<Int>, while goesOn: () -> Bool
  ) throws(EncodingTrouble) -> EncodedBand {
    let filteredCount = filteredCount(rows: rows.count)
    let room = filteredCount + DeflateStream.bound(filteredCount)
    guard let block = MemoryBlock(count: room, .brief) else { throw .noMemory }
    defer { withExtendedLifetime(block) {} }
    let source = block.bytes.baseAddress!
    let output = UnsafeMutableRawBufferPointer(rebasing: block.bytes[filteredCount...])
    var stream = DeflateStream(source, to: output.baseAddress!)
    defer { stream.deallocate() }
    var adler = Adler32()
    var choice = RowFilterChoice(
      width: width, channels: channels,
      above: rows.lowerBound > 0 ? pixels + (rows.lowerBound - 1) * width : nil)
    defer { choice.deallocate() }
    let rowsAtOnce = max(1, Self.stepBytes / filteredRowBytes)
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: rowsAtOnce) {
      guard goesOn() else { throw .notWanted }
      let step = first..<min(first + rowsAtOnce, rows.upperBound)
      let start = source + (first - rows.lowerBound) * filteredRowBytes
      let count = step.count * filteredRowBytes
      let size = filter(step, of: pixels, with: &choice, to: start)
      guard choice.isComplete else { throw .transparent }
      adler.update(start, count: count)
      stream.deflate(count, sizes: size, isLast: step.upperBound == rows.upperBound)
    }
    let chunk = PNG.chunk("IDAT", output[..<stream.finish()])
    return EncodedBand(chunk: chunk, adler: adler, filteredCount: filteredCount)
  }

  /// Filters the first `rows` rows.
  func filtered(_ pixels: UnsafePointer<Pixel>, rows: Int) throws(EncodingTrouble) -> [UInt8] {
    var choice = RowFilterChoice(width: width, channels: channels, above: nil)
    defer { choice.deallocate() }
    let count = filteredCount(rows: rows)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      _ = filter(0..<rows, of: pixels, with: &choice, to: buffer.baseAddress!)
      filled = count
    }
    guard choice.isComplete else { throw .transparent }
    return bytes
  }

  /// Returns the sum of the differences that are left, each from 0 to 255.
  private func filter(
    _ rows: Range<Int>, of pixels: UnsafePointer<Pixel>, with choice: inout RowFilterChoice,
    to out: UnsafeMutableRawPointer
  ) -> Int {
    var size = 0
    for y in rows {
      let row = pixels + y * width
      let isSame = y > 0 && memcmp(row, row - width, width * MemoryLayout<Pixel>.stride) == 0
      size += choice.write(row, isSame: isSame, to: out + (y - rows.lowerBound) * filteredRowBytes)
    }
    return size
  }
}
