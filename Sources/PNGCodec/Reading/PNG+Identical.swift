import Libc
import Pixels

extension PNG {
  /// Returns the size of the image in two files with the same bytes, without decoding it.
  ///
  /// The chunks are walked and their checksums (CRC) verified, so that a text, a JPEG, or a
  /// truncated or corrupt file does not pass. The pixel data itself need not be decoded, as two
  /// equal streams cannot give different pixels.
  ///
  /// - Returns: nil if the bytes differ or either file is not a valid PNG; `decodePair` then finds
  ///   the reason.
  package static func sizeIfIdentical(
    _ reference: String, _ actual: String
  ) -> (width: Int, height: Int)? {
    let header = try? identicalHeader(reference, actual)
    return header.map { ($0.width, $0.height) }
  }

  private static func identicalHeader(
    _ reference: String, _ actual: String
  ) throws(CodecFault) -> PNGHeader? {
    let other = try RegularFile(actual)
    return unsafe try FileContents(reference).withBytes { bytes throws(CodecFault) in
      // Small enough to stay in the cache, as touching fresh memory costs more than reading a file.
      let size = 16 << 10
      guard other.count == bytes.count, let piece = MemoryBlock(count: size) else { return nil }
      for start in stride(from: 0, to: bytes.count, by: size) {
        let own = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...].prefix(size))
        let its = unsafe UnsafeMutableRawBufferPointer(rebasing: piece.bytes[..<own.count])
        guard unsafe try other.fill(its) == own.count,
          unsafe memcmp(own.baseAddress!, its.baseAddress!, own.count) == 0
        else { return nil }
      }
      return unsafe try PNGReader(UnsafeRawBufferPointer(bytes)).layout.header
    }
  }
}
