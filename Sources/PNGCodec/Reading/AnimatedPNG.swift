import Libc
import Pixels

/// The frames of an animated PNG, whose chunks libpng does not know: each is a PNG of its own, drawn
/// onto the canvas that the last one has left.
///
/// Source: the PNG specification, third edition, sections 11.3.6.1 to 11.3.6.3 (acTL, fcTL, fdAT).
struct AnimatedPNG {
  /// The way in which the canvas is prepared for the next frame.
  fileprivate enum Disposal: UInt8 { case keep, clear, restore }

  struct Frame {
    fileprivate var x = 0
    fileprivate var y = 0
    fileprivate var width: Int
    fileprivate var height: Int
    /// The time that it is shown, as a fraction of a second.
    var delay = SIMD2<Int>(0, 100)
    fileprivate var disposal = Disposal.keep
    fileprivate var blends = false
    fileprivate var data: [UInt8] = []
  }

  let width: Int
  let height: Int
  /// The number of times it is played; 0 for ever.
  private(set) var plays = 0
  private(set) var frames: [Frame] = []
  /// The chunks before the pixels, which all frames share: palette, transparency, colours.
  private var shared: [UInt8] = []
  private var header: [UInt8] = []

  /// The most frames that are read: an hour at 24 a second.
  private static let frameLimit = 86_400
  private static let signatureCount = 8

