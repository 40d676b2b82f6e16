import PNGCodec

/// One ink on one ground, before and after, as far as a region's pixels tell.
struct InkOnGround {
  let ground: Pixel
  /// nil where nothing stood out from the ground.
  let before: Pixel?
  let after: Pixel?

  /// Whatever is nearer to the ground than this is no ink, in levels.
  private static let leastContrast = 12

  init(ground: Pixel, _ pixels: RegionPixels) {
    self.ground = ground
    before = Self.ink(pixels.before, on: ground)
    after = Self.ink(pixels.after, on: ground)
  }

  /// The median of the colours that are farthest from the ground.
  private static func ink(_ colours: [Pixel], on ground: Pixel) -> Pixel? {
    var counts = LevelCounts()
    for colour in colours { counts.add(Float(distance(colour, ground))) }
    let far = Int(counts.quantile(0.99))
    guard far >= leastContrast else { return nil }
    var strong = ColourCounts()
    for colour in colours where 100 * distance(colour, ground) >= 85 * far { strong.add(colour) }
    return strong.median
  }

  /// What came or went, by how far either side is off the ground in all; nil where both are.
  func comingOrGoing(_ pixels: RegionPixels) -> ChangeKind? {
    func off(_ colours: [Pixel]) -> Double {
      Double(colours.reduce(0) { $0 + distance($1, ground) })
    }
    let (old, new) = (off(pixels.before), off(pixels.after))
    if let after, old < 0.06 * new { return .appeared(.init(from: ground, to: after)) }
    if let before, new < 0.06 * old { return .vanished(.init(from: before, to: ground)) }
    return nil
  }

  /// Whether nearly all colours lie between the ground and the ink of their side.
  func explains(_ pixels: RegionPixels) -> Bool {
    guard let before, let after else { return false }
    return Coverage(of: before, on: ground).explains(pixels.before)
      && Coverage(of: after, on: ground).explains(pixels.after)
  }
}

/// How much of a pixel an ink covers: 0 where there is only ground, 1 where there is only ink.
struct Coverage {
  private let ground: SIMD4<Float>
  private let vector: SIMD4<Float>
  private let scale: Float
  /// How far off the line from ground to ink a colour may be, in levels.
  private let tolerance: Float

  init(of ink: Pixel, on ground: Pixel) {
    self.ground = SIMD4<Float>(ground)
    vector = SIMD4<Float>(ink) - self.ground
    scale = 1 / max(1, (vector * vector).sum())
    tolerance = 8 + 0.08 * Float(distance(ink, ground))
  }

  @inline(__always)
  func callAsFunction(_ colour: Pixel) -> Float {
    ((SIMD4<Float>(colour) - ground) * vector).sum() * scale
  }

  /// What a colour is off the line from ground to ink.
  @inline(__always)
  func rest(_ colour: Pixel) -> SIMD4<Float> {
    SIMD4<Float>(colour) - ground - vector * self(colour)
  }

  /// Whether 97 % of the colours are mixtures of ground and ink.
  func explains(_ colours: [Pixel]) -> Bool {
    let off = colours.count { colour in
      let rest = rest(colour)
      return pointwiseMax(rest, -rest).max() > tolerance
    }
    return off <= Int(0.03 * Double(colours.count))
  }
}

extension SIMD4<Float> {
  init(_ pixel: Pixel) { self.init(SIMD4<Int32>(truncatingIfNeeded: pixel)) }
}
