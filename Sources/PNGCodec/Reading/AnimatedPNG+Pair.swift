import Pixels

extension AnimatedPNG {
  /// Draws the frames of an animation onto its canvas, one after the other.
  struct Player {
    private let animation: AnimatedPNG
    private let samples: PNG.Samples
    private var canvas: [Pixel]
    private var next = 0
    /// See `PixelImage.unfollowed`.
    fileprivate private(set) var unfollowed: String?

    init(_ animation: AnimatedPNG, _ samples: PNG.Samples) {
      (self.animation, self.samples) = (animation, samples)
      canvas = Array(repeating: Pixel(), count: animation.width * animation.height)
    }

    /// Draws the next frame; after the last one, returns an empty canvas.
    mutating func draw() throws(CodecFault) -> [Pixel] {
      guard next < animation.frames.count else {
        return Array(repeating: Pixel(), count: canvas.count)
      }
      let frame = animation.frames[next]
      let before = canvas
      let picture = try animation.picture(frame, samples)
      unfollowed = picture.unfollowed
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

  /// Decodes two files frame by frame; at least one must be animated.
  ///
  /// If one frame differs, it is shown as it is. If several do, each pixel comes from the frame in
  /// which it differs most, so that a threshold tolerates no more than it would in any single
  /// frame.
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
      return (first.image(shown.0, of: one), second.image(shown.1, of: other))
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
    return (first.image(shown.0, remark, of: one), second.image(shown.1, remark, of: other))
  }

  private static func keepLargest(of pair: ([Pixel], [Pixel]), in shown: inout ([Pixel], [Pixel])) {
    let distance = { (one: Pixel, other: Pixel) -> UInt8 in
      (pointwiseMax(one, other) &- pointwiseMin(one, other)).max()
    }
    for place in pair.0.indices
    where distance(pair.0[place], pair.1[place]) > distance(shown.0[place], shown.1[place]) {
      (shown.0[place], shown.1[place]) = (pair.0[place], pair.1[place])
    }
  }

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

  private func image(_ pixels: [Pixel], _ remark: String? = nil, of player: Player) -> PixelImage {
    var image = PixelImage(width: width, height: height, pixels: pixels, remark: remark)
    image.unfollowed = player.unfollowed
    return image
  }
}
