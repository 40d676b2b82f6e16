import PNGCodec

/// The pixel with its colour multiplied by its alpha, as every library compares it.
///
/// Rounded to the nearest of 8 bits; there is no tie, since 255 is odd. CoreGraphics does not
/// publish its rounding, so colours under an alpha between 1 and 254 may be one step off there.
package func premultiplied(_ pixel: Pixel) -> Pixel {
  let alpha = pixel.w
  if alpha == 255 { return pixel }
  let wide = SIMD4<UInt32>(truncatingIfNeeded: pixel) &* UInt32(alpha) &+ 127
  var result = Pixel(truncatingIfNeeded: wide / 255)
  result.w = alpha
  return result
}
