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
  /// Its beginning holds the data.
  let block: MemoryBlock
  let count: Int
  /// Of the filtered rows.
  let adler: Adler32
  let filteredCount: Int
}

struct BandEncoder {
  let width: Int
  /// 3 or 4.
  let channels: Int

  private var filteredRowBytes: Int { width * channels + 1 }
  /// Rows that stay in the cache from filter to code.
  private static let stepBytes = 64 << 10

  /// Encodes `rows` of the image at `pixels`.
  ///
  /// - Returns: nil where there is no memory.
  func encode(_ pixels: UnsafePointer<Pixel>, rows: Range<Int>) -> EncodedBand? {
    let filteredCount = rows.count * filteredRowBytes
    guard let filtered = MemoryBlock(count: filteredCount),
      let output = MemoryBlock(count: DeflateStream.bound(filteredCount))
    else { return nil }
    let source = filtered.bytes.baseAddress!
    var stream = DeflateStream(source, to: output.bytes.baseAddress!)
    defer { stream.deallocate() }
    var adler = Adler32()
    var choice = RowFilterChoice(
      width: width, channels: channels,
      above: rows.lowerBound > 0 ? pixels + (rows.lowerBound - 1) * width : nil)
    defer { choice.deallocate() }
    let rowsAtOnce = max(1, Self.stepBytes / filteredRowBytes)
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: rowsAtOnce) {
      let step = first..<min(first + rowsAtOnce, rows.upperBound)
      let start = source + (first - rows.lowerBound) * filteredRowBytes
      filter(step, of: pixels, with: &choice, to: start)
      adler.update(start, count: step.count * filteredRowBytes)
      stream.deflate(
        upTo: (step.upperBound - rows.lowerBound) * filteredRowBytes,
        isLast: step.upperBound == rows.upperBound)
    }
    return EncodedBand(
      block: output, count: stream.finish(), adler: adler, filteredCount: filteredCount)
  }

  private func filter(
    _ rows: Range<Int>, of pixels: UnsafePointer<Pixel>, with choice: inout RowFilterChoice,
    to out: UnsafeMutableRawPointer
  ) {
    for y in rows {
      let row = pixels + y * width
      let isSame = y > 0 && memcmp(row, row - width, width * MemoryLayout<Pixel>.stride) == 0
      choice.write(row, isSame: isSame, to: out + (y - rows.lowerBound) * filteredRowBytes)
    }
  }
}

/// Deflate data in the making: matches, blocks, and a byte border at the end.
struct DeflateStream {
  private let source: UnsafeRawPointer
  private var finder: MatchFinder
  private let places: UnsafeMutablePointer<Int32>
  private var tokens = TokenBuffer()
  private var out: BitWriter
  /// Where the bytes of the pending tokens begin.
  private var blockStart = 0

  init(_ source: UnsafeRawPointer, to memory: UnsafeMutableRawPointer) {
    self.source = source
    places = .allocate(capacity: MatchFinder.placeCount)
    finder = MatchFinder(source, places: places)
    out = BitWriter(memory)
  }

  func deallocate() {
    places.deallocate()
    tokens.deallocate()
  }

  /// Room for `count` bytes in blocks as small as they come, the border and the writer.
  static func bound(_ count: Int) -> Int { count + count / 512 + 64 }

  mutating func deflate(upTo end: Int, isLast: Bool) {
    repeat {
      finder.run(upTo: end, isLast: isLast, into: &tokens)
      if !tokens.hasRoom { writeBlock() }
    } while isLast && finder.position < end || tokens.count == 0 && finder.position + 16 <= end
  }

  private mutating func writeBlock() {
    DeflateBlock(tokens.tokens).write(to: &out, source: source + blockStart)
    tokens.removeAll()
    blockStart = finder.position
  }

  /// Ends on a byte border, as zlib's full flush does.
  ///
  /// - Returns: How many bytes were written.
  mutating func finish() -> Int {
    if tokens.count > 0 { writeBlock() }
    out.write(0, 3)
    out.align()
    out.write(0xFFFF_0000, 32)
    return out.byteCount
  }
}
