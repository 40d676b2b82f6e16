import Base

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// This user on this machine, identified by a secret that is kept outside every project.
///
/// Entries that carry the author's code were written here. All others came with someone else's
/// files and are shown but never applied.
package struct Author: Sendable {
  private let secret: [UInt8]

  /// The number of hexadecimal digits in a code: 128 bits.
  static let codeLength = 32

  package init(secret: [UInt8]) { self.secret = secret }

  /// The authentication code for some bytes, which requires the secret: HMAC-SHA-256 in lower-case
  /// hex, truncated.
  ///
  /// - Parameter use: The kind of bytes; a code for one kind is not valid for another.
  package func code(for bytes: some Sequence<UInt8>, use: StaticString? = nil) -> String {
    let message = (use.map { unsafe $0.withUTF8Buffer(Array.init) + [0] } ?? []) + bytes
    return String(hexadecimal(digest(of: message)).prefix(Self.codeLength))
  }

  private func digest(of message: [UInt8]) -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: secret)))
    #else
      // RFC 2104: a key longer than a block is hashed first.
      let key = secret.count > 64 ? Fingerprint.digest(secret[...]) : secret
      let block = key + [UInt8](repeating: 0, count: 64 - key.count)
      let inner = Fingerprint.digest((block.map { $0 ^ 0x36 } + message)[...])
      return Fingerprint.digest((block.map { $0 ^ 0x5C } + inner)[...])
    #endif
  }
}
