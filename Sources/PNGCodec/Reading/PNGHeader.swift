import Base
import CPNG
import Pixels

/// The IHDR chunk, which says how to read the rest of a PNG file.
package struct PNGHeader: Equatable, Sendable {
  package enum ColourType: UInt8, Sendable {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyAlpha = 4
    case rgba = 6

    var channels: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    fileprivate func allows(depth: Int) -> Bool {
      switch self {
      case .grey: [1, 2, 4, 8, 16].contains(depth)
      case .palette: [1, 2, 4, 8].contains(depth)
      case .rgb, .greyAlpha, .rgba: depth == 8 || depth == 16
      }
    }
  }

  package let width: Int
  package let height: Int
  /// Bits per sample: 1, 2, 4, 8 or 16.
  package let depth: Int
  package let colour: ColourType
  package let isInterlaced: Bool

  /// Reads the 13 bytes of an IHDR chunk.
  ///
  /// - Throws: A fault if a value has no meaning in PNG, or if the image is larger than
  ///   `PNG.sideLimit` or `PNG.pixelLimit` allows.
  init(_ bytes: UnsafeRawBufferPointer) throws(CodecFault) {
    guard bytes.count == 13 else {
      throw CodecFault(.damaged, "damaged: its header has \(bytes.count) bytes instead of 13")
    }
    width = unsafe Int(bytes.bigEndian32(at: 0))
    height = unsafe Int(bytes.bigEndian32(at: 4))
    depth = unsafe Int(bytes[8])
    guard let colour = unsafe ColourType(rawValue: bytes[9]), colour.allows(depth: depth) else {
      throw CodecFault(
        .damaged,
        unsafe "damaged: PNG has no colour type \(bytes[9]) with \(bytes[8]) bits a sample")
    }
    guard unsafe bytes[10] == 0, unsafe bytes[11] == 0, unsafe bytes[12] <= 1 else {
      throw CodecFault(
        .damaged,
        unsafe "damaged: unknown compression \(bytes[10]), filter \(bytes[11]) or interlace \(bytes[12])"
      )
    }
    self.colour = colour
    isInterlaced = unsafe bytes[12] == 1
    try checkSize()
  }

  private func checkSize() throws(CodecFault) {
    // PNG's own limit of 2^31 - 1 keeps the product well within 64 bits.
    guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else {
      throw CodecFault(.damaged, "damaged: its header says \(Wording.size(width, height)) pixels")
    }
    let size = "too large: \(Wording.size(width, height)) pixels"
    guard max(width, height) <= PNG.sideLimit else {
      throw CodecFault(
        .tooLarge, "\(size), and at most \(Wording.grouped(PNG.sideLimit)) a side can be read")
    }
    guard pixelCount <= PNG.pixelLimit else {
      throw CodecFault(
        .tooLarge, "\(size), and at most \(Wording.grouped(PNG.pixelLimit)) can be read")
    }
  }

  package var pixelCount: Int { width * height }

  /// The bytes of a row of `width` pixels, without its filter byte.
  var rowBytes: Int { (width * colour.channels * depth + 7) / 8 }
}

extension UnsafeRawBufferPointer {
  func bigEndian32(at offset: Int) -> UInt32 {
    unsafe UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The CRC-32 of a chunk.
  func crc32() -> UInt32 {
    unsafe snap_crc32(baseAddress?.assumingMemoryBound(to: UInt8.self), count)
  }
}
