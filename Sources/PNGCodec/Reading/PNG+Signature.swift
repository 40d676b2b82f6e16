import Base
import Pixels

extension PNG {
  /// Throws an error that says what `bytes` are if they are not a PNG file.
  ///
  /// - Parameter format: The format that the file's name promises.
  static func checkSignature(
    _ bytes: UnsafeRawBufferPointer, of format: String = "PNG"
  ) throws(CodecFault) {
    guard unsafe !bytes.starts(with: PNGLayout.signature) else { return }
    guard unsafe !bytes.isEmpty else { throw CodecFault(.notAnImage, "empty (0 bytes)") }
    if unsafe bytes.starts(with: "version https://git-lfs".utf8) {
      throw CodecFault(
        .gitLFSPointer, "a Git LFS pointer, not the image itself; run git lfs pull")
    }
    if unsafe PNGLayout.signature.starts(with: bytes) {
      throw CodecFault(.damaged, "truncated: it ends at byte \(bytes.count)")
    }
    let other = formats.first { unsafe bytes.dropFirst($0.place).starts(with: $0.start) }
    if let other { throw CodecFault(.notAnImage, "\(other.name), not a \(format) file") }
    let found = unsafe shownBytes(bytes.prefix(4))
    if unsafe bytes.starts(with: PNGLayout.signature.prefix(4)) {
      throw CodecFault(
        .damaged,
        "damaged: its line endings were changed, as a transfer as text or git's autocrlf does")
    }
    throw CodecFault(.notAnImage, "not a \(format) file (first bytes \(found))")
  }

  /// The formats that are often mistaken for others, by what begins at a place in the file.
  private static let formats: [(place: Int, start: [UInt8], name: String)] = [
    (0, [0xFF, 0xD8, 0xFF], "a JPEG image"), (0, Array("GIF8".utf8), "a GIF image"),
    (8, Array("WEBP".utf8), "a WebP image"), (4, Array("ftypheic".utf8), "an HEIC image"),
    (4, Array("ftypmif1".utf8), "an HEIC image"), (4, Array("ftypavif".utf8), "an AVIF image"),
    (0, [0x49, 0x49, 0x2A, 0], "a TIFF image"), (0, [0x4D, 0x4D, 0, 0x2A], "a TIFF image"),
    (0, Array("%PDF".utf8), "a PDF document"),
  ]
}
