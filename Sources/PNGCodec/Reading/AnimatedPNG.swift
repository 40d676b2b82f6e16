import Libc
import Pixels

/// The frames of an animated PNG, whose chunks libpng does not know. Each frame is a PNG of its own
/// that is drawn onto the canvas left by the previous one.
///
/// Source: the PNG specification, third edition, sections 11.3.6.1 to 11.3.6.3 (acTL, fcTL, fdAT).
struct AnimatedPNG {
  /// The treatment of the canvas after a frame.
  enum Disposal: UInt8 { case keep, clear, restore }

  struct Frame {
    var x = 0
    var y = 0
    var width: Int
    var height: Int
    /// The duration of the frame, as a fraction of a second.
    var delay = SIMD2<Int>(0, 100)
    var disposal = Disposal.keep
    var blends = false
    var data: [UInt8] = []
  }

  let width: Int
  let height: Int
  /// The number of times it is played; 0 means forever.
  private(set) var plays = 0
  private(set) var frames: [Frame] = []
  /// The chunks before the pixels, which all frames share: palette, transparency, colours.
  private var shared: [UInt8] = []
  private var header: [UInt8] = []

  /// The maximum number of frames: an hour at 24 a second.
  private static let frameLimit = 86_400
  private static let signatureCount = 8

  /// True if the file at a path is a PNG that declares before its pixels that it is animated.
  static func isAnimated(_ path: String) -> Bool {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var head = [UInt8](repeating: 0, count: signatureCount)
    guard unsafe pread(file, &head, signatureCount, 0) == signatureCount,
      head == PNGLayout.signature
    else { return false }
    var place = signatureCount
    // No image has more chunks than this before its pixels.
    for _ in 0..<64 {
      guard unsafe pread(file, &head, 8, off_t(place)) == 8 else { return false }
      switch String(decoding: head[4...], as: UTF8.self) {
      case "acTL": return true
      case "IDAT": return false
      default: place += number(head[..<4]) + 12
      }
    }
    return false
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads a file; a file that is not animated counts as an animation of one frame.
  init(_ path: String) throws(CodecFault) {
    let contents = try FileContents(path)
    let bytes = unsafe [UInt8](contents.bytes)
    withExtendedLifetime(contents) {}
    // Walks all chunks and their checksums.
    let layout = unsafe try bytes.withUnsafeBufferPointer { bytes throws(CodecFault) in
      unsafe try PNGReader(UnsafeRawBufferPointer(bytes)).layout
    }
    (width, height) = (layout.header.width, layout.header.height)
    var place = Self.signatureCount
    var hasPixels = false
    if !Self.isAnimated(path) { frames = [Frame(width: width, height: height)] }
    while place + 12 <= bytes.count {
      let count = Self.number(bytes[place..<place + 4])
      guard place + 12 + count <= bytes.count else { break }
      let content = bytes[place + 8..<place + 8 + count]
      try take(
        bytes[place + 4..<place + 8], content, whole: bytes[place..<place + 12 + count], &hasPixels)
      place += 12 + count
    }
    guard frames.allSatisfy({ !$0.data.isEmpty }), !frames.isEmpty else {
      throw CodecFault(.damaged, "an animation with a frame that holds nothing")
    }
  }

  private mutating func take(
    _ kind: ArraySlice<UInt8>, _ content: ArraySlice<UInt8>, whole: ArraySlice<UInt8>,
    _ hasPixels: inout Bool
  ) throws(CodecFault) {
    switch String(decoding: kind, as: UTF8.self) {
    case "IHDR": header = Array(content)
    case "acTL": plays = Self.number(content.suffix(4))
    case "fcTL": frames.append(try frame(content))
    case "IDAT":
      hasPixels = true
      // Without a control chunk before it, the image is what programs without animations show. Its
      // delay, which no frame has, keeps it from being taken for one.
      if frames.isEmpty {
        frames = [Frame(width: width, height: height, delay: SIMD2(-1, 1), disposal: .clear)]
      }
      if frames.count == 1 { frames[0].data += content }
    case "fdAT":
      guard !frames.isEmpty else { throw CodecFault(.damaged, "frame data without a frame") }
      frames[frames.count - 1].data += content.dropFirst(4)
    // How to turn the pixels may be said behind them.
    case let kind: if !hasPixels || kind == "eXIf" { shared += whole }
    }
  }

  private func frame(_ content: ArraySlice<UInt8>) throws(CodecFault) -> Frame {
    let start = content.startIndex
    guard content.count == 26, frames.count < Self.frameLimit else {
      throw CodecFault(.damaged, "a frame control chunk of \(content.count) bytes")
    }
    let number = { (at: Int, count: Int) in
      Self.number(content[start + at..<start + at + count])
    }
    let frame = Frame(
      x: number(12, 4), y: number(16, 4), width: number(4, 4), height: number(8, 4),
      delay: SIMD2(number(20, 2), number(22, 2) == 0 ? 100 : number(22, 2)),
      disposal: Disposal(rawValue: content[start + 24]) ?? .keep, blends: content[start + 25] == 1)
    guard frame.width > 0, frame.height > 0, frame.x + frame.width <= width,
      frame.y + frame.height <= height
    else { throw CodecFault(.damaged, "a frame that leaves the canvas") }
    return frame
  }

  func picture(_ frame: Frame, _ samples: PNG.Samples) throws(CodecFault) -> PixelImage {
    var own = header
    for (index, side) in [frame.width, frame.height].enumerated() {
      for byte in 0..<4 {
        own[4 * index + byte] = UInt8(truncatingIfNeeded: side >> (24 - 8 * byte))
      }
    }
    let file =
      PNGLayout.signature + PNG.chunk("IHDR", own) + shared + PNG.chunk("IDAT", frame.data)
      + PNG.chunk("IEND", [])
    return unsafe try file.withUnsafeBufferPointer { bytes throws(CodecFault) in
      unsafe try PNGReader(UnsafeRawBufferPointer(bytes), samples).imageThroughLibpng()
    }
  }
}
