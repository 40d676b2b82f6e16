import CPNG
import Libc

/// The pixel data of a PNG file as one zlib stream (RFC 1950): its raw deflate data and its
/// checksum. It points into the file's bytes.
@safe struct ZlibStream {
  private let data: UnsafeRawBufferPointer
  let adler: Adler32

  private static let headerBytes = 2
  private static let adlerBytes = 4

  /// Moves `chunks`, the contents of the IDAT chunks, together, overwriting the chunk headers
  /// between them.
  ///
  /// - Returns: nil if the stream is not a plain zlib stream.
  init?(joining chunks: [Range<Int>], in bytes: UnsafeMutableRawBufferPointer) {
    let start = chunks[0].lowerBound
    var end = start
    for chunk in chunks where !chunk.isEmpty {
      let from = unsafe bytes.baseAddress! + chunk.lowerBound
      if chunk.lowerBound != end { unsafe memmove(bytes.baseAddress! + end, from, chunk.count) }
      end += chunk.count
    }
    let stream = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    guard stream.count >= Self.headerBytes + Self.adlerBytes, unsafe Self.isPlain(stream) else {
      return nil
    }
    let last = stream.count - Self.adlerBytes
    unsafe data = unsafe UnsafeRawBufferPointer(rebasing: stream[Self.headerBytes..<last])
    adler = unsafe Adler32(value: stream.bigEndian32(at: last))
  }

  /// True if the stream is deflate without a preset dictionary and its header passes its check.
  private static func isPlain(_ stream: UnsafeRawBufferPointer) -> Bool {
    unsafe stream[0] & 0x8F == 8 && stream[1] & 0x20 == 0
      && (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0
  }

  /// Inflates the stream to exactly `count` bytes at `target`.
  ///
  /// - Returns: False if it holds more or less, or is damaged.
  func inflate(to target: UnsafeMutableRawPointer, count: Int) -> Bool {
    guard let start = unsafe data.baseAddress else { return false }
    return unsafe snap_inflate_exactly(
      start.assumingMemoryBound(to: UInt8.self), data.count,
      target.assumingMemoryBound(to: UInt8.self), count) != 0
  }
}
