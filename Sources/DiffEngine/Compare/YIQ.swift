import Pixels

/// A colour in YIQ; luma 0 to 255.
///
/// Source: Kotsarenko, Ramos, "Measuring perceived color difference using YIQ NTSC transmission
/// color space in mobile applications" (2010).
struct YIQ {
  let y: Double
  let i: Double
  let q: Double

  private init(_ red: Double, _ green: Double, _ blue: Double) {
    y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
    i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
    q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
  }

  /// Converts the colour alone, ignoring alpha.
  @inline(__always)
  init(_ pixel: Pixel) { self.init(Double(pixel.x), Double(pixel.y), Double(pixel.z)) }

  @inline(__always)
  init(_ pixel: Pixel, over ground: SIMD3<Double>) {
    if pixel.w == 255 {
      self.init(pixel)
      return
    }
    let alpha = Double(pixel.w) / 255
    self.init(
      ground.x + (Double(pixel.x) - ground.x) * alpha,
      ground.y + (Double(pixel.y) - ground.y) * alpha,
      ground.z + (Double(pixel.z) - ground.z) * alpha)
  }

  /// Returns the squared distance, 0 to 35215.
  func squaredDistance(_ other: YIQ) -> Double {
    let (dy, di, dq) = (y - other.y, i - other.i, q - other.q)
    return 0.5053 * dy * dy + 0.299 * di * di + 0.1957 * dq * dq
  }
}
