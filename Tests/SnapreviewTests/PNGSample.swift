import DiffEngine
import PNGCodec

/// A PNG to damage.
enum PNGSample {
  static var bytes: [UInt8] {
    get throws {
      var seed: UInt32 = 1
      let pixels = (0..<(32 * 32)).map { _ in
        seed = seed &* 1_664_525 &+ 1_013_904_223
        return Pixel(UInt8(seed >> 24), UInt8(seed >> 16 & 255), UInt8(seed >> 8 & 255), 255)
      }
      return try PNG.encode(PixelImage(width: 32, height: 32, pixels: pixels))
    }
  }

  /// The checksum of a chunk, bit by bit.
  static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
