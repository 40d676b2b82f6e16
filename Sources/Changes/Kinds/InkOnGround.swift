import DiffEngine
import Pixels

/// One ink on one ground, before and after, as far as a region's pixels show it.
struct InkOnGround {
  let ground: Pixel
  /// The ink before; nil if nothing stood out from the ground.
  let before: Pixel?
  let after: Pixel?

  /// The minimum distance of an ink from the ground, in levels.
  private static let leastContrast = 12

  init(ground: Pixel, _ pixels: RegionPixels) {
    self.ground = ground
    before = Self.ink(pixels, on: ground) { $0.before }
    after = Self.ink(pixels, on: ground) { $0.after }
  }

  /// Returns the median of the colours that are farthest from the ground.
  @inline(__always)
  private static func ink(
    _ pixels: RegionPixels, on ground: Pixel, _ colour: (ColourPair) -> Pixel
  ) -> Pixel? {
    var counts = LevelCounts()
    for pair in pixels.pairs {
      counts.add(Float(distance(colour(pair), ground)), count: pair.count)
    }
    let far = Int(counts.quantile(0.99))
    guard far >= leastContrast else { return nil }
    var strong = ColourCounts()
    for pair in pixels.pairs where 100 * distance(colour(pair), ground) >= 85 * far {
      strong.add(colour(pair), count: pair.count)
    }
    return strong.median
  }

  /// Returns the ink that appeared or vanished, by the total distance of each side from the ground;
  /// nil if both sides differ from it.
  func comingOrGoing(_ pixels: RegionPixels) -> ChangeKind? {
    var (old, new) = (0, 0)
    for pair in pixels.pairs {
      old += pair.count * distance(pair.before, ground)
      new += pair.count * distance(pair.after, ground)
    }
    if let after, 100 * old < 6 * new {
      return .appeared(.init(from: ground, to: main(pixels) { $0.after } ?? after))
    }
    if let before, 100 * new < 6 * old {
      return .vanished(.init(from: main(pixels) { $0.before } ?? before, to: ground))
    }
    return nil
  }

  /// The minimum share of pixels with one colour, in per cent, that makes it the colour of the
  /// element and not of the label on it.
  private static let mainShare = 60

  /// Returns the colour of most of an element; nil if there is none.
  @inline(__always)
  private func main(_ pixels: RegionPixels, _ side: (ColourPair) -> Pixel) -> Pixel? {
    let (colour, share) = pixels.mainColour(side)
    return share >= Self.mainShare && distance(colour, ground) >= Self.leastContrast ? colour : nil
  }

  /// The minimum share of pixels that were or are in a fill, in per cent.
  private static let fillShare = 25

  /// True if a large fill had or has a mixture of ink and ground for its colour, such as a field
  /// around letters.
  func hasFill(_ pixels: RegionPixels, _ overlay: Overlay) -> Bool {
    guard let most = pixels.pairs.max(by: { $0.count < $1.count }),
      100 * most.count >= Self.fillShare * pixels.count
    else { return false }
    func isMixture(_ colour: Pixel, _ ink: Pixel?) -> Bool {
      [ground, ink].compactMap(\.self).allSatisfy { distance(colour, $0) > Self.leastContrast }
    }
    return (isMixture(most.before, before) || isMixture(most.after, after))
      && pixels.isFlat(.init(from: most.before, to: most.after), in: overlay)
  }

  /// Returns the colours of the ink if there is only one on each side.
  func recolouring(_ pixels: RegionPixels) -> ChangeKind.ColourChange? {
    guard let before, let after, explains(pixels) else { return nil }
    return ChangeKind.ColourChange(from: before, to: after)
  }

  /// True if nearly all colours lie between the ground and the ink of their side.
  func explains(_ pixels: RegionPixels) -> Bool {
    guard let before, let after else { return false }
    return Coverage(of: before, on: ground).explains(pixels) { $0.before }
      && Coverage(of: after, on: ground).explains(pixels) { $0.after }
  }
}

/// The share of a pixel that an ink covers: 0 if there is only ground, 1 if there is only ink.
struct Coverage {
  private let ground: SIMD4<Float>
  private let vector: SIMD4<Float>
  private let scale: Float
  /// The largest difference of a channel between ground and ink, in levels.
  let length: Float

  init(of ink: SIMD4<Float>, on ground: SIMD4<Float>) {
    (self.ground, vector) = (ground, ink - ground)
    scale = 1 / max(1, (vector * vector).sum())
    length = largest(vector)
  }

  init(of ink: Pixel, on ground: Pixel) { self.init(of: SIMD4(ink), on: SIMD4(ground)) }

  @inline(__always)
  func callAsFunction(_ colour: SIMD4<Float>) -> Float {
    ((colour - ground) * vector).sum() * scale
  }

  @inline(__always)
  func callAsFunction(_ colour: Pixel) -> Float { self(SIMD4(colour)) }

  /// Returns the colour for a coverage.
  func mixture(_ share: Float) -> SIMD4<Float> { ground + vector * share }

  /// Returns the offset of a colour from the line from ground to ink.
  @inline(__always)
  func rest(_ colour: SIMD4<Float>) -> SIMD4<Float> { colour - mixture(self(colour)) }

  @inline(__always)
  func rest(_ colour: Pixel) -> SIMD4<Float> { rest(SIMD4(colour)) }

  /// True if a colour is a mixture of ground and ink.
  @inline(__always)
  func holds(_ colour: Pixel) -> Bool { largest(rest(colour)) <= 8 + 0.08 * length }

  /// True if 97 % of the colours are mixtures of ground and ink.
  @inline(__always)
  func explains(_ pixels: RegionPixels, _ colour: (ColourPair) -> Pixel) -> Bool {
    var off = 0
    for pair in pixels.pairs {
      if !holds(colour(pair)) { off += pair.count }
    }
    return off <= Int(0.03 * Double(pixels.count))
  }
}

extension SIMD4<Float> {
  init(_ pixel: Pixel) { self.init(SIMD4<Int32>(truncatingIfNeeded: pixel)) }
}
