/// One pixel: red, green, blue, alpha; 0 to 255 each.
public typealias Pixel = SIMD4<UInt8>

/// An 8-bit RGBA image in sRGB with straight alpha, row-major from the top left.
///
/// Copies share their pixels, which never change after `init`.
public struct PixelImage: Sendable, Equatable {
  public let width: Int
  public let height: Int
  private let pixels: [Pixel]

  /// Creates an image from row-major pixels.
  ///
  /// - Precondition: `pixels.count == width * height`, both sides at least 1.
  public init(width: Int, height: Int, pixels: [Pixel]) {
    precondition(width > 0 && height > 0, "an image is at least 1 x 1")
    precondition(pixels.count == width * height, "one pixel for every place")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Creates an image whose pixels `body` writes, row-major, every one of them.
  ///
  /// - Precondition: Both sides at least 1.
  public init<Failure: Error>(
    width: Int, height: Int,
    filledBy body: (UnsafeMutableBufferPointer<Pixel>) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(width > 0 && height > 0, "an image is at least 1 x 1")
    var pixels = [Pixel](repeating: Pixel(), count: width * height)
    try pixels.withUnsafeMutableBufferPointer { buffer throws(Failure) in try body(buffer) }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  public var pixelCount: Int { width * height }

  /// The pixel at column `x` of row `y`, both counted from 0 at the top left.
  public subscript(x: Int, y: Int) -> Pixel {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "outside the image")
    return pixels[y * width + x]
  }

  /// Lends all pixels, row-major, for the length of `body`.
  public func withPixels<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Pixel>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try pixels.withUnsafeBufferPointer(body)
  }
}
