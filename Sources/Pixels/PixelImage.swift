import Libc

/// One pixel: red, green, blue, alpha; 0 to 255 each.
public typealias Pixel = SIMD4<UInt8>

extension Pixel {
  /// The four bytes in memory order.
  @inlinable
  package var bits: UInt32 { unsafe unsafeBitCast(self, to: UInt32.self) }

  @inlinable
  package init(bits: UInt32) { self = unsafe unsafeBitCast(bits, to: Pixel.self) }
}

/// An 8-bit RGBA image in sRGB with straight alpha, row-major from the top left.
///
/// Copies share their pixels until one of them is changed. Equal images have the same
/// size and the same pixels.
public struct PixelImage: Sendable {
  public let width: Int
  public let height: Int
  /// A note on what was ignored while reading, such as "its colour profile is broken and was
  /// ignored"; nil for nearly all images. It is not part of equality.
  public let remark: String?
  /// What the file says of its pixels that is not followed, such as "colours (cICP 9, 16, 0, 1)
  /// cannot be converted to sRGB": the pixels are then the file's numbers, or converted by a second
  /// profile.
  package var unfollowed: String?
  /// True if the file's own numbers differ from these pixels: see `PixelSamples`.
  package var hasOtherCodes = false
  /// The memory of the pixels; usable from inlined code, because other targets read single pixels
  /// in their innermost loops.
  @usableFromInline
  var block: MemoryBlock
  /// Four 16-bit samples a pixel, if the file has them and was read for its codes.
  private var wideBlock: MemoryBlock?

  /// Creates an image whose pixels `body` writes, row-major. It must write all of them, because the
  /// memory holds whatever was there before.
  ///
  /// - Precondition: Both sides are at least 1, and there is memory for `width * height` pixels.
  package init<Failure: Error>(
    width: Int, height: Int,
    filledBy body: (inout MutableSpan<Pixel>) throws(Failure) -> Void
  ) throws(Failure) {
    self.init(width: width, height: height, block: Self.block(width * height))
    var pixels = unsafe mutablePixels.mutableSpan
    try body(&pixels)
  }

  /// Creates an image from row-major pixels.
  ///
  /// - Precondition: `pixels.count == width * height`, both sides at least 1.
  public init(width: Int, height: Int, pixels: [Pixel], remark: String? = nil) {
    precondition(pixels.count == width * height, "width x height pixels")
    self.init(width: width, height: height, block: Self.block(pixels.count), remark: remark)
    _ = unsafe mutablePixels.initialize(from: pixels)
  }

  /// Takes ownership of a block that starts with the pixels, or will before anyone reads them.
  package init(width: Int, height: Int, block: MemoryBlock, remark: String? = nil) {
    precondition(width > 0 && height > 0, "an image is at least 1 x 1")
    unsafe precondition(block.bytes.count >= width * height * MemoryLayout<Pixel>.stride)
    self.width = width
    self.height = height
    self.remark = remark
    self.block = block
  }

  /// Rounds the 16-bit samples that libpng has written; returns nil if there is no memory.
  package init?(width: Int, height: Int, wide: MemoryBlock) {
    guard let block = MemoryBlock(count: width * height * 4) else { return nil }
    let samples = unsafe wide.bytes.assumingMemoryBound(to: UInt16.self)
    let rounded = unsafe block.bytes.assumingMemoryBound(to: UInt8.self)
    for index in 0..<4 * width * height {
      unsafe rounded[index] = unsafe UInt8((UInt32(samples[index]) * 255 + 32_767) / 65_535)
    }
    self.init(width: width, height: height, block: block)
    wideBlock = wide
  }

  private static func block(_ pixelCount: Int) -> MemoryBlock {
    guard let block = MemoryBlock(count: pixelCount * MemoryLayout<Pixel>.stride) else {
      preconditionFailure("no memory left for an image of \(pixelCount) pixels")
    }
    return block
  }

  @inlinable
  package var pixelCount: Int { width * height }

  /// The pixel at column `x` of row `y`, both counted from 0 at the top left.
  @inlinable
  public subscript(x: Int, y: Int) -> Pixel {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "outside the image")
    return unsafe mutablePixels[y * width + x]
  }

  /// True if 16-bit samples are kept; see `PixelSamples.codes`.
  package var isWide: Bool { wideBlock != nil }

  /// The samples of a pixel at 16 bits: the file's own, or 8-bit samples times 257.
  package func wide(_ x: Int, _ y: Int) -> SIMD4<UInt16> {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "outside the image")
    guard let wideBlock else { return SIMD4(truncatingIfNeeded: self[x, y]) &* 257 }
    defer { withExtendedLifetime(wideBlock) {} }
    return unsafe wideBlock.bytes.load(fromByteOffset: 8 * (y * width + x), as: SIMD4<UInt16>.self)
  }

  /// A copy of all pixels, row-major.
  package var pixels: [Pixel] { unsafe [Pixel](mutablePixels) }

  package var isOpaque: Bool {
    withPixels { pixels in pixels.indices.allSatisfy { pixels[$0].w == 255 } }
  }

  /// Lends all pixels, row-major, for the duration of `body`.
  @inlinable
  package func withPixels<Result, Failure: Error>(
    _ body: (Span<Pixel>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Keeps the block alive while `body` runs, even if no copy of `self` does.
    defer { withExtendedLifetime(block) {} }
    return try body(unsafe mutablePixels.span)
  }

  /// Lends all pixels for changes; copies them only if the image is shared.
  package mutating func changePixels(_ body: (inout MutableSpan<Pixel>) -> Void) {
    if !isKnownUniquelyReferenced(&block) {
      let copy = Self.block(pixelCount)
      let pixels = unsafe UnsafeMutableRawBufferPointer(mutablePixels)
      unsafe copy.bytes.copyMemory(from: UnsafeRawBufferPointer(pixels))
      block = copy
    }
    var pixels = unsafe mutablePixels.mutableSpan
    body(&pixels)
    withExtendedLifetime(block) {}
  }

  @inlinable
  var mutablePixels: UnsafeMutableBufferPointer<Pixel> {
    let start = unsafe block.bytes.baseAddress!.assumingMemoryBound(to: Pixel.self)
    return unsafe UnsafeMutableBufferPointer(start: start, count: pixelCount)
  }
}

extension PixelImage: Hashable {
  public static func == (left: PixelImage, right: PixelImage) -> Bool {
    guard left.width == right.width, left.height == right.height else { return false }
    if left.block === right.block { return true }
    return unsafe left.withBytes { first in
      unsafe right.withBytes { second in
        unsafe memcmp(first.baseAddress!, second.baseAddress!, first.count) == 0
      }
    }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    unsafe withBytes { unsafe hasher.combine(bytes: $0) }
  }

  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    defer { withExtendedLifetime(block) {} }
    return unsafe body(UnsafeRawBufferPointer(mutablePixels))
  }
}
