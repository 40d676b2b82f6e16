import Libc
import Pixels

/// The sRGB transfer curve of IEC 61966-2-1 for 8-bit values.
package enum SRGB {
  /// The linear light, 0 to 1, of each 8-bit value.
  package static let linear: [Double] = (0...255).map { decode(Double($0) / 255) }

  /// `linear` in single precision, for the kernels.
  package static let linearFloat: [Float] = linear.map { Float($0) }

  /// The same values for loops that average.
  static let light = ByteTable { linearFloat[Int($0)] }

  /// Returns the linear light of a pixel; alpha is ignored.
  static func light(_ pixel: Pixel) -> SIMD3<Float> {
    SIMD3(light[pixel.x], light[pixel.y], light[pixel.z])
  }

  /// `halfway[i]` is the linear light at the boundary between `i` and `i + 1`.
  private static let halfway = ByteTable { Float(decode((Double($0) + 0.5) / 255)) }

  /// Returns the linear light of an encoded value, both 0 to 1.
  package static func decode(_ value: Double) -> Double {
    // The threshold that AFSnapshotTesting uses; no 8-bit value lies between it and 0.04045.
    value <= 0.0404482362771082 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// Returns the 8-bit value nearest to a linear light, clamped to 0 to 1.
  ///
  /// Searches the 255 boundaries, which is exact and needs no `pow`.
  package static func encode(_ light: Float) -> UInt8 {
    var low: UInt8 = 0
    var step: UInt8 = 128
    while step > 0 {
      if halfway[low &+ step &- 1] <= light { low &+= step }
      step &>>= 1
    }
    return low
  }
}
