import Libc
import Pixels

/// The sRGB transfer curve of IEC 61966-2-1 for 8-bit values.
package enum SRGB {
  /// Linear light, 0 to 1, of each 8-bit value.
  package static let linear: [Double] = (0...255).map { decode(Double($0) / 255) }

  /// `linear` in single precision, for the kernels.
  package static let linearFloat: [Float] = linear.map { Float($0) }

  /// The same values for the loops that average.
  static let light = ByteTable { linearFloat[Int($0)] }

  /// The linear light of a pixel, whatever its alpha.
  static func light(_ pixel: Pixel) -> SIMD3<Float> {
    SIMD3(light[pixel.x], light[pixel.y], light[pixel.z])
  }

  /// `halfway[i]` is the linear light at which `i` ends and `i + 1` begins.
  private static let halfway = ByteTable { Float(decode((Double($0) + 0.5) / 255)) }

  /// Linear light of an encoded value, both 0 to 1.
  package static func decode(_ value: Double) -> Double {
    // The knee that AFSnapshotTesting uses; no 8-bit value lies between it and 0.04045.
    value <= 0.0404482362771082 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The 8-bit value nearest to a linear light; what is out of 0 to 1 is clamped.
  ///
  /// A search among the 255 boundaries: exact, without `pow`.
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
