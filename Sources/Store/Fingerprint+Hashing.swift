import Base
import Host

#if canImport(CryptoKit)
  import CryptoKit
#else
  import CNettle
#endif

extension Fingerprint {
  /// The SHA-256 of some bytes in lower-case hex, 64 digits.
  package static func hash(_ bytes: [UInt8]) -> String { hexadecimal(digest(bytes[...])) }

  /// The SHA-256 of some bytes, 32 bytes.
  package static func digest(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(SHA256.hash(data: bytes))
    #else
      var context = sha256_ctx()
      var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
      unsafe nettle_sha256_init(&context)
      unsafe bytes.withUnsafeBufferPointer {
        unsafe nettle_sha256_update(&context, $0.count, $0.baseAddress)
      }
      unsafe nettle_sha256_digest(&context, digest.count, &digest)
      return digest
    #endif
  }

  package static func hash(ofFile path: String, on disk: Disk) throws(SystemError) -> String {
    hash(try disk.read(path).bytes)
  }
}