  /// True if the file at a path is a PNG that says before its pixels that it is animated.
  static func isAnimated(_ path: String) -> Bool {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var head = [UInt8](repeating: 0, count: signatureCount)
    guard unsafe pread(file, &head, signatureCount, 0) == signatureCount,
      head == PNGLayout.signature
    else { return false }
    var place = signatureCount
    // As many chunks as come before any picture's pixels.
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

  /// Reads a file; one that is not animated is an animation of one frame.
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
      // Without a control chunk before it, the image is not part of an animation.
      if frames.count == 1 { frames[0].data += content }
    case "fdAT":
      guard !frames.isEmpty else { throw CodecFault(.damaged, "frame data without a frame") }
      frames[frames.count - 1].data += content.dropFirst(4)
    default: if !hasPixels { shared += whole }
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

  /// A frame as a PNG of its own.
  private func picture(
    _ frame: Frame, _ samples: PNG.Samples
  ) throws(CodecFault) -> PixelImage {
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

extension AnimatedPNG {
  /// The canvas of an animation, one frame after the other.
  struct Player {
    private let animation: AnimatedPNG
    private let samples: PNG.Samples
    private var canvas: [Pixel]
    private var next = 0

    init(_ animation: AnimatedPNG, _ samples: PNG.Samples) {
      (self.animation, self.samples) = (animation, samples)
      canvas = Array(repeating: Pixel(), count: animation.width * animation.height)
    }

    /// Draws the next frame; an empty canvas after the last.
    mutating func draw() throws(CodecFault) -> [Pixel] {
      guard next < animation.frames.count else {
        return Array(repeating: Pixel(), count: canvas.count)
      }
      let frame = animation.frames[next]
      let before = canvas
      let picture = try animation.picture(frame, samples)
      each(of: frame) { place, x, y in
        let pixel = picture[x, y]
        canvas[place] = frame.blends ? Self.over(pixel, canvas[place]) : pixel
      }
      let shown = canvas
      switch frame.disposal {
      case .keep: break
      case .restore where next > 0: canvas = before
      case .clear, .restore: each(of: frame) { place, _, _ in canvas[place] = Pixel() }
      }
      next += 1
      return shown
    }

    private func each(of frame: Frame, _ body: (_ place: Int, _ x: Int, _ y: Int) -> Void) {
      for y in 0..<frame.height {
        for x in 0..<frame.width { body((frame.y + y) * animation.width + frame.x + x, x, y) }
      }
    }

    /// Lays one pixel over another, both with straight alpha.
    private static func over(_ top: Pixel, _ bottom: Pixel) -> Pixel {
      guard top.w < 255, bottom.w > 0 else { return top.w == 0 ? bottom : top }
      guard top.w > 0 else { return bottom }
      let (a, b) = (Int(top.w), Int(bottom.w))
      let alpha = 255 * a + b * (255 - a)
      var result = Pixel()
      for channel in 0..<3 {
        let sum = 255 * a * Int(top[channel]) + b * (255 - a) * Int(bottom[channel])
        result[channel] = UInt8((sum + alpha / 2) / alpha)
      }
      result.w = UInt8((alpha + 127) / 255)
      return result
    }
  }

  /// Decodes two files frame by frame; at least one is animated.
  ///
  /// One frame that differs is shown as it is. Of several, each pixel is shown in the frame in which
  /// it differs most, so that no threshold forgives in one what it would not in another.
  ///
  /// - Returns: nil if neither file is animated.
  static func pair(
    _ reference: String, _ actual: String, _ samples: PNG.Samples
  ) -> (Result<PixelImage, ImageError>, Result<PixelImage, ImageError>)? {
    guard isAnimated(reference) || isAnimated(actual) else { return nil }
    do throws(ImageError) {
      let (first, second) = (try read(reference), try read(actual))
      do throws(CodecFault) {
        let (one, other) = try frames(first, second, samples)
        return (.success(one), .success(other))
      } catch {
        throw error.error(in: actual)
      }
    } catch {
      return (.failure(error), .failure(error))
    }
  }

  private static func read(_ path: String) throws(ImageError) -> AnimatedPNG {
    do throws(CodecFault) {
      return try AnimatedPNG(path)
    } catch {
      throw error.error(in: path)
    }
  }

  private static func frames(
    _ first: AnimatedPNG, _ second: AnimatedPNG, _ samples: PNG.Samples
  ) throws(CodecFault) -> (PixelImage, PixelImage) {
    var (one, other) = (Player(first, samples), Player(second, samples))
    var shown = (try one.draw(), try other.draw())
    guard first.width == second.width, first.height == second.height else {
      return (first.image(shown.0), second.image(shown.1))
    }
    let count = max(first.frames.count, second.frames.count)
    var differing = shown.0 == shown.1 ? [] : [1]
    for number in 1..<max(count, 1) where count > 1 {
      let (left, right) = (try one.draw(), try other.draw())
      guard left != right else { continue }
      if differing.isEmpty {
        shown = (left, right)
      } else {
        keepLargest(of: (left, right), in: &shown)
      }
      differing.append(number + 1)
    }
    if differing.isEmpty { try requireSameTimes(first, second) }
    let remark = first.remark(differing, second)
    return (first.image(shown.0, remark), second.image(shown.1, remark))
  }

  private static func keepLargest(
    of pair: ([Pixel], [Pixel]), in shown: inout ([Pixel], [Pixel])
  ) {
    let distance = { (one: Pixel, other: Pixel) -> UInt8 in
      (pointwiseMax(one, other) &- pointwiseMin(one, other)).max()
    }
    for place in pair.0.indices
    where distance(pair.0[place], pair.1[place]) > distance(shown.0[place], shown.1[place]) {
      (shown.0[place], shown.1[place]) = (pair.0[place], pair.1[place])
    }
  }

  /// - Throws: Where two animations of the same frames are not played alike.
  private static func requireSameTimes(
    _ first: AnimatedPNG, _ second: AnimatedPNG
  ) throws(CodecFault) {
    if first.frames.count != second.frames.count {
      throw CodecFault(
        .damaged,
        "an animation of \(second.frames.count) frames, and the reference has \(first.frames.count)"
      )
    }
    for (index, (one, other)) in zip(first.frames, second.frames).enumerated()
    where one.delay.x * other.delay.y != other.delay.x * one.delay.y {
      throw CodecFault(
        .damaged,
        "an animation with the reference's frames but not its times: frame \(index + 1) is shown for "
          + "\(other.delay.x)/\(other.delay.y) s instead of \(one.delay.x)/\(one.delay.y) s")
    }
    if first.plays != second.plays {
      throw CodecFault(
        .damaged,
        "an animation with the reference's frames that is played \(second.plays) times instead of "
          + "\(first.plays) (0 is for ever)")
    }
  }

  private func remark(_ differing: [Int], _ other: AnimatedPNG) -> String? {
    let count = max(frames.count, other.frames.count)
    guard count > 1, let first = differing.first else { return nil }
    return differing.count == 1
      ? "it is an animation of \(count) frames; only frame \(first) differs"
      : "it is an animation of \(count) frames; \(differing.count) differ, from frame "
        + "\(first) on: each pixel is shown where it differs most"
  }

  private func image(_ pixels: [Pixel], _ remark: String? = nil) -> PixelImage {
    PixelImage(width: width, height: height, pixels: pixels, remark: remark)
  }
}
