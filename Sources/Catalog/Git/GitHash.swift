#if canImport(CryptoKit)
  import CryptoKit
#else
  import CNettle
#endif

/// The names that git gives to objects.
enum GitHash {
  /// Returns true if a file that holds `bytes` has this name as a blob: SHA-1 with 40 digits, or
  /// SHA-256 with 64.
  static func isName(_ object: String, of bytes: [UInt8]) -> Bool {
    let head = Array("blob \(bytes.count)\0".utf8)
    return object == (object.utf8.count == 40 ? sha1(head, bytes) : Fingerprint.hash(head + bytes))
  }

  private static func sha1(_ head: [UInt8], _ bytes: [UInt8]) -> String {
    #if canImport(CryptoKit)
      var hash = Insecure.SHA1()
      hash.update(data: head)
      hash.update(data: bytes)
      return hexadecimal(Array(hash.finalize()))
    #else
      var context = sha1_ctx()
      var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_SIZE))
      nettle_sha1_init(&context)
      nettle_sha1_update(&context, head.count, head)
      nettle_sha1_update(&context, bytes.count, bytes)
      nettle_sha1_digest(&context, digest.count, &digest)
      return hexadecimal(digest)
    #endif
  }
}
