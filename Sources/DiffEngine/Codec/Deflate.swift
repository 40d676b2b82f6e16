import CPNG

/// Compression by libdeflate.
package enum Deflate {
  /// Compresses to a zlib stream (RFC 1950).
  ///
  /// - Parameter level: 1, fast, to 12, small.
  /// - Returns: nil where there is no memory.
  package static func zlibStream(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
    let bound = snap_zlib_bound(bytes.count)
    let packed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, filled in
      filled = snap_zlib_compress(level, bytes, bytes.count, buffer.baseAddress, bound)
    }
    return packed.isEmpty ? nil : packed
  }
}
