import Base

extension LossyPicture {
  /// Returns what a file says of its pixels: their colours, and how to turn them, which libheif does.
  func metadata(_ bytes: UnsafeRawBufferPointer) -> ColourChunks {
    var colour = ColourChunks()
    switch self {
    case .jpeg: unsafe note(segmentsOf: bytes, in: &colour)
    case .webp: unsafe note(chunksOf: bytes, in: &colour)
    case .heic: unsafe note(boxesOf: bytes, in: &colour)
    }
    return colour
  }

  /// Reads the segments APP1 and APP2, in which a profile may be in several parts (ICC.1:2022, B.4).
  private func note(segmentsOf bytes: UnsafeRawBufferPointer, in colour: inout ColourChunks) {
    var place = 2
    while place + 4 <= bytes.count, unsafe bytes[place] == 0xFF {
      let kind = unsafe bytes[place + 1]
      // What follows the start of the scan is pixels.
      guard kind != 0xDA else { return }
      let end = place + 2 + Int(unsafe bytes.bigEndian32(at: place) & 0xFFFF)
      guard end > place + 4, end <= bytes.count else { return }
      let content = unsafe bytes[(place + 4)..<end]
      if kind == 0xE1, unsafe content.starts(with: "Exif\0".utf8) {
        unsafe colour.note(.exif, UnsafeRawBufferPointer(rebasing: content), isLate: false)
      } else if kind == 0xE2, unsafe content.starts(with: "ICC_PROFILE\0".utf8) {
        colour.plainProfile = unsafe (colour.plainProfile ?? []) + content.dropFirst(14)
      }
      place = end
    }
  }

  private func note(chunksOf bytes: UnsafeRawBufferPointer, in colour: inout ColourChunks) {
    var place = 12
    while place + 8 <= bytes.count {
      let start = place + 8
      let count = Int(unsafe bytes.bigEndian32(at: place + 4).byteSwapped)
      guard count <= bytes.count - start else { return }
      let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)])
      switch unsafe String(decoding: bytes[place..<(place + 4)], as: UTF8.self) {
      case "EXIF": unsafe colour.note(.exif, content, isLate: false)
      case "ICCP": colour.plainProfile = unsafe Array(content)
      default: break
      }
      place = start + count + count % 2
    }
  }

  /// Reads the first boxes `colr` near the file's start: a profile, which takes precedence, or code
  /// points (ISO/IEC 14496-12, 12.1.5), whose matrix and range libheif follows.
  private func note(boxesOf bytes: UnsafeRawBufferPointer, in colour: inout ColourChunks) {
    let start = unsafe Array(bytes.prefix(1 << 20))
    let content = { (kind: String) -> ArraySlice<UInt8>? in
      guard let mark = start.firstRange(of: "colr\(kind)".utf8) else { return nil }
      let count = start[..<mark.lowerBound].suffix(4).reduce(0) { $0 << 8 | Int($1) }
      return start[mark.upperBound...].prefix(max(0, count - 12))
    }
    colour.plainProfile = (content("prof") ?? content("rICC")).map(Array.init)
    guard colour.plainProfile == nil, let points = content("nclx").map(Array.init),
      points.count >= 4
    else { return }
    // 2 means that nothing is said, which is taken as sRGB.
    colour.codePoints = [points[1] == 2 ? 1 : points[1], points[3] == 2 ? 13 : points[3], 0, 1]
  }
}
