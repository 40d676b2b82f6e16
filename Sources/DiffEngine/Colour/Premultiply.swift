import Pixels

/// Returns the pixel with its colour multiplied by its alpha, the form in which every library
/// compares it.
///
/// Rounded to the nearest 8-bit value; there are no ties, since 255 is odd. CoreGraphics does not
/// document its rounding, so colours with an alpha between 1 and 254 may be one step off there.
@inlinable @inline(__always)
package func premultiplied(_ pixel: Pixel) -> Pixel {
  let bits = pixel.bits
  let alpha = bits &>> 24
  if alpha == 255 { return pixel }
  // Red and blue together, which is faster than a vector.
  return Pixel(bits: scaled(bits, alpha) | scaled(bits &>> 8 & 0xFF, alpha) &<< 8 | alpha &<< 24)
}

/// Multiplies the low byte of each half of a word by a byte and divides by 255, rounded exactly.
@inlinable @inline(__always)
func scaled(_ two: UInt32, _ byte: UInt32) -> UInt32 {
  let product = (two & 0x00FF_00FF) &* byte &+ 0x0080_0080
  return (product &+ (product &>> 8 & 0x00FF_00FF)) &>> 8 & 0x00FF_00FF
}
