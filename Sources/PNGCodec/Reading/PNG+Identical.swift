import Libc
import Pixels

extension PNG {
  /// The size of the image that two files with the same bytes hold, found without decoding.
  ///
  /// The chunks are walked and their checksums (CRC) compared, so that a text, a JPEG, a
  /// truncated or rotten file does not pass; the pixel data inside is taken on trust, as two
  /// equal streams cannot give different pixels.
  ///
  /// - Returns: nil where the bytes differ or either file is not a valid PNG: `decodePair` then
  ///   finds out more.
  package static func sizeIfIdentical(
    _ reference: String, _ actual: String
  ) -> (width: Int, height: Int)? {
    let header = try? identicalHeader(reference, actual)
    return header.map { ($0.width, $0.height) }
  }

  private static func identicalHeader(
    _ reference: String, _ actual: String
  ) throws(CodecFault) -> PNGHeader? {
    let first = try RegularFile(reference)
    let second = try RegularFile(actual)
    // Small enough to stay in a cache: to touch fresh memory costs more than to read a file.
    let size = 16 << 10
    guard first.count == second.count, let pieces = MemoryBlock(count: 2 * size) else { return nil }
    var check = PNGStreamCheck()
    while true {
      let piece = unsafe UnsafeMutableRawBufferPointer(rebasing: pieces.bytes[..<size])
      let other = unsafe UnsafeMutableRawBufferPointer(rebasing: pieces.bytes[size..<2 * size])
      let count = unsafe try first.fill(piece)
      guard unsafe try second.fill(other) == count,
        unsafe memcmp(piece.baseAddress!, other.baseAddress!, count) == 0,
        unsafe check.take(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      else { return nil }
      if count < size { return check.header() }
    }
  }
}
