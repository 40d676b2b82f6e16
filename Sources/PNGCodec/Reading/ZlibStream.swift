import CPNG
import Libc

/// The pixel data of a PNG file as one zlib stream (RFC 1950): its raw deflate data, in one
/// part or two, and its checksum. Points into the file's bytes.
///
/// `@unchecked Sendable`: it only reads them, and its owner waits for every thread.
@safe struct ZlibStream: @unchecked Sendable {
  let parts: [UnsafeRawBufferPointer]
  let adler: Adler32

  /// An empty last block: ends a stream that only paused.
  private static let lastBlock: [UInt8] = [1, 0, 0, 0xFF, 0xFF]
  /// The bytes that deflate writes when it pauses at a byte boundary.
  private static let pause: [UInt8] = [0, 0, 0xFF, 0xFF]
  private static let headerBytes = 2
  private static let adlerBytes = 4

  /// Joins `chunks`, the contents of the IDAT chunks, over the frames between them.
  ///
  /// - Returns: nil where the stream is no plain zlib stream.
  init?(joining chunks: [Range<Int>], in bytes: UnsafeMutableRawBufferPointer) {
    let stream = unsafe Self.join(chunks[...], in: bytes)
    guard stream.count >= Self.headerBytes + Self.adlerBytes, unsafe Self.isPlain(stream) else {
      return nil
    }
    let body = unsafe stream[Self.headerBytes..<stream.count - Self.adlerBytes]
    unsafe parts = unsafe [UnsafeRawBufferPointer(rebasing: body)]
    adler = unsafe Self.adler(of: stream)
  }

  /// Joins `chunks` in two parts, the second from chunk `second` on. Each is a stream of its own if
  /// the compressor forgot everything between them, which is what an `iDOT` chunk promises.
  ///
  /// - Returns: nil where the first part does not end in a pause.
  init?(
    joining chunks: [Range<Int>], splitAt second: Int, in bytes: UnsafeMutableRawBufferPointer
  ) {
    let head = unsafe Self.join(chunks[..<second], in: bytes)
    let tail = unsafe Self.join(chunks[second...], in: bytes)
    guard head.count >= Self.headerBytes + Self.pause.count, tail.count >= Self.adlerBytes,
      unsafe Self.isPlain(head), unsafe head.suffix(Self.pause.count).elementsEqual(Self.pause)
    else { return nil }
    // The frame between the two parts, 12 bytes at least, has room for the block.
    let closed = unsafe UnsafeMutableRawBufferPointer(
      start: head.baseAddress, count: head.count + Self.lastBlock.count)
    unsafe closed[head.count...].copyBytes(from: Self.lastBlock)
    unsafe parts = unsafe [
      UnsafeRawBufferPointer(rebasing: closed[Self.headerBytes...]),
      UnsafeRawBufferPointer(rebasing: tail.dropLast(Self.adlerBytes)),
    ]
    adler = unsafe Self.adler(of: tail)
  }

  private static func join(
    _ chunks: ArraySlice<Range<Int>>, in bytes: UnsafeMutableRawBufferPointer
  ) -> UnsafeMutableRawBufferPointer {
    let start = chunks[chunks.startIndex].lowerBound
    var end = start
    for chunk in chunks where !chunk.isEmpty {
      let from = unsafe bytes.baseAddress! + chunk.lowerBound
      if chunk.lowerBound != end { unsafe memmove(bytes.baseAddress! + end, from, chunk.count) }
      end += chunk.count
    }
    return unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end])
  }

  /// True if the stream is deflate without a preset dictionary, and its header's own check is
  /// right.
  private static func isPlain(_ stream: UnsafeMutableRawBufferPointer) -> Bool {
    unsafe stream[0] & 0x8F == 8 && stream[1] & 0x20 == 0
      && (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0
  }

  private static func adler(of stream: UnsafeMutableRawBufferPointer) -> Adler32 {
    unsafe Adler32(value: UnsafeRawBufferPointer(stream).bigEndian32(at: stream.count - adlerBytes))
  }

  /// Inflates part `index` to exactly `count` bytes at `target`.
  ///
  /// - Returns: false where it holds more or less, or is damaged.
  func inflate(_ index: Int, to target: UnsafeMutableRawPointer, count: Int) -> Bool {
    let part = unsafe parts[index]
    guard let start = part.baseAddress else { return false }
    return unsafe snap_inflate_exactly(
      start.assumingMemoryBound(to: UInt8.self), part.count,
      target.assumingMemoryBound(to: UInt8.self), count) != 0
  }
}
