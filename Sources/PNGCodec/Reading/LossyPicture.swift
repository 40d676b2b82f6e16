import Base
import CPNG
import Pixels

/// A JPEG, WebP or HEIC file. Its pixels are only close to what was rendered, so it can be viewed
/// and compared approximately but must never become a baseline.
package enum LossyPicture: String, CaseIterable, Sendable {
  case jpeg = "JPEG"
  case webp = "WebP"
  case heic = "HEIC"

  /// The file name extensions of the format, in lower case; the library that reads it; and the
  /// packages that contain the library on the usual systems.
  private var facts:
    (endings: [String], format: snap_lossy_format, library: String, packages: String)
  {
    switch self {
    case .jpeg:
      (
        ["jpg", "jpeg"], SNAP_LOSSY_JPEG, "turbojpeg",
        "libturbojpeg0 (Debian), libturbojpeg (Ubuntu), turbojpeg (Fedora) or jpeg-turbo (brew)"
      )
    case .webp:
      (
        ["webp"], SNAP_LOSSY_WEBP, "webp",
        "libwebp7 (Debian, Ubuntu), libwebp (Fedora) or webp (brew)"
      )
    case .heic:
      (
        ["heic"], SNAP_LOSSY_HEIC, "heif",
        "libheif1 (Debian, Ubuntu), libheif (Fedora) or libheif (brew)"
      )
    }
  }

  private var format: snap_lossy_format { facts.format }
  package var title: String { rawValue }
  package var library: String { facts.library }
  package var packages: String { facts.packages }

  package var isReadable: Bool { snap_lossy_is_available(format) != 0 }

  /// True if a file is such a picture, and the library that reads it is not installed.
  package static func isUnread(_ path: String) -> Bool {
    guard named(path)?.isReadable == false else { return false }
    let found = try? unsafe FileContents(path).withBytes {
      unsafe LossyPicture(path, UnsafeRawBufferPointer($0))
    }
    return found != nil
  }

  static func named(_ path: String) -> LossyPicture? {
    let ending = path.split(separator: ".").last?.lowercased() ?? ""
    return allCases.first { $0.facts.endings.contains(ending) }
  }

  /// Determines the format of a file, which may be cut off; nil unless its name and its bytes agree.
  /// A JPEG named as a PNG is a mistake that is reported.
  init?(_ path: String, _ bytes: UnsafeRawBufferPointer) {
    guard let named = Self.named(path), unsafe !bytes.isEmpty,
      unsafe zip(bytes, named.head).allSatisfy({ $1 == nil || $1 == $0 })
    else { return nil }
    self = named
  }

  /// The bytes at the beginning of every file of the format; nil where they differ.
  private var head: [UInt8?] {
    switch self {
    case .jpeg: [0xFF, 0xD8, 0xFF]
    case .webp: Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8)
    case .heic: [nil, nil, nil, nil] + Array("ftyp".utf8)
    }
  }

  /// The size in the file's header; nil if it cannot be read or is not positive.
  func size(_ bytes: UnsafeRawBufferPointer) -> (width: Int, height: Int)? {
    let source = unsafe bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    var (width, height): (Int32, Int32) = (0, 0)
    guard isReadable, unsafe snap_lossy_size(format, source, bytes.count, &width, &height) != 0,
      width > 0, height > 0
    else { return nil }
    return (Int(width), Int(height))
  }

  func decode(
    _ bytes: UnsafeRawBufferPointer, _ samples: PNG.Samples
  ) throws(CodecFault) -> PixelImage {
    guard isReadable else { throw missingLibrary }
    guard let (width, height) = unsafe size(bytes) else { throw damage }
    guard width * height <= PNG.pixelLimit else {
      throw CodecFault(.tooLarge, "\(Wording.size(width, height)) pixels are too many to be read")
    }
    guard let block = MemoryBlock(count: 4 * width * height) else {
      throw CodecFault(.tooLarge, "no memory left to read it")
    }
    let source = unsafe bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    let target = unsafe block.bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    guard
      unsafe snap_lossy_decode(format, source, bytes.count, Int32(width), Int32(height), target)
        != 0
    else { throw damage }
    let colour = unsafe try metadata(bytes).outcome(samples, isGrey: false, isWide: false)
    if let transform = colour.transform {
      let pixels = unsafe block.bytes.baseAddress!
      unsafe transform.apply(pixels, to: pixels, count: width * height, isWide: false)
    }
    var image = PixelImage(width: width, height: height, block: block, remark: colour.remark)
    image.unfollowed = colour.unfollowed
    image.hasOtherCodes = samples == .colours && colour.transform != nil
    return image
  }

  private var damage: CodecFault { CodecFault(.damaged, "damaged: no whole \(title) picture") }

  private var missingLibrary: CodecFault {
    CodecFault(
      .unreadable,
      "a \(title) picture, which cannot be read without lib\(library); install \(packages)"
    )
  }
}
