import Base
import Host

#if canImport(CryptoKit)
  import CryptoKit
#else
  import CLibmd
#endif

extension Fingerprint {
  /// The SHA-256 of some bytes in lower-case hex, 64 digits.
  package static func hash(_ bytes: [UInt8]) -> String { hexadecimal(digest(bytes[...])) }

  package static func digest(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(SHA256.hash(data: bytes))
    #else
      var context = SHA2_CTX()
      var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
      unsafe SHA256Init(&context)
      unsafe bytes.withUnsafeBufferPointer { bytes in
        // An empty buffer may have no address.
        if let start = bytes.baseAddress { unsafe SHA256Update(&context, start, bytes.count) }
      }
      unsafe SHA256Final(&digest, &context)
      return digest
    #endif
  }

  package static func hash(ofFile path: String, on disk: Disk) throws(SystemError) -> String {
    hash(try disk.read(path).bytes)
  }
}
