import CPNG

/// Compresses and inflates whole zlib streams (RFC 1950) with libdeflate.
package enum Deflate {
  /// Compresses `bytes`.
  ///
  /// - Parameter level: From 1, fast, to 12, small.
  /// - Returns: nil if there is no memory.
  package static func zlibStream(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
    let bound = snap_zlib_bound(bytes.count)
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, filled in
      filled = unsafe snap_zlib_compress(level, bytes, bytes.count, buffer.baseAddress, bound)
    }
    return packed.isEmpty ? nil : packed
  }

  /// Inflates a stream of unknown length.
  ///
  /// - Returns: nil if it is damaged or longer than `limit`.
  static func bytes(ofZlibStream stream: [UInt8], limit: Int) -> [UInt8]? {
    var capacity = 16 << 10
    while capacity <= limit {
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
        filled = unsafe snap_zlib_inflate(stream, stream.count, buffer.baseAddress, capacity)
      }
      if !bytes.isEmpty { return bytes }
      capacity *= 4
    }
    return nil
  }
}
