import PNGCodec

/// The pixel with its colour multiplied by its alpha, as every library compares it.
///
/// Rounded to the nearest of 8 bits; there is no tie, since 255 is odd. CoreGraphics does not
/// publish its rounding, so colours under an alpha between 1 and 254 may be one step off there.
@inline(__always)
package func premultiplied(_ pixel: Pixel) -> Pixel {
  let alpha = pixel.w
  if alpha == 255 { return pixel }
  // Divided by 255 exactly, for every product of two bytes.
  let wide = SIMD4<UInt16>(truncatingIfNeeded: pixel) &* UInt16(alpha) &+ 128
  var result = Pixel(truncatingIfNeeded: (wide &+ (wide &>> 8)) &>> 8)
  result.w = alpha
  return result
}
