import Base
import Pixels

extension PNG {
  /// Throws an error that says what `bytes` are if they are not a PNG file.
  static func checkSignature(_ bytes: UnsafeRawBufferPointer) throws(CodecFault) {
    guard unsafe !bytes.starts(with: PNGLayout.signature) else { return }
    guard unsafe !bytes.isEmpty else { throw CodecFault(.notAnImage, "empty (0 bytes)") }
    if unsafe bytes.starts(with: "version https://git-lfs".utf8) {
      throw CodecFault(
        .gitLFSPointer, "a Git LFS pointer, not the image itself; run git lfs pull")
    }
    if unsafe PNGLayout.signature.starts(with: bytes) {
      throw CodecFault(.damaged, "truncated: it ends at byte \(bytes.count)")
    }
    if let kind = unsafe otherFormat(bytes) {
      throw CodecFault(.notAnImage, "\(kind), not a PNG file")
    }
    let found = unsafe shownBytes(bytes.prefix(4))
    if unsafe bytes.starts(with: PNGLayout.signature.prefix(4)) {
      throw CodecFault(
        .damaged,
        "damaged: its line endings were changed, as a transfer as text or git's autocrlf does")
    }
    throw CodecFault(.notAnImage, "not a PNG file (first bytes \(found))")
  }

  /// Names the format, if it is one that is often mistaken for PNG.
  private static func otherFormat(_ bytes: UnsafeRawBufferPointer) -> String? {
    func has(_ text: String, at offset: Int = 0) -> Bool {
      unsafe bytes.dropFirst(offset).starts(with: text.utf8)
    }
    if unsafe bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "a JPEG image" }
    if has("GIF8") { return "a GIF image" }
    if has("RIFF"), has("WEBP", at: 8) { return "a WebP image" }
    if has("ftypheic", at: 4) || has("ftypmif1", at: 4) { return "an HEIC image" }
    if has("ftypavif", at: 4) { return "an AVIF image" }
    if unsafe bytes.starts(with: [0x49, 0x49, 0x2A, 0])
      || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A])
    {
      return "a TIFF image"
    }
    if has("%PDF") { return "a PDF document" }
    return nil
  }
}
