import Base
import Pixels

/// Reads and writes PNG files, strictly: a damaged file is an error, never half an image.
public enum PNG {
  /// The largest image that is read, in pixels: 1 GB decoded. A 6K screen has 20 million, and a web
  /// page of 3840 x 32,767, the longest that browsers draw at three pixels a point, 126 million.
  package static let pixelLimit = 250_000_000
  /// The longest side that is read, in pixels: libpng's own limit, and thirty times what browsers
  /// draw. It keeps the cost per row or column negligible next to the cost per pixel.
  package static let sideLimit = 1_000_000

  public typealias Samples = PixelSamples

  /// Decodes a whole PNG file to 8-bit RGBA, straight alpha, sRGB.
  ///
  /// Supports every colour type, depth and interlacing; 16-bit samples are rounded to the nearest.
  ///
  /// - Parameters:
  ///   - bytes: The file's contents.
  ///   - file: The file's name for errors; nothing is opened.
  /// - Throws: An error that says what the bytes are instead of a PNG (JPEG, Git LFS pointer, …),
  ///   or what is damaged: a wrong checksum (CRC, Adler-32) or a missing part.
  public static func decode(_ bytes: [UInt8], file: String) throws(ImageError) -> PixelImage {
    do throws(CodecFault) {
      return unsafe try bytes.withUnsafeBufferPointer { bytes throws(CodecFault) in
        unsafe try image(UnsafeRawBufferPointer(bytes))
      }
    } catch {
      throw error.error(in: file)
    }
  }

  /// Reads and decodes the PNG file at `path`, or a JPEG, WebP or HEIC file with the matching
  /// extension if the system has the library for it.
  ///
  /// - Throws: The errors of `decode(_:file:)`, and an error if the file is missing, a folder, not
  ///   readable, empty, or not a regular file. A pipe or device is refused without waiting.
  public static func decode(
    contentsOf path: String, _ samples: Samples = .colours
  ) throws(ImageError) -> PixelImage {
    try read(path, samples, .usual)
  }

  /// Reads and decodes two files on two threads, or one after the other; each has its own result.
  package static func decodePair(
    _ reference: String, _ actual: String, _ samples: Samples = .colours,
    _ use: MemoryBlock.Use = .usual, inTurn isInTurn: Bool = false
  ) -> (Result<PixelImage, ImageError>, Result<PixelImage, ImageError>) {
    if let (first, second) = AnimatedPNG.pair(reference, actual, samples) {
      return sharingColours(first, second, reference, actual)
    }
    let results = mapOnAllCores(2, band: isInTurn ? 2 : 1) { index in
      Result { () throws(ImageError) in
        try read(index == 0 ? reference : actual, samples, use)
      }
    }
    return sharingColours(results[0], results[1], reference, actual)
  }

  /// Turns the actual into an error if the two images have different colour spaces that cannot be
  /// converted, or are turned otherwise, since equal numbers then mean different pictures.
  static func sharingColours(
    _ first: Result<PixelImage, ImageError>, _ second: Result<PixelImage, ImageError>,
    _ reference: String, _ actual: String
  ) -> (Result<PixelImage, ImageError>, Result<PixelImage, ImageError>) {
    guard case .success(let one) = first, case .success(let other) = second,
      one.unfollowed != other.unfollowed, let unfollowed = other.unfollowed ?? one.unfollowed
    else { return (first, second) }
    let file = other.unfollowed == nil ? reference : actual
    let fault = ImageError(
      .unreadable, file: file,
      detail: "its \(unfollowed), and \(file == actual ? reference : actual) says otherwise")
    return (first, .failure(fault))
  }

  /// Decodes both files like `decodePair`, for callers who need both and no other image: the file
  /// that is decoded first leaves room for the other's pixels.
  ///
  /// - Throws: The reference's error, or else the actual's.
  package static func decodeBoth(
    _ reference: String, _ actual: String, _ samples: Samples = .colours
  ) throws(ImageError) -> (reference: PixelImage, actual: PixelImage) {
    let (first, second) = decodePair(reference, actual, samples, .once)
    return (try first.get(), try second.get())
  }

  /// Decodes both files one after the other, for callers whose other cores work on other pairs.
  package static func decodeInTurn(
    _ reference: String, _ actual: String, _ samples: Samples = .colours
  ) throws(ImageError) -> (reference: PixelImage, actual: PixelImage) {
    let (first, second) = decodePair(reference, actual, samples, inTurn: true)
    return (try first.get(), try second.get())
  }

  /// Returns what a body makes of two files, decoded one after the other, with memory reserved for
  /// both; nil if one of them cannot be read.
  ///
  /// - Parameter others: Further files that the body decodes.
  package static func comparing<Found>(
    _ reference: String, _ actual: String, besides others: [String] = [],
    _ body: (_ reference: PixelImage, _ actual: PixelImage) -> Found?
  ) -> Found? {
    guard let room = try? PictureRoom(for: [reference, actual] + others) else { return nil }
    defer { withExtendedLifetime(room) {} }
    return (try? decodeInTurn(reference, actual)).flatMap { body($0.reference, $0.actual) }
  }

  /// True if two files show the same pixels; nil if either cannot be read.
  package static func areTheSame(_ first: String, _ second: String) -> Bool? {
    comparing(first, second) { $0 == $1 }
  }

  package static func isAnimated(_ path: String) -> Bool { AnimatedPNG.isAnimated(path) }

  private static func read(
    _ path: String, _ samples: Samples, _ use: MemoryBlock.Use
  ) throws(ImageError) -> PixelImage {
    do throws(CodecFault) {
      let image = unsafe try FileContents(path, use).withBytes {
        bytes throws(CodecFault) -> PixelImage? in
        let source = UnsafeRawBufferPointer(bytes)
        if let picture = unsafe LossyPicture(path, source) {
          return unsafe try picture.decode(source, samples)
        }
        unsafe try checkSignature(source, of: LossyPicture.named(path)?.title ?? "PNG")
        return unsafe try PNGReader(source, samples).image(overwriting: bytes)
      }
      if let image { return image }
      // The decoder has overwritten the bytes, so read them again.
      return unsafe try FileContents(path, use).withBytes { bytes throws(CodecFault) in
        unsafe try PNGReader(UnsafeRawBufferPointer(bytes), samples).imageThroughLibpng()
      }
    } catch {
      throw error.error(in: path)
    }
  }

  private static func image(_ bytes: UnsafeRawBufferPointer) throws(CodecFault) -> PixelImage {
    let reader = unsafe try PNGReader(bytes)
    if let copy = MemoryBlock(count: bytes.count) {
      defer { withExtendedLifetime(copy) {} }
      let copied = unsafe UnsafeMutableRawBufferPointer(rebasing: copy.bytes[..<bytes.count])
      unsafe copied.copyMemory(from: bytes)
      if let image = unsafe try reader.image(overwriting: copied) { return image }
    }
    return try reader.imageThroughLibpng()
  }
}
