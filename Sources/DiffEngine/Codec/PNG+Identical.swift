#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension PNG {
  /// The size of the image that two files with the same bytes hold, found without decoding.
  ///
  /// The chunks are walked and their checksums (CRC) compared, so that a text, a JPEG, a
  /// truncated or rotten file does not pass; the pixel data inside is taken on trust, as two
  /// equal streams cannot give different pixels.
  ///
  /// - Returns: nil where the bytes differ or either file is no sound PNG: `decodePair` then
  ///   finds out more.
  public static func sizeIfIdentical(
    _ reference: String, _ actual: String
  ) -> (width: Int, height: Int)? {
    try? identicalHeader(reference, actual).map { ($0.width, $0.height) }
  }

  private static func identicalHeader(
    _ reference: String, _ actual: String
  ) throws(CodecFault) -> PNGHeader? {
    let first = try RegularFile(reference)
    let second = try RegularFile(actual)
    guard first.count == second.count else { return nil }
    let pieceBytes = 64 << 10
    guard let piece = MemoryBlock(count: pieceBytes) else { return nil }
    var isSame = true
    let bytes = try FileBytes(first, pieceBytes: pieceBytes) { bytes throws(CodecFault) in
      let others = UnsafeMutableRawBufferPointer(rebasing: piece.bytes[..<bytes.count])
      isSame =
        try second.read(into: others) == bytes.count
        && memcmp(others.baseAddress!, bytes.baseAddress!, bytes.count) == 0
      return isSame
    }
    guard isSame else { return nil }
    return try bytes.withBytes { bytes throws(CodecFault) in
      try PNGReader(UnsafeRawBufferPointer(bytes)).layout.header
    }
  }
}
